#include <typeformer/models/pronounce.hpp>
#include <typeformer/tensor/quantized_weights.hpp>

#include "pronouncing_model_of.hpp"

namespace typeformer {

std::unique_ptr<pronouncing_model> load_pronounce_bf16(const safetensors::file& from) {
  return std::make_unique<pronouncing_model_of<pronounce, bf16_products>>(from);
}

}  // namespace typeformer
