#include "pronouncing_model.hpp"

#include <algorithm>
#include <string>

#include <typeformer/models/pronounce.hpp>

namespace typeformer {
namespace {

std::size_t encoder_layers_of(const safetensors::file& from) {
  for (std::size_t layer = 0;; ++layer)
    if (std::ranges::none_of(from.tensors(), [prefix = "encoder." + std::to_string(layer) + "."](const auto& info) {
          return info.name.starts_with(prefix);
        }))
      return layer;
}

}  // namespace

std::unique_ptr<pronouncing_model> load_pronouncing_model(const safetensors::file& from) {
  static_assert(first_pronounce::encoder_layers != pronounce::encoder_layers, "they are told apart by it");
  return encoder_layers_of(from) == first_pronounce::encoder_layers ? load_first_pronounce(from) : load_pronounce(from);
}

}  // namespace typeformer
