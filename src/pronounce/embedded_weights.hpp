#pragma once
#include <cstddef>
#include <span>

namespace typeformer {

/// The safetensors file of the model `pronounce`, which is part of the library.
/// throws  error: the library was built without it
std::span<const std::byte> embedded_pronounce();

}  // namespace typeformer
