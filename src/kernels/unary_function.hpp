#pragma once
#include <typeformer/kernels/unary_function.hpp>

#include "activation.hpp"
#include "simd.hpp"
#include "simd_math.hpp"

/// The unary functions of vectors, and their derivatives. NaN stays NaN; limits at 0 and ±∞ are exact. An element's
/// result does not depend on the others: xsimd's sin, cos and tan take another way where one element is large.
///
/// Long, because each function has its value and its derivative beside each other.
///
/// error  include/typeformer/kernels/unary_function.hpp has the bounds
namespace typeformer::kernels {
namespace math {

/// The bits of a vector's elements. The compilers' own vectors, which shift 64-bit elements on any processor.
template <class Batch>
struct bits_of {
  using element = std::conditional_t<sizeof(element_of<Batch>) == 4, std::uint32_t, std::uint64_t>;
  typedef element type __attribute__((vector_size(sizeof(Batch))));
};

template <class T>
struct log_constants;

template <>
struct log_constants<float> {
  static constexpr std::uint32_t one = 0x3F800000, root_half = 0x3F3504F3, mantissa = 0x007FFFFF, large = 0x4B000000;
  static constexpr int mantissa_bits = 23;
  static constexpr float smallest_normal = 0x1p-126F, scale = 0x1p23F, large_and_bias = 0x1p23F + 127;
  static constexpr float log_2_high = 0x1.62E300p-1F, log_2_low = 0x1.2FEFA2p-17F;
};

template <>
struct log_constants<double> {
  static constexpr std::uint64_t one = 0x3FF0000000000000, root_half = 0x3FE6A09E667F3BCD,
                                 mantissa = 0x000FFFFFFFFFFFFF, large = 0x4330000000000000;
  static constexpr int mantissa_bits = 52;
  static constexpr double smallest_normal = 0x1p-1022, scale = 0x1p52, large_and_bias = 0x1p52 + 1023;
  static constexpr double log_2_high = 0x1.62E42FEEp-1, log_2_low = 0x1.A39EF35793C76p-33;
};

/// log(2ᵏ·(1 + f)) for √½ ≤ 1 + f ≤ √2.
/// source  fdlibm, e_log.c
template <class Batch>
[[gnu::always_inline]] inline Batch log_of_parts(Batch k, Batch f) {
  using element = element_of<Batch>;
  using constants = log_constants<element>;
  const Batch s = quotient(f, Batch(element(2)) + f), z = s * s, half_square = Batch(element(0.5)) * f * f;
  Batch r;
  if constexpr (sizeof(element) == 4) {
    r = z * polynomial(z, 0x1.F13C4Cp-3F, 0x1.23D3DCp-2F, 0x1.999C26p-2F, 0x1.555554p-1F);
  } else {
    r = z * polynomial(z, 0x1.2F112DF3E5244p-3, 0x1.39A09D078C69Fp-3, 0x1.7466496CB03DEp-3, 0x1.C71C51D8E78AFp-3,
                       0x1.2492494229359p-2, 0x1.999999997FA04p-2, 0x1.5555555555593p-1);
  }
  const Batch low = fma(s, half_square + r, k * Batch(constants::log_2_low));
  return fma(k, Batch(constants::log_2_high), low - half_square + f);
}

/// log(x): −∞ at 0, NaN below.
template <class Batch>
[[gnu::always_inline]] inline Batch log(Batch x) {
  using element = element_of<Batch>;
  using constants = log_constants<element>;
  using bits = typename bits_of<Batch>::type;
  const auto is_small = x < Batch(constants::smallest_normal);
  const Batch normal = xsimd::select(is_small, x * Batch(constants::scale), x);
  const bits moved = __builtin_bit_cast(bits, normal) + (constants::one - constants::root_half);
  // The exponent as a number, by the mantissa of a large one.
  Batch k = __builtin_bit_cast(Batch, (moved >> constants::mantissa_bits) | constants::large);
  k = k - Batch(constants::large_and_bias);
  k = k - xsimd::select(is_small, Batch(element(constants::mantissa_bits)), Batch(element(0)));
  const Batch m = __builtin_bit_cast(Batch, (moved & constants::mantissa) + constants::root_half);
  const Batch y = log_of_parts(k, m - Batch(element(1)));
  const Batch zero(element(0)), infinity(__builtin_huge_valf());
  const Batch limit = xsimd::select(x == zero, -infinity, xsimd::select(x == infinity, infinity, y));
  return xsimd::select(x >= zero, limit, Batch(__builtin_nanf("")));  // no comparison holds for NaN
}

/// log(1 + u) for 0 ≤ u ≤ 1, and exact in the relative sense.
template <class Batch>
[[gnu::always_inline]] inline Batch log1p_up_to_one(Batch u) {
  using element = element_of<Batch>;
  const Batch one(element(1)), zero(element(0)), half(element(0.5));
  const auto is_halved = u > Batch(element(0.41421356237309505));
  return log_of_parts(xsimd::select(is_halved, one, zero), xsimd::select(is_halved, (u - one) * half, u));
}

/// e^x − 1 for x ≤ 0. Near 0 it is its own series, which does not cancel.
template <class Batch>
[[gnu::always_inline]] inline Batch expm1_not_positive(Batch x) {
  using element = element_of<Batch>;
  const Batch near = xsimd::max(Batch(element(-0.35)), x);
  Batch series;
  if constexpr (sizeof(element) == 4) {
    series = near * polynomial(near, 0x1.A01A02p-16F, 0x1.A01A02p-13F, 0x1.6C16C2p-10F, 0x1.111112p-7F, 0x1.555556p-5F,
                               0x1.555556p-3F, 0.5F, 1.F);
  } else {
    series = near * polynomial(near, 0x1.93974A8C07C9Dp-37, 0x1.6124613A86D09p-33, 0x1.1EED8EFF8D898p-29,
                               0x1.AE64567F544E4p-26, 0x1.27E4FB7789F5Cp-22, 0x1.71DE3A556C734p-19,
                               0x1.A01A01A01A01Ap-16, 0x1.A01A01A01A01Ap-13, 0x1.6C16C16C16C17p-10,
                               0x1.1111111111111p-7, 0x1.5555555555555p-5, 0x1.5555555555555p-3, 0.5, 1.);
  }
  return xsimd::select(x < Batch(element(-0.35)), math::exp(x) - Batch(element(1)), series);
}

/// π/2 in parts of so few bits that a multiple of each is exact for |x| ≤ far, without fma.
template <class T>
struct turn_constants;

template <>
struct turn_constants<float> {
  static constexpr float far = 8192, round = 0x1.8p23F;
  static constexpr float parts[] = {0x1.92p+0F, 0x1.FB4p-12F, 0x1.444p-24F, 0x1.68Cp-39F, 0x1.1A6262p-54F};
};

template <>
struct turn_constants<double> {
  static constexpr double far = 0x1p20, round = 0x1.8p52;
  static constexpr double parts[] = {0x1.921FB544p+0, 0x1.0B4611A6p-34, 0x1.3198A2E0p-69, 0x1.B839A252049C1p-104};
};

/// sin(x + quarters·π/2), quarters 0 or 1. Beyond turn_constants::far, where sines of positions and of weights hardly
/// are, the C library computes it, one element after the other.
template <int Quarters, class Batch>
[[gnu::always_inline]] inline Batch sine(Batch x) {
  using element = element_of<Batch>;
  using constants = turn_constants<element>;
  using bits = typename bits_of<Batch>::type;
  const Batch shifted = fma(x, Batch(element(0.63661977236758134)), Batch(constants::round));
  const Batch turns = shifted - Batch(constants::round);
  Batch r = x;
#pragma GCC unroll 8
  for (const element part : constants::parts) r = fma(turns, Batch(-part), r);
  const Batch z = r * r;
  Batch s, c;
  if constexpr (sizeof(element) == 4) {
    s = polynomial(z, -1.9515295891E-4F, 8.3321608736E-3F, -1.6666654611E-1F);
    c = polynomial(z, 2.443315711809948E-5F, -1.388731625493765E-3F, 4.166664568298827E-2F);
  } else {
    s = polynomial(z, 1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06,
                   -1.98412698298579493134e-04, 8.33333333332248946124e-03, -1.66666666666666324348e-01);
    c = polynomial(z, -1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07,
                   2.48015872894767294178e-05, -1.38888888888741095749e-03, 4.16666666666666019037e-02);
  }
  s = fma(r * z, s, r);
  c = fma(z * z, c, fma(z, Batch(element(-0.5)), Batch(element(1))));
  const bits quarter = __builtin_bit_cast(bits, shifted) + Quarters, none = quarter ^ quarter;
  const bits is_odd = none - (quarter & 1), sign = (quarter >> 1) << (sizeof(element) * 8 - 1);
  const bits of_s = __builtin_bit_cast(bits, s), of_c = __builtin_bit_cast(bits, c);
  const Batch y = __builtin_bit_cast(Batch, (of_s ^ ((of_s ^ of_c) & is_odd)) ^ sign);
  const auto is_far = xsimd::abs(x) > Batch(constants::far);
  if (__builtin_expect(!xsimd::any(is_far), 1)) return y;
  alignas(Batch) element from[Batch::size], to[Batch::size];
  x.store_aligned(from);
  y.store_aligned(to);
  for (std::size_t i = 0; i < Batch::size; ++i) {
    const double each = static_cast<double>(from[i]);
    if (!(__builtin_fabs(each) > static_cast<double>(constants::far))) continue;
    to[i] = static_cast<element>(Quarters ? __builtin_cos(each) : __builtin_sin(each));
  }
  return Batch::load_aligned(to);
}

/// value(x) = f(x) and derivative(x) = f′(x).
template <unary_function>
struct vectors_of_unary_function;

template <>
struct vectors_of_unary_function<unary_function::exp> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return math::exp(x);
  }
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    return math::exp(x);
  }
};

template <>
struct vectors_of_unary_function<unary_function::log> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return math::log(x);
  }
  /// 1/x, for x below 0 too.
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    return quotient(Batch(element_of<Batch>(1)), x);
  }
};

template <>
struct vectors_of_unary_function<unary_function::sqrt> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return square_root(x);
  }
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    return quotient(Batch(element_of<Batch>(0.5)), square_root(x));
  }
};

template <>
struct vectors_of_unary_function<unary_function::rsqrt> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return quotient(Batch(element_of<Batch>(1)), square_root(x));
  }
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    return quotient(quotient(Batch(element_of<Batch>(-0.5)), square_root(x)), x);  // x·√x would overflow
  }
};

template <>
struct vectors_of_unary_function<unary_function::abs> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return xsimd::abs(x);
  }
  /// 0 at 0.
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    const Batch zero(element_of<Batch>(0)), one(element_of<Batch>(1));
    return xsimd::select(x > zero, one, xsimd::select(x < zero, -one, x));  // no comparison holds for NaN
  }
};

template <>
struct vectors_of_unary_function<unary_function::square> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return x * x;
  }
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    return x + x;
  }
};

template <>
struct vectors_of_unary_function<unary_function::sin> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return sine<0>(x);
  }
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    return sine<1>(x);
  }
};

template <>
struct vectors_of_unary_function<unary_function::cos> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return sine<1>(x);
  }
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    return -sine<0>(x);
  }
};

template <>
struct vectors_of_unary_function<unary_function::erf> {
  // From 9 on erf is 1; xsimd 8.1 makes NaN of large doubles. max() and min() take the second where one is NaN.
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    const Batch far(element_of<Batch>(9));
    return xsimd::erf(xsimd::max(-far, xsimd::min(far, x)));
  }
  /// 2/√π · e^−x²
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    return math::exp(-x * x) * Batch(element_of<Batch>(1.1283791670955126));
  }
};

/// max(x, 0) + log(1 + e^-|x|)
template <>
struct vectors_of_unary_function<unary_function::softplus> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    const Batch rest = log1p_up_to_one(math::exp(-xsimd::abs(x)));
    return xsimd::max(Batch(element_of<Batch>(0)), x) + rest;
  }
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    return sigmoid(x);
  }
};

template <>
struct vectors_of_unary_function<unary_function::elu> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return xsimd::select(x > Batch(element_of<Batch>(0)), x, expm1_not_positive(x));
  }
  /// 1 at 0.
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    const Batch zero(element_of<Batch>(0)), one(element_of<Batch>(1));
    return xsimd::select(x > zero, one, math::exp(x));
  }
};

template <>
struct vectors_of_unary_function<unary_function::negate> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return -x;
  }
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch) {
    return Batch(element_of<Batch>(-1));
  }
};

template <>
struct vectors_of_unary_function<unary_function::reciprocal> {
  template <class Batch>
  [[gnu::always_inline]] static Batch value(Batch x) {
    return quotient(Batch(element_of<Batch>(1)), x);
  }
  template <class Batch>
  [[gnu::always_inline]] static Batch derivative(Batch x) {
    return quotient(quotient(Batch(element_of<Batch>(-1)), x), x);
  }
};

}  // namespace math
}  // namespace typeformer::kernels
