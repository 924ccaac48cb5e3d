#pragma once
#include <chrono>
#include <string_view>

namespace typeformer::cli {

/// A line on standard error that is drawn over itself while something long goes on. Whoever uses it finds out whether
/// someone can see it.
class status_line {
 public:
  explicit status_line(bool wanted) : wanted_{wanted} {}
  ~status_line() { erase(); }
  status_line(const status_line&) = delete;
  status_line& operator=(const status_line&) = delete;

  /// Whether it is time to draw: at most ten times a second, and never if it is not wanted.
  bool is_due() const;
  void draw(std::string_view text);

  /// Removes the line, if it is there. A signal handler may call it.
  static void erase() noexcept;

 private:
  using clock = std::chrono::steady_clock;
  bool wanted_;
  clock::time_point drawn_ = clock::now();
};

}  // namespace typeformer::cli
