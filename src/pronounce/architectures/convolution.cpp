#include <typeformer/models/pronounce_architectures.hpp>

#include "../pronouncing_model_of.hpp"
#include "../training_of.hpp"

namespace typeformer {

constinit const architecture convolution_architecture =
    architecture_by<convolution_pronounce>("convolution", "a convolutional encoder with a Transformer's decoder",
                                           pronouncing_model_of<convolution_pronounce>::load_from);

}  // namespace typeformer
