#include <typeformer/layers/attention.hpp>

#include "check.hpp"

namespace typeformer::testing {
namespace {

struct Batch : axis<"B", 2> {};
struct Head : axis<"h", 4> {};
struct Width : axis<"d", 16> {};
using Joined = product<Head, Width>;
template <std::size_t N>
struct Position : axis<"N", N> {};
template <std::size_t N>
using separate = shape<Batch, Head, Position<N>, Width>;
template <std::size_t N>
using joined = shape<Batch, Position<N>, Joined>;

using attention_formula =
    formula<decltype([](const auto& q, const auto& k, const auto& v) { return attention(q, k, v); })>;
using heads_formula = formula<decltype([](const auto& q, const auto& k, const auto& v) {
  return join_heads(attention(split_heads<Head, Width>(q), split_heads<Head, Width>(k), split_heads<Head, Width>(v)));
})>;
using plain_formula = formula<decltype([](const auto& q, const auto& k, const auto& v) {
  return let(softmax(let(q * transpose(k)))) * v;
})>;

/// Bytes of N positions beside those of none, for twice as many positions and as many again: equal growth is linear
/// growth.
template <class F, template <std::size_t> class Input>
struct growth {
  template <std::size_t N>
  static constexpr std::size_t bytes = recorded_bytes<F, float, Input<N>, Input<N>, Input<N>>;
  static constexpr std::size_t first = bytes<512> - bytes<256>, second = bytes<768> - bytes<512>;
};

}  // namespace

TEST_CASE("a recording of attention keeps no scores, in its scratch neither") {
  using fused = growth<attention_formula, separate>;
  CHECK(fused::first == fused::second);
  using heads = growth<heads_formula, joined>;
  CHECK(heads::first == heads::second);
  // Three inputs, the result and keys and values packed: six arrays of 4·16 numbers for each of 256 positions and 2
  // rows.
  CHECK(heads::first == std::size_t{6} * 4 * 16 * 256 * 2 * sizeof(float));
  // Operation by operation, scores are kept.
  using plain = growth<plain_formula, separate>;
  CHECK(plain::second > plain::first);
}

TEST_CASE("the scratch of attention's backward pass does not grow with the number of queries") {
  const auto scratch = []<std::size_t Queries>(std::integral_constant<std::size_t, Queries>) {
    struct Key : axis<"M", 300> {};
    const shape<Batch, Position<Queries>, Joined> q;
    const shape<Batch, Key, Joined> k;
    return backward_scratch_of(multi_head_attention_operation<Head, Head, Width, Width, no_mask>{}, q, k, k);
  };
  const std::size_t few = scratch(std::integral_constant<std::size_t, 8>{});
  CHECK(few > 0);
  CHECK(scratch(std::integral_constant<std::size_t, 800>{}) == few);
}

}  // namespace typeformer::testing
