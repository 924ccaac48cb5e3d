#pragma once
#include <cstddef>

#include <typeformer/axis/algebra.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/operations/around_axis.hpp>
#include <typeformer/operations/operation.hpp>
#include <typeformer/operations/reach.hpp>

namespace typeformer {

/// What each position of A yields, behind the first `Before` axes. The operand is that of the first position; those of
/// the first `copied` positions stand `stride` elements apart in memory. The others are not written: what runs as it
/// goes along appends them.
///
/// shapes   x [L…, R…]   →   [L…, A, R…]
template <is_axis A, std::size_t Before>
struct stack_positions_operation {
  static constexpr std::string_view name = "stack";
  static constexpr std::string_view formula = "(x₁, x₂, …)";
  static constexpr bool yields_infinity = true;  ///< of a position that is no operand
  template <class, class...>
  static constexpr reach reach_along() {
    return {};  // positions are moved
  }

  std::size_t extent = 0;     ///< of A
  std::size_t copied = 0;     ///< positions whose results are there already
  std::ptrdiff_t stride = 0;  ///< in elements, from one of them to the next

  template <class X>
  constexpr auto result(const X& x) const {
    return algebra::insert<Before>(x, dimension<A>{extent});
  }
  template <class X>
  static constexpr polynomial cost(const X&) {
    return {};
  }
  /// Those of all positions, and what is between them.
  template <class X>
  constexpr std::size_t operand_elements(const X& x) const {
    return copied == 0 ? 0 : (copied - 1) * static_cast<std::size_t>(stride) + x.size();
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    const around a = around_first(x.shape);
    for (std::size_t i = 0; i < copied; ++i)
      kernels::copy_rows(a.outer, a.inner, x.data + static_cast<std::ptrdiff_t>(i) * stride, a.inner,
                         y.data + i * a.inner, extent * a.inner, with.threads);
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    const around a = around_first(x.shape);
    for (std::size_t i = 0; i < copied; ++i)
      kernels::add_copied_rows<T>(a.outer, a.inner, y.gradient + i * a.inner, extent * a.inner,
                                  x.gradient + static_cast<std::ptrdiff_t>(i) * stride, a.inner, with.threads);
  }

 private:
  /// How many elements L… and R… have.
  template <class X>
  static constexpr around around_first(const X& x) {
    const auto extents = x.extents();
    around a;
    for (std::size_t i = 0; i < extents.size(); ++i) (i < Before ? a.outer : a.inner) *= extents[i];
    return a;
  }
};

}  // namespace typeformer
