#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <typeformer/io/float_conversion.hpp>

#include "catch.hpp"

using typeformer::bfloat16;
using typeformer::half;
using typeformer::narrowed;
using typeformer::widened;

namespace {

// What a pattern means by the definition of its format.
template <class Format>
double meaning(std::uint16_t bits) {
  const double sign = bits & 0x8000u ? -1 : 1;
  const int exponent = (bits & 0x7fff) >> Format::fraction_bits;
  const int fraction = bits & ((1 << Format::fraction_bits) - 1);
  if (exponent == (1 << Format::exponent_bits) - 1)
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - Format::bias - Format::fraction_bits);
  return sign * std::ldexp((1 << Format::fraction_bits) + fraction, exponent - Format::bias - Format::fraction_bits);
}

template <class Format>
bool widens_as_defined(std::uint16_t bits) {
  const float found = widened<Format>(bits);
  const double expected = meaning<Format>(bits);
  if (std::signbit(found) != ((bits & 0x8000u) != 0)) return false;
  return std::isnan(expected) ? std::isnan(found) : static_cast<double>(found) == expected;
}

template <class Format>
bool narrows_back(std::uint16_t bits) {
  const unsigned magnitude = bits & 0x7fffu;
  const unsigned quiet = magnitude > Format::infinity ? 1u << (Format::fraction_bits - 1) : 0;
  return narrowed<Format>(widened<Format>(bits)) == (bits | quiet);
}

// Between a number and the next one: up to the middle down, beyond it up, in the middle to the even one; all the same
// for negative numbers. After the largest number comes what would be the next one if the exponents went on.
template <class Format>
bool rounds_to_nearest_even(unsigned lower) {
  const unsigned upper = lower + 1;
  const double low = meaning<Format>(static_cast<std::uint16_t>(lower));
  const double high = upper == Format::infinity ? std::ldexp(1.0, Format::bias + 1)
                                                : meaning<Format>(static_cast<std::uint16_t>(upper));
  const double middle = (low + high) / 2;
  const auto both_signs = [](double value, unsigned expected) {
    return narrowed<Format>(value) == expected && narrowed<Format>(-value) == (expected | 0x8000u);
  };
  return both_signs(std::nextafter(low, high), lower) && both_signs(std::nextafter(middle, low), lower) &&
         both_signs(middle, lower % 2 == 0 ? lower : upper) && both_signs(std::nextafter(middle, high), upper) &&
         both_signs(std::nextafter(high, low), upper);
}

}  // namespace

TEMPLATE_TEST_CASE("16-bit patterns widen to the value they mean and narrow back to themselves", "[io]", half,
                   bfloat16) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto pattern = static_cast<std::uint16_t>(bits);
    if (!widens_as_defined<TestType>(pattern)) FAIL("pattern " << bits << " widens to " << widened<TestType>(pattern));
    if (!narrows_back<TestType>(pattern))
      FAIL("pattern " << bits << " narrows back to " << narrowed<TestType>(widened<TestType>(pattern)));
  }
}

TEMPLATE_TEST_CASE("Numbers narrow to the nearest, of two equally near to the even one", "[io]", half, bfloat16) {
  for (unsigned lower = 0; lower < TestType::infinity; ++lower)
    if (!rounds_to_nearest_even<TestType>(lower)) FAIL("rounding after pattern " << lower);
}

TEMPLATE_TEST_CASE("The ends of double's range narrow to zero, infinity and NaN", "[io]", half, bfloat16) {
  using limits = std::numeric_limits<double>;
  CHECK(narrowed<TestType>(limits::denorm_min()) == 0);
  CHECK(narrowed<TestType>(-limits::min()) == 0x8000);
  CHECK(narrowed<TestType>(limits::max()) == TestType::infinity);
  CHECK(narrowed<TestType>(-limits::infinity()) == (TestType::infinity | 0x8000u));
  // A NaN whose payload lies in the bits that are dropped must not become infinity.
  CHECK(narrowed<TestType>(std::bit_cast<double>(std::uint64_t{0x7ff0000000000001})) > TestType::infinity);
}

TEST_CASE("Conversions of 16-bit floats are constant expressions", "[io]") {
  STATIC_REQUIRE(widened<half>(0x3c00) == 1.0f);
  STATIC_REQUIRE(widened<half>(0x0001) == 0x1p-24f);
  STATIC_REQUIRE(widened<bfloat16>(0xc000) == -2.0f);
  STATIC_REQUIRE(narrowed<half>(65520.0) == half::infinity);
  STATIC_REQUIRE(narrowed<half>(65519.9) == 0x7bff);
  // By way of float this would round twice, to 0x3c00.
  STATIC_REQUIRE(narrowed<half>(1 + 0x1p-11 + 0x1p-40) == 0x3c01);
}
