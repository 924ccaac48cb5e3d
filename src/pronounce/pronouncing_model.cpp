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

void check_float32(const safetensors::file& from, precision computes_in) {
  if (computes_in != precision::float32)
    io::refuse(from.origin(),
               "is of a model that computes in float32 alone; bf16 and int8 are for models of the "
               "architecture of those in the library");
}

std::unique_ptr<pronouncing_model> load_transformer(const safetensors::file& from, precision computes_in) {
  static_assert(first_pronounce::encoder_layers != pronounce::encoder_layers, "they are distinguished by it");
  if (encoder_layers_of(from) == first_pronounce::encoder_layers) {
    check_float32(from, computes_in);
    return load_first_pronounce(from);
  }
  switch (computes_in) {
    case precision::bf16:
      return load_pronounce_bf16(from);
    case precision::int8:
      return load_pronounce_int8(from);
    default:
      return load_pronounce(from);
  }
}

std::unique_ptr<pronouncing_model> load_pronouncing_model(const safetensors::file& from, precision computes_in) {
  const std::string& name = architecture_of(from.metadata());
  for (const architecture* known : architectures())
    if (known->name == name) return known->load(from, computes_in);
  io::refuse(from.origin(), "is of the architecture {}, which is not known", io::in_quotes(name));
}

}  // namespace typeformer
