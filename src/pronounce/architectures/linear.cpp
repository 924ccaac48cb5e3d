#include <typeformer/models/pronounce_architectures.hpp>

#include "../pronouncing_model_of.hpp"
#include "../training_of.hpp"

namespace typeformer {

constinit const architecture linear_architecture =
    architecture_by<linear_pronounce>("linear", "a Transformer with linear attention within each sequence",
                                      pronouncing_model_of<linear_pronounce>::load_from);

}  // namespace typeformer
