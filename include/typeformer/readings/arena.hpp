#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string>

#include <typeformer/error.hpp>
#include <typeformer/tensor/buffer.hpp>

namespace typeformer {

/// What becomes of a frame's temporaries at its end: a recording keeps them for the backward pass.
enum class frames { released, kept };

/// The plan of an arena: a stack that grows from both ends. It hands out offsets, not addresses, so the same plan
/// serves a run and, in a constant expression, what computes how large the arena must be.
///
/// A module's temporaries grow from one end and its result goes to the other, the end its caller works on. So a frame
/// is released as soon as its result is there, and nothing is copied (docs/decisions/two_ended_arena.md).
class arena_plan {
 public:
  /// `capacity` in bytes, a multiple of `alignment`.
  constexpr explicit arena_plan(std::size_t capacity, frames at_end = frames::released)
      : capacity_{capacity}, at_end_{at_end} {}

  /// Where an operation's result and its scratch are, in bytes from the start.
  struct step {
    std::size_t result;   ///< a multiple of `alignment`
    std::size_t scratch;  ///< free again with the next step
  };

  /// Room for a result at the end in use, and at the other end for scratch, which is free again with the next step.
  ///
  /// throws   more than the capacity
  constexpr step take(std::size_t result_bytes, std::size_t scratch_bytes) {
    const std::size_t result = aligned_bytes(result_bytes), scratch = aligned_bytes(scratch_bytes);
    // The backward pass reads all results and needs scratch, which must therefore lie beyond all results.
    reserved_ = at_end_ == frames::kept ? std::max(reserved_, scratch) : scratch;
    const std::size_t needed = used_[0] + used_[1] + result + reserved_;
    if (needed > capacity_)
      throw error{"the arena is too small: " + std::to_string(needed) + " bytes are needed, but it has " +
                  std::to_string(capacity_)};
    highest_ = std::max(highest_, needed);
    const std::size_t result_place = end_ ? capacity_ - used_[1] - result : used_[0];
    const std::size_t scratch_place = end_ ? used_[0] : capacity_ - used_[1] - scratch;
    used_[end_] += result;
    return {result_place, scratch_place};
  }

  /// Changes to the other end, and returns how much of it is in use.
  constexpr std::size_t open_frame() {
    if (at_end_ == frames::kept) return 0;
    end_ = !end_;
    return used_[end_];
  }
  /// Back to the caller's end; the frame's temporaries are still there.
  constexpr void leave_frame() {
    if (at_end_ == frames::released) end_ = !end_;
  }
  /// Releases the temporaries of a frame that was opened when `used` was in use.
  constexpr void close_frame(std::size_t used) {
    if (at_end_ == frames::released) used_[!end_] = used;
  }

  /// Bytes in use at the end in use.
  constexpr std::size_t mark() const { return used_[end_]; }
  /// Releases what was taken at the end in use since mark() was `used`.
  constexpr void release(std::size_t used) {
    if (at_end_ == frames::released) used_[end_] = used;
  }

  /// Back to when `used` bytes were in use, where frames are kept: what was taken since is forgotten.
  constexpr void rewind(std::size_t used) { used_[0] = used; }

  /// Releases everything.
  constexpr void clear() {
    used_ = {};
    reserved_ = 0;
    end_ = false;
  }
  /// Bytes in use now.
  constexpr std::size_t used() const { return used_[0] + used_[1]; }
  /// The most bytes that were in use at once.
  constexpr std::size_t highest() const { return highest_; }

 private:
  std::size_t capacity_;
  frames at_end_;
  std::array<std::size_t, 2> used_{};
  std::size_t reserved_ = 0;
  std::size_t highest_ = 0;
  bool end_ = false;
};

/// For what plans: it finds out how large an arena must be.
constexpr arena_plan unbounded_plan(frames at_end = frames::released) {
  return arena_plan{std::numeric_limits<std::size_t>::max() / 2, at_end};
}

}  // namespace typeformer
