#pragma once
#include <cmath>

/// A number and its derivative by x: automatic differentiation in forward mode, for the derivatives of plain formulas.
namespace typeformer::kernels::testing {

struct dual {
  long double value, slope;

  dual(long double v, long double s = 0) : value(v), slope(s) {}  // not explicit: formulas have plain numbers

  friend dual operator-(dual a) { return {-a.value, -a.slope}; }
  friend dual operator+(dual a, dual b) { return {a.value + b.value, a.slope + b.slope}; }
  friend dual operator-(dual a, dual b) { return a + -b; }
  friend dual operator*(dual a, dual b) { return {a.value * b.value, a.slope * b.value + a.value * b.slope}; }
  friend dual operator/(dual a, dual b) {
    return {a.value / b.value, (a.slope - a.value / b.value * b.slope) / b.value};
  }
  friend auto operator<=>(dual a, dual b) { return a.value <=> b.value; }
  friend bool operator==(dual a, dual b) { return a.value == b.value; }

  friend dual exp(dual a) { return {std::exp(a.value), a.slope * std::exp(a.value)}; }
  friend dual expm1(dual a) { return {std::expm1(a.value), a.slope * std::exp(a.value)}; }
  friend dual log(dual a) { return {std::log(a.value), a.slope / a.value}; }
  friend dual log1p(dual a) { return {std::log1p(a.value), a.slope / (1 + a.value)}; }
  friend dual sqrt(dual a) { return {std::sqrt(a.value), a.slope / (2 * std::sqrt(a.value))}; }
  friend dual erfc(dual a) {
    return {std::erfc(a.value), -a.slope * std::exp(-a.value * a.value) * 2 / std::sqrt(std::acos(-1.0L))};
  }
  friend dual erf(dual a) { return 1 - erfc(a); }
  friend dual tanh(dual a) { return {std::tanh(a.value), a.slope / std::cosh(a.value) / std::cosh(a.value)}; }
  friend dual sin(dual a) { return {std::sin(a.value), a.slope * std::cos(a.value)}; }
  friend dual cos(dual a) { return {std::cos(a.value), -a.slope * std::sin(a.value)}; }
};

/// f′(x)
template <class F>
long double derivative(F f, long double x) {
  return f(dual{x, 1}).slope;
}

}  // namespace typeformer::kernels::testing
