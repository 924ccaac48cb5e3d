#include "static_product_cases.hpp"

namespace typeformer::kernels::testing {

static_assert(own_flags::bytes == 64 && own_flags::fused);

const static_cases<float> avx512_static_cases = cases_of_own_flags<float>();
const static_cases<double> avx512_static_cases_of_double = cases_of_own_flags<double>();

}  // namespace typeformer::kernels::testing
