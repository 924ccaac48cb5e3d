#pragma once
#include "attention.hpp"
#include "causal_product.hpp"
#include "dropout.hpp"
#include "elementwise.hpp"
#include "elementwise_program.hpp"
#include "loss.hpp"
#include "lsh_attention.hpp"
#include "optimizer.hpp"
#include "product.hpp"
#include "reduce.hpp"
#include "rows.hpp"
#include "table.hpp"

namespace typeformer::kernels {

template <class Arch, class T>
constexpr table<T> table_for() {
  return {.product = product_for<Arch, T>(),
          .quantized = quantized_for<Arch, T>(),
          .attention = attention_for<Arch, T>(),
          .causal_product = causal_product_for<Arch, T>(),
          .lsh_attention = lsh_attention_for<Arch, T>(),
          .rows = rows_for<Arch, T>(),
          .elementwise = elementwise_for<Arch, T>(),
          .program = programs_for<Arch, T>(),
          .reduce = reduce_for<Arch, T>(),
          .loss = loss_for<Arch, T>(),
          .optimizer = optimizer_for<Arch, T>(),
          .dropout = dropout_for<Arch, T>()};
}

}  // namespace typeformer::kernels
