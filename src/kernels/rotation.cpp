#include <algorithm>
#include <cmath>

#include <typeformer/kernels/rotation.hpp>

#include "ranges.hpp"

namespace typeformer::kernels::inline v0_1 {
namespace {

/// Pairs whose sines and cosines are kept at once.
constexpr std::size_t most_pairs = 256;

/// The pairs from `first` on, `count` of them, of one vector; Adds to y, where it is a gradient.
template <bool Adds, class T>
void turn(const rotation& p, std::size_t first, std::size_t count, const T* cosines, const T* sines, const T* x, T* y) {
  const bool halves = p.layout == rotary_layout::halves;
  const std::size_t step = halves ? 1 : 2, other = halves ? p.width / 2 : 1;
  x += first * step;
  y += first * step;
  for (std::size_t i = 0; i < count; ++i) {
    const T a = x[i * step], b = x[i * step + other];
    const T turned_a = a * cosines[i] - b * sines[i], turned_b = a * sines[i] + b * cosines[i];
    y[i * step] = Adds ? y[i * step] + turned_a : turned_a;
    y[i * step + other] = Adds ? y[i * step + other] + turned_b : turned_b;
  }
}

/// y = x turned, or y += x turned back.
template <bool IsGradient, class T>
void rotate_rows(const rotation& p, const T* x, T* y, threads& threads) {
  const std::size_t row = p.pieces * p.width;
  const std::size_t positions = task_rows(p.sequences * row);
  for_each_range(p.length, positions, threads, [=](std::size_t begin, std::size_t end) {
    double frequencies[most_pairs];
    T cosines[most_pairs], sines[most_pairs];
    for (std::size_t first = 0; first < p.width / 2; first += most_pairs) {
      const std::size_t count = std::min(most_pairs, p.width / 2 - first);
      for (std::size_t i = 0; i < count; ++i)
        frequencies[i] = std::pow(p.base, -2 * static_cast<double>(first + i) / static_cast<double>(p.width));
      for (std::size_t position = begin; position < end; ++position) {
        for (std::size_t i = 0; i < count; ++i) {
          const double angle = static_cast<double>(p.first + position) * frequencies[i];
          cosines[i] = static_cast<T>(std::cos(angle));
          sines[i] = static_cast<T>(IsGradient ? -std::sin(angle) : std::sin(angle));
        }
        for (std::size_t sequence = 0; sequence < p.sequences; ++sequence)
          for (std::size_t piece = 0; piece < p.pieces; ++piece) {
            const std::size_t place = (sequence * p.length + position) * row + piece * p.width;
            turn<IsGradient>(p, first, count, cosines, sines, x + place, y + place);
          }
      }
    }
  });
}

}  // namespace

template <class T>
void rotate(const rotation& problem, const T* x, T* y, threads& threads) {
  rotate_rows<false>(problem, x, y, threads);
}
template <class T>
void add_rotation_gradient(const rotation& problem, const T* dy, T* dx, threads& threads) {
  rotate_rows<true>(problem, dy, dx, threads);
}

template void rotate(const rotation&, const float*, float*, threads&);
template void rotate(const rotation&, const double*, double*, threads&);
template void add_rotation_gradient(const rotation&, const float*, float*, threads&);
template void add_rotation_gradient(const rotation&, const double*, double*, threads&);

}  // namespace typeformer::kernels::inline v0_1
