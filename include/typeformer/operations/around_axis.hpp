#pragma once
#include <cstddef>
#include <type_traits>

#include <typeformer/axis/algebra.hpp>

namespace typeformer {

/// A shape around one of its axes: how many elements are before it, along it, and behind it.
struct around {
  std::size_t outer = 1;  ///< before it: the product of those extents
  std::size_t along = 1;  ///< its own extent
  std::size_t inner = 1;  ///< behind it, which is also its stride
};

/// The extents of x in three: before A, of A, and behind it. x has A once.
template <class A, class X>
constexpr around around_axis(const X& x) {
  constexpr std::size_t index = algebra::index_of<A>(std::type_identity<X>{});
  const auto extents = x.extents();
  around a;
  for (std::size_t i = 0; i < extents.size(); ++i) (i < index ? a.outer : i == index ? a.along : a.inner) *= extents[i];
  return a;
}

}  // namespace typeformer
