#include "progress.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include "../../models/text_table.hpp"

namespace typeformer::cli {

progress::progress(std::string_view unit)
    : line_{::isatty(STDERR_FILENO) && !::isatty(STDIN_FILENO) && !::isatty(STDOUT_FILENO)}, unit_{unit} {}

void progress::add(std::size_t count) {
  count_ += count;
  if (!line_.is_due()) return;
  const auto speed = static_cast<std::size_t>(static_cast<double>(count_) /
                                              std::chrono::duration<double>(clock::now() - start_).count());
  line_.draw(fmt::format("{} {}{}, {} a second", with_separators(count_), unit_, count_ == 1 ? "" : "s",
                         with_separators(speed)));
}

}  // namespace typeformer::cli
