#pragma once
#include <typeformer/expressions/node.hpp>
#include <typeformer/expressions/summed_axis.hpp>
#include <typeformer/operations/mask.hpp>

namespace typeformer {

/// Whether a mask's queries and keys are these axes; no_mask is on any, and one of no axes was told where it is named.
template <class M, class Query, class Key>
inline constexpr bool mask_is_on = true;
template <class M, class Query, class Key>
  requires requires { typename M::query; }
inline constexpr bool mask_is_on<M, Query, Key> =
    (std::is_same_v<typename M::query, Query> && std::is_same_v<typename M::key, Key>) ||
    !(is_axis<typename M::query> && is_axis<typename M::key>);

/// Whether the rows that a padding mask knows the lengths of are those of this axis, which is before the queries';
/// other masks know none.
template <class M, class First>
inline constexpr bool mask_has_batch = true;
template <class M, class First>
  requires requires { typename M::batch; }
inline constexpr bool mask_has_batch<M, First> =
    std::is_same_v<typename M::batch, First> && !std::is_same_v<First, typename M::query>;

/// Whether an expression may be scores, of which a softmax makes weights: it has gone through none.
template <class X>
inline constexpr bool may_be_scores = std::is_same_v<normalized_axis<X>, no_axis>;

/// Whether a mask fits scores: its [Query, Key] are their last two axes, and its batch, if any, their first.
template <class X, class M>
concept maskable =
    sound_expression<X> && is_mask<M> && has_rank_at_least<shape_t<X>, 2> &&
    mask_is_on<M, second_last_axis<X>, last_axis<X>> && mask_has_batch<M, first_axis<X>> && may_be_scores<X>;

/// Scores of which only those that the mask allows are seen.
///
/// shapes   scores [L…, Query, Key]   →   the same
/// requires a mask of the last two axes, in their order; a padding mask whose batch is the outermost axis, and is not
///          the queries'; scores that no softmax has made weights of, unless let() has made a value of them
template <sound_expression X, is_mask M>
constexpr auto operator+(const X& scores, const M& mask) {
  static_assert(mask_is_on<M, second_last_axis<X>, last_axis<X>>,
                "scores + mask: the mask must be on the last two axes of the scores, queries before keys");
  static_assert(mask_has_batch<M, first_axis<X>>,
                "scores + mask: a padding mask's batch must be the first axis of the scores");
  static_assert(may_be_scores<X>,
                "scores + mask: a mask is added before the softmax, softmax(scores + mask): it takes -infinity to 0");
  return make_node<maskable<X, M>>(mask_operation<M>{mask}, scores);
}
/// Nothing is hidden: the scores as they are.
template <sound_expression X>
constexpr X operator+(const X& scores, const no_mask&) {
  return scores;
}

}  // namespace typeformer
