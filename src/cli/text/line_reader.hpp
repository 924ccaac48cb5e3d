#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace typeformer::cli {

/// One line of input without the spaces at its ends.
struct line {
  std::size_t number = 0;  ///< from 1
  std::string text;        ///< its beginning, if it is longer than line_reader::longest
  std::size_t bytes = 0;   ///< of the whole line
  bool is_whole() const { return text.size() == bytes; }
};

/// The lines of a file descriptor, which may be a pipe or a terminal. A byte order mark in front of them is none of
/// the first. Its memory is bounded, whatever the input.
class line_reader {
 public:
  /// How many bytes of a line are kept.
  static constexpr std::size_t longest = 4096;

  /// `origin` names the descriptor in errors; `spaces`, which outlive the reader, are what lines lose at their
  /// ends.
  explicit line_reader(int descriptor, std::string origin = "standard input", std::string_view spaces = " \t\r\v\f")
      : descriptor_{descriptor}, origin_{std::move(origin)}, spaces_{spaces} {}

  /// The next line; waits for it. None at the end of the input.
  ///
  /// throws   input that cannot be read
  std::optional<line> next();

  /// Whether next() would return a line without waiting.
  bool is_ready();

 private:
  bool pass_byte_order_mark();
  void take_from_buffer();
  void extend(std::string_view part);
  void finish();
  void read();

  int descriptor_;
  std::string origin_;
  std::string_view spaces_;
  std::vector<char> buffer_ = std::vector<char>(1 << 16);
  std::size_t first_ = 0, last_ = 0;  // of the bytes in the buffer that are not taken yet
  bool at_beginning_ = true;          // there may still be a byte order mark
  bool at_end_ = false;

  line growing_{.number = 1, .text = {}, .bytes = 0};
  std::size_t length_ = 0;  // of the growing line with the spaces that may turn out to be at its end
  bool has_begun_ = false;  // the growing line has a byte, if only a space
  std::optional<line> finished_;
};

}  // namespace typeformer::cli
