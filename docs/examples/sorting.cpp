// Sorts six digits with an encoder-decoder, and draws what each digit of the answer attended to.
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<64>> {};
struct sorter : tf::conventions<tf::norm_before> {
  struct Source : tf::axis<"N", tf::up_to<7>> {};  // six digits and the end
  struct Target : tf::axis<"L", tf::up_to<7>> {};  // the start and six digits
  struct Given : tf::axis<"digit", 13> {};         // padding, start, end and ten digits
  struct Sorted : tf::axis<"digit in order", 13> {};
  using SourceVocabulary = Given;
  using TargetVocabulary = Sorted;
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 1, decoder_layers = 1;
  static constexpr std::int32_t padding_token = 0, start_token = 1, end_token = 2, source_end_token = 2;
  using embeddings = tf::three_tables;
};

std::vector<tf::example> examples(std::size_t count, unsigned seed) {
  std::mt19937 random{seed};
  std::vector<tf::example> all(count);
  for (auto& [given, sorted] : all) {
    for (int i = 0; i < 6; ++i) given.push_back(static_cast<std::int32_t>(3 + random() % 10));
    sorted = given;
    std::ranges::sort(sorted);
  }
  return all;
}

int main() {
  const auto learned = examples(20'000, 1), unseen = examples(64, 2);
  tf::kernels::threads threads{2};
  const tf::recipe recipe{.steps = 1500, .batch_tokens = 400, .peak_rate = 5e-3, .warmup = 100, .smoothing = 0};
  tf::transformer_run<sorter, Batch> run{learned, recipe, threads};
  while (run.steps() < recipe.steps) run.step();

  std::vector<std::uint32_t> rows(unseen.size());
  for (std::uint32_t i = 0; i < rows.size(); ++i) rows[i] = i;
  const tf::padded_batch<sorter, Batch> batch{unseen, rows};
  tf::greedy_decoder<tf::transformer_decoding<sorter, Batch>> decode{run.trainer().packed(), threads};
  const auto answers = decode(batch.source(), batch.lengths());
  std::size_t right = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) right += std::ranges::equal(answers.row(i), unseen[i].target);

  tf::tokens<sorter::Sorted, Batch, sorter::Target> answer(1, 6);
  std::ranges::copy(unseen[0].target, answer.data());
  tf::tokens<sorter::Given, Batch, sorter::Source> given(1, 7);
  std::copy_n(batch.source().data(), 7, given.data());
  tf::cross_attention<sorter, Batch> attend{run.trainer().packed(), threads};
  const auto seen = attend(given, std::vector{7}, answer, std::vector{6});  // [layer, B, h, Target, Source]
  std::printf("  ");
  for (const std::int32_t digit : unseen[0].source) std::printf("   %d", digit - 3);
  for (std::size_t i = 0; i < 6; ++i) {
    std::printf("\n%d ", unseen[0].target[i] - 3);
    for (std::size_t j = 0; j < 6; ++j) {
      double weight = 0;
      for (std::size_t head = 0; head < 4; ++head) weight += seen(0, 0, head, i, j) / 4;
      std::printf("   %s", weight > 0.4 ? "█" : weight > 0.25 ? "▓" : weight > 0.12 ? "▒" : weight > 0.05 ? "░" : "·");
    }
  }
  std::printf("\n%zu of %zu unseen lists sorted without a mistake\n", right, unseen.size());
  return right * 100 >= unseen.size() * 90 ? 0 : 1;
}
