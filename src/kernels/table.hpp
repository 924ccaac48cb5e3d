#pragma once
#include <typeformer/kernels/instruction_set.hpp>

#include "activation_gradient_functions.hpp"
#include "attention_functions.hpp"
#include "dropout_functions.hpp"
#include "elementwise_functions.hpp"
#include "loss_functions.hpp"
#include "optimizer_functions.hpp"
#include "product_functions.hpp"
#include "row_functions.hpp"
#include "row_gradient_functions.hpp"

namespace typeformer::kernels {

/// All kernels that are compiled once for each instruction set; T is float or double.
template <class T>
struct table {
  product_functions<T> product;
  quantized_functions<T> narrow;
  attention_functions<T> attention;
  row_functions<T> rows;
  elementwise_functions<T> elementwise;
  activation_gradient_functions<T> activation_gradient;
  row_gradient_functions<T> row_gradients;
  loss_functions<T> loss;
  optimizer_functions<T> optimizer;
  dropout_functions<T> dropout;
};

/// That of chosen_instruction_set().
template <class T>
const table<T>& chosen_table();
template <>
const table<float>& chosen_table();
template <>
const table<double>& chosen_table();

/// Constants: there before any constructor of another file runs.
extern const table<float> sse2_float, avx2_float, avx512_float, neon_float;
extern const table<double> sse2_double, avx2_double, avx512_double, neon_double;

}  // namespace typeformer::kernels
