#include <typeformer/models/pronounce_architectures.hpp>

#include "../pronouncing_model_of.hpp"
#include "../training_of.hpp"

namespace typeformer {

constinit const architecture gru_attention_architecture = architecture_by<gru_attention_pronounce>(
    "gru-attention", "gated recurrent units with attention", pronouncing_model_of<gru_attention_pronounce>::load_from);

}  // namespace typeformer
