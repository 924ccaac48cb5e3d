#include <typeformer/layers/attention.hpp>
#include <typeformer/layers/multi_head_attention.hpp>

#include "layer_gradients.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Query : tf::axis<"N", tf::up_to<8>> {};
struct Key : tf::same_sequence<Query, "M"> {};
struct Model : tf::axis<"d_model", 10> {};
struct Head : tf::axis<"h", 2> {};
struct Width : tf::quotient<"d̃", Model, Head> {};
struct KeyIn : tf::axis<"d_k", 9> {};
struct ValueIn : tf::axis<"d_v", 7> {};
struct Out : tf::axis<"d_o", 11> {};
struct FreeWidth : tf::axis<"d̃_q", 3> {};
struct FreeValueWidth : tf::axis<"d̃_v", 4> {};
template <class T>
using fixture = derived_layers<T, Batch, Query, Key, Model>;

TEMPLATE_TEST_CASE("gradients of softmax over each axis are those of PyTorch's autograd", "", float, double) {
  const fixture<TestType> with;
  with.template check<formula<decltype([](const auto& x) { return tf::softmax(x); })>>("softmax/last", with.x);
  with.template check<formula<decltype([](const auto& x) { return tf::softmax<Query>(x); })>>("softmax/middle", with.x);
  with.template check<formula<decltype([](const auto& x) { return tf::softmax<Batch>(x); })>>("softmax/first", with.x);
}

using masked_attention = formula<decltype([](const auto& q, const auto& k, const auto& v, const auto&... mask) {
  return tf::attention(q, k, v, mask...);
})>;

TEMPLATE_TEST_CASE("gradients of attention with each mask are those of PyTorch's autograd", "", float, double) {
  using T = TestType;
  const fixture<T> with;
  const auto q = read<T, Batch, Head, Query, FreeWidth>(with.file, "q");
  const auto k = read<T, Batch, Head, Key, FreeWidth>(with.file, "k");
  const auto v = read<T, Batch, Head, Key, FreeValueWidth>(with.file, "v");
  const auto lengths = read_numbers(with.file, "attention_lengths");
  using causal = tf::causal<Query, Key>;
  const tf::padding<Batch, Query, Key> padding{lengths};
  with.template check<masked_attention>("attention/plain", q, k, v);
  with.template check<masked_attention>("attention/causal", q, k, v, causal{});
  with.template check<masked_attention>("attention/causal_later", q, k, v, causal{2});
  with.template check<masked_attention>("attention/causal_earlier", q, k, v, causal{-2});
  with.template check<masked_attention>("attention/window", q, k, v, tf::sliding_window<Query, 3, Key>{1});
  with.template check<masked_attention>("attention/padding", q, k, v, padding);
  with.template check<masked_attention>("attention/both", q, k, v, causal{1} & padding);
}

TEMPLATE_TEST_CASE("gradients of attention_head are those of PyTorch's autograd", "", float, double) {
  const fixture<TestType> with;
  const auto memory = read<TestType, Batch, Key, KeyIn>(with.file, "keys");
  with.template check<tf::attention_head<Model, FreeWidth, FreeValueWidth, KeyIn, tf::with_bias>>(
      "attention_head", with.x, memory, tf::causal<Query, Key>{1});
}

TEMPLATE_TEST_CASE("gradients of multi_head_attention are those of PyTorch's autograd", "", float, double) {
  const fixture<TestType> with;
  const auto& [file, x, memory, lengths] = with;
  using attention = tf::multi_head_attention<Head, Width, Model>;
  const tf::padding<Batch, Query, Key> padding{lengths};
  with.template check<attention>("multi_head/self", x);
  with.template check<attention>("multi_head/causal", x, tf::causal<Query>{});
  with.template check<attention>("multi_head/padded", memory, tf::padding<Batch, Key, Key>{lengths});
  with.template check<attention>("multi_head/cross", x, memory, memory);
  with.template check<attention>("multi_head/cross_padded", x, memory, memory, padding);
  using without_bias = tf::multi_head_attention<Head, Width, Model, Width, Model, Model, Model, tf::without_bias>;
  with.template check<without_bias>("multi_head_without_bias", x, memory, memory, padding);

  const auto keys = read<TestType, Batch, Key, KeyIn>(file, "keys");
  const auto values = read<TestType, Batch, Key, ValueIn>(file, "values");
  using free = tf::multi_head_attention<Head, FreeWidth, Model, FreeValueWidth, KeyIn, ValueIn, Out>;
  with.template check<free>("multi_head_free_widths", x, keys, values, padding);
}

}  // namespace
