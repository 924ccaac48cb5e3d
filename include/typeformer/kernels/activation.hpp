#pragma once
#include <cstdint>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer::kernels {

/// Functions that act on each element alone. Formulas stand in operations/activation.hpp.
enum class activation : std::uint8_t { none, relu, gelu_erf, gelu_tanh, gelu_quick, swish, sigmoid, tanh };

}  // namespace typeformer::kernels
