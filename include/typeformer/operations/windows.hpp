#pragma once
#include <algorithm>
#include <cstddef>

#include <typeformer/kernels/movement.hpp>
#include <typeformer/operations/around_axis.hpp>
#include <typeformer/operations/operation.hpp>
#include <typeformer/operations/reach.hpp>

namespace typeformer {

/// The neighbours of each position: at [i, k] stands position i + k·Dilation + first, and zeros where there is none.
///
/// shapes   x [L…, A, R…]   →   [L…, A, Kernel, R…]
template <is_axis A, is_axis Kernel, std::size_t Dilation = 1>
struct windows_operation {
  static constexpr std::string_view name = "windows";
  static constexpr std::string_view formula = "x_{i+k·d+first}";
  template <class Sequence, class X>
  static constexpr bool mixes = is_made_of<A, Sequence>;
  template <class Sequence, class X>
  constexpr reach reach_along() const {
    constexpr auto span = static_cast<std::ptrdiff_t>((std::max<std::size_t>(bound<Kernel>, 1) - 1) * Dilation);
    return mixes<Sequence, X> ? reach::window(first, first + span, count_of(shape<Kernel>{}) * Dilation) : reach{};
  }

  std::ptrdiff_t first;  ///< the distance of the first neighbour: −1 for windows of three around a position

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
    kernels::set_zero(y.shape.size(), y.data, with.threads);
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
        const std::ptrdiff_t offset = first + static_cast<std::ptrdiff_t>(k * Dilation);
        const std::ptrdiff_t begin = std::max<std::ptrdiff_t>(0, -offset),
                             end = std::min(positions, positions - offset);
        if (begin >= end) continue;
        const auto i = static_cast<std::size_t>(begin), j = static_cast<std::size_t>(begin + offset);
        f(static_cast<std::size_t>(end - begin), a.inner, (row * a.along + j) * a.inner,
          ((row * a.along + i) * bound<Kernel> + k) * a.inner);
      }
  }
};

/// The same of positions that go on from earlier ones, of which the last are in a history: the axis History, as many as
/// the first neighbour is away. It is changed in place, so that the next ones go on from here.
///
/// shapes   x [L…, A, R…]   history [L…, History, R…]   →   [L…, A, Kernel, R…]
/// requires no neighbour behind a position: first + (the extent of Kernel − 1)·Dilation ≤ 0
template <is_axis A, is_axis Kernel, is_axis History, std::size_t Dilation = 1>
struct windows_with_history_operation {
  static constexpr std::string_view name = "windows";
  static constexpr std::string_view formula = windows_operation<A, Kernel, Dilation>::formula;

  std::ptrdiff_t first;  ///< the distance of the first neighbour, at most 0

  template <class X, class H>
  static constexpr auto result(const X& x, const H&) {
    return windows_operation<A, Kernel, Dilation>::result(x);
  }
  template <class X, class H>
  static constexpr polynomial cost(const X&, const H&) {
    return {};
  }
  template <class T, class Y, class X, class H>
  void forward(const resources<T>& with, const Y& y, const X& x, const H& history) const {
    const around a = around_axis<A>(x.shape);
    const std::size_t before = around_axis<History>(history.shape).along;
    for (std::size_t row = 0; row < a.outer; ++row) {
      const T* const newest = x.data + row * a.along * a.inner;
      T* const earlier = const_cast<T*>(history.data) + row * before * a.inner;
      for (std::size_t k = 0; k < bound<Kernel>; ++k) {
        const auto away = static_cast<std::size_t>(-first) - k * Dilation;  // how far back the neighbour is
        const std::size_t old = std::min(away, a.along);
        T* const to = y.data + (row * a.along * bound<Kernel> + k) * a.inner;
        kernels::copy_rows(old, a.inner, earlier + (before - away) * a.inner, a.inner, to, bound<Kernel> * a.inner,
                           with.threads);
        kernels::copy_rows(a.along - old, a.inner, newest, a.inner, to + old * bound<Kernel> * a.inner,
                           bound<Kernel> * a.inner, with.threads);
      }
      const std::size_t stay = before - std::min(before, a.along), added = before - stay;
      std::copy_n(earlier + (before - stay) * a.inner, stay * a.inner, earlier);
      std::copy_n(newest + (a.along - added) * a.inner, added * a.inner, earlier + stay * a.inner);
    }
  }
};

}  // namespace typeformer
