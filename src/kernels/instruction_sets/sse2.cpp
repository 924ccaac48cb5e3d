#include "../every_kernel.hpp"

namespace typeformer::kernels {

constinit const table<float> sse2_float = table_for<xsimd::sse2, float>();
constinit const table<double> sse2_double = table_for<xsimd::sse2, double>();
constinit const dot_functions sse2_dots;

}  // namespace typeformer::kernels
