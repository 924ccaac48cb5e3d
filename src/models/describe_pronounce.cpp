#include <typeformer/models/pronounce.hpp>

#include "described_layers.hpp"

namespace typeformer {

description describe_pronounce() { return described::transformer_of<pronounce, pronounce::Batch>("pronounce"); }
std::span<const described_layer> layers_of_pronounce() { return described::layers<pronounce, pronounce::Batch>; }

}  // namespace typeformer
