#pragma once
#include <algorithm>
#include <cstddef>
#include <limits>

#include <typeformer/tensor/layout.hpp>

namespace typeformer {

/// Identifies a part of a model: the offset of its first number, and how many parameters are trained.
struct module_place {
  std::size_t offset = std::numeric_limits<std::size_t>::max();    ///< the largest number where a part has no handles
  std::size_t parameters = 0;                                      ///< trained numbers in it
  constexpr bool operator==(const module_place&) const = default;  ///< both are equal
};

/// The place of a module within the model that it is a part of, by the offsets of its handles.
template <class M>
constexpr module_place place_of(const M& module) {
  module_place place{.parameters = parameter_count<M>};
  for_each_handle(module, [&](const auto& p) { place.offset = std::min(place.offset, p.offset); });
  return place;
}

/// What an operation uses of a model: its operands that are parameters or constants.
template <class... X>
constexpr module_place place_of_operands(const X&... x) {
  module_place place;
  const auto use = [&]<class P>(const P& p) {
    if constexpr (requires { P::kind; }) {
      place.offset = std::min(place.offset, p.offset);
      if constexpr (!is_constant<P>) place.parameters += P::size;
    }
  };
  (use(x), ...);
  return place;
}

}  // namespace typeformer
