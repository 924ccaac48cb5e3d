#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "simd.hpp"

/// Vectors of which memory has the first elements alone, as the last ones of a row. AVX-512 has masks for them, which
/// xsimd 8.1 has not; otherwise they are put together in registers, from pieces whose sizes are powers of 2. Not by way
/// of memory: a vector that was just written in pieces is read when they have left the processor's buffer, 20 cycles
/// later. On a Zen 4, a layer norm of rows of 9 took 38 µs that way, now 6.5 with masks and 11 without; softmax of rows
/// of 42 took 32 µs, now 13 and 15.
namespace typeformer::kernels {

template <class Batch>
inline constexpr bool has_masks = std::is_base_of_v<xsimd::avx512f, typename Batch::arch_type>;

#if defined(__AVX512F__)
[[gnu::always_inline]] inline __m512 load_masked(__m512 others, __mmask16 mask, const float* from) {
  return _mm512_mask_loadu_ps(others, mask, from);
}
[[gnu::always_inline]] inline __m512d load_masked(__m512d others, __mmask16 mask, const double* from) {
  return _mm512_mask_loadu_pd(others, static_cast<__mmask8>(mask), from);
}
[[gnu::always_inline]] inline __m512i load_masked(__m512i others, __mmask16 mask, const std::int32_t* from) {
  return _mm512_mask_loadu_epi32(others, mask, from);
}
[[gnu::always_inline]] inline void store_masked(__m512 x, __mmask16 mask, float* to) {
  _mm512_mask_storeu_ps(to, mask, x);
}
[[gnu::always_inline]] inline void store_masked(__m512d x, __mmask16 mask, double* to) {
  _mm512_mask_storeu_pd(to, static_cast<__mmask8>(mask), x);
}
[[gnu::always_inline]] inline void store_masked(__m512i x, __mmask16 mask, std::int32_t* to) {
  _mm512_mask_storeu_epi32(to, mask, x);
}
#endif

template <class T, std::size_t Size>
struct elements {
  typedef T vector __attribute__((vector_size(Size * sizeof(T))));
};
template <class Vector, class Half, std::size_t... I>
[[gnu::always_inline]] inline Vector joined(Half low, Half high, std::index_sequence<I...>) {
  return __builtin_shufflevector(low, high, I...);
}
/// The first `count` modulo Size elements, the others `fill`.
template <class T, std::size_t Size>
[[gnu::always_inline]] inline typename elements<T, Size>::vector first_elements(const T* from, std::size_t count,
                                                                                T fill) {
  if constexpr (Size == 2) {
    return typename elements<T, 2>::vector{count & 1 ? *from : fill, fill};
  } else {
    constexpr std::size_t half = Size / 2;
    using part = typename elements<T, half>::vector;
    part low = first_elements<T, half>(from + (count & half), count, fill), high = part{} + fill;
    if (count & half) {
      high = low;
      __builtin_memcpy(&low, from, sizeof(low));
    }
    return joined<typename elements<T, Size>::vector>(low, high, std::make_index_sequence<Size>{});
  }
}

/// Copies `count` < 2·Step elements in pieces of Step, Step/2, … 1, each of a constant size.
template <class Batch, std::size_t Step = Batch::size / 2>
[[gnu::always_inline]] inline void copy_first(const element_of<Batch>* from, element_of<Batch>* to, std::size_t count) {
  if (count & Step) {
    __builtin_memcpy(to, from, Step * sizeof(element_of<Batch>));
    from += Step;
    to += Step;
  }
  if constexpr (Step > 1) copy_first<Batch, Step / 2>(from, to, count);
}

/// The first `count` < size elements, the others `fill`. Reads nothing beyond them.
template <class Batch>
[[gnu::always_inline]] inline Batch load_first(const element_of<Batch>* from, std::size_t count,
                                               element_of<Batch> fill = 0) {
  using T = element_of<Batch>;
  if constexpr (has_masks<Batch>) {
    const typename Batch::register_type others = Batch(fill);
    return Batch(load_masked(others, static_cast<std::uint16_t>((1u << count) - 1), from));
  } else {
    return Batch(reinterpret_cast<typename Batch::register_type>(first_elements<T, Batch::size>(from, count, fill)));
  }
}

/// Writes the first `count` < size elements and nothing beyond them.
template <class Batch>
[[gnu::always_inline]] inline void store_first(Batch x, element_of<Batch>* to, std::size_t count) {
  if constexpr (has_masks<Batch>) {
    const typename Batch::register_type v = x;
    store_masked(v, static_cast<std::uint16_t>((1u << count) - 1), to);
  } else {
    alignas(Batch) element_of<Batch> elements[Batch::size];
    x.store_aligned(elements);
    copy_first<Batch>(elements, to, count);
  }
}

}  // namespace typeformer::kernels
