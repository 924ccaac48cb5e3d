#pragma once
#include <array>
#include <cstddef>

#include <typeformer/axis/algebra.hpp>
#include <typeformer/kernels/elementwise.hpp>
#include <typeformer/kernels/elementwise_program.hpp>
#include <typeformer/kernels/product.hpp>
#include <typeformer/operations/operation.hpp>

/// Operations on single elements. An operand whose axes are among another's is repeated along the missing ones.
///
/// Beside what every operation has, each tells what it is for one element, as instructions of a program
/// (kernels/elementwise_program.hpp): so a chain of them is one pass over memory, forward and backward
/// (elementwise_chain.hpp). Those that have no `forward` of their own run as such a chain, of one.
///
///   is_elementwise
///   value(program, x…)            adds the instruction of the result, from those of the operands
///   gradients(program, dz, x…)    adds those of the derivative by each operand; `no_gradient` where there is none
namespace typeformer {

/// A value of a program for one element, as the operations' instructions name it.
using elementwise_value = kernels::elementwise_program::value;
/// What an operand gets that the result does not depend on smoothly.
inline constexpr elementwise_value no_gradient{kernels::elementwise_program::max_instructions};

/// Whether an operation is one of single elements, so that a chain of them can be one pass.
template <class Op>
inline constexpr bool is_elementwise = requires { Op::is_elementwise; };

/// A number in a formula: an operand without axes.
struct number {
  using shape_type = shape<>;
  double value;  ///< computed in the type of the formula's elements
};
/// Whether an operand is a number rather than a value with axes.
template <class X>
inline constexpr bool is_number = std::is_same_v<X, number>;

/// What operations on single elements have in common: the axes of the result are those of the largest operand.
struct on_each_element {
  static constexpr bool is_elementwise = true;
  template <class, class...>
  static constexpr bool mixes = false;

  template <class X, class... Y>
  static constexpr auto result(const X& x, const Y&... y) {
    return algebra::broadcast(x, y...);
  }
  template <class... X>
  static constexpr polynomial cost(const X&... x) {
    return count_of(result(x...));
  }
};

/// shapes   x [L…]   y [L…]   →   the same
struct add_operation : on_each_element {
  static constexpr std::string_view name = "add";
  static constexpr std::string_view formula = "x + y";

  template <class P, class V>
  static constexpr V value(P& program, V x, V y) {
    return program.apply(kernels::binary_function::add, x, y);
  }
  template <class P, class V>
  static constexpr std::array<V, 2> gradients(P&, V dz, V, V) {
    return {dz, dz};
  }
  template <class T, class Z, class X, class Y>
  void forward(const resources<T>& with, const Z& z, const X& x, const Y& y) const {
    kernels::add(z.size(), x.data, y.data, z.data, with.threads);
  }
  template <class T, class Z, class X, class Y>
  void backward(const resources<T>& with, const Z& z, const X& x, const Y& y) const {
    kernels::add_scaled<T>(z.shape.size(), T{1}, z.gradient, x.gradient, with.threads);
    kernels::add_scaled<T>(z.shape.size(), T{1}, z.gradient, y.gradient, with.threads);
  }
};

/// shapes   x [L…, E]   b [E]   →   [L…, E]
struct add_bias_operation : on_each_element {
  static constexpr std::string_view name = "add bias";
  static constexpr std::string_view formula = "x + b";

  template <class P, class V>
  static constexpr V value(P& program, V x, V b) {
    return program.apply(kernels::binary_function::add, x, b);
  }
  template <class P, class V>
  static constexpr std::array<V, 2> gradients(P&, V dz, V, V) {
    return {dz, dz};
  }
  template <class T, class Y, class X, class B>
  void forward(const resources<T>& with, const Y& y, const X& x, const B& b) const {
    kernels::add_rows(x.shape.rows(), x.shape.last(), T{1}, x.data, std::size_t{1}, b.data, y.data, with.threads);
  }
  template <class T, class Y, class X, class B>
  void backward(const resources<T>& with, const Y& y, const X& x, const B& b) const {
    kernels::add_scaled<T>(y.shape.size(), T{1}, y.gradient, x.gradient, with.threads);
    kernels::add_column_sums<T>(y.shape.rows(), y.shape.last(), y.gradient, b.gradient, with.threads);
  }
};

/// shapes   x [L…]   →   the same
struct scale_operation : on_each_element {
  static constexpr std::string_view name = "scale";
  static constexpr std::string_view formula = "s x";

  double factor;  ///< s, rounded to the type of the elements

  template <class P, class V>
  constexpr V value(P& program, V x) const {
    return program.apply(kernels::binary_function::multiply, x, program.constant(factor));
  }
  template <class P, class V>
  constexpr std::array<V, 1> gradients(P& program, V dy, V) const {
    return {value(program, dy)};
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    kernels::scale(y.size(), static_cast<T>(factor), x.data, y.data, with.threads);
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    kernels::add_scaled<T>(y.shape.size(), static_cast<T>(factor), y.gradient, x.gradient, with.threads);
  }
};

/// shapes   x [L…], y whose axes are among them, or the other way round   →   [L…]
/// cost     one for each element of the result
struct subtract_operation : on_each_element {
  static constexpr std::string_view name = "subtract";
  static constexpr std::string_view formula = "x − y";

  template <class P, class V>
  static constexpr V value(P& program, V x, V y) {
    return program.apply(kernels::binary_function::subtract, x, y);
  }
  template <class P, class V>
  static constexpr std::array<V, 2> gradients(P& program, V dz, V, V) {
    return {dz, program.apply(kernels::unary_function::negate, dz)};
  }
};

/// Products of single elements.
///
/// shapes   x [L…], y whose axes are among them, or the other way round   →   [L…]
/// cost     one for each element of the result
struct hadamard_operation : on_each_element {
  static constexpr std::string_view name = "hadamard";
  static constexpr std::string_view formula = "x ⊙ y";

  template <class P, class V>
  static constexpr V value(P& program, V x, V y) {
    return program.apply(kernels::binary_function::multiply, x, y);
  }
  template <class P, class V>
  static constexpr std::array<V, 2> gradients(P& program, V dz, V x, V y) {
    return {value(program, dz, y), value(program, dz, x)};
  }
};

/// Quotients of single elements; by 0 they are infinite or NaN, as IEEE 754 has them.
///
/// shapes   x [L…], y whose axes are among them, or the other way round   →   [L…]
/// cost     one for each element of the result
struct divide_operation : on_each_element {
  static constexpr std::string_view name = "divide";
  static constexpr std::string_view formula = "x / y";

  template <class P, class V>
  static constexpr V value(P& program, V x, V y) {
    return program.apply(kernels::binary_function::divide, x, y);
  }
  /// dz/y and −(dz/y)·(x/y)
  template <class P, class V>
  static constexpr std::array<V, 2> gradients(P& program, V dz, V x, V y) {
    const V dx = value(program, dz, y);
    const V product = program.apply(kernels::binary_function::multiply, dx, value(program, x, y));
    return {dx, program.apply(kernels::unary_function::negate, product)};
  }
};

/// The larger of two elements, or the smaller. Where they are equal, each has half of the gradient.
template <kernels::binary_function Function>
struct extremum_operation : on_each_element {
  static constexpr bool is_maximum = Function == kernels::binary_function::maximum;  ///< else the smaller
  static constexpr std::string_view name = is_maximum ? "maximum" : "minimum";
  static constexpr std::string_view formula = is_maximum ? "max(x, y)" : "min(x, y)";

  template <class P, class V>
  static constexpr V value(P& program, V x, V y) {
    return program.apply(Function, x, y);
  }
  template <class P, class V>
  static constexpr std::array<V, 2> gradients(P& program, V dz, V x, V y) {
    using enum kernels::binary_function;
    const V half = program.apply(multiply, program.apply(equal, x, y), program.constant(0.5));
    const V part = program.apply(add, is_maximum ? program.apply(greater, x, y) : program.apply(greater, y, x), half);
    const V dx = program.apply(multiply, dz, part);
    return {dx, program.apply(subtract, dz, dx)};
  }
};
/// The larger of two elements.
using maximum_operation = extremum_operation<kernels::binary_function::maximum>;
/// The smaller of two elements.
using minimum_operation = extremum_operation<kernels::binary_function::minimum>;

/// 1 where it holds, else 0; without a gradient.
template <kernels::binary_function Function>
struct comparison_operation : on_each_element {
  static constexpr bool is_greater = Function == kernels::binary_function::greater;  ///< else whether they are equal
  static constexpr std::string_view name = is_greater ? "greater" : "equal";
  static constexpr std::string_view formula = is_greater ? "x > y" : "x = y";

  template <class P, class V>
  static constexpr V value(P& program, V x, V y) {
    return program.apply(Function, x, y);
  }
  template <class P, class V>
  static constexpr std::array<V, 2> gradients(P&, V, V, V) {
    return {no_gradient, no_gradient};
  }
};
/// 1 where x > y, else 0.
using greater_operation = comparison_operation<kernels::binary_function::greater>;
/// 1 where x = y, else 0.
using equal_operation = comparison_operation<kernels::binary_function::equal>;

/// x where c is not 0, else y.
struct select_operation : on_each_element {
  static constexpr std::string_view name = "where";
  static constexpr std::string_view formula = "c ? x : y";

  template <class P, class V>
  static constexpr V value(P& program, V c, V x, V y) {
    return program.select(c, x, y);
  }
  template <class P, class V>
  static constexpr std::array<V, 3> gradients(P& program, V dz, V c, V, V) {
    const V zero = program.constant(0);
    return {no_gradient, program.select(c, dz, zero), program.select(c, zero, dz)};
  }
};

/// A function of one number. kernels/unary_function.hpp has the formulas.
struct function_operation : on_each_element {
  static constexpr std::string_view name = "function";
  static constexpr std::string_view formula = "f(x)";

  kernels::unary_function function;  ///< which one; it needs no parameters of its own

  template <class P, class V>
  constexpr V value(P& program, V x) const {
    return program.apply(function, x);
  }
  template <class P, class V>
  constexpr std::array<V, 1> gradients(P& program, V dy, V x) const {
    return {program.apply(kernels::binary_function::multiply, dy, program.derivative(function, x))};
  }
};

}  // namespace typeformer
