#include <typeformer/models/pronounce_architectures.hpp>

#include "../pronouncing_model_of.hpp"
#include "../training_of.hpp"

namespace typeformer {

constinit const architecture rnn_architecture =
    architecture_by<rnn_pronounce>("rnn", "plain recurrent layers; the decoder begins with the encoder's last state",
                                   pronouncing_model_of<rnn_pronounce>::load_from);

}  // namespace typeformer
