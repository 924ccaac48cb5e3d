#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <typeformer/axis/axis.hpp>

namespace typeformer {

/// What a decoder has predicted.
template <class Target>
struct predicted_targets {
  const std::int32_t* tokens;  ///< [rows, Target], without start and end
  std::span<const std::int32_t> lengths;

  std::span<const std::int32_t> row(std::size_t b) const {
    return {tokens + b * bound<Target>, static_cast<std::size_t>(lengths[b])};
  }
};

/// The targets of a batch while a decoder says them: each grows by a token in each step, until its end or until Target
/// is full. Everything is allocated at construction.
template <class Config, is_axis Batch>
class decoding_state {
 public:
  using Target = typename Config::Target;

  decoding_state() : grows_(bound<Batch>), tokens_(bound<Batch> * bound<Target>), lengths_(bound<Batch>) {}

  void begin(std::size_t rows) {
    rows_ = growing_ = rows;
    std::fill_n(grows_.begin(), rows, true);
    std::fill_n(lengths_.begin(), rows, 0);
  }

  /// How many rows have not ended.
  std::size_t growing() const { return growing_; }
  bool grows(std::size_t b) const { return grows_[b]; }

  /// The next token of each row; that of a row which has ended is not looked at.
  void append(const std::int32_t* next) {
    for (std::size_t b = 0; b < rows_; ++b) {
      if (!grows_[b]) continue;
      if (next[b] == Config::end_token) {
        grows_[b] = false;
        --growing_;
      } else {
        tokens_[b * bound<Target> + static_cast<std::size_t>(lengths_[b]++)] = next[b];
      }
    }
  }

  /// Holds until the next begin().
  predicted_targets<Target> predicted() const { return {tokens_.data(), {lengths_.data(), rows_}}; }

 private:
  std::size_t rows_ = 0, growing_ = 0;
  std::vector<bool> grows_;
  std::vector<std::int32_t> tokens_, lengths_;
};

}  // namespace typeformer
