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
///
/// Where each range gets a block once there is room for all, since a block is at most as far up as those before it have
/// room together. What a scan runs again may leave gaps that are too small: a block that finds no room is in a second
/// memory, as large as the first, where each number has a place of its own. It is made when it is first needed.
template <class T>
class gradient_memory {
 public:
  constexpr gradient_memory() = default;
  /// Room for the derivatives by the numbers below `size`.
  explicit gradient_memory(std::size_t size) : sums_{size, contents::unset} {}

  /// The derivatives by the numbers [first, last); null if these have no block.
  T* find(std::size_t first, std::size_t last) const {
    const auto next = std::upper_bound(blocks_.begin(), blocks_.end(), first,
                                       [](std::size_t number, const block& b) { return number < b.first; });
    if (next == blocks_.begin()) return nullptr;
    const block& b = *std::prev(next);
    return last <= b.last ? at(b.place) + (first - b.first) : nullptr;
  }

  /// A block for the numbers [first, last), of which none has one.
  ///
  /// throws   a number that has a block; one that is not below `size`
  void add(std::size_t first, std::size_t last, kernels::threads& threads) {
    const auto next = from(first);
    if ((next != blocks_.begin() && std::prev(next)->last > first) || (next != blocks_.end() && next->first < last))
      throw error{"recording: the gradient of a part of what is used together was asked for alone"};
    if (last > sums_.size())
      throw error{"recording: the gradient of number " + std::to_string(last - 1) +
                  " was asked for, but there is room for " + std::to_string(sums_.size()) + " numbers"};
    block added{first, last, place_for(last - first)};
    if (added.place + (last - first) > sums_.size()) {
      if (own_places_.size() == 0) own_places_ = buffer<T>{sums_.size(), contents::unset};
      added.place = sums_.size() + first;
    }
    kernels::set_zero(last - first, at(added.place), threads);
    blocks_.insert(next, added);
    highest_ = std::max(highest_, added.place + (last - first));
  }

  /// Gives the block back that begins with this number, if there is one.
  void release(std::size_t first) {
    const auto b = from(first);
    if (b != blocks_.end() && b->first == first) blocks_.erase(b);
  }
  /// Gives all blocks back that begin with this number or one behind it.
  void release_from(std::size_t first) { blocks_.erase(from(first), blocks_.end()); }

  /// Numbers from the first to the last that were in use at once, the most so far; the second memory follows the first.
  std::size_t highest() const { return highest_; }

 private:
  struct block {
    std::size_t first, last;  // the numbers
    std::size_t place;        // of the first one's derivative; from `size` on, in own_places_
  };
  T* at(std::size_t place) const {
    return place < sums_.size() ? sums_.data() + place : own_places_.data() + (place - sums_.size());
  }
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

  buffer<T> sums_, own_places_;
  std::vector<block> blocks_;  // in the order of their numbers, which do not overlap
  std::size_t highest_ = 0;
};

}  // namespace typeformer
