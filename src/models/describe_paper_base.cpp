#include <typeformer/models/paper_base.hpp>

#include "described_layers.hpp"

namespace typeformer {
namespace {

// The configuration leaves the batch to its users; a description needs one.
struct Batch : axis<"B", up_to<16>> {};

}  // namespace

description describe_paper_base() { return described::transformer_of<paper_base, Batch>("paper_base"); }
std::span<const described_layer> layers_of_paper_base() { return described::layers<paper_base, Batch>; }

}  // namespace typeformer
