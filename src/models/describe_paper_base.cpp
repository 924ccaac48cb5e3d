#include <typeformer/models/paper_base.hpp>

#include "described_models.hpp"

namespace typeformer {
namespace {

// The configuration leaves the batch to its users; a description needs one.
struct Batch : axis<"B", up_to<16>> {};

}  // namespace

description describe_paper_base() { return describe_transformer<paper_base, Batch>("paper_base"); }

}  // namespace typeformer
