#pragma once
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/elementwise.hpp>

/// Operators that formulas do not have and that one may try, and operands that they do not take. Each is a rule that is
/// broken, and the formula around it goes on with any_formula, of which nothing more is said. Those for any operand are
/// less constrained than the right ones, so they are chosen only where no other fits.
namespace typeformer {

/// Whether a parameter can stand on the left, `p * x`: never.
template <class P>
inline constexpr bool can_stand_on_the_left = false;
/// Whether `x * p` is defined: for a weight.
template <class P>
inline constexpr bool can_be_multiplied_to = is_weight<P>;
/// Whether `x + p` and `x - p` are defined: for a vector.
template <class P>
inline constexpr bool can_be_added_to = is_vector<P>;

template <is_parameter P, sound_expression X>
constexpr auto operator*(const P&, const X&) {
  static_assert(can_stand_on_the_left<P>, "p * x: a parameter must be on the right, x * p");
  return any_formula{};
}
template <sound_expression X, class P>
  requires((is_parameter<P> || is_constant<P>) && !is_weight<P>)
constexpr auto operator*(const X&, const P&) {
  static_assert(can_be_multiplied_to<P>, "x * p: p must be a weight; transpose makes one of a table");
  return any_formula{};
}
template <sound_expression X, class P>
  requires((is_parameter<P> || is_constant<P>) && !is_vector<P>)
constexpr auto operator+(const X&, const P&) {
  static_assert(can_be_added_to<P>, "x + p: p must be a vector");
  return any_formula{};
}

template <sound_expression X, class P>
  requires((is_parameter<P> || is_constant<P>) && !is_vector<P>)
constexpr auto operator-(const X&, const P&) {
  static_assert(can_be_added_to<P>, "x - p: p must be a vector");
  return any_formula{};
}

// ------------------------------------------------------------------------------------------------------------ operands
/// What an operand is that is none.
template <class X>
inline constexpr bool is_called = !requires { typename X::hana_accessors_impl; };
/// Whether an operand may stand on the left, which a mask may not.
template <class X>
inline constexpr bool is_on_the_right = !is_mask<X>;
/// Whether `x / y` is not meant for matrices: y is neither an expression nor a parameter.
template <class X>
inline constexpr bool is_divided_element_by_element = !sound_expression<X> && !is_parameter<X> && !is_constant<X>;
/// Whether a formula has such operands: values, parameters, constants and numbers.
template <class X>
inline constexpr bool is_operand =
    std::is_same_v<X, any_formula> || sound_expression<X> || is_parameter<X> || is_constant<X> || plain_number<X>;

// Asked of the operands of all operators in this namespace, so without a template of a library: a module by the
// macro's definition alone.
template <class X>
concept defined_as_module = requires { typename X::hana_accessors_impl; };
template <class X, class Y>
concept any_expression = expression<X> || expression<Y>;
template <class X, class Y>
concept any_of_a_formula = any_expression<X, Y> || defined_as_module<X> || defined_as_module<Y>;

/// Whether no operand is a module. Of this rule and the two below it the first that is broken is reported; of what
/// stands for a refused expression, none.
template <class X, class Y>
inline constexpr bool are_called = !are_sound<X, Y> || (is_called<X> && is_called<Y>);
/// Whether no operand is a mask on the left.
template <class X, class Y>
inline constexpr bool is_mask_on_the_right =
    !are_sound<X, Y> || !are_called<X, Y> || (is_on_the_right<X> && is_on_the_right<Y>);
/// Whether a formula has both operands.
template <class X, class Y>
inline constexpr bool are_operands =
    !are_sound<X, Y> || !are_called<X, Y> || !is_mask_on_the_right<X, Y> || (is_operand<X> && is_operand<Y>);

// The rules stand in each operator: a function that they share would be one more line between the sentence and the
// program.
#define TYPEFORMER_OTHER_OPERANDS(OPERATOR)                                                                       \
  template <class X, class Y>                                                                                     \
    requires any_of_a_formula<X, Y>                                                                               \
  constexpr auto operator OPERATOR(const X&, const Y&) {                                                          \
    static_assert(are_called<X, Y>, "x + f, x * f, ...: f is a module, and a formula calls it: f(x)");            \
    static_assert(is_mask_on_the_right<X, Y>,                                                                     \
                  "mask + scores: a mask is added to scores, and stands on the right: scores + mask");            \
    static_assert(are_operands<X, Y>,                                                                             \
                  "x + y, x * y, ...: operands of a formula are its values, parameters and numbers; a tensor is " \
                  "given to a session, which hands the model a value");                                           \
    return any_formula{};                                                                                         \
  }
TYPEFORMER_OTHER_OPERANDS(+)
TYPEFORMER_OTHER_OPERANDS(-)
TYPEFORMER_OTHER_OPERANDS(*)
#undef TYPEFORMER_OTHER_OPERANDS
template <class X, class Y>
  requires any_of_a_formula<X, Y>
constexpr auto operator/(const X&, const Y&) {
  static_assert(!are_sound<X, Y> || !is_operand<Y> || is_divided_element_by_element<Y>,
                "x / y: divide(x, y) divides element by element");
  static_assert(is_operand<Y> || are_called<X, Y>, "x / f: f is a module, and a formula calls it: f(x)");
  static_assert(is_operand<Y> || are_operands<X, Y>,
                "x / y: y is a number, or the root of an axis, root<Width>; a tensor is given to a session, which "
                "hands the model a value");
  return any_formula{};
}

// ------------------------------------------------------------------------------------------------------ tensors alone
/// Whether a formula can have such an operand: no tensor and no view, whose numbers a session takes.
template <class X>
inline constexpr bool is_part_of_a_formula = !holds_numbers<X>;

template <class X, class Y>
concept any_tensor_but_no_formula = !any_of_a_formula<X, Y> && (holds_numbers<X> || holds_numbers<Y>);

namespace detail {
template <class X, class Y>
constexpr any_elements no_formula() {
  static_assert(
      is_part_of_a_formula<std::conditional_t<holds_numbers<X>, X, Y>>,
      "a tensor or a view is no part of a formula: give it to a session, which runs a module's formula on it");
  return {};
}
}  // namespace detail

template <class X, class Y>
  requires any_tensor_but_no_formula<X, Y>
constexpr auto operator*(const X&, const Y&) {
  return detail::no_formula<X, Y>();
}
template <class X, class Y>
  requires any_tensor_but_no_formula<X, Y>
constexpr auto operator/(const X&, const Y&) {
  return detail::no_formula<X, Y>();
}
template <class X, class Y>
  requires any_tensor_but_no_formula<X, Y>
constexpr auto operator+(const X&, const Y&) {
  return detail::no_formula<X, Y>();
}
template <class X, class Y>
  requires any_tensor_but_no_formula<X, Y>
constexpr auto operator-(const X&, const Y&) {
  return detail::no_formula<X, Y>();
}

// ----------------------------------------------------------------------------------------------------------- operators
/// Of an operator that no expression has.
template <class... X>
inline constexpr bool has_operator = false;
template <class... X>
  requires(!are_sound<X...>)
inline constexpr bool has_operator<X...> = true;  // it was told already

#define TYPEFORMER_NO_OPERATOR(OPERATOR, SENTENCE)       \
  template <class X, class Y>                            \
    requires any_expression<X, Y>                        \
  constexpr auto operator OPERATOR(const X&, const Y&) { \
    static_assert(has_operator<X, Y>, SENTENCE);         \
    return any_formula{};                                \
  }
TYPEFORMER_NO_OPERATOR(+=, "x += y: a formula changes no value; name another, const auto z = x + y")
TYPEFORMER_NO_OPERATOR(-=, "x -= y: a formula changes no value; name another, const auto z = x - y")
TYPEFORMER_NO_OPERATOR(*=, "x *= y: a formula changes no value; name another, const auto z = x * y")
TYPEFORMER_NO_OPERATOR(/=, "x /= y: a formula changes no value; name another, const auto z = x / y")
TYPEFORMER_NO_OPERATOR(%, "x % y: formulas have no remainder")
TYPEFORMER_NO_OPERATOR(^, "x ^ y: formulas have no powers but square(x), sqrt(x), exp(y * log(x))")
TYPEFORMER_NO_OPERATOR(&, "x & y: of values that are 0 and 1, hadamard(x, y); of masks, mask & mask")
TYPEFORMER_NO_OPERATOR(|, "x | y: of values that are 0 and 1, maximum(x, y)")
TYPEFORMER_NO_OPERATOR(
    <<, "x << y: a value in a formula is not printed or shifted; a session's result has numbers to print")
TYPEFORMER_NO_OPERATOR(>>, "x >> y: a value in a formula is not read or shifted")
TYPEFORMER_NO_OPERATOR(&&, "x && y: of values that are 0 and 1, hadamard(x, y)")
TYPEFORMER_NO_OPERATOR(||, "x || y: of values that are 0 and 1, maximum(x, y)")
TYPEFORMER_NO_OPERATOR(==, "x == y: equal(x, y) compares elements, and where(condition, x, y) chooses")
TYPEFORMER_NO_OPERATOR(!=, "x != y: 1 - equal(x, y) compares elements, and where(condition, x, y) chooses")
TYPEFORMER_NO_OPERATOR(<, "x < y: greater(y, x) compares elements, and where(condition, x, y) chooses")
TYPEFORMER_NO_OPERATOR(>, "x > y: greater(x, y) compares elements, and where(condition, x, y) chooses")
TYPEFORMER_NO_OPERATOR(<=, "x <= y: 1 - greater(x, y) compares elements, and where(condition, x, y) chooses")
TYPEFORMER_NO_OPERATOR(>=, "x >= y: 1 - greater(y, x) compares elements, and where(condition, x, y) chooses")
#undef TYPEFORMER_NO_OPERATOR

template <expression X>
constexpr auto operator!(const X&) {
  static_assert(has_operator<X>, "!x: of values that are 0 and 1, 1 - x");
  return any_formula{};
}
template <expression X>
constexpr auto operator~(const X&) {
  static_assert(has_operator<X>, "~x: of values that are 0 and 1, 1 - x");
  return any_formula{};
}
template <expression X>
constexpr auto operator++(const X&) {
  static_assert(has_operator<X>, "++x: a formula changes no value; name another, const auto y = x + 1");
  return any_formula{};
}
template <expression X>
constexpr auto operator--(const X&) {
  static_assert(has_operator<X>, "--x: a formula changes no value; name another, const auto y = x - 1");
  return any_formula{};
}
/// As in arithmetic: x.
template <expression X>
constexpr X operator+(const X& x) {
  return x;
}
constexpr any_formula operator-(const any_formula& x) { return x; }

}  // namespace typeformer
