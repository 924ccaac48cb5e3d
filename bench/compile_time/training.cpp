// Training a small Transformer from examples, with everything that a training run does.
#include <cstdio>
#include <ratio>
#include <vector>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<64>> {};
struct config : tf::conventions<tf::dropout_rate<std::ratio<1, 10>>> {
  struct Source : tf::axis<"N", tf::up_to<16>> {};
  struct Target : tf::axis<"L", tf::up_to<16>> {};
  struct Letter : tf::axis<"letter", 30> {};
  struct Phone : tf::axis<"phone", 42> {};
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  using SourceVocabulary = Letter;
  using TargetVocabulary = Phone;
  using embeddings = tf::tied_output;
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
  static constexpr std::int32_t start_token = 1, end_token = 2, source_end_token = 2, padding_token = 0;
};

int main() {
  const std::vector<tf::example> examples(100, {.source = {3, 4, 5}, .target = {5, 4, 3}});
  tf::kernels::threads threads{2};
  tf::transformer_run<config, Batch> run{examples, {.steps = 10, .peak_rate = 1e-3}, threads};
  while (run.steps() < 10) std::printf("%.3f nats a token\n", run.step().loss);
  run.save("checkpoint.safetensors");
  tf::save("trained.safetensors", run.trainer().trained());
}
