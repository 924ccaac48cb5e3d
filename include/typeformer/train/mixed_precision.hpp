#pragma once
#include <cstddef>
#include <utility>

#include <typeformer/kernels/quantized.hpp>
#include <typeformer/readings/recording.hpp>
#include <typeformer/tensor/weights.hpp>

namespace typeformer {

/// The matrices and tables of a model rounded to bf16, each packed twice (bf16_matrix). Made from weights after each
/// step of training.
///
/// cost  4 bytes a number, where matrices fill their panels
template <class M>
class bf16_matrices {
 public:
  /// Of all of them.
  static constexpr std::size_t bytes = [] {
    std::size_t words = 0;
    for_each_parameter(model<M>, [&]<class P>(const P&) {
      using kernels::quantized_words, kernels::bf16_step_pair;
      if constexpr (!is_vector<P>)
        words += quantized_words<bf16_step_pair>(detail::panels_of<P>::inner, detail::panels_of<P>::columns) +
                 quantized_words<bf16_step_pair>(detail::panels_of<P>::columns, detail::panels_of<P>::inner);
    });
    return words * sizeof(kernels::bf16_step_pair);
  }();

  bf16_matrices() = default;  ///< of none, as where products are not computed in bf16
  /// Rounds all of them.
  bf16_matrices(const weights<M, float>& w, kernels::threads& threads)
      : words_{bytes / sizeof(kernels::bf16_step_pair), contents::unset, pages::huge},
        matrices_(detail::layout<M>.handles) {
    update(w, threads);
  }

  /// Takes over weights that have changed; of none, does nothing. Allocates nothing.
  void update(const weights<M, float>& w, kernels::threads& threads) {
    if (!matrices_.data()) return;
    kernels::bf16_step_pair* to = words_.data();
    for_each_parameter(model<M>, [&]<class P>(const P& p) {
      if constexpr (!is_vector<P>) {
        using panels = detail::panels_of<P>;
        const float* const from = w.block().data() + p.offset;
        const auto pack = [&](std::size_t row_stride, std::size_t column_stride, std::size_t inner,
                              std::size_t columns) {
          kernels::pack(from, row_stride, column_stride, inner, columns, to, nullptr, threads);
          return std::exchange(to, to + kernels::quantized_words<kernels::bf16_step_pair>(inner, columns));
        };
        matrices_.data()[p.number] = {.forward = pack(1, panels::inner, panels::inner, panels::columns),
                                      .transposed = pack(panels::inner, 1, panels::columns, panels::inner)};
      }
    });
  }

  /// As a recording takes them, null of none; they hold as long as this does.
  const bf16_matrix* matrices() const { return matrices_.data(); }

 private:
  buffer<kernels::bf16_step_pair> words_;
  buffer<bf16_matrix> matrices_;  // by a handle's number
};

}  // namespace typeformer
