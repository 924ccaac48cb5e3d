#pragma once
#include <algorithm>
#include <cstddef>

#include <typeformer/kernels/movement.hpp>
#include <typeformer/operations/around_axis.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// The neighbours of each position: at [i, k] stands position i + k + first, and zeros where there is none.
///
/// shapes   x [L…, A, R…]   →   [L…, A, Kernel, R…]
template <is_axis A, is_axis Kernel>
struct windows_operation {
  static constexpr std::string_view name = "windows";
  static constexpr std::string_view formula = "x_{i+k+first}";

  std::ptrdiff_t first;

  template <class X>
  static constexpr auto result(const X& x) {
    return algebra::insert_after<A>(x, dimension<Kernel>{});
  }
  template <class X>
  static constexpr polynomial cost(const X&) {
    return {};
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    std::fill_n(y.data, y.shape.size(), T{0});
    for_each_neighbour(
        around_axis<A>(x.shape), [&](std::size_t rows, std::size_t inner, std::size_t at_x, std::size_t at_y) {
          kernels::copy_rows(rows, inner, x.data + at_x, inner, y.data + at_y, bound<Kernel> * inner, with.threads);
        });
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    for_each_neighbour(around_axis<A>(x.shape),
                       [&](std::size_t rows, std::size_t inner, std::size_t at_x, std::size_t at_y) {
                         kernels::add_copied_rows<T>(rows, inner, y.gradient + at_y, bound<Kernel> * inner,
                                                     x.gradient + at_x, inner, with.threads);
                       });
  }

 private:
  /// Calls f(rows, inner, at_x, at_y) for each run of positions of x that one index of Kernel takes.
  template <class F>
  void for_each_neighbour(const around& a, const F& f) const {
    const auto positions = static_cast<std::ptrdiff_t>(a.along);
    for (std::size_t row = 0; row < a.outer; ++row)
      for (std::size_t k = 0; k < bound<Kernel>; ++k) {
        const std::ptrdiff_t offset = first + static_cast<std::ptrdiff_t>(k);
        const std::ptrdiff_t begin = std::max<std::ptrdiff_t>(0, -offset),
                             end = std::min(positions, positions - offset);
        if (begin >= end) continue;
        const auto i = static_cast<std::size_t>(begin), j = static_cast<std::size_t>(begin + offset);
        f(static_cast<std::size_t>(end - begin), a.inner, (row * a.along + j) * a.inner,
          ((row * a.along + i) * bound<Kernel> + k) * a.inner);
      }
  }
};

}  // namespace typeformer
