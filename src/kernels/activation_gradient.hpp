#pragma once
#include "activation_gradient_functions.hpp"
#include "simd_math.hpp"
#include "sweep.hpp"

namespace typeformer::kernels {
namespace math {

template <class Batch>
struct value_and_slope {
  Batch value, slope;
};

/// σ(x) and σ′(x) = σ(x)·(1 − σ(x)), both of e^-|x|: so 1 − σ does not cancel where σ is near 1.
template <class Batch>
[[gnu::always_inline]] inline value_and_slope<Batch> sigmoid_and_slope(Batch x) {
  const Batch one(element_of<Batch>(1));
  const Batch power = math::exp(-xsimd::abs(x)), inverse = one / (one + power);
  return {xsimd::select(x < Batch(element_of<Batch>(0)), power * inverse, inverse), power * inverse * inverse};
}

/// d/dx of x·σ(w), where w depends on x and has the derivative dw.
template <class Batch>
[[gnu::always_inline]] inline Batch gate_derivative(Batch x, Batch w, Batch dw) {
  const auto gate = sigmoid_and_slope(w);
  return fma(x * gate.slope, dw, gate.value);
}

/// The derivative of apply<F> at each element; 0 at 0 for relu. The limit at ±∞ is taken there; NaN stays NaN.
/// error  ≤ 5 · 2^-24 for float; ≤ 2e-14 for gelu_erf in double, 1e-15 for the others
template <activation F, class Batch>
[[gnu::always_inline]] inline Batch derivative(Batch x) {
  using element = element_of<Batch>;
  const Batch zero(element(0)), one(element(1));
  // All that has x as a factor has reached its limit long before; there ∞ · 0 would be NaN.
  const Batch far(element(1000)), near = xsimd::max(-far, xsimd::min(far, x));
  if constexpr (F == activation::none) {
    return one;
  } else if constexpr (F == activation::relu) {
    return xsimd::select(x > zero, one, xsimd::select(x <= zero, zero, x));  // no comparison holds for NaN
  } else if constexpr (F == activation::gelu_erf) {
    // Φ(x) + x·φ(x). Of NaN, min takes the second: erf need not see it, since x·φ(x) stays NaN.
    const Batch half(element(0.5)), end(element(9));
    const Batch scaled = xsimd::max(-end, xsimd::min(x * Batch(element(0.70710678118654752)), end));
    const Batch density = math::exp(-half * near * near) * Batch(element(0.39894228040143268));
    return fma(near, density, fma(half, xsimd::erf(scaled), half));
  } else if constexpr (F == activation::gelu_tanh) {
    const Batch square = near * near, factor(element(1.5957691216057308));
    const Batch w = near * factor * fma(square, Batch(element(0.044715)), one);
    return gate_derivative(near, w, factor * fma(square, Batch(element(3 * 0.044715)), one));
  } else if constexpr (F == activation::gelu_quick) {
    const Batch factor(element(1.702));
    return gate_derivative(near, near * factor, factor);
  } else if constexpr (F == activation::swish) {
    return gate_derivative(near, near, one);
  } else if constexpr (F == activation::sigmoid) {
    return sigmoid_and_slope(x).slope;
  } else {
    static_assert(F == activation::tanh);
    return Batch(element(4)) * sigmoid_and_slope(x + x).slope;  // tanh(x) = 2·σ(2x) − 1
  }
}

}  // namespace math

template <activation F, class Batch>
void add_derivatives(std::size_t size, const element_of<Batch>* x, const element_of<Batch>* dy, element_of<Batch>* dx) {
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    const Batch slope = math::derivative<F>(load_some<Batch>(x + i, count));
    store_some(fma(slope, load_some<Batch>(dy + i, count), load_some<Batch>(dx + i, count)), dx + i, count);
  });
}

template <class Batch>
void add_any_derivatives(std::size_t size, activation function, const element_of<Batch>* x, const element_of<Batch>* dy,
                         element_of<Batch>* dx) {
  switch (function) {
    case activation::none:
      return add_derivatives<activation::none, Batch>(size, x, dy, dx);
    case activation::relu:
      return add_derivatives<activation::relu, Batch>(size, x, dy, dx);
    case activation::gelu_erf:
      return add_derivatives<activation::gelu_erf, Batch>(size, x, dy, dx);
    case activation::gelu_tanh:
      return add_derivatives<activation::gelu_tanh, Batch>(size, x, dy, dx);
    case activation::gelu_quick:
      return add_derivatives<activation::gelu_quick, Batch>(size, x, dy, dx);
    case activation::swish:
      return add_derivatives<activation::swish, Batch>(size, x, dy, dx);
    case activation::sigmoid:
      return add_derivatives<activation::sigmoid, Batch>(size, x, dy, dx);
    case activation::tanh:
      return add_derivatives<activation::tanh, Batch>(size, x, dy, dx);
  }
}

template <class Arch, class T>
constexpr activation_gradient_functions<T> activation_gradient_for() {
  return {add_any_derivatives<batch<Arch, T>>};
}

}  // namespace typeformer::kernels
