#pragma once
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/elementwise.hpp>

/// Functions of single elements beside the activations. kernels/unary_function.hpp has the formulas, with their errors
/// and derivatives.
///
/// shapes   x [L…]   →   the same
/// cost     one for each element
namespace typeformer {

/// The function that a constant names, of each element: any of those below.
template <sound_expression X>
constexpr auto apply_function(kernels::unary_function function, const X& x) {
  return make_node(function_operation{{}, function}, x);
}

/// eˣ of each element.
template <sound_expression X>
constexpr auto exp(const X& x) {
  return apply_function(kernels::unary_function::exp, x);
}
/// The natural logarithm of each element: −∞ at 0, NaN below.
template <sound_expression X>
constexpr auto log(const X& x) {
  return apply_function(kernels::unary_function::log, x);
}
/// √x of each element, NaN below 0.
template <sound_expression X>
constexpr auto sqrt(const X& x) {
  return apply_function(kernels::unary_function::sqrt, x);
}
/// 1/√x of each element: +∞ at 0, NaN below.
template <sound_expression X>
constexpr auto rsqrt(const X& x) {
  return apply_function(kernels::unary_function::rsqrt, x);
}
/// |x| of each element. The derivative at 0 is 0.
template <sound_expression X>
constexpr auto abs(const X& x) {
  return apply_function(kernels::unary_function::abs, x);
}
/// x² of each element.
template <sound_expression X>
constexpr auto square(const X& x) {
  return apply_function(kernels::unary_function::square, x);
}
/// 1/x of each element.
template <sound_expression X>
constexpr auto reciprocal(const X& x) {
  return apply_function(kernels::unary_function::reciprocal, x);
}
/// The sine of each element in radians, however large.
template <sound_expression X>
constexpr auto sin(const X& x) {
  return apply_function(kernels::unary_function::sin, x);
}
/// The cosine of each element in radians, however large.
template <sound_expression X>
constexpr auto cos(const X& x) {
  return apply_function(kernels::unary_function::cos, x);
}
/// The error function, 2/√π ∫₀ˣ exp(−t²) dt, of each element.
template <sound_expression X>
constexpr auto erf(const X& x) {
  return apply_function(kernels::unary_function::erf, x);
}
/// log(1 + eˣ) of each element.
template <sound_expression X>
constexpr auto softplus(const X& x) {
  return apply_function(kernels::unary_function::softplus, x);
}
/// x, and eˣ − 1 below 0, of each element.
template <sound_expression X>
constexpr auto elu(const X& x) {
  return apply_function(kernels::unary_function::elu, x);
}

}  // namespace typeformer
