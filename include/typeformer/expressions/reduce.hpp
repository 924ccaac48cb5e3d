#pragma once
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/function.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/operations/reduce.hpp>

/// Sums, means and maxima over axes that are named.
///
/// shapes   x [L…]   →   L… without A…; no axis left is a shape of rank 0
/// cost     one for each element of x
/// requires axes that x has, each once
namespace typeformer {

/// Whether `sum<A…>(x)`, `mean<A…>(x)`, … are defined.
template <class X, class... A>
concept reducible = sound_expression<X> && are_axes_of<shape<A...>, shape_t<X>>;

/// Whether `sum<A>(x, mask)` and `mean<A>(x, mask)` are: the mask has the lengths of A in each row of the first axis
/// of x.
template <class A, class X, class M>
inline constexpr bool are_lengths_of = false;
template <class A, class Batch, class... More>
inline constexpr bool are_lengths_of<A, shape<Batch, More...>, padding<Batch, A>> = !std::is_same_v<Batch, A>;
/// Whether sum and mean over A of x take a mask.
template <class X, class A, class M>
concept reducible_by_rows = reducible<X, A> && are_lengths_of<A, shape_t<X>, M>;

/// Of a call without axes.
template <class X, class... A>
inline constexpr bool names_an_axis = sizeof...(A) != 0;

namespace detail {
template <bool IsMean, class X, class... A>
constexpr auto sum_over(const X& x, const shape<A...>&) {
  return make_node(sum_operation<IsMean, A...>{}, x);
}
// Without the rules, which the functions below have.
template <bool IsMean, class... A, class X>
constexpr auto sum_of(const X& x) {
  if constexpr (sizeof...(A) == 0) {
    return sum_over<IsMean>(x, shape_t<X>{});
  } else {
    return make_node(sum_operation<IsMean, A...>{}, x);
  }
}
template <class A, class... More, class X>
constexpr auto max_of(const X& x) {
  const auto largest = make_node(max_operation<A>{}, x);
  if constexpr (sizeof...(More) == 0) {
    return largest;
  } else {
    return max_of<More...>(largest);
  }
}
}  // namespace detail

/// Σ x over the axes A…, or over all where none is named.
///
/// shapes   x [L…]   →   L… without A…
/// cost     one for each element of x
/// requires axes that x has, each once
template <is_axis... A, sound_expression X>
constexpr auto sum(const X& x) {
  static_assert(are_axes_of<shape<A...>, shape_t<X>>, "sum<A...>(x): each A must be exactly one of the axes of x");
  if constexpr (reducible<X, A...>) {
    return detail::sum_of<false, A...>(x);
  } else {
    return any_formula{};
  }
}
/// The mean of x over the axes A…, or over all where none is named; of nothing it is 0.
///
/// shapes   x [L…]   →   L… without A…
/// cost     one for each element of x
/// requires axes that x has, each once
template <is_axis... A, sound_expression X>
constexpr auto mean(const X& x) {
  static_assert(are_axes_of<shape<A...>, shape_t<X>>, "mean<A...>(x): each A must be exactly one of the axes of x");
  if constexpr (reducible<X, A...>) {
    return detail::sum_of<true, A...>(x);
  } else {
    return any_formula{};
  }
}

/// Σ x over the positions that are there: `sum<N>(x, padding<B, N>{lengths})` pools each row of the batch. A row of
/// none has 0.
///
/// shapes   x [Batch, L…] with an axis A   →   without A
/// requires a mask of A whose batch is the first axis of x
template <is_axis A, sound_expression X, is_mask M>
constexpr auto sum(const X& x, const M& mask) {
  static_assert(is_one_axis_of<A, shape_t<X>>, "sum<A>(x, mask): A must be exactly one of the axes of x");
  if constexpr (is_one_axis_of<A, shape_t<X>>)
    static_assert(are_lengths_of<A, shape_t<X>, M>,
                  "sum<A>(x, mask): the mask must be padding<Batch, A>, Batch the first axis of x");
  return make_node<reducible_by_rows<X, A, M>>(masked_sum_operation<false, A, M>{mask}, x);
}
/// The mean over the positions that are there; of a row of none it is 0.
///
/// shapes   x [Batch, L…] with an axis A   →   without A
/// requires a mask of A whose batch is the first axis of x
template <is_axis A, sound_expression X, is_mask M>
constexpr auto mean(const X& x, const M& mask) {
  static_assert(is_one_axis_of<A, shape_t<X>>, "mean<A>(x, mask): A must be exactly one of the axes of x");
  if constexpr (is_one_axis_of<A, shape_t<X>>)
    static_assert(are_lengths_of<A, shape_t<X>, M>,
                  "mean<A>(x, mask): the mask must be padding<Batch, A>, Batch the first axis of x");
  return make_node<reducible_by_rows<X, A, M>>(masked_sum_operation<true, A, M>{mask}, x);
}

/// The largest element along the axes A…; of nothing it is −∞. Gradients go to the first of equals.
///
/// shapes   x [L…]   →   L… without A…
/// cost     one for each element of x, and of what each axis leaves
/// requires at least one axis; axes that x has, each once
template <is_axis A, is_axis... More, sound_expression X>
constexpr auto max(const X& x) {
  static_assert(are_axes_of<shape<A, More...>, shape_t<X>>,
                "max<A...>(x): each A must be exactly one of the axes of x");
  if constexpr (reducible<X, A, More...>) {
    return detail::max_of<A, More...>(x);
  } else {
    return any_formula{};
  }
}

template <sound_expression X>
constexpr auto max(const X&) {
  static_assert(names_an_axis<X>, "max<A...>(x): at least one A must be named");
  return any_formula{};
}

/// Where the largest element along A is, the first of equals, as tokens of A. It has no gradient.
///
/// shapes   x [L…] with an axis A   →   tokens of A, without A
/// cost     one for each element of x
/// throws   an axis of no elements
template <is_axis A, sound_expression X>
constexpr auto argmax(const X& x) {
  static_assert(is_one_axis_of<A, shape_t<X>>, "argmax<A>(x): A must be exactly one of the axes of x");
  return make_node<is_one_axis_of<A, shape_t<X>>>(argmax_operation<A>{}, x);
}

template <sound_expression X>
constexpr auto argmax(const X&) {
  static_assert(names_an_axis<X>, "argmax<A>(x): A must be named");
  return any_formula{};
}

/// The mean of (x − mean x)², with n in the denominator. It makes values of x and of its mean.
///
/// shapes   x [L…]   →   L… without A…
/// requires axes that x has, each once
template <is_axis... A, sound_expression X>
constexpr auto variance(const X& x) {
  static_assert(are_axes_of<shape<A...>, shape_t<X>>, "variance<A...>(x): each A must be exactly one of the axes of x");
  if constexpr (reducible<X, A...>) {
    const auto value = let(x);
    return detail::sum_of<true, A...>(square(value - detail::sum_of<true, A...>(value)));
  } else {
    return any_formula{};
  }
}

}  // namespace typeformer
