#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/train/example.hpp>

#include "phone_names.hpp"
#include "spelling.hpp"

namespace typeformer {

/// What becomes of a file with lines that cannot be read.
enum class bad_lines {
  refuse,  ///< the file is refused
  skip,    ///< they are counted and left out
};

/// Words and their pronunciations. A word with several pronunciations has several lines.
struct pronunciation_list {
  struct line {
    std::string word;    ///< as the file has it
    std::size_t number;  ///< from 1
  };

  /// How many bytes a line may have, and how many bad ones are listed.
  static constexpr std::size_t longest_line = 4096, most_reasons = 5;

  std::vector<example> examples;  ///< from letters to phones
  std::vector<line> lines;        ///< of each example

  std::size_t bad = 0;               ///< lines left out
  std::vector<std::string> reasons;  ///< of the first of them, "FILE, line 3: …"
};

/// Reads lines of a word, a tab and its phones, with spaces between these. Lines may end as in Windows, and a byte
/// order mark may come first. `origin` names the file in errors.
///
/// throws   for a text without any good line. With bad_lines::refuse also for an empty line; one above longest_line; no
///          tab or several; a word for which `letters`, and phones for which `phones` has a refusal: the first line's
///          number and reason, and how many more there are
pronunciation_list read_pronunciations(std::string_view text, std::string_view origin, const spelling& letters,
                                       const phone_names& phones, bad_lines policy = bad_lines::refuse);

/// The same of a regular file of at most 1 GiB.
pronunciation_list read_pronunciations(const std::filesystem::path& file, const spelling& letters,
                                       const phone_names& phones, bad_lines policy = bad_lines::refuse);

/// A word with all of its references.
struct word_with_references {
  std::string word;  ///< as its first line has it
  std::vector<std::int32_t> letters;
  std::vector<std::vector<std::int32_t>> references;  ///< in the order of the file
};

/// The words of a list, in the order of their first lines. Words of the same letters are one, of whatever case.
std::vector<word_with_references> words_of(const pronunciation_list& list);

}  // namespace typeformer
