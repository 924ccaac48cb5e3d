#pragma once
#include <cstddef>

#include <typeformer/kernels/movement.hpp>
#include <typeformer/operations/attention.hpp>
#include <typeformer/operations/distances.hpp>

namespace typeformer {

/// Attention with biases by distance, all queries of a head having the same.
///
/// shapes   q, k and v as attention_operation has them, of two axes before the positions at most where heads are apart;
///          the biases' numbers, or none, as Distances has them
/// cost     as attention_operation, and one for each pair of a query and a key
template <is_mask Mask, class Distances, class Heads = heads_apart>
struct biased_attention_operation : attention_operation<Mask, Heads> {
  using plain = attention_operation<Mask, Heads>;  ///< the same without biases
  template <is_mask Other>
  using with_mask = biased_attention_operation<Other, Distances, Heads>;  ///< the same under another mask
  static constexpr std::string_view name = "attention with biases";
  static constexpr std::string_view formula = Distances::formula;
  template <class Sequence, class Q, class K, class V, class N>
  static constexpr bool mixes = plain::template mixes<Sequence, Q, K, V>;

  std::ptrdiff_t offset = 0;  ///< query i is at the position of key i + offset

  template <class Q, class K, class V, class N>
  static constexpr auto result(const Q& q, const K& k, const V& v, const N&) {
    return plain::result(q, k, v);
  }
  template <class Q, class K, class V, class N>
  static constexpr polynomial cost(const Q& q, const K& k, const V& v, const N&) {
    return plain::cost(q, k, v) + plain::pairs(q, k);
  }
  template <class Q, class K, class V, class N>
  static constexpr std::size_t scratch(const Q& q, const K& k, const V& v, const N&) {
    return plain::scratch(q, k, v) + rows_of_biases(q) * columns(q, k);
  }
  template <class T, class Y, class Q, class K, class V, class N>
  void forward(const resources<T>& with, const Y& y, const Q& q, const K& k, const V& v, const N& numbers) const {
    T* const biases = with.scratch + plain::scratch(q.shape, k.shape, v.shape);
    kernels::attention(biased<T>(y, q, k, v, numbers, biases), with.scratch, with.threads);
  }
  /// Each head of each row of the batch sums its derivatives by distance; these are summed in the order of rows.
  template <class T, class Y, class Q, class K, class V, class N>
  void backward(const resources<T>& with, const Y& y, const Q& q, const K& k, const V& v, const N& numbers) const {
    const std::size_t count = columns(q.shape, k.shape), heads = head_count(q.shape), all = all_heads(q.shape);
    T* const biases = with.scratch + plain::backward_scratch(q.shape, k.shape, v.shape);
    T* const derivatives = biases + rows_of_biases(q.shape) * count;
    kernels::set_zero(all * count, derivatives, with.threads);
    const std::size_t of_row = Heads::heads(q.shape) * count;
    kernels::add_attention_gradient(biased<T>(y, q, k, v, numbers, biases), y.gradient, q.gradient, k.gradient,
                                    v.gradient, {derivatives, {of_row, count, 0}}, with.scratch, with.threads);
    for (std::size_t i = 0; i < all; ++i)
      Distances::template add_gradient<T>(heads, i % heads, count / 2, derivatives + i * count, numbers);
  }
  template <class Q, class K, class V, class N>
  static constexpr std::size_t backward_scratch(const Q& q, const K& k, const V& v, const N&) {
    return plain::backward_scratch(q, k, v) + (rows_of_biases(q) + all_heads(q)) * columns(q, k);
  }

 private:
  template <class Q>
  static constexpr std::size_t head_count(const Q& q) {
    const auto queries = Heads::queries(q);
    return queries.template extent<decltype(queries)::rank - 3>();
  }
  template <class Q>
  static constexpr std::size_t all_heads(const Q& q) {
    return algebra::leading(Heads::queries(q)).size();
  }
  /// Heads without a batch before them are the kernel's batch.
  template <class Q>
  static constexpr bool heads_are_batch = std::is_same_v<Heads, heads_apart> && Q::rank == 3;
  template <class Q>
  static constexpr std::size_t rows_of_biases(const Q& q) {
    return heads_are_batch<Q> ? all_heads(q) : Heads::heads(q);
  }
  template <class Q, class K>
  static constexpr std::size_t columns(const Q& q, const K& k) {
    return 2 * Distances::largest(plain::rows(q), plain::rows(k)) + 1;
  }

  template <class T, class Y, class Q, class K, class V, class N>
  kernels::attention_problem<T> biased(const Y& y, const Q& q, const K& k, const V& v, const N& numbers,
                                       T* biases) const {
    const std::size_t count = columns(q.shape, k.shape), heads = head_count(q.shape);
    for (std::size_t row = 0; row < rows_of_biases(q.shape); ++row)
      Distances::template fill<T>(heads, row % heads, count / 2, numbers, biases + row * count);
    auto problem = plain::template problem<T>(y, q, k, v);
    constexpr bool by_batch = heads_are_batch<typename Q::shape_type>;
    problem.distances = {.scores = biases,
                         .strides = {by_batch ? count : 0, by_batch ? 0 : count, 0},
                         .largest = count / 2,
                         .offset = offset};
    return problem;
  }
};

/// Attention to whose scores each query adds its own by distance, and which also yields its weights by distance: for
/// relative positions, whose keys and values depend on the distance.
///
/// shapes   q [L…, Query, d̃_q], k [L…, Key, d̃_q], v [L…, Key, d̃_v], r [L…, Query, 2K + 1]
///          →   [L…, Query, d̃_v ⊕ 2K + 1]
/// cost     as attention_operation, and two for each pair of a query and a key
/// source   Shaw et al. 2018, equations 3 and 4
template <is_mask Mask>
struct relative_attention_operation : attention_operation<Mask> {
  using plain = attention_operation<Mask>;  ///< the same without distances
  template <is_mask Other>
  using with_mask = relative_attention_operation<Other>;  ///< the same under another mask
  static constexpr std::string_view name = "attention by distance";
  static constexpr std::string_view formula = "w = softmax(q kᵀ s + r_{j − i}), w v ⊕ Σ_{j − i = c} w";
  template <class Sequence, class Q, class K, class V, class R>
  static constexpr bool mixes = plain::template mixes<Sequence, Q, K, V> || is_made_of<axis_from_last<R, 0>, Sequence>;

  std::ptrdiff_t offset = 0;  ///< query i is at the position of key i + offset

  template <class Q, class K, class V, class R>
  static constexpr auto result(const Q& q, const K&, const V& v, const R& r) {
    using both = direct_sum<axis_from_last<V, 0>, axis_from_last<R, 0>>;
    return algebra::shaped(hana::append(hana::drop_back(q.dimensions), dimension<both>{v.last() + r.last()}));
  }
  template <class Q, class K, class V, class R>
  static constexpr polynomial cost(const Q& q, const K& k, const V& v, const R&) {
    return plain::cost(q, k, v) + polynomial{2} * plain::pairs(q, k);
  }
  template <class Q, class K, class V, class R>
  static constexpr std::size_t scratch(const Q& q, const K& k, const V& v, const R&) {
    return plain::scratch(q, k, v);
  }
  template <class T, class Y, class Q, class K, class V, class R>
  void forward(const resources<T>& with, const Y& y, const Q& q, const K& k, const V& v, const R& r) const {
    kernels::attention(by_distance<T>(y, q, k, v, r), with.scratch, with.threads);
  }
  template <class T, class Y, class Q, class K, class V, class R>
  void backward(const resources<T>& with, const Y& y, const Q& q, const K& k, const V& v, const R& r) const {
    kernels::add_attention_gradient(by_distance<T>(y, q, k, v, r), y.gradient, q.gradient, k.gradient, v.gradient,
                                    {r.gradient, heads_apart::strides(r.shape, 0)}, with.scratch, with.threads);
  }
  template <class Q, class K, class V, class R>
  static constexpr std::size_t backward_scratch(const Q& q, const K& k, const V& v, const R&) {
    return plain::backward_scratch(q, k, v);
  }

 private:
  template <class T, class Y, class Q, class K, class V, class R>
  kernels::attention_problem<T> by_distance(const Y& y, const Q& q, const K& k, const V& v, const R& r) const {
    auto problem = plain::template problem<T>(y, q, k, v);
    problem.distances = {.scores = r.data,
                         .strides = heads_apart::strides(r.shape, 0),
                         .largest = r.shape.last() / 2,
                         .offset = offset,
                         .yields_weights = true};
    return problem;
  }
};

}  // namespace typeformer
