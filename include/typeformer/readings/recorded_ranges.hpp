#pragma once
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer {

/// Which numbers of a recording belong together: each input, and each operation's result, is a range of indices. Ranges
/// are noted in the order of their numbers, but where a part of the run is run again, in the midst of the others.
class recorded_ranges {
 public:
  /// Notes [first, last), behind what was noted last.
  void note(std::size_t first, std::size_t last, bool is_input) {
    ranges_.insert(at(end_), {first, last, is_input});
    ++end_;
  }
  /// Forgets all.
  void clear() {
    ranges_.clear();
    end_ = 0;
  }
  /// How many are in front of the next one.
  std::size_t end() const { return end_; }
  /// Forgets those from number `begin` to end(), where the next one then goes.
  void forget_from(std::size_t begin) {
    ranges_.erase(at(begin), at(end_));
    end_ = begin;
  }
  /// The next one goes in front of those that begin with `number` or behind it. Returns the end() of now and of before.
  std::pair<std::size_t, std::size_t> go_to(std::size_t number) {
    const std::size_t before = end_;
    end_ = first_from(number);
    return {end_, before};
  }
  /// The next one goes behind the first `end`.
  void go_back_to(std::size_t end) { end_ = end; }

  /// [first, last) with the whole of each range that it has a part of.
  std::pair<std::size_t, std::size_t> around(std::size_t first, std::size_t last) const {
    const std::size_t behind_first = first_from(first + 1), behind_last = first_from(last);
    if (behind_first > 0 && ranges_[behind_first - 1].last > first) first = ranges_[behind_first - 1].first;
    if (behind_last > 0) last = std::max(last, ranges_[behind_last - 1].last);
    return {first, last};
  }
  /// Whether a number is an input's.
  bool is_of_input(std::size_t number) const {
    const std::size_t behind = first_from(number + 1);
    return behind > 0 && ranges_[behind - 1].is_input;
  }

 private:
  struct range {
    std::size_t first, last;
    bool is_input;
  };
  std::vector<range>::iterator at(std::size_t i) { return ranges_.begin() + static_cast<std::ptrdiff_t>(i); }
  std::size_t first_from(std::size_t number) const {
    const auto found = std::lower_bound(ranges_.begin(), ranges_.end(), number,
                                        [](const range& r, std::size_t n) { return r.first < n; });
    return static_cast<std::size_t>(found - ranges_.begin());
  }

  std::vector<range> ranges_;
  std::size_t end_ = 0;
};

}  // namespace typeformer
