#include "progress.hpp"

#include <unistd.h>

#include "../models/text_table.hpp"

namespace typeformer::cli {

progress::progress() : line_{::isatty(STDERR_FILENO) && !::isatty(STDIN_FILENO) && !::isatty(STDOUT_FILENO)} {}

void progress::add(std::size_t words) {
  words_ += words;
  if (!line_.is_due()) return;
  const auto speed = static_cast<std::size_t>(static_cast<double>(words_) /
                                              std::chrono::duration<double>(clock::now() - start_).count());
  line_.draw(with_separators(words_) + (words_ == 1 ? " word, " : " words, ") + with_separators(speed) + " a second");
}

}  // namespace typeformer::cli
