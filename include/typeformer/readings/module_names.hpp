#pragma once
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <typeformer/readings/module_place.hpp>

namespace typeformer {

/// Calls f(name, module) for a module and each module in it, outer before inner, with names from the struct:
/// "encoder.0.self_attention". The whole has the name `path`.
template <class M, class F>
void for_each_named_module(const M& module, F&& f, const std::string& path = "") {
  if constexpr (is_module<M>) f(path, module);
  if constexpr (detail::is_array<M> || is_module<M>)
    detail::for_each_named_member(
        module, path, [&](const auto& member, const std::string& name) { for_each_named_module(member, f, name); });
}

/// The names of a model's modules by module_place, which is what a trace has of them.
class module_names {
 public:
  /// The names of all modules in M. It allocates for each.
  template <is_module M>
  static module_names of() {
    module_names names;
    for_each_named_module(model<M>, [&](const std::string& name, const auto& module) {
      const module_place place = place_of(module);
      if (place.offset != std::numeric_limits<std::size_t>::max()) names.all_.emplace_back(place, name);
    });
    return names;
  }

  /// The innermost module there; null if there is none.
  const std::string* find(const module_place& place) const {
    const std::string* found = nullptr;
    for (const auto& [at, name] : all_)
      if (at == place) found = &name;
    return found;
  }

 private:
  std::vector<std::pair<module_place, std::string>> all_;
};

}  // namespace typeformer
