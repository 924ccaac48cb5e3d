#pragma once
#include <chrono>
#include <cstddef>

#include "status_line.hpp"

namespace typeformer::cli {

/// Counts words on a status line while they are worked on. It is there only if someone can see it and would see nothing
/// else: standard error is a terminal, and standard input and output are not.
class progress {
 public:
  progress();

  /// So many more words are done.
  void add(std::size_t words);

 private:
  using clock = std::chrono::steady_clock;
  status_line line_;
  std::size_t words_ = 0;
  clock::time_point start_ = clock::now();
};

}  // namespace typeformer::cli
