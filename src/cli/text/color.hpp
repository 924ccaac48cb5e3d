#pragma once

namespace typeformer::cli {

/// Whether colours are written: on terminals alone, unless somebody says otherwise.
enum class color_choice : unsigned char { automatic, always, never };

/// What --color asks for.
void choose_color(color_choice);

/// Whether a stream shows colours: as chosen, or where it is a terminal that has them and NO_COLOR is empty or not set
/// (https://no-color.org).
bool shows_color(int descriptor);

}  // namespace typeformer::cli
