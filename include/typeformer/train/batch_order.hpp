#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <typeformer/kernels/ceil_div.hpp>
#include <typeformer/train/example.hpp>

namespace typeformer::inline v0_1 {

/// The batches of a training run. In each epoch every example is in one batch, with others of similar length, so that
/// little is padding; which examples share a batch and the order of the batches differ from epoch to epoch.
///
/// The order depends on the examples, `rows`, `seed` and the position alone.
class batch_order {
 public:
  /// Batches of `rows` examples, and of fewer at the end of an epoch's list.
  ///
  /// throws  if there are no examples, or if batches have no rows
  batch_order(std::span<const example> examples, std::size_t rows, std::uint64_t seed);
  /// Of so many examples that are all alike.
  batch_order(std::size_t examples, std::size_t rows, std::uint64_t seed);

  /// How many epochs are done, and how many batches of the current one.
  struct position {
    std::uint64_t epoch = 0;                                             ///< epochs that are done
    std::uint64_t batch = 0;                                             ///< batches of the current one that are done
    friend bool operator==(const position&, const position&) = default;  ///< equal where both numbers are
  };

  /// The next batch, as indices of `examples`. Valid until the next call.
  std::span<const std::uint32_t> next();

  /// How many batches have every example once.
  std::size_t batches_per_epoch() const { return kernels::ceil_div(lengths_.size(), rows_); }
  /// The position of the batch that next() would return.
  position at() const { return at_; }
  /// Goes to the position of a batch: next() returns that batch.
  ///
  /// throws  at a batch that no epoch has
  void go_to(position);

 private:
  batch_order(std::vector<std::uint64_t> lengths, std::size_t rows, std::uint64_t seed);
  void arrange();

  std::vector<std::uint64_t> lengths_;  // of each example: of its source, then of its target
  std::size_t rows_;
  std::uint64_t seed_;
  position at_;
  std::vector<std::uint32_t> order_, batches_;
};

}  // namespace typeformer::inline v0_1
