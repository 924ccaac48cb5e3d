#include <typeformer/models/pronounce_architectures.hpp>

#include "../pronouncing_model_of.hpp"
#include "../training_of.hpp"

namespace typeformer {

constinit const architecture rnn_attention_architecture =
    architecture_by<rnn_attention_pronounce>("rnn-attention", "the same with attention to the letters",
                                             pronouncing_model_of<rnn_attention_pronounce>::load_from);

}  // namespace typeformer
