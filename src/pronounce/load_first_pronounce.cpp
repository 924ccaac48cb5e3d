#include <typeformer/models/pronounce.hpp>

#include "pronouncing_model_of.hpp"

namespace typeformer {

std::unique_ptr<pronouncing_model> load_first_pronounce(const safetensors::file& from) {
  return std::make_unique<pronouncing_model_of<first_pronounce>>(from);
}

}  // namespace typeformer
