#include "attention_picture.hpp"

#include <span>

#include <fmt/format.h>

#include "../io/system_file.hpp"
#include "exit_code.hpp"
#include "heat_map_svg.hpp"
#include "interruption.hpp"

namespace typeformer::cli {

int draw_attention(std::string_view word, const attention_map& map, const std::string& path) {
  const std::string picture =
      heat_map_svg(fmt::format("What the phones of {} look at", word), map.phones, map.letters, map.weights);
  const noted_interruption interruption;
  io::replacement_file file{path};
  file.write(std::as_bytes(std::span{picture}));
  file.commit();
  return interruption.has_come() ? exit_code::interrupted : exit_code::success;
}

}  // namespace typeformer::cli
