#pragma once
#include <cstddef>
#include <vector>

#include <typeformer/tensor/buffer.hpp>

namespace typeformer {

/// Memory for the tape's entries: pieces that stay where they are.
class tape_memory {
 public:
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
  struct place {
    std::size_t piece = 0, used = 0;
  };
  place here() const { return {piece_, used_}; }
  void back_to(place p) { piece_ = p.piece, used_ = p.used; }
  void clear() { back_to({}); }

  static constexpr std::size_t piece_bytes = 64 << 10;

 private:
  std::vector<buffer<std::byte>> pieces_;
  std::size_t piece_ = 0, used_ = 0;
};

}  // namespace typeformer
