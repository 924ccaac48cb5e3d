#pragma once
#include <chrono>
#include <cstddef>
#include <string_view>

#include "status_line.hpp"

namespace typeformer::cli {

/// Counts units on a status line while they are worked on. It is there only if someone can see it and would see nothing
/// else: standard error is a terminal, and standard input and output are not.
class progress {
 public:
  /// `unit`, which outlives the progress: "word".
  explicit progress(std::string_view unit);

  /// So many more units are done.
  void add(std::size_t count);

 private:
  using clock = std::chrono::steady_clock;
  status_line line_;
  std::string_view unit_;
  std::size_t count_ = 0;
  clock::time_point start_ = clock::now();
};

}  // namespace typeformer::cli
