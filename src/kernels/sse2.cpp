#include "activation_gradient.hpp"
#include "attention.hpp"
#include "dropout.hpp"
#include "elementwise.hpp"
#include "loss.hpp"
#include "optimizer.hpp"
#include "product.hpp"
#include "row_gradients.hpp"
#include "rows.hpp"
#include "table.hpp"

namespace typeformer::kernels {
namespace {

using arch = xsimd::sse2;

template <class T>
constexpr table<T> functions = {product_for<arch, T>(),       narrow_for<arch, T>(),
                                attention_for<arch, T>(),     rows_for<arch, T>(),
                                elementwise_for<arch, T>(),   activation_gradient_for<arch, T>(),
                                row_gradients_for<arch, T>(), loss_for<arch, T>(),
                                optimizer_for<arch, T>(),     dropout_for<arch, T>()};

}  // namespace

const table<float> sse2_float = functions<float>;
const table<double> sse2_double = functions<double>;

}  // namespace typeformer::kernels
