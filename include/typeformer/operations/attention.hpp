#pragma once
#include <typeformer/kernels/attention.hpp>
#include <typeformer/operations/contraction.hpp>
#include <typeformer/operations/mask.hpp>
#include <typeformer/operations/operation.hpp>
#include <typeformer/operations/reach.hpp>

namespace typeformer {

namespace detail {
constexpr polynomial softmax_cost = 5;  // maximum, difference, exponential, sum, quotient
}  // namespace detail

/// Heads of which each has matrices of its own: q [L…, Query, d̃_q], k [L…, Key, d̃_q], v [L…, Key, d̃_v] → [L…, Query,
/// d̃_v]. The kernel's batch is the first of L…, since that is the one whose rows a mask can know.
struct heads_apart {
  static constexpr std::string_view formula = "softmax(q kᵀ / √d̃) v";
  static constexpr std::size_t group = 1;  ///< each has keys and values of its own

  template <class X>
  static constexpr X queries(const X& x) {  ///< as they are
    return x;
  }
  template <class X>
  static constexpr X keys(const X& x) {  ///< as they are
    return x;
  }
  template <class X>
  static constexpr X values(const X& x) {  ///< as they are
    return x;
  }
  template <class Y>
  static constexpr Y joined(const Y& y) {  ///< as they are
    return y;
  }
  /// The outermost of L…; 1 where there is none.
  template <class X>
  static constexpr std::size_t batch(const X& x) {
    return X::rank > 2 ? x.template extent<0>() : 1;
  }
  /// Matrices in each row of the batch. Of an empty batch 0.
  template <class X>
  static constexpr std::size_t heads(const X& x) {
    return batch(x) ? algebra::leading(x).size() / batch(x) : 0;
  }
  /// Of x for heads of `width`.
  template <class X>
  static kernels::head_strides strides(const X& x, std::size_t) {
    const std::size_t row = x.last(), head = x.template extent<X::rank - 2>() * row;
    return {heads(x) * head, head, row};
  }
};

/// Heads side by side: q [L…, Query, h·d̃_q], k [L…, Key, h_k·d̃_q], v [L…, Key, h_k·d̃_v] → [L…, Query, h·d̃_v], L… at
/// most one axis, h a multiple of h_k. They are read and written where they are: nothing is moved to split or join
/// them, nor to repeat those of keys and values that several heads of queries share.
template <is_axis Head, is_axis KeyHead, is_axis Width, is_axis ValueWidth>
struct heads_side_by_side {
  static constexpr std::string_view formula = "concat(softmax(q_i k_iᵀ / √d̃) v_i)";
  /// Heads of queries that share a head of keys and values.
  static constexpr std::size_t group = bound<KeyHead> ? bound<Head> / bound<KeyHead> : 1;

  /// [L…, Query, h·d̃_q] → [L…, h, Query, d̃_q]
  template <class X>
  static constexpr auto queries(const X& x) {
    return algebra::split<Head, Width>(x);
  }
  /// [L…, Key, h_k·d̃_q] → [L…, h_k, Key, d̃_q]
  template <class X>
  static constexpr auto keys(const X& x) {
    return algebra::split<KeyHead, Width>(x);
  }
  /// [L…, Key, h_k·d̃_v] → [L…, h_k, Key, d̃_v]
  template <class X>
  static constexpr auto values(const X& x) {
    return algebra::split<KeyHead, ValueWidth>(x);
  }
  /// [L…, h, Query, d̃_v] → [L…, Query, h·d̃_v]
  template <class Y>
  static constexpr auto joined(const Y& y) {
    return algebra::join(y);
  }
  /// The axis before the positions; 1 where there is none.
  template <class X>
  static constexpr std::size_t batch(const X& x) {
    return algebra::leading(x).size();
  }
  template <class X>
  static constexpr std::size_t heads(const X&) {  ///< the extent of Head
    return bound<Head>;
  }
  /// Of x for heads of `width`: how far apart rows of the batch, heads and positions are in memory.
  template <class X>
  static kernels::head_strides strides(const X& x, std::size_t width) {
    return {x.template extent<X::rank - 2>() * x.last(), width, x.last()};
  }
};

/// softmax(scale · q kᵀ, masked) v of each head, without storing the queries × keys matrix.
///
/// shapes   as Heads has them, heads_apart or heads_side_by_side
/// cost     2·L·N·M·(d̃_q + d̃_v) and 5·L·N·M for the softmax and L·N·M for the scale, for each head; a mask is counted
///          as if it allowed all, but of a sliding window M is the size
/// source   Vaswani et al. 2017, equation 1
template <is_mask Mask, class Heads = heads_apart>
struct attention_operation {
  static constexpr std::string_view name = "attention";
  static constexpr std::string_view formula = Heads::formula;
  template <class Sequence, class Q, class K, class V>
  static constexpr bool mixes =
      is_made_of<axis_from_last<K, 1>, Sequence> || is_made_of<axis_from_last<K, 0>, Sequence> ||
      is_made_of<axis_from_last<V, 0>, Sequence>;
  template <class Sequence, class Q, class K, class V>
  static constexpr reach reach_along() {
    if (!mixes<Sequence, Q, K, V>) return {};
    if constexpr (window_of<Mask> < bound<axis_from_last<K, 1>>) {
      return reach::window(1 - static_cast<std::ptrdiff_t>(window_of<Mask>), 0, window_of<Mask>);
    } else {
      return reach::everywhere();
    }
  }

  double scale = 1;  ///< of scores, 1/√d̃ in a paper's formula
  Mask mask{};       ///< of queries and keys
  /// The row of k and v for each row of the batch, where a decoder keeps them once for several; null: its own.
  const std::uint32_t* key_rows = nullptr;

  template <class Q, class K, class V>
  static constexpr auto result(const Q& q, const K&, const V& v) {
    return Heads::joined(algebra::contract(Heads::queries(q), Heads::values(v)));
  }
  template <class Q, class K, class V>
  static constexpr polynomial cost(const Q& q, const K& k, const V& v) {
    return pairs(q, k) *
           (polynomial{2} * (count_from_last<0>(Heads::queries(q)) + count_from_last<0>(Heads::values(v))) +
            detail::softmax_cost + polynomial{1});
  }
  template <class Q, class K, class V>
  static constexpr std::size_t scratch(const Q& q, const K& k, const V& v) {
    return kernels::attention_workspace(key_heads(k), 1, rows(q), rows(k), Heads::queries(q).last(),
                                        Heads::values(v).last());
  }
  template <class T, class Y, class Q, class K, class V>
  void forward(const resources<T>& with, const Y& y, const Q& q, const K& k, const V& v) const {
    auto p = problem<T>(y, q, k, v);
    p.rounds = with.rounds;
    kernels::attention(p, with.scratch, with.threads);
  }
  template <class T, class Y, class Q, class K, class V>
  void backward(const resources<T>& with, const Y& y, const Q& q, const K& k, const V& v) const {
    kernels::add_attention_gradient(problem<T>(y, q, k, v), y.gradient, q.gradient, k.gradient, v.gradient,
                                    with.scratch, with.threads);
  }
  template <class Q, class K, class V>
  static constexpr std::size_t backward_scratch(const Q& q, const K& k, const V& v) {
    return kernels::attention_gradient_workspace(key_heads(k), 1, rows(k), Heads::queries(q).last(),
                                                 Heads::values(v).last());
  }

  /// The kernel's problem.
  template <class T, class Y, class Q, class K, class V>
  kernels::attention_problem<T> problem(const Y& y, const Q& q, const K& k, const V& v) const {
    const std::size_t width = Heads::queries(q.shape).last(), value_width = Heads::values(v.shape).last();
    return {.batch = Heads::batch(q.shape),
            .heads = Heads::heads(q.shape),
            .queries = rows(q.shape),
            .keys = rows(k.shape),
            .width = width,
            .value_width = value_width,
            .q = q.data,
            .k = k.data,
            .v = v.data,
            .y = y.data,
            .q_strides = Heads::strides(q.shape, width),
            .k_strides = Heads::strides(k.shape, width),
            .v_strides = Heads::strides(v.shape, value_width),
            .y_strides = Heads::strides(y.shape, value_width),
            .scale = static_cast<T>(scale),
            .mask = mask.kernel_mask(),
            .group = Heads::group,
            .key_rows = key_rows};
  }

 protected:
  /// How many times a query meets a key.
  template <class Q, class K>
  static constexpr polynomial pairs(const Q& q, const K& k) {
    constexpr bool has_window = window_of<Mask> < bound<axis_from_last<K, 1>>;
    const polynomial keys = has_window ? polynomial{window_of<Mask>} : count_from_last<1>(k);
    return count_of(algebra::leading(Heads::queries(q))) * count_from_last<1>(q) * keys;
  }
  /// The extent of the axis of positions.
  template <class X>
  static constexpr std::size_t rows(const X& x) {
    return x.template extent<X::rank - 2>();
  }

 private:
  template <class K>
  static constexpr std::size_t key_heads(const K& k) {
    return algebra::leading(Heads::keys(k)).size();
  }
};

/// Attention over heads that stay side by side.
template <is_axis Head, is_axis KeyHead, is_axis Width, is_axis ValueWidth, is_mask Mask>
using multi_head_attention_operation = attention_operation<Mask, heads_side_by_side<Head, KeyHead, Width, ValueWidth>>;

}  // namespace typeformer
