#include "architecture.hpp"

#include <algorithm>
#include <array>

#include "../io/sentence.hpp"

namespace typeformer {

std::span<const architecture* const> architectures() {
#define TYPEFORMER_ARCHITECTURE(NAME) &NAME##_architecture,
  static constexpr std::array all{TYPEFORMER_ARCHITECTURES(TYPEFORMER_ARCHITECTURE)};
#undef TYPEFORMER_ARCHITECTURE
  return all;
}

const architecture& architecture_named(std::string_view name) {
  const auto all = architectures();
  const auto found = std::ranges::find(all, name, &architecture::name);
  if (found == all.end()) throw error{"there is no architecture " + io::in_quotes(std::string{name})};
  return **found;
}

const std::string& architecture_of(const std::map<std::string, std::string>& facts) {
  static const std::string first{architectures().front()->name};
  const auto found = facts.find(architecture_fact);
  return found == facts.end() ? first : found->second;
}

}  // namespace typeformer
