#pragma once
#include <chrono>
#include <cstddef>

namespace typeformer::cli {

/// A line on standard error that counts words while they are worked on. It is there only if someone can see it and
/// would see nothing else: standard error is a terminal, and standard input and output are not.
class progress {
 public:
  progress();
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  /// So many more words are done. Redraws at most ten times a second.
  void add(std::size_t words);

  /// Removes the line, if it is there. A signal handler may call it.
  static void erase() noexcept;

 private:
  using clock = std::chrono::steady_clock;
  bool wanted_;
  std::size_t words_ = 0;
  clock::time_point start_ = clock::now(), drawn_ = start_;
};

}  // namespace typeformer::cli
