#pragma once
#include <cstddef>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer::kernels {

/// Dimensions that strided kernels take at most.
inline constexpr std::size_t max_rank = 8;

}  // namespace typeformer::kernels
