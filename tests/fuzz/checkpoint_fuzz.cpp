#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include <typeformer/error.hpp>

#include "../train/checkpoint_bytes.hpp"

/// Any bytes are a checkpoint or are refused with a typeformer::error; anything else ends the program. Bytes chosen at
/// random would never pass the checksums, so they are also tried with checksums that are right.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  try {
    if (const auto sealed = typeformer::test::resealed(bytes);
        !sealed.empty() && !typeformer::test::flaw_of(sealed).empty())
      std::abort();
  } catch (const typeformer::error&) {
  }
  try {
    if (!typeformer::test::flaw_of(bytes).empty()) std::abort();
  } catch (const typeformer::error&) {
  }
  return 0;
}
