#pragma once
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/operations/loss.hpp>

/// Objectives: formulas that yield a value of rank 0, which training makes small. They are added and scaled as other
/// formulas are.
namespace typeformer {

/// How much of each label is given to other entries, and to which.
/// source   Szegedy et al. 2016
struct label_smoothing {
  double amount = 0;
  kernels::smoothing_over over = kernels::smoothing_over::all;
};

/// Tokens or labels.
template <class Y>
concept token_expression = is_token_value<Y> || is_label_value<Y>;

/// Whether labels are of the entries and on the rows of logits.
template <class X, class Y>
concept scored_by = expression<X> && token_expression<Y> && is_same_axis<last_axis<X>, typename Y::vocabulary> &&
                    same_axes<all_but_last<X>, shape_t<Y>>;

/// The loss of each row of logits against its label, in nats: −log softmax(x) at the label, and 0 where there is none.
/// Probabilities are never stored.
///
/// shapes   logits [L…, V]   labels [L…] of V   →   [L…]
/// cost     5 operations for each logit
/// requires labels of the last axis of the logits, on their other axes
template <expression X, token_expression Y>
constexpr auto cross_entropy(const X& logits, const Y& labels, label_smoothing smoothing = {}) {
  static_assert(same_axis<sized_last<X>, sized<typename Y::vocabulary>>,
                "cross_entropy(logits, labels): the labels' vocabulary must be the last axis of the logits");
  static_assert(same_axes<all_but_last<X>, shape_t<Y>>,
                "cross_entropy(logits, labels): the axes of the labels must be those of the logits but for the last");
  return make_node(cross_entropy_operation{smoothing.amount, smoothing.over}, logits, labels);
}

/// The loss of each element against 0 or 1, or a probability between, in nats: log(1 + eˣ) − x·y.
///
/// shapes   logits [L…]   y [L…]   →   the same
template <expression X, elementwise_operand Y>
constexpr auto binary_cross_entropy(const X& logits, const Y& y) {
  static_assert(is_broadcastable<shape_t<X>, detail::operand_shape<Y>>,
                "binary_cross_entropy(logits, y): the axes of one must be among the axes of the other");
  if constexpr (is_broadcastable<shape_t<X>, detail::operand_shape<Y>>) {
    return softplus(logits) - hadamard(logits, y);
  } else {
    return softplus(logits);
  }
}

/// The mean of (x − y)² over all elements.
///
/// shapes   x [L…]   y [L…]   →   []
/// requires the same axes
template <expression X, expression Y>
constexpr auto mean_squared_error(const X& x, const Y& y) {
  static_assert(same_axes<shape_t<X>, shape_t<Y>>, "mean_squared_error(x, y): both must have the same axes");
  if constexpr (same_axes<shape_t<X>, shape_t<Y>>) {
    return mean(square(x - y));
  } else {
    return mean(square(x));
  }
}

/// How many labels there are, as a value of rank 0.
template <token_expression Y>
constexpr auto count(const Y& labels) {
  return make_node(count_operation{}, labels);
}

/// A sum and how many things it is of: an objective of several batches is the sum of all divided by the count of all.
template <class Sum, class Count>
struct counted {
  Sum sum;
  Count count;
};

/// `return per(sum(cross_entropy(logits, labels)), count(labels));`
///
/// requires values of rank 0; the count has no gradient
template <expression Sum, expression Count>
constexpr counted<Sum, Count> per(const Sum& sum, const Count& count) {
  static_assert(has_rank<shape_t<Sum>, 0> && has_rank<shape_t<Count>, 0>,
                "per(sum, count): both must be of rank 0, as sum(x) and count(labels) are");
  return {sum, count};
}

template <class E>
inline constexpr bool is_counted = false;
template <class Sum, class Count>
inline constexpr bool is_counted<counted<Sum, Count>> = true;

template <class Sum, class Count>
constexpr auto let(const counted<Sum, Count>& e) {
  const auto sum = let(e.sum);
  const auto count = let(e.count);
  return counted<std::remove_const_t<decltype(sum)>, std::remove_const_t<decltype(count)>>{sum, count};
}

}  // namespace typeformer
