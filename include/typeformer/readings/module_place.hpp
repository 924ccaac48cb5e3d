#pragma once
#include <algorithm>
#include <cstddef>
#include <limits>

#include <typeformer/tensor/layout.hpp>

namespace typeformer {

/// What a part of a model is known by: the place of its first number and how many it learns.
struct module_place {
  std::size_t offset = std::numeric_limits<std::size_t>::max();
  std::size_t parameters = 0;
  constexpr bool operator==(const module_place&) const = default;
};

template <class M>
constexpr module_place place_of(const M& module) {
  module_place place{.parameters = parameter_count<M>};
  for_each_handle(module, [&](const auto& p) { place.offset = std::min(place.offset, p.offset); });
  return place;
}

}  // namespace typeformer
