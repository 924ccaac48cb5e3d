// The introduction of docs/tutorial.md: its blocks of code in their order are this program, which is built and run as a
// test.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 2> {};               // extent known to the compiler
struct Query : tf::axis<"N", tf::up_to<16>> {};   // extent known at run time, at most 16
struct Key   : tf::axis<"M", tf::up_to<16>> {};
struct Model : tf::axis<"d_model", 32> {};
struct Head  : tf::axis<"h", 4> {};
struct Width : tf::quotient<"d̃", Model, Head> {}; // one head's width: 32 / 4 = 8

struct summary {
  using to_model = tf::linear<Model, Model>;
  using to_scores = tf::multi_head_attention<Head, Width, Model>;
  BOOST_HANA_DEFINE_STRUCT(summary, (to_model, input), (to_scores, attention));

  template <tf::expression X, tf::expression Y>
  constexpr auto operator()(const X& x, const Y& y) const {
    return tf::in_frame(*this, x, [&] {
      const auto q = tf::let(tf::relu(input(x)));
      return q + attention(q, y, y);
    });
  }
};

using queries = tf::shape<Batch, Query, Model>;
using keys = tf::shape<Batch, Key, Model>;

static_assert(tf::parameter_count<summary> == 5 * 32 * 32 + 5 * 32);
static_assert(tf::workspace_bytes<summary, queries, keys> == 28672);

void run_summary(tf::kernels::threads& threads) {
  const tf::packed_weights<summary> packed{tf::initial_weights<summary>(1)};
  tf::session<summary, float, queries, keys> run{packed, threads};

  tf::tensor<float, Batch, Query, Model> x(5);   // 5 queries in each row of the batch
  tf::tensor<float, Batch, Key, Model> y(9);     // 9 keys
  float next = 0;
  for (float& v : x.elements()) v = std::cos(next += 1);
  for (float& v : y.elements()) v = std::cos(next += 1);

  const auto result = run(x, y);                 // a view [Batch, Query, Model]
  std::printf("%zu numbers, the first %.4f\n", result.size(), static_cast<double>(result(0, 0, 0)));
  std::printf("%zu of %zu bytes used\n", run.used_bytes(), tf::workspace_bytes<summary, queries, keys>);
}

struct roman : tf::conventions<tf::norm_before> {
  struct Source : tf::axis<"N", tf::up_to<13>> {};      // twelve letters, as DCCCLXXXVIII has, and the end
  struct Target : tf::axis<"L", tf::up_to<4>> {};       // the start and three digits
  struct SourceVocabulary : tf::axis<"letter", 10> {};  // padding, start, end, IVXLCDM
  struct TargetVocabulary : tf::axis<"digit", 13> {};   // padding, start, end, 0123456789
  struct Model : tf::axis<"d_model", 32> {};
  struct Head  : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 1, decoder_layers = 1;
  static constexpr std::int32_t padding_token = 0, start_token = 1, end_token = 2, source_end_token = 2;
  using embeddings = tf::three_tables;                  // of letters, of digits, and of the output
};
using reader = tf::transformer<roman>;

std::string numeral(int n) {
  std::string letters;
  for (const auto& [value, part] : {std::pair{900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
                                    {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}})
    for (; n >= value; n -= value) letters += part;
  return letters;
}

std::vector<std::int32_t> tokens(const std::string& text, const std::string& vocabulary) {
  std::vector<std::int32_t> numbers;
  for (const char letter : text) numbers.push_back(static_cast<std::int32_t>(3 + vocabulary.find(letter)));
  return numbers;
}

tf::example example(int n) { return {tokens(numeral(n), "IVXLCDM"), tokens(std::to_string(n), "0123456789")}; }

struct Numerals : tf::axis<"B", tf::up_to<100>> {};     // at most 100 in a batch

int main() {
  tf::kernels::threads threads{2};
  run_summary(threads);

  std::vector<tf::example> seen, unseen;                // every eleventh number is not trained on
  for (int n = 1; n < 1000; ++n) (n % 11 ? seen : unseen).push_back(example(n));

  std::printf("%zu parameters\n", tf::parameter_count<reader>);
  const tf::recipe recipe{.steps = 500, .batch_tokens = 200, .peak_rate = 5e-3, .warmup = 50, .smoothing = 0};
  tf::transformer_run<roman, Numerals> run{seen, recipe, threads};
  while (run.steps() < recipe.steps) {
    const double loss = run.step().loss;                // nats a token; a guess among ten digits costs log(10) = 2.3
    if (run.steps() % 100 == 0) std::printf("step %zu, loss %.1f\n", run.steps(), loss);
  }
  tf::save("roman.safetensors", run.trainer().trained());

  const tf::packed_weights<reader> packed{tf::load<reader>("roman.safetensors")};
  tf::greedy_decoder<tf::transformer_decoding<roman, Numerals>> read{packed, threads};

  std::vector<std::uint32_t> rows(unseen.size());       // which examples are in the batch: all
  std::iota(rows.begin(), rows.end(), 0);
  const tf::padded_batch<roman, Numerals> batch{unseen, rows};
  const auto answers = read(batch.source(), batch.lengths());

  double right = 0;
  for (std::size_t i = 0; i < unseen.size(); ++i) right += std::ranges::equal(answers.row(i), unseen[i].target);
  std::printf("%s is ", numeral(495).c_str());
  for (const std::int32_t digit : answers.row(44)) std::printf("%d", digit - 3);
  std::printf("\n%.1f %% of the numerals that it has not seen\n", 100 * right / 90);

  tf::pronouncer pronounce;
  for (const auto phone : pronounce("typeformer")) std::printf("%.*s ", static_cast<int>(phone.size()), phone.data());
  std::printf("\n");
  return right >= 81 ? 0 : 1;                           // nine of ten
}
