#include "pronouncing_model.hpp"

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <typeformer/models/pronounce.hpp>

#include "../io/sentence.hpp"
#include "architecture.hpp"

namespace typeformer {
namespace {

// Each tensor is looked at once: a file can name a layer with each of some million tensors.
std::size_t encoder_layers_of(const safetensors::file& from) {
  constexpr std::string_view prefix = "encoder.";
  std::vector<bool> is_named(from.tensors().size() + 1);
  for (const auto& info : from.tensors()) {
    const std::string_view name = info.name;
    if (!name.starts_with(prefix)) continue;
    std::size_t layer = 0;
    const auto [end, failure] = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), layer);
    if (failure == std::errc{} && end != name.data() + name.size() && *end == '.' && layer < is_named.size())
      is_named[layer] = true;
  }
  std::size_t layers = 0;
  while (is_named[layers]) ++layers;  // the last is false: there are more of them than tensors
  return layers;
}

}  // namespace

std::unique_ptr<pronouncing_model> load_transformer(const safetensors::file& from) {
  static_assert(first_pronounce::encoder_layers != pronounce::encoder_layers, "they are distinguished by it");
  return encoder_layers_of(from) == first_pronounce::encoder_layers ? load_first_pronounce(from) : load_pronounce(from);
}

std::unique_ptr<pronouncing_model> load_pronouncing_model(const safetensors::file& from) {
  const std::string& name = architecture_of(from.metadata());
  for (const architecture* known : architectures())
    if (known->name == name) return known->load(from);
  io::refuse(from.origin(), "is of the architecture {}, which is not known", io::in_quotes(name));
}

}  // namespace typeformer
