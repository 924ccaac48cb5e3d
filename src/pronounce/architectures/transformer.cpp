#include "../training_of.hpp"

namespace typeformer {
namespace {

struct trained_pronounce : with_choices<pronounce, dropout_rate<runtime_dropout>> {};

}  // namespace

constinit const architecture transformer_architecture =
    architecture_by<trained_pronounce>("transformer", "that of the weights in the library", load_transformer);

}  // namespace typeformer
