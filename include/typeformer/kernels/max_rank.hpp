#pragma once
#include <cstddef>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer::kernels::inline v0_1 {

/// Dimensions that strided kernels take at most.
inline constexpr std::size_t max_rank = 8;

}  // namespace typeformer::kernels::inline v0_1
