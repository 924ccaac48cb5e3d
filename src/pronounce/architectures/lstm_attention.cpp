#include <typeformer/models/pronounce_architectures.hpp>

#include "../pronouncing_model_of.hpp"
#include "../training_of.hpp"

namespace typeformer {

constinit const architecture lstm_attention_architecture =
    architecture_by<lstm_attention_pronounce>("lstm-attention", "long short-term memories with attention",
                                              pronouncing_model_of<lstm_attention_pronounce>::load_from);

}  // namespace typeformer
