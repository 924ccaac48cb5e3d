#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace typeformer {

/// "1,861,120"
std::string with_separators(std::size_t number);

/// How many columns of a terminal a text of Latin and Greek letters and signs takes: combining characters take none.
std::size_t width_of(std::string_view text);

enum class align { left, right };

/// Rows of cells under headings, each column as wide as its widest cell, two spaces between columns.
class text_table {
 public:
  struct column {
    std::string heading;
    align alignment = align::left;
  };
  explicit text_table(std::vector<column> columns) : columns_{std::move(columns)} {}

  /// One cell for each column.
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  /// Lines without spaces at their ends.
  std::string text() const;

 private:
  std::vector<column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace typeformer
