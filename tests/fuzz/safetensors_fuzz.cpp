#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include <typeformer/error.hpp>

#include "../io/safetensors_bytes.hpp"

/// Any bytes are a file or are refused with a typeformer::error; anything else ends the program.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    if (!typeformer::safetensors::test::flaw_of(std::as_bytes(std::span(data, size))).empty()) std::abort();
  } catch (const typeformer::error&) {
  }
  return 0;
}
