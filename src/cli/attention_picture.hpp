#pragma once
#include <string>
#include <string_view>

#include <typeformer/pronounce/pronouncer.hpp>

namespace typeformer::cli {

/// Writes a heat map of phones by letters as an SVG file, all or nothing. The exit code.
///
/// refuses  a file that cannot be written
int draw_attention(std::string_view word, const attention_map& map, const std::string& path);

}  // namespace typeformer::cli
