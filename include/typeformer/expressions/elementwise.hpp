#pragma once
#include <typeformer/expressions/activation.hpp>
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/expressions/summed_axis.hpp>
#include <typeformer/operations/elementwise.hpp>

/// Arithmetic on single elements. Operands meet by their axes: one's are among the other's, and along the missing ones
/// it is repeated; two axes of the same extent never meet. An operand may also be a vector of parameters or a number. A
/// chain of these and of functions is one pass over memory (operations/elementwise_chain.hpp).
///
/// shapes   x [L…], y whose axes are among them in any order   →   [L…]; of two with the same axes, in the order of x
/// cost     one for each element
/// requires axes of which one operand has all
namespace typeformer {

// Without a template of the standard library, since it is asked of all operands of a formula.
template <class N>
concept plain_number = !sound_expression<N> && requires(const N& c) { static_cast<double>(c); };

/// What meets an expression.
template <class E>
concept elementwise_operand = sound_expression<E> || is_vector<E> || plain_number<E>;
/// The same, and parameters that do not meet one: functions refuse them with a sentence.
template <class E>
concept elementwise_argument = elementwise_operand<E> || is_parameter<E> || is_constant<E>;
/// Whether functions of elements take an operand: where it is a parameter, it must be a vector.
template <class E>
inline constexpr bool is_vector_if_parameter = elementwise_operand<E>;

namespace detail {
template <class X>
constexpr auto as_operand(const X& x) {
  static_assert(is_vector_if_parameter<X>, "f(x, y) of elements: an operand that is a parameter must be a vector");
  if constexpr (plain_number<X>) {
    return number{static_cast<double>(x)};
  } else if constexpr (is_vector_if_parameter<X>) {
    return x;
  } else {
    return number{0};
  }
}
/// The shape of an operand, also of a number, which meets everything.
template <class X>
using operand_shape = shape_t<decltype(as_operand(std::declval<const X&>()))>;

template <class... Shape>
inline constexpr bool are_broadcastable = true;
template <class Shape, class... More>
inline constexpr bool are_broadcastable<Shape, More...> =
    (is_broadcastable<Shape, More> && ...) && are_broadcastable<More...>;

template <class Op, class... X>
constexpr auto elementwise(Op operation, const X&... x) {
  if constexpr (!are_sound<X...>) {  // of clamp, whose second operation takes the first one's result
    return any_formula{};
  } else {
    constexpr bool meet = (is_vector_if_parameter<X> && ...) && are_broadcastable<operand_shape<X>...>;
    return make_node<meet>(operation, as_operand(x)...);
  }
}

constexpr double square_root(double x) {  // std::sqrt is no constant expression in clang
  double r = x > 1 ? x : 1;
  for (int i = 0; i < 64; ++i) r = (r + x / r) / 2;
  return r;
}
}  // namespace detail

/// Whether x and y can be added, subtracted, multiplied, … element by element.
template <class X, class Y>
concept can_meet = elementwise_operand<X> && elementwise_operand<Y> && (sound_expression<X> || sound_expression<Y>) &&
                   is_broadcastable<detail::operand_shape<X>, detail::operand_shape<Y>>;

/// Whether `x + y` is defined.
template <class X, class Y>
concept addable = can_meet<X, Y> && (!is_vector<X> || is_one_axis_of<axis_at<X, 0>, shape_t<Y>>) &&
                  (!is_vector<Y> || is_one_axis_of<axis_at<Y, 0>, shape_t<X>>);

/// Whether `where(condition, x, y)` is defined.
template <class C, class X, class Y>
concept selectable = sound_expression<C> && can_meet<C, X> && can_meet<C, Y> &&
                     is_broadcastable<detail::operand_shape<X>, detail::operand_shape<Y>>;

/// Whether `clamp(x, low, high)` is defined.
template <class X, class Low, class High>
concept clampable = sound_expression<X> && elementwise_operand<Low> && elementwise_operand<High> &&
                    is_repeatable_for<shape_t<X>, detail::operand_shape<Low>> &&
                    is_repeatable_for<shape_t<X>, detail::operand_shape<High>>;

/// √ of an axis's extent, as in `q * transpose(k) / root<Width>`. `root<Width>.value` is the number, which scales
/// anything.
template <class A>
struct root_of {
  /// The number, for other products than those that `root<A>` scales.
  static constexpr double value = detail::square_root(static_cast<double>(bound<A>));
};
/// √ of an axis's extent in a formula: `q * transpose(k) / root<Width>`.
///
/// requires an axis whose extent is known to the compiler
template <class A>
  requires(must_be_axes<A>())
inline constexpr auto root = [] {
  if constexpr (is_axis<A>) {
    static_assert(known_to_the_compiler<A, extent<A>>, "root<Axis>: the extent must be known to the compiler");
    return root_of<A>{};
  } else {
    return root_of<no_axis>{};
  }
}();

/// x / √ of an axis's extent, as attention scales its scores.
///
/// requires the root of the axis that a product of values summed over, if x is one
template <sound_expression X, class A>
constexpr auto operator/(const X& x, root_of<A>) {
  static_assert(
      is_root_of_summed<A, summed_axis<X>>,
      "q * transpose(k) / root<Axis>: Axis must be the one that the product summed over; if another is meant, "
      "divide by its number, root<Axis>.value");
  return make_node<is_root_of_summed<A, summed_axis<X>>>(scale_operation{{}, 1 / root_of<A>::value}, x);
}
/// x · √ of an axis's extent.
template <sound_expression X, class A>
constexpr auto operator*(const X& x, root_of<A>) {
  return make_node(scale_operation{{}, root_of<A>::value}, x);
}

/// x · c, c rounded to the type of the elements.
template <sound_expression X, plain_number N>
constexpr auto operator*(const X& x, const N& c) {
  return make_node(scale_operation{{}, static_cast<double>(c)}, x);
}
/// c · x
template <plain_number N, sound_expression X>
constexpr auto operator*(const N& c, const X& x) {
  return x * c;
}
/// x · (1/c)
template <sound_expression X, plain_number N>
constexpr auto operator/(const X& x, const N& c) {
  return make_node(scale_operation{{}, 1 / static_cast<double>(c)}, x);
}
/// −x
template <sound_expression X>
constexpr auto operator-(const X& x) {
  return make_node(scale_operation{{}, -1}, x);
}

/// A bias, the same for each row: of the last axis, as linear maps have it, or of another.
///
/// shapes   x [L…, E]   b [E]   →   [L…, E]
/// requires x that has the axis of b
template <sound_expression X, is_vector B>
constexpr auto operator+(const X& x, const B& b) {
  using axis = axis_at<B, 0>;
  static_assert(is_one_axis_of<axis, shape_t<X>>, "x + b: the axis of b must be one of the axes of x");
  if constexpr (is_same_axis<last_axis<X>, axis>) {
    return make_node<is_one_axis_of<axis, shape_t<X>>>(add_bias_operation{}, x, b);
  } else {
    return make_node<is_one_axis_of<axis, shape_t<X>>>(add_operation{}, x, b);
  }
}
/// The same from the other side.
template <is_vector B, sound_expression X>
constexpr auto operator+(const B& b, const X& x) {
  return x + b;
}

/// A sum: of a residual, of a table and what is repeated for it, of a number.
///
/// shapes   x [L…], y whose axes are among them, or the other way round   →   [L…]
/// requires axes of which one operand has all
template <class X, class Y>
  requires(sound_expression<X> && (sound_expression<Y> || plain_number<Y>)) || (plain_number<X> && sound_expression<Y>)
constexpr auto operator+(const X& x, const Y& y) {
  static_assert(is_broadcastable<detail::operand_shape<X>, detail::operand_shape<Y>>,
                "x + y: the axes of one must be among the axes of the other");
  if constexpr (plain_number<X>) {
    return detail::elementwise(add_operation{}, y, x);
  } else {
    return detail::elementwise(add_operation{}, x, y);
  }
}

/// A difference of elements.
///
/// shapes   x [L…], y whose axes are among them, or the other way round   →   [L…]
/// requires axes of which one operand has all
template <elementwise_operand X, elementwise_operand Y>
  requires(sound_expression<X> || sound_expression<Y>)
constexpr auto operator-(const X& x, const Y& y) {
  static_assert(is_broadcastable<detail::operand_shape<X>, detail::operand_shape<Y>>,
                "x - y: the axes of one must be among the axes of the other");
  return detail::elementwise(subtract_operation{}, x, y);
}

/// The product of elements; `x * y` is that of matrices.
///
/// shapes   x [L…], y whose axes are among them, or the other way round   →   [L…]
/// requires axes of which one operand has all
template <elementwise_argument X, elementwise_argument Y>
  requires(sound_expression<X> || sound_expression<Y>)
constexpr auto hadamard(const X& x, const Y& y) {
  static_assert(is_broadcastable<detail::operand_shape<X>, detail::operand_shape<Y>>,
                "hadamard(x, y): the axes of one must be among the axes of the other");
  return detail::elementwise(hadamard_operation{}, x, y);
}

/// A quotient of elements; `x / c` by a number is a product with 1/c.
///
/// shapes   x [L…], y whose axes are among them, or the other way round   →   [L…]
/// requires axes of which one operand has all
template <elementwise_argument X, elementwise_argument Y>
  requires(sound_expression<X> || sound_expression<Y>)
constexpr auto divide(const X& x, const Y& y) {
  static_assert(is_broadcastable<detail::operand_shape<X>, detail::operand_shape<Y>>,
                "divide(x, y): the axes of one must be among the axes of the other");
  return detail::elementwise(divide_operation{}, x, y);
}
/// c/x of each element.
template <plain_number N, sound_expression X>
constexpr auto operator/(const N& c, const X& x) {
  return divide(c, x);
}

/// The larger of two elements; NaN where one is. Where both are equal, each has half of the gradient.
///
/// shapes   x [L…], y whose axes are among them, or the other way round   →   [L…]
/// requires axes of which one operand has all
template <elementwise_argument X, elementwise_argument Y>
  requires(sound_expression<X> || sound_expression<Y>)
constexpr auto maximum(const X& x, const Y& y) {
  static_assert(is_broadcastable<detail::operand_shape<X>, detail::operand_shape<Y>>,
                "maximum(x, y): the axes of one must be among the axes of the other");
  return detail::elementwise(maximum_operation{}, x, y);
}
/// The smaller of two elements; NaN where one is. Where both are equal, each has half of the gradient.
///
/// shapes   x [L…], y whose axes are among them, or the other way round   →   [L…]
/// requires axes of which one operand has all
template <elementwise_argument X, elementwise_argument Y>
  requires(sound_expression<X> || sound_expression<Y>)
constexpr auto minimum(const X& x, const Y& y) {
  static_assert(is_broadcastable<detail::operand_shape<X>, detail::operand_shape<Y>>,
                "minimum(x, y): the axes of one must be among the axes of the other");
  return detail::elementwise(minimum_operation{}, x, y);
}
/// x between two bounds, whose order nobody checks: min(max(x, low), high).
///
/// shapes   x [L…], low and high whose axes are among them   →   [L…]
/// cost     two for each element
/// requires bounds whose axes are among those of x
template <sound_expression X, elementwise_argument Low, elementwise_argument High>
constexpr auto clamp(const X& x, const Low& low, const High& high) {
  static_assert(is_repeatable_for<shape_t<X>, detail::operand_shape<Low>>,
                "clamp(x, low, high): the axes of low must be among the axes of x");
  static_assert(is_repeatable_for<shape_t<X>, detail::operand_shape<High>>,
                "clamp(x, low, high): the axes of high must be among the axes of x");
  return detail::elementwise(minimum_operation{}, detail::elementwise(maximum_operation{}, x, low), high);
}

/// 1 where x > y, else 0. It has no gradient.
///
/// shapes   x [L…], y whose axes are among them, or the other way round   →   [L…]
/// requires axes of which one operand has all
template <elementwise_argument X, elementwise_argument Y>
  requires(sound_expression<X> || sound_expression<Y>)
constexpr auto greater(const X& x, const Y& y) {
  static_assert(is_broadcastable<detail::operand_shape<X>, detail::operand_shape<Y>>,
                "greater(x, y): the axes of one must be among the axes of the other");
  return detail::elementwise(greater_operation{}, x, y);
}
/// 1 where x = y, else 0. It has no gradient. Of tokens: loss.hpp.
///
/// shapes   x [L…], y whose axes are among them, or the other way round   →   [L…]
/// requires axes of which one operand has all
template <elementwise_argument X, elementwise_argument Y>
  requires((sound_expression<X> || sound_expression<Y>) && !(is_token_expression<X> && is_token_expression<Y>))
constexpr auto equal(const X& x, const Y& y) {
  static_assert(is_broadcastable<detail::operand_shape<X>, detail::operand_shape<Y>>,
                "equal(x, y): the axes of one must be among the axes of the other");
  return detail::elementwise(equal_operation{}, x, y);
}

/// x where the condition is not 0, else y: `where(greater(x, 0), x, 0.1 * x)`. The condition has no gradient.
///
/// shapes   the axes of two are among those of the third, [L…]   →   [L…]
/// cost     one for each element
/// requires one of the three that has the axes of each
template <sound_expression C, elementwise_argument X, elementwise_argument Y>
constexpr auto where(const C& condition, const X& x, const Y& y) {
  static_assert(is_broadcastable<shape_t<C>, detail::operand_shape<X>> &&
                    is_broadcastable<shape_t<C>, detail::operand_shape<Y>> &&
                    is_broadcastable<detail::operand_shape<X>, detail::operand_shape<Y>>,
                "where(condition, x, y): the axes of one must be among the axes of the others");
  return detail::elementwise(select_operation{}, condition, x, y);
}

}  // namespace typeformer
