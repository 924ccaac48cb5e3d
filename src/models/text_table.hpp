#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/models/description.hpp>

namespace typeformer {

/// "1,861,120"
std::string with_separators(std::size_t number);

/// How many columns of a terminal a text of Latin and Greek letters and signs takes: combining characters take none.
std::size_t width_of(std::string_view text);

enum class content { words, numbers, formulas };

/// Rows of cells under headings. Numbers are on the right of their column.
class text_table {
 public:
  struct column {
    std::string heading;
    content cells = content::words;
  };
  explicit text_table(std::vector<column> columns) : columns_{std::move(columns)} {}

  /// One cell for each column.
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  /// For terminals: each column as wide as its widest cell, two spaces between columns; lines without spaces at their
  /// ends.
  std::string text() const;
  std::string written(table_format format) const;

 private:
  std::string markdown() const;
  std::string latex() const;

  std::vector<column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace typeformer
