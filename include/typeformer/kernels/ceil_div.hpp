#pragma once
#include <cstddef>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer::kernels::inline v0_1 {

/// ⌈a / b⌉: how many blocks of b hold a. Always inlined, since files that are compiled for newer processors call it,
/// too, and must not leave a function for the others.
[[gnu::always_inline]] constexpr std::size_t ceil_div(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

}  // namespace typeformer::kernels::inline v0_1
