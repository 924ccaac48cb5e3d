// One step of training: an encoder-decoder of 4 + 4 layers, d_model 128, d_ff 512, 4 heads, on a batch of 64 rows of 16
// tokens; forward, backward, clipping, Adam. Prints one JSON object; bench/peers/training_step.py compares it.
//
//   training_step_bench [THREADS [STEPS]]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/resource.h>
#include <vector>

#include <typeformer/train/initial_weights.hpp>
#include <typeformer/train/trainer.hpp>

namespace tf = typeformer;

namespace {

struct Batch : tf::axis<"B", 64> {};
struct learned : tf::conventions {
  struct Source : tf::axis<"N", 16> {};
  struct Target : tf::axis<"L", 16> {};
  struct Letter : tf::axis<"letter", 30> {};
  struct Phone : tf::axis<"phone", 42> {};
  struct Model : tf::axis<"d_model", 128> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 512> {};
  using SourceVocabulary = Letter;
  using TargetVocabulary = Phone;
  using normalization = tf::norm_before;
  using embeddings = tf::tied_output;
  using dropout = std::ratio<1, 10>;
  static constexpr std::size_t encoder_layers = 4, decoder_layers = 4;
};
using model_type = tf::transformer<learned>;

template <class Tokens>
void fill(Tokens& tokens, std::uint64_t key) {
  for (std::size_t i = 0; i < tokens.size(); ++i)
    tokens.data()[i] =
        static_cast<std::int32_t>(tf::kernels::counted_random(key, i) % tf::bound<typename Tokens::vocabulary>);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t threads = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1;
  const std::size_t steps = argc > 2 ? std::max(1ul, std::strtoul(argv[2], nullptr, 10)) : 30;
  tf::tokens<learned::Letter, Batch, learned::Source> source;
  tf::tokens<learned::Phone, Batch, learned::Target> target;
  fill(source, 1);
  fill(target, 2);
  std::vector<std::int32_t> next(target.size()), lengths(tf::bound<Batch>, tf::bound<learned::Source>);
  for (std::size_t i = 0; i < next.size(); ++i)
    next[i] = static_cast<std::int32_t>(tf::kernels::counted_random(3, i) % tf::bound<learned::Phone>);

  tf::kernels::threads workers{threads};
  tf::trainer<learned, Batch> t{tf::initial_weights<model_type>(1), {.smoothing = 0.1, .largest_norm = 1}, workers};
  std::vector<double> times;
  double loss = 0;
  for (std::size_t i = 0; i < steps + 3; ++i) {
    const auto start = std::chrono::steady_clock::now();
    t.accumulate({source, {lengths.data()}, target, next});
    loss = t.step(1e-3).loss;
    if (i >= 3)
      times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::ranges::sort(times);
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  std::printf(
      "{\"ms\": %.3f, \"peak_mib\": %.1f, \"planned_activation_mib\": %.1f, \"parameters\": %zu, \"loss\": %.4f}\n",
      times[times.size() / 2], static_cast<double>(used.ru_maxrss) / 1024,
      2 * static_cast<double>(decltype(t)::activation_bytes) / (1 << 20), t.learned().block().size(), loss);
}
