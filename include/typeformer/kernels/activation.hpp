#pragma once
#include <array>
#include <cmath>
#include <cstdint>

#include <typeformer/requires_cxx20.hpp>

/// Activations: functions that act on each element alone. A new one is added
/// - here, to the enumeration, to the list and to plain_activation();
/// - as vectors, with its derivative, to src/kernels/activation.hpp;
/// - as users write it, to expressions/activation.hpp.
/// The tests go through the list. They compare with plain_activation(), and with its derivative by automatic
/// differentiation.
namespace typeformer::kernels::inline v0_1 {

/// Which activation; plain_activation() has the formulas. Of none, x.
enum class activation : std::uint8_t { none, relu, gelu_erf, gelu_tanh, gelu_quick, swish, sigmoid, tanh };

/// The list that tests and tables of kernels go through, in the order of the enumeration.
inline constexpr std::array all_activations = {activation::none,      activation::relu,       activation::gelu_erf,
                                               activation::gelu_tanh, activation::gelu_quick, activation::swish,
                                               activation::sigmoid,   activation::tanh};

/// f(x) as the formula has it, for one number of any precision.
/// source  Hendrycks and Gimpel 2016 (GELU and its approximations), Ramachandran et al. 2017 (swish)
template <class Real>
Real plain_activation(activation function, Real x) {
  using std::erfc, std::exp, std::tanh;
  switch (function) {
    case activation::none:
      return x;
    case activation::relu:
      return x <= 0 ? Real(0) : x;  // max(x, 0); NaN stays
    case activation::gelu_erf:      // x·Φ(x), Φ the normal distribution
      return x * erfc(-x * Real(0.707106781186547524400844362104849L)) / 2;
    case activation::gelu_tanh:  // x/2·(1 + tanh(√(2/π)·(x + 0.044715·x³)))
      return x * (1 + tanh(Real(0.797884560802865355879892119868764L) * (x + Real(0.044715L) * x * x * x))) / 2;
    case activation::gelu_quick:  // x·σ(1.702·x)
      return x / (1 + exp(Real(-1.702L) * x));
    case activation::swish:  // x·σ(x)
      return x / (1 + exp(-x));
    case activation::sigmoid:  // σ(x) = 1/(1 + e⁻ˣ)
      return 1 / (1 + exp(-x));
    case activation::tanh:
      return tanh(x);
  }
  return Real(NAN);
}

}  // namespace typeformer::kernels::inline v0_1
