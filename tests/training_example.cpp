// The example of docs/training.md, built and run as a test.

#include <cstdio>
#include <vector>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

using dropout = tf::dropout_rate<std::ratio<1, 100>>;
struct backwards : tf::conventions<dropout> {                  // three digits in the opposite order
  struct Source : tf::axis<"N", tf::up_to<4>> {};              // three digits and the end
  struct Target : tf::axis<"L", tf::up_to<4>> {};              // the start and three digits
  struct SourceVocabulary : tf::axis<"digit", 13> {};          // padding, start, end and ten digits
  struct TargetVocabulary : tf::axis<"digit backwards", 13> {};
  struct Model : tf::axis<"d_model", 32> {};
  struct Head  : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 1, decoder_layers = 1;
  static constexpr std::int32_t padding_token = 0, start_token = 1, end_token = 2, source_end_token = 2;
  using embeddings = tf::three_tables;
};
struct Batch : tf::axis<"B", tf::up_to<32>> {};                // of at most 32 examples

int main() {
  std::vector<tf::example> examples;                           // tokens without start and end
  for (std::int32_t a = 3; a < 13; ++a)
    for (std::int32_t b = 3; b < 13; ++b)
      for (std::int32_t c = 3; c < 13; ++c) examples.push_back({{a, b, c}, {c, b, a}});

  const tf::recipe recipe{.steps = 300, .batch_tokens = 128, .peak_rate = 5e-3, .warmup = 30, .smoothing = 0};
  tf::kernels::threads threads{2};
  tf::transformer_run<backwards, Batch> run{examples, recipe, threads};
  double loss = 0;                                             // of the last step, nats a token
  while (run.steps() < recipe.steps) loss = run.step().loss;
  tf::save("backwards.safetensors", run.trainer().trained());

  std::printf("%zu steps, the last with a loss of %.3f\n", run.steps(), loss);
  return loss < 0.5 ? 0 : 1;                                   // a guess costs log(10) = 2.3 for each digit
}
