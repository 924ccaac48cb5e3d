#include "line_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include "../../io/sentence.hpp"
#include "../../io/utf8.hpp"

namespace typeformer::cli {

std::optional<line> line_reader::next() {
  for (take_from_buffer(); !finished_ && !at_end_; take_from_buffer()) read();
  return std::exchange(finished_, std::nullopt);
}

bool line_reader::is_ready() {
  for (take_from_buffer(); !finished_ && !at_end_; take_from_buffer()) {
    pollfd readable{descriptor_, POLLIN, 0};
    if (::poll(&readable, 1, 0) <= 0) return false;
    read();
  }
  return finished_.has_value();
}

// False while it is not known yet: then the buffer holds nothing but the beginning of a mark.
bool line_reader::pass_byte_order_mark() {
  const std::string_view rest{buffer_.data() + first_, last_ - first_};
  if (!at_end_ && rest.size() < io::byte_order_mark.size() && io::byte_order_mark.starts_with(rest)) return false;
  if (rest.starts_with(io::byte_order_mark)) first_ += io::byte_order_mark.size();
  at_beginning_ = false;
  return true;
}

void line_reader::take_from_buffer() {
  if (at_beginning_ && !pass_byte_order_mark()) return;
  while (!finished_ && first_ < last_) {
    const std::string_view rest{buffer_.data() + first_, last_ - first_};
    const std::size_t end = rest.find('\n');
    has_begun_ = true;
    extend(rest.substr(0, end));
    first_ += std::min(end, rest.size() - 1) + 1;
    if (end != rest.npos) finish();
  }
  if (!finished_ && at_end_ && has_begun_) finish();
}

void line_reader::extend(std::string_view part) {
  if (length_ == 0) part.remove_prefix(std::min(part.find_first_not_of(spaces_), part.size()));
  growing_.text += part.substr(0, longest - growing_.text.size());
  if (const std::size_t last = part.find_last_not_of(spaces_); last != part.npos) growing_.bytes = length_ + last + 1;
  length_ += part.size();
}

void line_reader::finish() {
  const std::size_t number = growing_.number;
  growing_.text.resize(std::min(growing_.text.size(), growing_.bytes));
  finished_ = std::exchange(growing_, {.number = number + 1, .text = {}, .bytes = 0});
  length_ = 0;
  has_begun_ = false;
}

void line_reader::read() {
  // All is taken, but for what may begin a byte order mark at the beginning.
  const std::size_t kept = last_ - first_;
  for (;;) {
    const ssize_t count = ::read(descriptor_, buffer_.data() + kept, buffer_.size() - kept);
    if (count >= 0) {
      first_ = 0;
      last_ = kept + static_cast<std::size_t>(count);
      at_end_ = count == 0;
      return;
    }
    if (errno == EAGAIN) {  // whoever shares the descriptor made it non-blocking
      pollfd readable{descriptor_, POLLIN, 0};
      ::poll(&readable, 1, -1);
    } else if (errno != EINTR) {
      io::refuse(origin_, "cannot be read: {}", std::strerror(errno));
    }
  }
}

}  // namespace typeformer::cli
