#pragma once
#include <cstddef>
#include <span>

#include <typeformer/kernels/max_rank.hpp>

/// Dimensions as loops: each with an extent and a stride.
namespace typeformer::kernels {

struct dimension {
  std::size_t extent, stride;
};

/// Dimensions from the outermost in, without those of extent 1, and adjacent ones merged where one stride serves both.
struct dimensions {
  dimension all[max_rank];  // the first `rank`
  std::size_t rank = 0;

  /// As the innermost so far.
  void append(dimension inner) {
    if (inner.extent == 1) return;
    if (rank > 0 && all[rank - 1].stride == inner.extent * inner.stride) {
      all[rank - 1] = {all[rank - 1].extent * inner.extent, inner.stride};
    } else {
      all[rank++] = inner;
    }
  }
};

inline dimensions merged(std::span<const std::size_t> extents, std::span<const std::size_t> strides) {
  dimensions result;
  for (std::size_t d = 0; d < extents.size(); ++d) result.append({extents[d], strides[d]});
  return result;
}

inline std::size_t product_of(std::span<const std::size_t> extents) {
  std::size_t product = 1;
  for (const std::size_t extent : extents) product *= extent;
  return product;
}

}  // namespace typeformer::kernels
