#pragma once
#include <array>

#include <typeformer/kernels/attention.hpp>
#include <typeformer/operations/contraction.hpp>
#include <typeformer/operations/mask.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

namespace detail {
constexpr polynomial softmax_cost = 5;  // maximum, difference, exponential, sum, quotient
}  // namespace detail

/// One head: softmax(scale · q kᵀ, masked) v, without storing the queries × keys matrix.
///
/// shapes   q [L…, Query, Width]   k [L…, Key, Width]   v [L…, Key, ValueWidth]   →   [L…, Query, ValueWidth]
/// cost     2·L·N·M·(d̃_q + d̃_v), 5·L·N·M for the softmax and L·N·M for the scale; a mask is counted as if all
///          was seen
/// source   Vaswani et al. 2017, equation 1
template <is_mask Mask>
struct attention_operation {
  static constexpr std::string_view name = "attention";
  static constexpr std::string_view formula = "softmax(q kᵀ / √d̃) v";

  double scale = 1;
  Mask mask{};

  template <class Q, class K, class V>
  static constexpr auto result(const Q& q, const K&, const V& v) {
    return algebra::contract(q, v);
  }
  template <class Q, class K, class V>
  static constexpr polynomial cost(const Q& q, const K& k, const V& v) {
    const polynomial pairs = count_of(algebra::leading(q)) * count_from_last<1>(q) * count_from_last<1>(k);
    return pairs *
           (polynomial{2} * (count_from_last<0>(q) + count_from_last<0>(v)) + detail::softmax_cost + polynomial{1});
  }
  template <class Q, class K, class V>
  static constexpr std::size_t scratch(const Q& q, const K& k, const V& v) {
    return kernels::attention_workspace(algebra::leading(k).size(), 1, rows(q), rows(k), q.last(), v.last());
  }
  template <class T, class Y, class Q, class K, class V>
  void forward(const resources<T>& with, const Y& y, const Q& q, const K& k, const V& v) const {
    kernels::attention(problem<T>(y, q, k, v), with.scratch, with.threads);
  }
  template <class T, class Y, class Q, class K, class V>
  void backward(const resources<T>& with, const Y& y, const Q& q, const K& k, const V& v) const {
    kernels::add_attention_gradient(problem<T>(y, q, k, v), y.gradient, q.gradient, k.gradient, v.gradient,
                                    with.scratch, with.threads);
  }
  template <class Q, class K, class V>
  static constexpr std::size_t backward_scratch(const Q& q, const K& k, const V& v) {
    return kernels::attention_gradient_workspace(algebra::leading(k).size(), 1, rows(k), q.last(), v.last());
  }

  /// The kernel's problem.
  template <class T, class Y, class Q, class K, class V>
  kernels::attention_problem<T> problem(const Y& y, const Q& q, const K& k, const V& v) const {
    constexpr std::size_t n = Q::shape_type::rank;
    const std::size_t batch = n > 2 ? q.shape.template extent<0>() : 1;
    const std::size_t heads = batch ? algebra::leading(q.shape).size() / batch : 0;
    const auto strides = [&](const auto& x) {
      const std::size_t row = x.shape.last(), head = rows(x.shape) * row;
      return kernels::head_strides{heads * head, head, row};
    };
    return {.batch = batch,
            .heads = heads,
            .queries = rows(q.shape),
            .keys = rows(k.shape),
            .width = q.shape.last(),
            .value_width = v.shape.last(),
            .q = q.data,
            .k = k.data,
            .v = v.data,
            .y = y.data,
            .q_strides = strides(q),
            .k_strides = strides(k),
            .v_strides = strides(v),
            .y_strides = strides(y),
            .scale = static_cast<T>(scale),
            .mask = mask.kernel_mask()};
  }

 private:
  template <class X>
  static constexpr std::size_t rows(const X& x) {
    return x.template extent<X::rank - 2>();
  }
};

/// All heads at once, read and written where they are, side by side: nothing is moved to split or join them, nor to
/// repeat those of keys and values that several heads of queries share.
///
/// shapes   q [L…, Query, h·d̃_q]   k [L…, Key, h_k·d̃_q]   v [L…, Key, h_k·d̃_v]   →   [L…, Query, h·d̃_v], L… at most
///          one axis, h a multiple of h_k
/// cost     as attention_operation, for each head
template <is_axis Head, is_axis KeyHead, is_axis Width, is_axis ValueWidth, is_mask Mask>
struct multi_head_attention_operation {
  static constexpr std::string_view name = "attention";
  static constexpr std::string_view formula = "concat(softmax(q_i k_iᵀ / √d̃) v_i)";

  double scale = 1;
  Mask mask{};

  template <class Q, class K, class V>
  static constexpr auto result(const Q& q, const K&, const V& v) {
    return algebra::join(algebra::contract(algebra::split<Head, Width>(q), algebra::split<KeyHead, ValueWidth>(v)));
  }
  template <class Q, class K, class V>
  static constexpr polynomial cost(const Q& q, const K& k, const V& v) {
    return attention_operation<Mask>::cost(algebra::split<Head, Width>(q), algebra::split<KeyHead, Width>(k),
                                           algebra::split<KeyHead, ValueWidth>(v));
  }
  template <class Q, class K, class V>
  static constexpr std::size_t scratch(const Q& q, const K& k, const V& v) {
    return attention_operation<Mask>::scratch(algebra::split<Head, Width>(q), algebra::split<KeyHead, Width>(k),
                                              algebra::split<KeyHead, ValueWidth>(v));
  }
  template <class T, class Y, class Q, class K, class V>
  void forward(const resources<T>& with, const Y& y, const Q& q, const K& k, const V& v) const {
    kernels::attention(problem<T>(y, q, k, v), with.scratch, with.threads);
  }
  template <class T, class Y, class Q, class K, class V>
  void backward(const resources<T>& with, const Y& y, const Q& q, const K& k, const V& v) const {
    kernels::add_attention_gradient(problem<T>(y, q, k, v), y.gradient, q.gradient, k.gradient, v.gradient,
                                    with.scratch, with.threads);
  }
  template <class Q, class K, class V>
  static constexpr std::size_t backward_scratch(const Q& q, const K& k, const V& v) {
    return attention_operation<Mask>::backward_scratch(
        algebra::split<Head, Width>(q), algebra::split<KeyHead, Width>(k), algebra::split<KeyHead, ValueWidth>(v));
  }

  /// The kernel's problem.
  template <class T, class Y, class Q, class K, class V>
  kernels::attention_problem<T> problem(const Y& y, const Q& q, const K& k, const V& v) const {
    constexpr std::size_t n = Q::shape_type::rank;
    const std::size_t queries = q.shape.template extent<n - 2>(), keys = k.shape.template extent<n - 2>();
    const auto strides = [](const auto& x, std::size_t rows, std::size_t width) {
      return kernels::head_strides{rows * x.shape.last(), width, x.shape.last()};
    };
    return {.batch = algebra::leading(q.shape).size(),
            .heads = bound<Head>,
            .queries = queries,
            .keys = keys,
            .width = bound<Width>,
            .value_width = bound<ValueWidth>,
            .q = q.data,
            .k = k.data,
            .v = v.data,
            .y = y.data,
            .q_strides = strides(q, queries, bound<Width>),
            .k_strides = strides(k, keys, bound<Width>),
            .v_strides = strides(v, keys, bound<ValueWidth>),
            .y_strides = strides(y, queries, bound<ValueWidth>),
            .scale = static_cast<T>(scale),
            .mask = mask.kernel_mask(),
            .group = bound<KeyHead> ? bound<Head> / bound<KeyHead> : 1};
  }
};

}  // namespace typeformer
