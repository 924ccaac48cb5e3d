#include <typeformer/expressions/concatenate.hpp>
#include <typeformer/expressions/dropout.hpp>
#include <typeformer/layers/attention.hpp>

#include "check.hpp"

namespace typeformer::testing {
namespace {

struct Batch : axis<"B", 2> {};
struct Query : axis<"N", 5> {};
struct Key : same_sequence<Query, "M", 7> {};
struct Head : axis<"h", 2> {};
struct Group : axis<"g", 3> {};
struct Width : axis<"d", 3> {};
struct ValueWidth : axis<"e", 4> {};
struct Model : axis<"D", 6> {};
using queries = shape<Batch, Query, Width>;
using keys = shape<Batch, Key, Width>;
using values = shape<Batch, Key, ValueWidth>;
using joined = shape<Batch, Query, product<Head, Width>>;
using square = shape<Batch, Query, Query>;

template <kernels::activation F>
struct activated {
  template <class X>
  constexpr auto operator()(const X& x) const {
    return activate(F, x);
  }
};

/// A bias that is added to no product.
struct biased {
  using bias_type = vector<Width>;
  BOOST_HANA_DEFINE_STRUCT(biased, (bias_type, bias));
  template <class X>
  constexpr auto operator()(const X& x) const {
    return x + bias;
  }
};

using masked_softmax = formula<decltype([](const auto& x, auto mask) {
  return softmax(make_node(mask_operation<decltype(mask)>{mask}, x));
})>;
using masked_attention =
    formula<decltype([](const auto& q, const auto& k, const auto& v, auto mask) { return attention(q, k, v, mask); })>;
using masked_heads = formula<decltype([](const auto& x, auto mask) {
  const auto split = split_heads<Head, Width>(x);
  return join_heads(attention(split, split, split, mask));
})>;

using masked_groups = formula<decltype([](const auto& q, const auto& k, const auto& v, auto mask) {
  return join_heads(attention(split_heads<product<Head, Group>, Width>(q),
                              repeat_heads<Group>(split_heads<Head, Width>(k)),
                              repeat_heads<Group>(split_heads<Head, ValueWidth>(v)), mask));
})>;

}  // namespace

TEST_CASE("gradients: products of values") {
  check_gradients<formula<decltype([](const auto& x, const auto& y) { return x * y; })>, shape<Batch, Query, Key>,
                  values>();
  check_gradients<formula<decltype([](const auto& q, const auto& k) { return q * transpose(k) / root<Width>; })>,
                  queries, keys>();
}

TEST_CASE("gradients: functions of each element") {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (check_gradients<formula<activated<kernels::all_activations[I]>>, queries>(), ...);
  }(std::make_index_sequence<kernels::all_activations.size()>{});
}

TEST_CASE("gradients: sums, and a value used twice") {
  check_gradients<formula<decltype([](const auto& x, const auto& y) { return x + y; })>, queries, queries>();
  check_gradients<formula<decltype([](const auto& x) { return x + relu(x); })>, queries>();
  check_gradients<biased, queries>();
}

TEST_CASE("gradients: dropout") {
  check_gradients<formula<decltype([](const auto& x) { return drop<std::ratio<1, 4>>(x); })>, queries>();
}

TEST_CASE("gradients: softmax over each axis") {
  check_gradients<formula<decltype([](const auto& x) { return softmax(x); })>, values>();
  check_gradients<formula<decltype([](const auto& x) { return softmax<Key>(x); })>, values>();
  check_gradients<formula<decltype([](const auto& x) { return softmax<Batch>(x); })>, values>();
}

TEST_CASE("gradients: masks") {
  check_gradients<masked_softmax, square, no_mask>();
  check_gradients<masked_softmax, square, causal<Query>>();
  check_gradients<masked_softmax, square, padding<Batch, Query>>();
  check_gradients<masked_softmax, square, causal_padding<Batch, Query>>();
  check_gradients<masked_softmax, square, sliding_window<Query, 2>>();
  check_gradients<masked_softmax, square, local_window<Query, 3>>();
  check_gradients<masked_softmax, square, local_padding<Batch, Query, 3>>();
}

TEST_CASE("gradients: moving numbers") {
  check_gradients<formula<decltype([](const auto& x) { return split_heads<Head, Width>(x); })>, joined>();
  check_gradients<formula<decltype([](const auto& x) { return repeat_heads<Group>(x); })>,
                  shape<Batch, Head, Key, Width>>();
  check_gradients<formula<decltype([](const auto& x) { return join_heads(x); })>, shape<Batch, Head, Query, Width>>();
  check_gradients<formula<decltype([](const auto& x, const auto& y) { return concatenate(x, y); })>, keys, values>();
  check_gradients<formula<decltype([](const auto& x) { return transpose(x); })>, keys>();
}

TEST_CASE("gradients: norms without parameters") {
  check_gradients<formula<decltype([](const auto& x) { return normalize<Width, inside_root<>>(x); })>, queries>();
  check_gradients<
      formula<decltype([](const auto& x, const auto& y) { return normalize<ValueWidth, added_to_root<>>(x + y); })>,
      values, values>();
}

TEST_CASE("gradients: attention with each mask",
          "[row: causal mask][row: padding mask][row: sliding window][gradient]") {
  check_gradients<masked_attention, queries, keys, values, no_mask>();
  check_gradients<masked_attention, queries, keys, values, causal<Query, Key>>();
  check_gradients<masked_attention, queries, keys, values, padding<Batch, Query, Key>>();
  check_gradients<masked_attention, queries, keys, values, causal_padding<Batch, Query, Key>>();
  check_gradients<masked_attention, queries, keys, values, sliding_window<Query, 2, Key>>();
  check_gradients<masked_attention, queries, keys, values, local_window<Query, 3, Key>>();
  check_gradients<masked_attention, queries, keys, values, local_padding<Batch, Query, 3, Key>>();
}

TEST_CASE("gradients: attention of all heads with each mask") {
  check_gradients<masked_heads, joined, no_mask>();
  check_gradients<masked_heads, joined, causal<Query>>();
  check_gradients<masked_heads, joined, padding<Batch, Query>>();
  check_gradients<masked_heads, joined, causal_padding<Batch, Query>>();
  check_gradients<masked_heads, joined, local_window<Query, 3>>();
}

TEST_CASE("gradients: attention of heads that share keys and values", "[row: grouped-query attention][gradient]") {
  using grouped_queries = shape<Batch, Query, product<product<Head, Group>, Width>>;
  using joined_keys = shape<Batch, Key, product<Head, Width>>;
  using joined_values = shape<Batch, Key, product<Head, ValueWidth>>;
  check_gradients<masked_groups, grouped_queries, joined_keys, joined_values, no_mask>();
  check_gradients<masked_groups, grouped_queries, joined_keys, joined_values, causal_padding<Batch, Query, Key>>();
}

}  // namespace typeformer::testing
