#pragma once
#include <cstddef>
#include <type_traits>

#include <typeformer/axis/algebra.hpp>

namespace typeformer {

/// A shape around one of its axes: how many elements are before it, along it, and behind it.
struct around {
  std::size_t outer = 1, along = 1, inner = 1;
};

template <class A, class X>
constexpr around around_axis(const X& x) {
  constexpr std::size_t index = algebra::index_of<A>(std::type_identity<X>{});
  const auto extents = x.extents();
  around a;
  for (std::size_t i = 0; i < extents.size(); ++i) (i < index ? a.outer : i == index ? a.along : a.inner) *= extents[i];
  return a;
}

}  // namespace typeformer
