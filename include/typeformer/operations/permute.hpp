#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

#include <typeformer/axis/algebra.hpp>
#include <typeformer/kernels/elementwise_program.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

namespace detail {
/// A permutation that exchanges two groups of neighbouring axes: [outer, a, b, inner] → [outer, b, a, inner], which has
/// a kernel of its own. Each number is the first axis of the operand behind a group.
struct exchange {
  bool is_one = false;
  std::size_t outer = 0, a = 0, b = 0;
};

/// `from[i]` is the operand's axis that the result has at i.
template <std::size_t Rank>
constexpr exchange exchange_of(const std::array<std::size_t, Rank>& from) {
  std::size_t outer = 0, end = Rank;
  while (outer < Rank && from[outer] == outer) ++outer;
  while (end > outer && from[end - 1] == end - 1) --end;
  if (outer == end) return {true, Rank, Rank, Rank};
  const std::size_t middle = from[outer];
  for (std::size_t i = outer; i < end; ++i)
    if (from[i] != outer + (i - outer + middle - outer) % (end - outer)) return {};
  return {true, outer, middle, end};
}

/// dy += x or y = x, where x is read along y's axes.
template <class T, class Y, class X>
void move_along(const Y& to, const X& from, const T* x, T* y, bool is_added, kernels::threads& threads) {
  kernels::elementwise_program p;
  if (is_added) {
    p.add(0, p.load(0));
  } else {
    p.store(0, p.load(0));
  }
  const auto extents = to.extents();
  const auto strides = algebra::strides_along(std::type_identity<Y>{}, from);
  const kernels::strided_operand<T> operands[] = {{x, strides}};
  T* const results[] = {y};
  kernels::evaluate<T>(p, extents, operands, results, threads);
}
}  // namespace detail

/// shapes   x [the axes A… in any order]   →   [A…]
template <is_axis... A>
struct permute_operation {
  static constexpr std::string_view name = "permute";
  static constexpr std::string_view formula = "x";
  template <class, class...>
  static constexpr bool mixes = false;

  template <class X>
  static constexpr auto result(const X& x) {
    return algebra::permute<A...>(x);
  }
  template <class X>
  static constexpr polynomial cost(const X&) {
    return {};
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    constexpr detail::exchange e = exchange_from<typename X::shape_type>();
    if constexpr (e.is_one) {
      const auto [outer, a, b, inner] = groups(e, x.shape.extents());
      kernels::permute<T>(outer, a, b, inner, x.data, y.data, with.threads);
    } else {
      detail::move_along<T>(y.shape, x.shape, x.data, y.data, false, with.threads);
    }
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    constexpr detail::exchange e = exchange_from<typename X::shape_type>();
    if constexpr (e.is_one) {
      const auto [outer, a, b, inner] = groups(e, x.shape.extents());
      kernels::add_permute_gradient<T>(outer, b, a, inner, y.gradient, x.gradient, with.threads);
    } else {
      detail::move_along<T>(x.shape, y.shape, y.gradient, x.gradient, true, with.threads);
    }
  }

 private:
  template <class X>
  static constexpr detail::exchange exchange_from() {
    return detail::exchange_of(std::array{algebra::index_of<A>(std::type_identity<X>{})...});
  }
  template <std::size_t Rank>
  static std::array<std::size_t, 4> groups(const detail::exchange& e, const std::array<std::size_t, Rank>& extents) {
    const auto count = [&](std::size_t first, std::size_t last) {
      std::size_t n = 1;
      for (std::size_t i = first; i < last; ++i) n *= extents[i];
      return n;
    };
    return {count(0, e.outer), count(e.outer, e.a), count(e.a, e.b), count(e.b, Rank)};
  }
};

}  // namespace typeformer
