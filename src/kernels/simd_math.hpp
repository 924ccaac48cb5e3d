#pragma once
#include <cstdint>

#include <xsimd/xsimd.hpp>

#include "simd.hpp"

/// Functions of each element of a vector. Errors and limits are held by tests/kernels/exp_test.cpp and math_test.cpp.
namespace typeformer::kernels::math {

template <class T>
struct exp_constants;

template <>
struct exp_constants<float> {
  using integer = std::int32_t;
  static constexpr int mantissa_bits = 23;
  static constexpr float round = 0x1.8p23F;                // x + round - round is x rounded; x + round ends in its bits
  static constexpr float lowest = -0x1.5D589Ep+6F;         // log of the smallest normal number
  static constexpr float highest = 0x1.62E42Ep+6F;         // log of the largest number
  static constexpr float log_2_high = 0.693145751953125F;  // few bits: a multiple is exact without fma
  static constexpr float log_2_low = 1.428606765330187e-06F;
  static constexpr float lowest_power = -127;  // of 2; from there on the exponent's bits are 0
};

template <>
struct exp_constants<double> {
  using integer = std::int64_t;
  static constexpr int mantissa_bits = 52;
  static constexpr double round = 0x1.8p52;
  static constexpr double lowest = -0x1.6232BDD7ABCD2p+9;
  static constexpr double highest = 0x1.62E42FEFA39EFp+9;
  static constexpr double log_2_high = 0x1.62E42FEFp-1;
  static constexpr double log_2_low = 0x1.473DE6AF278EDp-34;
  static constexpr double lowest_power = -1023;
};

/// A polynomial by Horner's rule: the coefficients from the highest power down.
template <class Batch, class... Coefficients>
[[gnu::always_inline]] inline Batch polynomial(Batch x, element_of<Batch> highest, Coefficients... others) {
  Batch y(highest);
  ((y = fma(y, x, Batch(others))), ...);
  return y;
}

/// e^r for |r| ≤ log(2)/2: minimax for the relative error, 9.1e-8 for float and 1.8e-17 for double before rounding.
/// Exactly 1 at 0. Degree 6 would bring float from 2 to 1.4 ulp and cost an eighth more time.
template <class Batch>
[[gnu::always_inline]] inline Batch exp_near_zero(Batch r) {
  if constexpr (sizeof(element_of<Batch>) == 4) {
    return polynomial(r, 0x1.0FA82Ap-7F, 0x1.573A54p-5F, 0x1.555A6Ap-3F, 0x1.FFFDC6p-2F, 0x1.FFFFF6p-1F, 1.F);
  } else {
    return polynomial(r, 0x1.8AD0A5F5098A5p-26, 0x1.28A296078DCBEp-22, 0x1.71F60F31C9AC5p-19, 0x1.A019A6988E42Cp-16,
                      0x1.A019F6262DB56p-13, 0x1.6C16C17F33076p-10, 0x1.1111111379CFAp-7, 0x1.55555555520F6p-5,
                      0x1.5555555554827p-3, 0x1.0000000000005p-1, 0x1.0000000000003p+0, 1.);
  }
}

/// e^x. Results below the smallest normal number are 0, those above the largest +∞; NaN stays NaN.
/// error  ≤ 2.5 ulp for every float (2.02 measured where fma rounds once, 2.31 elsewhere), ≤ 2 ulp for double
template <class Batch>
[[gnu::always_inline]] inline Batch exp(Batch x) {
  using constants = exp_constants<element_of<Batch>>;
  using integers = xsimd::batch<typename constants::integer, typename Batch::arch_type>;
  const Batch shifted = fma(x, Batch(element_of<Batch>(1.4426950408889634)), Batch(constants::round));
  const Batch power = shifted - Batch(constants::round);
  Batch r = fma(power, Batch(-constants::log_2_high), x);
  r = fma(power, Batch(-constants::log_2_low), r);
  const integers exponent = __builtin_bit_cast(integers, shifted) << constants::mantissa_bits;
  Batch y = __builtin_bit_cast(Batch, __builtin_bit_cast(integers, exp_near_zero(r)) + exponent);
  y = xsimd::select(x < Batch(constants::lowest), Batch(element_of<Batch>(0)), y);
  const Batch infinity(__builtin_huge_valf());
  return xsimd::select(x <= Batch(constants::highest), y, x + infinity);  // no comparison holds for NaN
}

/// e^x for x ≤ 0; NaN stays NaN. From half a power of 2 below the smallest normal number on it is 0. It takes 12
/// instructions where exp() takes 16: nothing overflows, and the power's exponent is shifted into place.
/// error  as exp()'s (2.01 ulp measured where fma rounds once, 2.30 elsewhere); where the result is no normal number,
///        less than the smallest of these
template <class Batch>
[[gnu::always_inline]] inline Batch exp_not_positive(Batch x) {
  using constants = exp_constants<element_of<Batch>>;
  using integers = xsimd::batch<typename constants::integer, typename Batch::arch_type>;
  constexpr auto log_2_e = element_of<Batch>(1.4426950408889634);
  x = xsimd::max(Batch(constants::lowest_power / log_2_e), x);  // the second of the two where one is NaN
  // Ends in the bits of the power's exponent: 0 for the lowest.
  const Batch round(constants::round - constants::lowest_power);
  const Batch shifted = fma(x, Batch(log_2_e), round);
  const Batch power = shifted - round;
  Batch r = fma(power, Batch(-constants::log_2_high), x);
  r = fma(power, Batch(-constants::log_2_low), r);
  return exp_near_zero(r) *
         __builtin_bit_cast(Batch, __builtin_bit_cast(integers, shifted) << constants::mantissa_bits);
}

inline constexpr double log_2_e = 1.4426950408889634;

/// 2^r for |r| ≤ 1/2: the polynomials of exp_near_zero(), of r·log(2).
template <class Batch>
[[gnu::always_inline]] inline Batch exp2_near_zero(Batch r) {
  if constexpr (sizeof(element_of<Batch>) == 4) {
    return polynomial(r, 0x1.5BBA08p-10F, 0x1.3CEA88p-7F, 0x1.C6B752p-5F, 0x1.EBF9BCp-3F, 0x1.62E42Ap-1F, 1.F);
  } else {
    return polynomial(r, 0x1.C06342A55C054p-32, 0x1.E605F99BF7BEAp-28, 0x1.B54167CE0934Bp-24, 0x1.62BFD49EBFB96p-20,
                      0x1.FFCBEE3AF48B0p-17, 0x1.43091309611B8p-13, 0x1.5D87FE7BBBE54p-10, 0x1.3B2AB6FBA1E1Cp-7,
                      0x1.C6B08D7048F31p-5, 0x1.EBFBDFF82C598p-3, 0x1.62E42FEFA39F3p-1, 1.);
  }
}

/// 2^x for x ≤ 0; NaN stays NaN. From half a power below the smallest normal number on it is 0. It takes 11
/// instructions where exp() takes 16: the polynomial's argument is exact, and nothing overflows.
/// error  ≤ 2.5 ulp for every float (2.04 measured where fma rounds once, 2.30 elsewhere), ≤ 2 ulp for double; where
/// the
///        result is no normal number, less than the smallest of these
template <class Batch>
[[gnu::always_inline]] inline Batch exp2_not_positive(Batch x) {
  using constants = exp_constants<element_of<Batch>>;
  using integers = xsimd::batch<typename constants::integer, typename Batch::arch_type>;
  x = xsimd::max(Batch(constants::lowest_power), x);  // the second of the two where one is NaN
  // Ends in the bits of the power's exponent: 0 for the lowest.
  const Batch round(constants::round - constants::lowest_power);
  const Batch shifted = x + round;
  const Batch y = exp2_near_zero(x - (shifted - round));
  return y * __builtin_bit_cast(Batch, __builtin_bit_cast(integers, shifted) << constants::mantissa_bits);
}

}  // namespace typeformer::kernels::math
