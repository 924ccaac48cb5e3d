#pragma once
#include <string>
#include <string_view>

namespace typeformer::cli {

/// Nobody reads the output any more: the program ends without a complaint.
struct output_closed {};

/// Standard output. Whole lines leave together, in pieces that a pipe takes whole or not at all, so that an interrupted
/// program leaves no half of a line.
class output {
 public:
  /// `lines` end with a newline.
  void write(std::string_view lines);
  void flush();

 private:
  std::string waiting_;
};

/// Prints a text that is all there is to print. The exit code.
int show(std::string_view text, output& to);

/// Writes a file, all or nothing, also when the program is interrupted. The exit code.
///
/// throws   a file that cannot be written
int write_file(const std::string& path, std::string_view text);

/// One line on standard error: "typeformer: sentence", of which every character can be printed; the name is red where
/// that shows (color.hpp). What cannot be written there is lost.
void complain(std::string_view sentence);

/// Where whoever started the program has closed standard input, output or error, takes its number, so that no file the
/// program opens gets it, and then what is meant for a reader. Reading or writing there fails as it does when closed.
void reserve_closed_streams();

}  // namespace typeformer::cli
