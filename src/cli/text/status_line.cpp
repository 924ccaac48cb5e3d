#include "status_line.hpp"

#include <atomic>
#include <string>
#include <unistd.h>

namespace typeformer::cli {
namespace {

std::atomic<bool> is_drawn{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler reads it");

void write(std::string_view text) noexcept {
  // What a terminal does not take is no loss.
  [[maybe_unused]] const auto ignored = ::write(STDERR_FILENO, text.data(), text.size());
}

constexpr std::string_view empty_line = "\r\x1b[K";

}  // namespace

bool status_line::is_due() const { return wanted_ && clock::now() - drawn_ >= std::chrono::milliseconds{100}; }

void status_line::draw(std::string_view text) {
  drawn_ = clock::now();
  is_drawn = true;
  write(std::string{empty_line} + std::string{text});
}

void status_line::erase() noexcept {
  if (is_drawn.exchange(false)) write(empty_line);
}

}  // namespace typeformer::cli
