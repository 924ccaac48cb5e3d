#pragma once
#include <array>
#include <cmath>
#include <cstdint>

#include <typeformer/requires_cxx20.hpp>

/// Functions of one number beside the activations. They are a list of their own because each activation is instantiated
/// in every product kernel. A new one is added
/// - here, to the enumeration, to the list and to plain_unary_function();
/// - as vectors, with its derivative, to src/kernels/unary_function.hpp;
/// - with its bounds and limits to tests/kernels/unary_function_test.cpp.
///
/// error  in ε · |y|, where one rounding is ½. Float, double:
///          exp 2.5, 2; log 1; sqrt ½; rsqrt 1; abs and negate 0; square and reciprocal ½; sin and cos 1.5 for any
///          argument; erf 1.5, 35; softplus 2, 1.5; elu 3, 1.5
///        and their derivatives:
///          exp and elu 2.5, 2; log ½; sqrt and reciprocal 1; rsqrt 1.5; abs, negate and square 0; sin and cos 1.5;
///          softplus 2.5, 1.5; erf 2, 1 in ε alone
///        Below the smallest normal number, exp and what is made of it are 0
/// Limits at 0 and the infinities are exact, and NaN stays NaN, but for derivatives that are constants. The derivative
/// of abs is 0 at 0, and of elu 1.
///
/// The tests go through the list. They compare with plain_unary_function(), and with its derivative by automatic
/// differentiation.
namespace typeformer::kernels::inline v0_1 {

/// Which function; plain_unary_function() has the formulas.
enum class unary_function : std::uint8_t {
  exp,
  log,
  sqrt,
  rsqrt,
  abs,
  square,
  sin,
  cos,
  erf,
  softplus,
  elu,
  negate,
  reciprocal
};

/// The list that tests and tables of kernels go through, in the order of the enumeration.
inline constexpr std::array all_unary_functions = {
    unary_function::exp,       unary_function::log,      unary_function::sqrt, unary_function::rsqrt,
    unary_function::abs,       unary_function::square,   unary_function::sin,  unary_function::cos,
    unary_function::erf,       unary_function::softplus, unary_function::elu,  unary_function::negate,
    unary_function::reciprocal};

/// f(x) as the formula has it, for one number of any precision.
/// source  Clevert, Unterthiner and Hochreiter 2016 (ELU, with α = 1)
template <class Real>
Real plain_unary_function(unary_function function, Real x) {
  using std::cos, std::erf, std::exp, std::expm1, std::log, std::log1p, std::sin, std::sqrt;
  switch (function) {
    case unary_function::exp:
      return exp(x);
    case unary_function::log:
      return log(x);
    case unary_function::sqrt:
      return sqrt(x);
    case unary_function::rsqrt:
      return 1 / sqrt(x);
    case unary_function::abs:
      return x < 0 ? -x : x;
    case unary_function::square:
      return x * x;
    case unary_function::sin:
      return sin(x);
    case unary_function::cos:
      return cos(x);
    case unary_function::erf:
      return erf(x);
    case unary_function::softplus:  // log(1 + eˣ)
      return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
    case unary_function::elu:  // x, and eˣ − 1 below 0
      return x > 0 ? x : expm1(x);
    case unary_function::negate:
      return -x;
    case unary_function::reciprocal:
      return 1 / x;
  }
  return Real(NAN);
}

}  // namespace typeformer::kernels::inline v0_1
