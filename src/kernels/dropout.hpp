#pragma once
#include "simd.hpp"
#include "table.hpp"

namespace typeformer::kernels {

/// counter_random (typeformer/kernels/random.hpp) for one instruction set: the linker could take an inline function
/// without its name for older paths, too. Compilers vectorize it in a loop.
template <class Arch>
[[gnu::always_inline]] inline std::uint64_t counter_random_on(std::uint64_t key, std::uint64_t counter) {
  std::uint64_t z = key + (counter + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Calls f(i, count, factors) for pieces of [0, size): 0 where an element is dropped, `kept` where it stays. Pieces on
/// the stack keep loops over 64-bit numbers apart from loops over others: g++ 12 does not vectorize one with both.
template <class Arch, class T, class F>
[[gnu::always_inline]] inline void for_each_piece(const dropout_problem<T>& p, std::size_t first, std::size_t size,
                                                  F f) {
  constexpr std::size_t piece = 256;
  std::uint64_t numbers[piece];
  T factors[piece];
  const std::uint64_t key = p.key, below = p.below;
  const T kept = p.kept;
  for (std::size_t i = 0; i < size; i += piece) {
    const std::size_t count = size - i < piece ? size - i : piece;
    for (std::size_t j = 0; j < piece; ++j) numbers[j] = counter_random_on<Arch>(key, first + i + j) >> 32;
    for (std::size_t j = 0; j < piece; ++j) factors[j] = numbers[j] < below ? T{0} : kept;
    f(i, count, static_cast<const T*>(factors));
  }
}

template <class Arch, class T>
void drop_elements(const dropout_problem<T>& p, std::size_t first, std::size_t size, const T* x, T* y) {
  for_each_piece<Arch>(p, first, size,
                       [=](std::size_t i, std::size_t count, const T* factors) __attribute__((always_inline)) {
                         for (std::size_t j = 0; j < count; ++j) {
                           const T scaled = factors[j] * x[i + j];
                           y[i + j] = factors[j] == 0 ? T{0} : scaled;
                         }
                       });
}

template <class Arch, class T>
void add_gradient_of_dropped(const dropout_problem<T>& p, std::size_t first, std::size_t size, const T* dy, T* dx) {
  for_each_piece<Arch>(p, first, size,
                       [=](std::size_t i, std::size_t count, const T* factors) __attribute__((always_inline)) {
                         for (std::size_t j = 0; j < count; ++j) {
                           const T before = dx[i + j], sum = before + factors[j] * dy[i + j];
                           dx[i + j] = factors[j] == 0 ? before : sum;
                         }
                       });
}

template <class Arch, class T>
constexpr dropout_functions<T> dropout_for() {
  return {.dropout = drop_elements<Arch, T>, .add_gradient = add_gradient_of_dropped<Arch, T>};
}

}  // namespace typeformer::kernels
