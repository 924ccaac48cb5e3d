#pragma once
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include <typeformer/error.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/kernels/threads.hpp>
#include <typeformer/tensor/buffer.hpp>

namespace typeformer {

/// Where a backward pass sums the derivatives by the numbers of a recording, which it names by their index. A range of
/// numbers gets a block of zeros when it is first needed, and gives it back when nothing is added to it or reads it any
/// more. So few are there at once, and they stay in a cache; of the memory that no block has taken, nothing is used.
template <class T>
class gradient_memory {
 public:
  constexpr gradient_memory() = default;
  /// Room for `size` numbers. It is enough where each gets a block once, since a block is at most as far up as those
  /// before it have room together; what a scan runs again leaves gaps, of which that is not known.
  explicit gradient_memory(std::size_t size) : sums_{size, contents::unset} {}

  /// The derivatives by the numbers [first, last); null if these have no block.
  T* find(std::size_t first, std::size_t last) const {
    const auto next = std::upper_bound(blocks_.begin(), blocks_.end(), first,
                                       [](std::size_t number, const block& b) { return number < b.first; });
    if (next == blocks_.begin()) return nullptr;
    const block& b = *std::prev(next);
    return last <= b.last ? sums_.data() + b.place + (first - b.first) : nullptr;
  }

  /// A block for the numbers [first, last), of which none has one.
  ///
  /// throws   a number that has a block; more than there is room for
  void add(std::size_t first, std::size_t last, kernels::threads& threads) {
    const auto next = from(first);
    if ((next != blocks_.begin() && std::prev(next)->last > first) || (next != blocks_.end() && next->first < last))
      throw error{"recording: the gradient of a part of what is used together was asked for alone"};
    const block added{first, last, place_for(last - first)};
    const std::size_t needed = added.place + (last - first);
    if (needed > sums_.size())
      throw error{"recording: gradients that are needed at once take room for " + std::to_string(needed) +
                  " numbers, but there is room for " + std::to_string(sums_.size())};
    kernels::set_zero(last - first, sums_.data() + added.place, threads);
    blocks_.insert(next, added);
    highest_ = std::max(highest_, needed);
  }

  /// Gives the block back that begins with this number, if there is one.
  void release(std::size_t first) {
    const auto b = from(first);
    if (b != blocks_.end() && b->first == first) blocks_.erase(b);
  }
  /// Gives all blocks back that begin with this number or one behind it.
  void release_from(std::size_t first) { blocks_.erase(from(first), blocks_.end()); }

  /// Numbers from the first to the last that were in use at once, the most so far.
  std::size_t highest() const { return highest_; }

 private:
  struct block {
    std::size_t first, last;  // the numbers
    std::size_t place;        // of the first one's derivative
  };
  auto from(std::size_t first) const {
    return std::lower_bound(blocks_.begin(), blocks_.end(), first,
                            [](const block& b, std::size_t number) { return b.first < number; });
  }

  /// The lowest place with so much room: it was in use last, and so is in a cache.
  std::size_t place_for(std::size_t count) const {
    const auto room = [](std::size_t numbers) { return aligned_bytes(numbers * sizeof(T)) / sizeof(T); };
    std::size_t place = 0;
    for (auto b = blocks_.begin(); b != blocks_.end();) {
      const std::size_t behind = b->place + room(b->last - b->first);
      if (b->place < place + room(count) && place < behind) {
        place = behind;
        b = blocks_.begin();
      } else {
        ++b;
      }
    }
    return place;
  }

  buffer<T> sums_;
  std::vector<block> blocks_;  // in the order of their numbers, which do not overlap
  std::size_t highest_ = 0;
};

}  // namespace typeformer
