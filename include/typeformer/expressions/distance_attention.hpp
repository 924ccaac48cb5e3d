#pragma once
#include <typeformer/expressions/fusion.hpp>
#include <typeformer/operations/distance_attention.hpp>

/// Attention whose scores depend on the distance j − i of key j from query i, in one fused kernel that never stores
/// them. Its rules are those of the formula softmax(q * transpose(k) * scale + mask) * v, and its own.
namespace typeformer {

/// The axis of distances that are clipped to −Largest … Largest.
template <std::size_t Largest>
struct distance : axis<"distance", 2 * Largest + 1> {};
/// Buckets of distances.
template <std::size_t Buckets>
struct bucket : axis<"bucket", Buckets> {};

/// Whether an axis has an element for each clipped distance: an odd number of them, known to the compiler.
template <class A>
inline constexpr bool is_of_distances = false;
template <class A, auto N>
inline constexpr bool is_of_distances<with_extent<A, N>> = has_static_extent<A> && bound<A> % 2 == 1;

/// Whether so many buckets, half of them of one distance each, reach a largest distance: those of one direction, which
/// are all or half of them.
template <std::size_t Buckets, std::size_t MaxDistance>
inline constexpr bool are_buckets_up_to = Buckets >= 4 && Buckets % 4 == 0 && MaxDistance > Buckets / 2;

namespace detail {
template <class P>
struct buckets_of {
  static constexpr std::size_t count = 0;
  using head = no_axis;
};
template <std::size_t Buckets, class Head>
struct buckets_of<vector<product<bucket<Buckets>, Head>>> {
  static constexpr std::size_t count = Buckets;
  using head = Head;
};
}  // namespace detail

/// Whether a parameter is a number for each bucket and head.
template <class P>
inline constexpr bool are_biases_of_buckets = detail::buckets_of<P>::count != 0;

namespace detail {
/// Attention as the table of fusions finds it; where a rule of its operators is broken, it may be none.
template <sound_expression Q, sound_expression K, sound_expression V, is_mask Mask>
constexpr auto attention_formula(const Q& q, const K& k, const V& v, const Mask& mask, double scale) {
  return softmax(q * transpose(k) * scale + mask) * v;
}

/// Op with the formula's mask and scale in the place of plain attention, with another operand.
template <class Op, class Plain, class X>
constexpr auto attention_with(const Plain& formula, const X& x) {
  if constexpr (fusion::detail::is_attention<Plain>) {
    const auto a = fusion::detail::attention(formula);
    typename Op::template with_mask<std::remove_cvref_t<decltype(a.operation.mask)>> by_distance;
    by_distance.scale = a.operation.scale;
    by_distance.mask = a.operation.mask;
    return make_node(by_distance, a.template operand<0>(), a.template operand<1>(), a.template operand<2>(), x);
  } else {
    return formula;
  }
}
}  // namespace detail

/// Linear biases (ALiBi): softmax(q kᵀ / √d̃ − m_h |j − i|, masked) v. Query i and key i are at the same position.
///
/// shapes   q [L…, Head, Query, Width]   k [L…, Head, Key, Width]   v [L…, Head, Key, ValueWidth]   →   [L…, Head,
/// Query,
///          ValueWidth]
/// cost     one operation for each pair of a query and a key more than attention(q, k, v, mask)
/// requires what attention requires; an axis of heads
/// source   Press et al. 2022 (ALiBi)
template <sound_expression Q, sound_expression K, sound_expression V, is_mask Mask = no_mask>
constexpr auto attention_with_linear_biases(const Q& q, const K& k, const V& v, const Mask& mask = {}) {
  static_assert(has_rank_at_least<shape_t<Q>, 3>,
                "attention_with_linear_biases(q, k, v): q must have axes of heads, queries and a width");
  const auto formula = detail::attention_formula(q, k, v, mask, 1 / root<last_axis<Q>>.value);
  if constexpr (has_rank_at_least<shape_t<Q>, 3>) {
    return detail::attention_with<biased_attention_operation<no_mask, linear_distances>>(formula, absent{});
  } else {
    return formula;
  }
}

/// Bucketed biases (T5): softmax(scale · q kᵀ + b[bucket(j − i), h], masked) v. Under a causal mask all buckets are of
/// earlier keys, else half of them of later ones. T5 has no scale.
///
/// shapes   q [L…, Head, Query, Width]   k [L…, Head, Key, Width]   v [L…, Head, Key, ValueWidth]   biases
///          [`bucket<Buckets>`·Head]   →   [L…, Head, Query, ValueWidth]
/// cost     one operation for each pair of a query and a key more than attention(q, k, v, mask)
/// requires what attention requires; an axis of heads, of which the biases are; Buckets a multiple of 4, and
/// MaxDistance
///          above half of them
/// source   Raffel et al. 2020 (T5), section 2.1
template <std::size_t MaxDistance = 128, sound_expression Q, sound_expression K, sound_expression V, class P,
          is_mask Mask = no_mask>
  requires is_parameter<P>
constexpr auto attention_with_bucketed_biases(const Q& q, const K& k, const V& v, const P& biases,
                                              const Mask& mask = {}, double scale = 1) {
  using head = axis_from_last<shape_t<Q>, 2>;
  using of = detail::buckets_of<P>;
  static_assert(are_biases_of_buckets<P>,
                "attention_with_bucketed_biases(q, k, v, biases): biases must be a vector of "
                "product<bucket<Buckets>, Head>");
  if constexpr (are_biases_of_buckets<P>) {
    static_assert(are_buckets_up_to<of::count, MaxDistance>,
                  "attention_with_bucketed_biases<MaxDistance>(q, k, v, biases): Buckets must be a multiple of 4, and "
                  "MaxDistance above half of them");
    static_assert(same_axis<sized<head>, sized<typename of::head>>,
                  "attention_with_bucketed_biases(q, k, v, biases): the biases' heads must be those of q");
  }
  const auto formula = detail::attention_formula(q, k, v, mask, scale);
  if constexpr (are_buckets_up_to<of::count, MaxDistance> && is_same_axis<head, typename of::head>) {
    using distances = bucketed_distances<of::count, MaxDistance, is_causal<Mask>>;
    return detail::attention_with<biased_attention_operation<no_mask, distances>>(formula, biases);
  } else {
    return formula;
  }
}

/// w = softmax(q kᵀ / √d̃ + r_i[j − i], masked), and of it w v and, behind it, the sums of w_ij over the keys of each
/// distance: for values that depend on the distance. Distances are clipped to the ends of r's last axis.
///
/// shapes   q [L…, Query, Width]   k [L…, Key, Width]   v [L…, Key, ValueWidth]   r [L…, Query, Distance]   →   [L…,
/// Query,
///          ValueWidth ⊕ Distance]
/// cost     two operations for each pair of a query and a key more than attention(q, k, v, mask)
/// requires what attention requires; r of the axes of q but for the last, which is of an odd extent
/// source   Shaw et al. 2018, section 3.3
template <sound_expression Q, sound_expression K, sound_expression V, sound_expression R, is_mask Mask = no_mask>
constexpr auto attention_by_distance(const Q& q, const K& k, const V& v, const R& r, const Mask& mask = {}) {
  static_assert(same_axes<all_but_last<Q>, all_but_last<R>>,
                "attention_by_distance(q, k, v, r): all axes of q and r but the last must be the same");
  static_assert(is_of_distances<sized<last_axis<R>>>,
                "attention_by_distance(q, k, v, r): the extent of the last axis of r must be odd, and known to the "
                "compiler");
  const auto formula = detail::attention_formula(q, k, v, mask, 1 / root<last_axis<Q>>.value);
  if constexpr (same_axes<all_but_last<Q>, all_but_last<R>> && is_of_distances<sized<last_axis<R>>>) {
    return detail::attention_with<relative_attention_operation<no_mask>>(formula, r);
  } else {
    return any_formula{};
  }
}

}  // namespace typeformer
