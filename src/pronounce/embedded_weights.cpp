#include "embedded_weights.hpp"

#include <cstdint>

#include <typeformer/error.hpp>

// embedded_weights.S
extern "C" {
extern const std::byte typeformer_pronounce_bytes[] __attribute__((visibility("hidden")));
extern const std::uint64_t typeformer_pronounce_length __attribute__((visibility("hidden")));
}

namespace typeformer {

std::span<const std::byte> embedded_pronounce() {
  if (typeformer_pronounce_length == 0)
    throw error{"this library was built without the embedded weights of pronounce (option embedded_model)"};
  return {typeformer_pronounce_bytes, static_cast<std::size_t>(typeformer_pronounce_length)};
}

}  // namespace typeformer
