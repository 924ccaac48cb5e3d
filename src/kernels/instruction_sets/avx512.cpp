#include "../every_kernel.hpp"

namespace typeformer::kernels {

constinit const table<float> avx512_float = table_for<xsimd::avx512bw, float>();
constinit const table<double> avx512_double = table_for<xsimd::avx512bw, double>();
constinit const dot_functions avx512_dots;

}  // namespace typeformer::kernels
