#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

#include <xsimd/xsimd.hpp>

/// What the kernels need of a vector and xsimd lacks, or lacks for some processor. Each function is inlined always and
/// carries the processor in its arguments, so no file compiled for a newer one can leave a function for the others.
namespace typeformer::kernels {

template <class Arch, class T>
using batch = xsimd::batch<T, Arch>;

template <class Batch>
using element_of = typename Batch::value_type;

template <class Batch>
inline constexpr element_of<Batch> minus_infinity = -__builtin_huge_valf();

/// x·y + z, rounded once where the processor can. xsimd 8.1 multiplies and adds for AVX-512; these files are compiled
/// with -ffp-contract=fast, with which g++ and clang make one instruction of it.
template <class Batch>
[[gnu::always_inline]] inline Batch fma(Batch x, Batch y, Batch z) {
  return xsimd::fma(x, y, z);
}

/// x / y and √x, rounded once. xsimd 8.1 approximates them for floats on Arm, and makes NaN of infinities and of 0.
template <class Batch>
[[gnu::always_inline]] inline Batch quotient(Batch x, Batch y) {
  const typename Batch::register_type dividend = x, divisor = y;
  return Batch(dividend / divisor);
}
template <class Batch>
[[gnu::always_inline]] inline Batch square_root(Batch x) {
#if defined(__aarch64__)
  typename Batch::register_type v = x;
  for (std::size_t i = 0; i < Batch::size; ++i) v[i] = static_cast<element_of<Batch>>(__builtin_sqrt(v[i]));
  return Batch(v);
#else
  return xsimd::sqrt(x);
#endif
}

/// Keeps from the compiler how a value came about. Of a sum that several addresses have in common g++ otherwise makes
/// as many values as there are addresses, more than there are registers.
template <class T>
[[gnu::always_inline]] inline void hide(T& x) {
  asm("" : "+r"(x));
}

#if defined(__x86_64__)
/// Keeps a vector in its register until here. Otherwise g++ computes x·y + sum into the register of x or y where it is
/// the last that reads them, and moves the sums back where a loop begins again, by way of the stack if need be: with
/// AVX2 products took 4 to 13 % longer.
template <class Batch>
[[gnu::always_inline]] inline void keep(const Batch& x) {
  asm volatile("" : : "x"(x.data));
}
#endif

template <class Batch>
[[gnu::always_inline]] inline Batch load(const element_of<Batch>* from) {
  return Batch::load_unaligned(from);
}

template <class Batch>
[[gnu::always_inline]] inline void store(Batch x, element_of<Batch>* to) {
  x.store_unaligned(to);
}

/// x with its elements rotated down by Step.
template <std::size_t Step, class Batch, std::size_t... I>
[[gnu::always_inline]] inline Batch rotated(Batch x, std::index_sequence<I...>) {
  const typename Batch::register_type v = x;
  return Batch(__builtin_shufflevector(v, v, ((I + Step) % Batch::size)...));
}

/// A horizontal reduction. It combines halves: always in the same order.
template <std::size_t Step, class Batch, class F>
[[gnu::always_inline]] inline element_of<Batch> reduce(Batch x, F combine) {
  const Batch y = combine(x, rotated<Step>(x, std::make_index_sequence<Batch::size>{}));
  if constexpr (Step > 1) {
    return reduce<Step / 2>(y, combine);
  } else {
    const typename Batch::register_type v = y;
    return v[0];
  }
}

struct plus {
  template <class Batch>
  [[gnu::always_inline]] Batch operator()(Batch a, Batch b) const {
    return a + b;
  }
};
struct maximum {
  template <class Batch>
  [[gnu::always_inline]] Batch operator()(Batch a, Batch b) const {
    return xsimd::max(a, b);
  }
};
/// NaN where one of the two is; max() takes the second, on x86. (Of AVX vectors with NaN, xsimd 8.1 has no x != x.)
struct maximum_or_nan {
  template <class Batch>
  [[gnu::always_inline]] Batch operator()(Batch a, Batch b) const {
    if constexpr (std::is_floating_point_v<Batch>) {
      return a > b || a != a ? a : b;
    } else {
      return xsimd::select(xsimd::isnan(a), a, xsimd::max(a, b));
    }
  }
};

/// The horizontal sum.
template <class Batch>
[[gnu::always_inline]] inline element_of<Batch> sum(Batch x) {
  return reduce<Batch::size / 2>(x, plus{});
}

/// Adds halves of two vectors: an element without the bit Step in its index is x's sum of it and of the one with the
/// bit, another one is y's.
template <std::size_t Step, class Batch, std::size_t... I>
[[gnu::always_inline]] inline Batch folded(Batch x, Batch y, std::index_sequence<I...>) {
  const typename Batch::register_type a = x, b = y;
  return Batch(__builtin_shufflevector(a, b, ((I & Step ? Batch::size : 0) + I)...)) +
         Batch(__builtin_shufflevector(a, b, (I & Step ? Batch::size + I - Step : I + Step)...));
}
/// The horizontal sums of as many vectors as each has elements: element i is that of x[i]. Overwrites x. (haddp of
/// xsimd 8.1 has them in another order for floats on AVX-512.)
template <class Batch, std::size_t Step = Batch::size / 2>
[[gnu::always_inline]] inline Batch sums_of(Batch* x) {
  for (std::size_t i = 0; i < Step; ++i)
    x[i] = folded<Step>(x[i], x[i + Step], std::make_index_sequence<Batch::size>{});
  if constexpr (Step > 1) {
    return sums_of<Batch, Step / 2>(x);
  } else {
    return x[0];
  }
}

/// The largest element. Where some are NaN, any of the elements.
template <class Batch>
[[gnu::always_inline]] inline element_of<Batch> largest(Batch x) {
  return reduce<Batch::size / 2>(x, maximum{});
}

}  // namespace typeformer::kernels
