#include "color.hpp"

#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace typeformer::cli {
namespace {

color_choice chosen = color_choice::automatic;

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

void choose_color(color_choice choice) { chosen = choice; }

bool shows_color(int descriptor) {
  if (chosen != color_choice::automatic) return chosen == color_choice::always;
  const std::string_view terminal = environment("TERM");
  return environment("NO_COLOR").empty() && !terminal.empty() && terminal != "dumb" && ::isatty(descriptor) == 1;
}

}  // namespace typeformer::cli
