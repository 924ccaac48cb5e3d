#include "../every_kernel.hpp"

namespace typeformer::kernels {

constinit const table<float> neon_float = table_for<xsimd::neon64, float>();
constinit const table<double> neon_double = table_for<xsimd::neon64, double>();
constinit const dot_functions neon_dots;

}  // namespace typeformer::kernels
