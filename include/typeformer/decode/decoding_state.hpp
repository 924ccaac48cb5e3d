#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <typeformer/axis/axis.hpp>
#include <typeformer/layers/config.hpp>

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

/// The targets of a batch while they are decoded: each active row gets a token in each step, until its end or until
/// Target is full. Everything is allocated at construction.
template <class Config, is_axis Batch>
class decoding_state {
 public:
  using Target = typename Config::Target;

  decoding_state() : is_active_(bound<Batch>), tokens_(bound<Batch> * bound<Target>), lengths_(bound<Batch>) {}

  void begin(std::size_t rows) {
    rows_ = active_ = rows;
    std::fill_n(is_active_.begin(), rows, true);
    std::fill_n(lengths_.begin(), rows, 0);
  }

  /// How many rows have not ended.
  std::size_t active() const { return active_; }
  bool is_active(std::size_t b) const { return is_active_[b]; }

  /// The next token of each row; that of a row which has ended is not looked at.
  void append(const std::int32_t* next) {
    for (std::size_t b = 0; b < rows_; ++b) {
      if (!is_active_[b]) continue;
      if (next[b] == checked_decoding_config<Config>::end_token) {
        is_active_[b] = false;
        --active_;
      } else {
        tokens_[b * bound<Target> + static_cast<std::size_t>(lengths_[b]++)] = next[b];
      }
    }
  }

  /// Holds until the next begin().
  predicted_targets<Target> predicted() const { return {tokens_.data(), {lengths_.data(), rows_}}; }

 private:
  std::size_t rows_ = 0, active_ = 0;
  std::vector<bool> is_active_;
  std::vector<std::int32_t> tokens_, lengths_;
};

}  // namespace typeformer
