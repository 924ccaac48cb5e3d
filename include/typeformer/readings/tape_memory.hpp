#pragma once
#include <cstddef>
#include <vector>

#include <typeformer/tensor/buffer.hpp>

namespace typeformer {

/// Memory for the tape's entries: pieces that stay where they are.
class tape_memory {
 public:
  /// Room for an entry, at a multiple of `alignment`; it stays there until the memory is cleared. Allocates when all
  /// pieces are full. `bytes` are at most piece_bytes.
  void* take(std::size_t bytes) {
    bytes = aligned_bytes(bytes);
    if (piece_ == pieces_.size() || used_ + bytes > piece_bytes) {
      if (piece_ < pieces_.size()) ++piece_;
      if (piece_ == pieces_.size()) pieces_.push_back(buffer<std::byte>{piece_bytes, contents::unset});
      used_ = 0;
    }
    void* const at = pieces_[piece_].data() + used_;
    used_ += bytes;
    return at;
  }
  /// A point to go back to.
  struct place {
    std::size_t piece = 0;  ///< index of the piece in use
    std::size_t used = 0;   ///< bytes of it
  };
  place here() const { return {piece_, used_}; }               ///< after the last entry
  void back_to(place p) { piece_ = p.piece, used_ = p.used; }  ///< entries taken since are forgotten, their memory kept
  void clear() { back_to({}); }                                ///< forgets all entries; their memory is used again

  static constexpr std::size_t piece_bytes = 64 << 10;  ///< 64 KiB, so that a tape is a few allocations

 private:
  std::vector<buffer<std::byte>> pieces_;
  std::size_t piece_ = 0, used_ = 0;
};

}  // namespace typeformer
