#pragma once
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/operations/loss.hpp>
#include <typeformer/operations/softmax.hpp>

/// Objectives: formulas that yield a value of rank 0, which training makes small. They are added and scaled as other
/// formulas are.
namespace typeformer {

/// How much of each label is given to other entries, and to which.
///
/// source   Szegedy et al. 2016
struct label_smoothing {
  double amount = 0;                                            ///< ε, in [0, 1]; 0.1 in the paper
  kernels::smoothing_over over = kernels::smoothing_over::all;  ///< ε/V to each entry, or ε/(V−1) to each but the label
};

/// Tokens or labels.
template <class Y>
concept token_expression = is_token_expression<Y>;
/// The axis whose entries tokens or labels are.
template <class Y>
using vocabulary_t = typename vocabulary_of<Y>::type;

/// Whether labels are of the entries and on the rows of logits.
template <class X, class Y>
concept scored_by = sound_expression<X> && token_expression<Y> && is_same_axis<last_axis<X>, vocabulary_t<Y>> &&
                    same_axes<all_but_last<X>, shape_t<Y>>;

/// Whether a value may be logits, of which a loss makes probabilities: no softmax over the last axis, unless let() has
/// made a value of it.
template <class X>
inline constexpr bool may_be_logits = true;
template <std::size_t Axis, class X>
inline constexpr bool may_be_logits<node<softmax_operation<Axis>, X>> = Axis + 1 != shape_t<X>::rank;

/// The loss of each row of logits against its label, in nats: −log softmax(x) at the label, and 0 where there is none.
/// Probabilities are never stored.
///
/// shapes   logits [L…, V]   labels [L…] of V   →   [L…]
/// cost     5 operations for each logit
/// requires labels of the last axis of the logits, on their other axes
template <sound_expression X, token_expression Y>
constexpr auto cross_entropy(const X& logits, const Y& labels, label_smoothing smoothing = {}) {
  static_assert(same_axis<sized_last<X>, sized<vocabulary_t<Y>>>,
                "cross_entropy(logits, labels): the labels' vocabulary must be the last axis of the logits");
  if constexpr (same_axis<sized_last<X>, sized<vocabulary_t<Y>>>)
    static_assert(same_axes<all_but_last<X>, shape_t<Y>>,
                  "cross_entropy(logits, labels): the axes of the labels must be those of the logits but for the last");
  if constexpr (scored_by<X, Y>)
    static_assert(may_be_logits<X>,
                  "cross_entropy(logits, labels): the softmax is in the loss: cross_entropy(x, labels), not "
                  "cross_entropy(softmax(x), labels)");
  constexpr bool fit = scored_by<X, Y> && may_be_logits<X>;
  return make_node<fit>(cross_entropy_operation{smoothing.amount, smoothing.over}, logits, labels);
}

namespace detail {
template <class X, class... More>
inline constexpr bool are_logits_and_labels = false;
template <class X, class Y, class... More>
inline constexpr bool are_logits_and_labels<X, Y, More...> =
    sound_expression<X> && !is_token_expression<X> && is_token_expression<Y>;
template <class X>
inline constexpr bool is_smoothing = std::is_convertible_v<const X&, label_smoothing>;
}  // namespace detail

// Of anything else: says what is wanted.
template <class X, class... More>
  requires(!(detail::are_logits_and_labels<X, More...> && sizeof...(More) <= 2))
constexpr auto cross_entropy(const X&, const More&...) {
  static_assert(!are_sound<X, More...> || detail::are_logits_and_labels<X, More...>,
                "cross_entropy(logits, labels): labels must be labels or tokens, one for each row of the logits");
  if constexpr (detail::are_logits_and_labels<X, More...>)
    static_assert(sizeof...(More) <= 2, "cross_entropy(logits, labels, smoothing): there are no other arguments");
  return any_formula{};
}
template <class X, class Y, class Smoothing>
  requires(detail::are_logits_and_labels<X, Y> && !detail::is_smoothing<Smoothing>)
constexpr auto cross_entropy(const X&, const Y&, const Smoothing&) {
  static_assert(detail::is_smoothing<Smoothing>,
                "cross_entropy(logits, labels, smoothing): smoothing must be a "
                "label_smoothing, as in label_smoothing{0.1}");
  return any_formula{};
}

/// The loss of each element against 0 or 1, or a probability between, in nats: log(1 + eˣ) − x·y.
///
/// shapes   logits [L…], y whose axes are among them, or the other way round   →   [L…]
/// requires axes of which one operand has all
template <sound_expression X, elementwise_operand Y>
constexpr auto binary_cross_entropy(const X& logits, const Y& y) {
  static_assert(is_broadcastable<shape_t<X>, detail::operand_shape<Y>>,
                "binary_cross_entropy(logits, y): the axes of one must be among the axes of the other");
  if constexpr (is_broadcastable<shape_t<X>, detail::operand_shape<Y>>) {
    return softplus(logits) - hadamard(logits, y);
  } else {
    return any_formula{};
  }
}

/// The mean of (x − y)² over all elements.
///
/// shapes   x [L…]   y [L…]   →   []
/// requires the same axes
template <sound_expression X, sound_expression Y>
constexpr auto mean_squared_error(const X& x, const Y& y) {
  static_assert(same_axes<shape_t<X>, shape_t<Y>>, "mean_squared_error(x, y): both must have the same axes");
  if constexpr (same_axes<shape_t<X>, shape_t<Y>>) {
    return mean(square(x - y));
  } else {
    return any_formula{};
  }
}

/// How many labels there are, the negative ones left out.
///
/// shapes   labels [L…]   →   []
template <token_expression Y>
constexpr auto count(const Y& labels) {
  return make_node(count_operation{}, labels);
}
// Of anything else.
template <class... X>
  requires(is_of_a_formula<X> || ...)
constexpr auto count(const X&...) {
  static_assert(is_called_with<X...>, "count(labels): it takes labels or tokens, and yields how many there are");
  return any_formula{};
}

/// Whether tokens can be compared: of one vocabulary, on the same axes.
template <class X, class Y>
concept comparable_tokens = token_expression<X> && token_expression<Y> &&
                            is_same_axis<vocabulary_t<X>, vocabulary_t<Y>> && same_axes<shape_t<X>, shape_t<Y>>;

/// 1 where two tokens are the same, else 0: `mean(equal(argmax<Letters>(logits), letters))` is how many are right. A
/// label that is none equals nothing.
///
/// shapes   x [L…] of V   y [L…] of V   →   [L…]
/// cost     one comparison for each
/// requires tokens or labels of one vocabulary on the same axes
template <token_expression X, token_expression Y>
constexpr auto equal(const X& x, const Y& y) {
  static_assert(same_axis<sized<vocabulary_t<X>>, sized<vocabulary_t<Y>>>,
                "equal(tokens, tokens): both must be of the same vocabulary");
  static_assert(same_axes<shape_t<X>, shape_t<Y>>, "equal(tokens, tokens): both must be on the same axes");
  return make_node<comparable_tokens<X, Y>>(equal_tokens_operation{}, x, y);
}

}  // namespace typeformer
