#include "progress.hpp"

#include <atomic>
#include <string>
#include <string_view>
#include <unistd.h>

#include "../models/text_table.hpp"

namespace typeformer::cli {
namespace {

std::atomic<bool> is_drawn{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler reads it");

void draw(std::string_view text) noexcept {
  // What a terminal does not take is no loss.
  [[maybe_unused]] const auto ignored = ::write(STDERR_FILENO, text.data(), text.size());
}

constexpr std::string_view empty_line = "\r\x1b[K";

}  // namespace

progress::progress() : wanted_{::isatty(STDERR_FILENO) && !::isatty(STDIN_FILENO) && !::isatty(STDOUT_FILENO)} {}

progress::~progress() { erase(); }

void progress::add(std::size_t words) {
  using namespace std::chrono_literals;
  words_ += words;
  const auto now = clock::now();
  if (!wanted_ || now - drawn_ < 100ms) return;
  drawn_ = now;
  const auto speed =
      static_cast<std::size_t>(static_cast<double>(words_) / std::chrono::duration<double>(now - start_).count());
  is_drawn = true;
  draw(std::string{empty_line} + with_separators(words_) + " words, " + with_separators(speed) + " a second");
}

void progress::erase() noexcept {
  if (is_drawn.exchange(false)) draw(empty_line);
}

}  // namespace typeformer::cli
