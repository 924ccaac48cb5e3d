#pragma once
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

template <class Arch, class T>
constexpr table<T> table_for() {
  return {.product = product_for<Arch, T>(),
          .narrow = quantized_for<Arch, T>(),
          .attention = attention_for<Arch, T>(),
          .rows = rows_for<Arch, T>(),
          .elementwise = elementwise_for<Arch, T>(),
          .activation_gradient = activation_gradient_for<Arch, T>(),
          .row_gradients = row_gradients_for<Arch, T>(),
          .loss = loss_for<Arch, T>(),
          .optimizer = optimizer_for<Arch, T>(),
          .dropout = dropout_for<Arch, T>()};
}

}  // namespace typeformer::kernels
