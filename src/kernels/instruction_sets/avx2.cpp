#include "../every_kernel.hpp"

namespace typeformer::kernels {

constinit const table<float> avx2_float = table_for<xsimd::fma3<xsimd::avx2>, float>();
constinit const table<double> avx2_double = table_for<xsimd::fma3<xsimd::avx2>, double>();

}  // namespace typeformer::kernels
