#pragma once
#include <algorithm>

#include <typeformer/kernels/lsh_attention.hpp>
#include <typeformer/operations/attention.hpp>

namespace typeformer {

/// softmax(scale · x kᵀ, masked) v of each head, k the rows of x divided by their norms, over the keys that
/// locality-sensitive hashing finds for each query in Rounds rounds (kernels/lsh_attention.hpp).
///
/// shapes   x [L…, N, d̃]   v [L…, N, d̃_v]   →   [L…, N, d̃_v]
/// cost     of each round, 2·N·d̃·log₂N for the hashes, whose bits are as many at most, and for each query as many keys
///          as its chunk and the one before hold, 2·Chunk or N, which is the most that it can see: 2·(d̃ + d̃_v) + 6
///          operations for each, and N·3·d̃ for norms
/// source   Kitaev, Kaiser and Levskaya 2020, section 2
template <std::size_t Rounds, std::size_t Chunk, is_mask Mask>
struct lsh_attention_operation {
  static constexpr std::string_view name = "LSH attention";
  static constexpr std::string_view formula = "softmax_LSH(x kᵀ / √d̃) v";
  template <class Sequence, class X, class V>
  static constexpr bool mixes =
      is_made_of<axis_from_last<X, 1>, Sequence> || is_made_of<axis_from_last<X, 0>, Sequence> ||
      is_made_of<axis_from_last<V, 0>, Sequence>;

  double scale = 1;  ///< of scores, 1/√d̃ in a paper's formula
  Mask mask{};       ///< of the positions, as attention's

  template <class X, class V>
  static constexpr auto result(const X& x, const V& v) {
    return algebra::contract(x, v);
  }
  template <class X, class V>
  static constexpr polynomial cost(const X& x, const V& v) {
    const std::size_t positions = rows(x);
    const polynomial keys =
        Chunk < positions - std::min(Chunk, positions) ? polynomial{2 * Chunk} : count_from_last<1>(x);
    const polynomial each = polynomial{2} * (count_from_last<0>(x) + count_from_last<0>(v)) + detail::softmax_cost + 1;
    const polynomial hashes =
        positions <= Chunk ? polynomial{}
                           : polynomial{2 * Rounds} * count_of(x) * log2_of(hana::at_c<X::rank - 2>(x.dimensions));
    return polynomial{Rounds} * count_of(algebra::leading(x)) * count_from_last<1>(x) * keys * each + hashes +
           polynomial{3} * count_of(x);
  }
  template <class X, class V>
  static constexpr std::size_t scratch(const X& x, const V&) {
    return kernels::lsh_attention_workspace(algebra::leading(x).size(), 1, rows(x), x.last(), Rounds, Chunk);
  }
  template <class X, class V>
  static constexpr std::size_t backward_scratch(const X& x, const V& v) {
    return scratch(x, v);
  }
  template <class T, class Y, class X, class V>
  void forward(const resources<T>& with, const Y& y, const X& x, const V& v) const {
    kernels::lsh_attention(problem<T>(y, x, v), with.scratch, with.threads);
  }
  template <class T, class Y, class X, class V>
  void backward(const resources<T>& with, const Y& y, const X& x, const V& v) const {
    kernels::add_lsh_attention_gradient(problem<T>(y, x, v), y.gradient, x.gradient, v.gradient, with.scratch,
                                        with.threads);
  }

 private:
  template <class X>
  static constexpr std::size_t rows(const X& x) {
    return x.template extent<X::rank - 2>();
  }
  template <class T, class Y, class X, class V>
  kernels::lsh_attention_problem<T> problem(const Y& y, const X& x, const V& v) const {
    return {.batch = heads_apart::batch(x.shape),
            .heads = heads_apart::heads(x.shape),
            .positions = rows(x.shape),
            .width = x.shape.last(),
            .value_width = v.shape.last(),
            .rounds = Rounds,
            .chunk = Chunk,
            .x = x.data,
            .v = v.data,
            .y = y.data,
            .scale = static_cast<T>(scale),
            .mask = mask.kernel_mask()};
  }
};

}  // namespace typeformer
