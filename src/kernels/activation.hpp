#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

#include <typeformer/kernels/activation.hpp>

#include "simd_math.hpp"

/// The activations of vectors, and their derivatives. Limits at ±∞ are exact; NaN stays NaN.
///
/// error  of a value: ≤ 4 · 2^-24 · max(1, |y|) for float; ≤ 2e-14 · max(1, |y|) for gelu_erf in double, 1e-15 for the
///        others. Of a derivative: ≤ 5 · 2^-24 for float; ≤ 2e-14 for gelu_erf in double, 1e-15 for the others
namespace typeformer::kernels {
namespace math {

template <class Batch>
[[gnu::always_inline]] inline Batch sigmoid(Batch x) {
  const Batch one(element_of<Batch>(1));
  return one / (one + math::exp(-x));  // xsimd has one of the same name
}

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

/// x · gate, where gate is 0 for x ≤ -1000: so it is 0 for -∞ too.
template <class Batch>
[[gnu::always_inline]] inline Batch gated(Batch x, Batch gate) {
  return xsimd::max(Batch(element_of<Batch>(-1000)), x) * gate;
}

/// d/dx of x·σ(w), where w depends on x and has the derivative dw.
template <class Batch>
[[gnu::always_inline]] inline Batch gate_derivative(Batch x, Batch w, Batch dw) {
  const auto gate = sigmoid_and_slope(w);
  return fma(x * gate.slope, dw, gate.value);
}

/// x within ±1000. Derivatives that have x as a factor are at their limits long before; at ∞ they would be ∞ · 0.
template <class Batch>
[[gnu::always_inline]] inline Batch near_zero(Batch x) {
  const Batch far(element_of<Batch>(1000));
  return xsimd::max(-far, xsimd::min(far, x));
}

/// value(x) = f(x) and derivative(x) = f′(x).
template <activation>
struct vectors_of_activation;

template <>
struct vectors_of_activation<activation::none> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return x;
  }
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch) {
    return Batch(element_of<Batch>(1));
  }
};

template <>
struct vectors_of_activation<activation::relu> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return xsimd::max(Batch(element_of<Batch>(0)), x);  // the second of the two where one is NaN
  }
  /// 0 at 0.
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    const Batch zero(element_of<Batch>(0)), one(element_of<Batch>(1));
    return xsimd::select(x > zero, one, xsimd::select(x <= zero, zero, x));  // no comparison holds for NaN
  }
};

/// e^(−x²/2), which the density of the normal distribution is a part of, and the distribution Φ(x).
template <class Batch>
struct normal_distribution {
  Batch power, value;
};

/// Φ(−|x|) is e^(−x²/2) times a polynomial of |x|. Up to 5.75 that is minimax for the error, at most 1.5e-8 of Φ(x) and
/// of x·Φ(x) and half a percent of Φ(x); beyond that it is constant. With xsimd 8.1's erf a GELU takes 1.0 ns with
/// AVX-512 on an Emerald Rapids, so 0.6; with AVX2 1.7 and 0.8 ns, with SSE2 5.7 and 2.6.
template <class Batch>
  requires(sizeof(element_of<Batch>) == 4)
[[gnu::always_inline]] inline normal_distribution<Batch> normal_distribution_of(Batch x) {
  const Batch one(1.F), distance = xsimd::min(Batch(5.75F), xsimd::abs(x));
  const Batch power = exp2_not_positive(x * x * Batch(static_cast<float>(-log_2_e / 2)));
  const Batch tail = power * polynomial(distance, 0x1.0C4EB8p-25F, -0x1.05A15Ep-20F, 0x1.CA5052p-17F, -0x1.E1F1A8p-14F,
                                        0x1.58FEE6p-11F, -0x1.6C6704p-9F, 0x1.2F2C5p-7F, -0x1.A4B992p-6F,
                                        0x1.FC26D4p-5F, -0x1.100CD8p-3F, 0x1.FFF408p-3F, -0x1.9883F4p-2F, 0.5F);
  return {power, xsimd::select(x < Batch(0.F), tail, one - tail)};
}
/// From 9·√2 on erf is 1; xsimd 8.1 makes NaN of large doubles. Of NaN, min() takes the second: what x is multiplied
/// with need not be NaN.
template <class Batch>
  requires(sizeof(element_of<Batch>) == 8)
[[gnu::always_inline]] inline normal_distribution<Batch> normal_distribution_of(Batch x) {
  const Batch half(0.5), far(9.), near = near_zero(x);
  const Batch scaled = xsimd::max(-far, xsimd::min(x * Batch(0.70710678118654752), far));
  return {math::exp(-half * near * near), fma(half, xsimd::erf(scaled), half)};
}

template <>
struct vectors_of_activation<activation::gelu_erf> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return gated(x, normal_distribution_of(x).value);
  }
  /// Φ(x) + x·φ(x)
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    const auto normal = normal_distribution_of(x);
    return fma(near_zero(x), normal.power * Batch(element_of<Batch>(0.39894228040143268)), normal.value);
  }
};

/// (1 + tanh(u)) / 2 = σ(2u)
template <>
struct vectors_of_activation<activation::gelu_tanh> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    using element = element_of<Batch>;
    const Batch cubic = fma(x * x, Batch(element(0.044715)), Batch(element(1)));
    return gated(x, sigmoid(x * Batch(element(1.5957691216057308)) * cubic));
  }
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    using element = element_of<Batch>;
    const Batch one(element(1)), near = near_zero(x), square = near * near, factor(element(1.5957691216057308));
    const Batch w = near * factor * fma(square, Batch(element(0.044715)), one);
    return gate_derivative(near, w, factor * fma(square, Batch(element(3 * 0.044715)), one));
  }
};

template <>
struct vectors_of_activation<activation::gelu_quick> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return gated(x, sigmoid(x * Batch(element_of<Batch>(1.702))));
  }
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    const Batch factor(element_of<Batch>(1.702)), near = near_zero(x);
    return gate_derivative(near, near * factor, factor);
  }
};

template <>
struct vectors_of_activation<activation::swish> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return gated(x, sigmoid(x));
  }
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    const Batch near = near_zero(x);
    return gate_derivative(near, near, Batch(element_of<Batch>(1)));
  }
};

template <>
struct vectors_of_activation<activation::sigmoid> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return sigmoid(x);
  }
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    return sigmoid_and_slope(x).slope;
  }
};

/// tanh(x) = 2·σ(2x) − 1
template <>
struct vectors_of_activation<activation::tanh> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return xsimd::tanh(x);
  }
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    return Batch(element_of<Batch>(4)) * sigmoid_and_slope(x + x).slope;
  }
};

}  // namespace math

/// Calls f with the `function`'s vectors_of_activation. f, a lambda expression of a kernel, carries the instruction set
/// in its name. The list is read in constant expressions alone, so that no object of it is left for other files.
template <class F, std::size_t... I>
[[gnu::always_inline]] inline void with_activation(activation function, F f, std::index_sequence<I...>) {
  (void)((function == std::integral_constant<activation, all_activations[I]>::value &&
          (f(math::vectors_of_activation<all_activations[I]>{}), true)) ||
         ...);
}
template <class F>
[[gnu::always_inline]] inline void with_activation(activation function, F f) {
  with_activation(function, f, std::make_index_sequence<all_activations.size()>{});
}

}  // namespace typeformer::kernels
