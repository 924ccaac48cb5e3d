#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "../../src/pronounce/pronunciation_list.hpp"
#include "../pronounce/small_vocabularies.hpp"

/// Of any bytes each line is an example within the model's bounds, or bad with a reason, or the whole is refused with a
/// typeformer::error; anything else ends the program.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace typeformer;
  static const test::small_vocabularies known;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  std::size_t lines = 0;
  for (const char c : text) lines += c == '\n';
  try {
    const auto list = read_pronunciations(text, "bytes", known.letters, known.phones, bad_lines::skip);
    const std::size_t read = list.examples.size() + list.bad;
    if ((read != lines && read != lines + 1) || list.lines.size() != list.examples.size()) std::abort();
    for (const example& e : list.examples) {
      if (e.source.empty() || e.source.size() > 63 || e.target.empty() || e.target.size() > 39) std::abort();
      for (const auto token : e.source)
        if (token < 3 || token >= 30) std::abort();
      for (const auto token : e.target)
        if (token < 3 || token >= 8) std::abort();
    }
    if ((list.bad == 0) != list.reasons.empty() || words_of(list).empty()) std::abort();
  } catch (const error&) {
  }
  return 0;
}
