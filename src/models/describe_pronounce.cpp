#include <typeformer/models/pronounce.hpp>

#include "described_models.hpp"

namespace typeformer {

description describe_pronounce() { return describe_transformer<pronounce, pronounce::Batch>("pronounce"); }

}  // namespace typeformer
