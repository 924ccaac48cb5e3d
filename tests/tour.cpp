// The five-minute introduction of docs/tutorial.md: its blocks of code in their order are this program, which is built
// and run as a test.

#include <cmath>
#include <cstdio>

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

struct small : tf::conventions<tf::norm_before> {
  struct Source : tf::axis<"N", tf::up_to<16>> {};
  struct Target : tf::axis<"L", tf::up_to<16>> {};
  struct SourceVocabulary : tf::axis<"letter", 30> {};
  struct TargetVocabulary : tf::axis<"phone", 42> {};
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
  using embeddings = tf::tied_output;
};
using small_transformer = tf::transformer<small>;
using letters = tf::tokens<small::SourceVocabulary, Batch, small::Source>;
using phones = tf::tokens<small::TargetVocabulary, Batch, small::Target>;

constexpr auto operations = tf::operation_count<small_transformer, letters, phones>;  // at most, whatever the lengths

int main() {
  std::printf("%zu parameters, %zu operations\n", tf::parameter_count<small_transformer>, operations);

  tf::weights<summary> weights;
  float next = 0;
  for (float& w : weights.block()) w = std::sin(next += 1) / 8;

  const tf::packed_weights<summary> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<summary, float, queries, keys> run{packed, threads};

  tf::tensor<float, Batch, Query, Model> x(5);   // 5 queries in each row of the batch
  tf::tensor<float, Batch, Key, Model> y(9);     // 9 keys
  for (float& v : x.elements()) v = std::cos(next += 1);
  for (float& v : y.elements()) v = std::cos(next += 1);

  const auto result = run(x, y);                 // a view [Batch, Query, Model]; nothing is allocated
  std::printf("%zu numbers, the first %.4f\n", result.size(), static_cast<double>(result(0, 0, 0)));

  tf::pronouncer pronounce;
  for (const auto phone : pronounce("typeformer")) std::printf("%.*s ", static_cast<int>(phone.size()), phone.data());
  std::printf("\n");

  return run.used_bytes() <= tf::workspace_bytes<summary, queries, keys> ? 0 : 1;
}
