#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer {

/// A 16-bit floating-point format, kept as its bits: a sign, `ExponentBits`, `FractionBits`.
template <int ExponentBits, int FractionBits>
struct float16_format {
  static_assert(1 + ExponentBits + FractionBits == 16);
  static constexpr int exponent_bits = ExponentBits;          ///< of its 16
  static constexpr int fraction_bits = FractionBits;          ///< of its 16; precision is one bit more
  static constexpr int bias = (1 << (ExponentBits - 1)) - 1;  ///< what the stored exponent of 1.0 is
  /// Its bits without the sign; what is above is NaN.
  static constexpr unsigned infinity = ((1u << ExponentBits) - 1) << FractionBits;
};
using half = float16_format<5, 10>;     ///< IEEE 754 binary16: 11 bits of precision, largest finite value 65504.
using bfloat16 = float16_format<8, 7>;  ///< The upper half of a float: 8 bits of precision, a float's range.

/// The value of `bits`, exactly. NaN stays NaN, with its sign and payload.
///
/// error    none (tests/io/float_conversion_test.cpp: all 65536 patterns of both formats)
template <class Format>
constexpr float widened(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000u) << 16;
  const std::uint32_t magnitude = bits & 0x7fffu;
  constexpr int shift = 23 - Format::fraction_bits;
  constexpr std::uint32_t rebias = (127u - Format::bias) << 23;
  if (magnitude >= Format::infinity) return std::bit_cast<float>(sign | 0x7f800000u | magnitude << shift);
  // Where the exponent ranges agree, subnormal numbers do too: only half needs its own made normal.
  if (rebias == 0 || magnitude >= 1u << Format::fraction_bits)
    return std::bit_cast<float>(sign | ((magnitude << shift) + rebias));
  if (magnitude == 0) return std::bit_cast<float>(sign);
  const auto leading = static_cast<std::uint32_t>(std::countl_zero(magnitude) - (31 - Format::fraction_bits));
  return std::bit_cast<float>(sign | ((magnitude << leading << shift) + rebias - (leading << 23)));
}

/// The nearest number of the format, of two equally near the one with an even fraction; beyond the largest finite one
/// by half a step or more, infinity. NaN stays NaN, quiet, with its sign and the payload's upper bits.
///
/// From double in one step: rounding to float on the way would round twice. A float converts to double exactly.
///
/// error    ≤ ½ ulp of the format (tests/io/float_conversion_test.cpp: every number and every point of rounding)
template <class Format>
constexpr std::uint16_t narrowed(double value) {
  constexpr int fraction_bits = Format::fraction_bits;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = static_cast<unsigned>(bits >> 48) & 0x8000u;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
  const auto result = [sign](unsigned magnitude) { return static_cast<std::uint16_t>(sign | magnitude); };
  if (exponent == 1024 && fraction != 0)
    return result(Format::infinity | 1u << (fraction_bits - 1) |
                  static_cast<unsigned>(fraction >> (52 - fraction_bits)));
  if (exponent > Format::bias) return result(Format::infinity);

  // The significand counts steps of 2^(exponent - 52); the result counts steps of 2^(kept - fraction_bits).
  const int kept = std::max(exponent, 1 - Format::bias);
  const int dropped = 52 - fraction_bits + kept - exponent;
  if (dropped > 53) return result(0);  // less than half of the smallest step; zero and double's subnormals as well
  const std::uint64_t significand = fraction | std::uint64_t{1} << 52;
  const std::uint64_t rest = significand & ((std::uint64_t{1} << dropped) - 1);
  const std::uint64_t half_step = std::uint64_t{1} << (dropped - 1);
  std::uint64_t steps = significand >> dropped;
  if (rest > half_step || (rest == half_step && steps % 2 == 1)) ++steps;
  // A normal number's steps carry their leading 1 into the exponent, and so does rounding up to the next power of two,
  // after the largest one to infinity.
  return result((static_cast<unsigned>(kept + Format::bias - 1) << fraction_bits) + static_cast<unsigned>(steps));
}

}  // namespace typeformer
