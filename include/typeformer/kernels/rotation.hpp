#pragma once
#include <cstddef>
#include <cstdint>

#include <typeformer/kernels/threads.hpp>

namespace typeformer::kernels::inline v0_1 {

/// Which two elements of a vector of `width` are turned together as pair p.
enum class rotary_layout : std::uint8_t {
  interleaved,  ///< 2p and 2p + 1
  halves        ///< p and p + width/2
};

/// Row i of each sequence is at position first + i. It has `pieces` vectors of an even `width`, and pair p of each is
/// turned by the angle (first + i) · base^(−2p/width).
struct rotation {
  std::size_t sequences;                              ///< rows of the batch
  std::size_t length;                                 ///< positions of each
  std::size_t pieces;                                 ///< vectors of each position: heads
  std::size_t width;                                  ///< of each vector, even
  std::size_t first = 0;                              ///< the position of row 0
  double base = 10000;                                ///< a larger one turns later pairs more slowly
  rotary_layout layout = rotary_layout::interleaved;  ///< which elements are a pair
};

/// y = x turned; both are [sequences, length, pieces·width]. Angles are computed in double, once for all sequences and
/// pieces, so positions have no bound. The same for every instruction set: memory limits its speed.
template <class T>
void rotate(const rotation& problem, const T* x, T* y, threads& threads);

/// The gradient of rotate(): dx += dy turned back.
template <class T>
void add_rotation_gradient(const rotation& problem, const T* dy, T* dx, threads& threads);

}  // namespace typeformer::kernels::inline v0_1
