#pragma once
#include <algorithm>
#include <cstddef>

#include "bf16_rounding.hpp"
#include "blocking.hpp"
#include "dot_tile.hpp"
#include "query_block.hpp"
#include "simd_math.hpp"
#include "sweep.hpp"
#include "table.hpp"

namespace typeformer::kernels {

/// What a thread's scratch holds of a block of queries.
struct bf16_attention_scratch {
  static constexpr std::size_t rows = bf16_attention_block_queries;
  static_assert(rows % matrix_side == 0 && bf16_attention_width % panel_columns == 0);

  float scores[rows][panel_columns];
  float y[bf16_attention_width / panel_columns][rows][panel_columns];
  float sums[rows][word_block];  // a vector for each row, whose elements are summed at the end
  float maxima[rows];
  bf16_step_pair weights[rows][rounded_row_words(panel_columns)];
  bf16_step_pair q[rows * rounded_row_words(bf16_attention_width)];
};
static_assert(sizeof(bf16_attention_scratch) <= threads::scratch_bytes);

/// FlashAttention as attention_block, whose products multiply bf16: queries, keys, weights and values are rounded;
/// sums, scores and the online softmax are floats. A block has the keys of a panel.
///
/// What a mask hides has the weight 0, and is multiplied.
template <class Arch>
class bf16_attention_block : query_block<Arch, float, panel_columns> {
  using V = batch<Arch, float>;
  using base = query_block<Arch, float, panel_columns>;
  using base::p_, base::rows_, base::keys_, base::seen, base::unseen_of, base::smaller;
  static constexpr float lowest = minus_infinity<V>;
  static constexpr std::size_t rows_together = 8, steps = word_block * bf16_step_pair::steps;
  static_assert(V::size <= word_block && panel_columns % steps == 0);

  bf16_attention_scratch& own_;
  const matrix_kernel& kernel_;
  const std::size_t q_stride_;
  float* y_;

 public:
  [[gnu::always_inline]] bf16_attention_block(const attention_problem<float>& problem, std::size_t row,
                                              std::size_t head, std::size_t first, std::size_t last, std::size_t keys,
                                              void* scratch, const matrix_kernel& kernel)
      : base(problem, first, last, keys),
        own_{*static_cast<bf16_attention_scratch*>(scratch)},
        kernel_{kernel},
        q_stride_{rounded_row_words(problem.width)},
        y_{head_of(problem.y, problem.y_strides, row, head) + first * problem.y_strides.row} {}

  /// Returns whether all of y is finite.
  bool run(const float* q, const bf16_step_pair* packed) {
    kernel_.begin();
    const V scale(this->score_scale());
    for (std::size_t i = 0; i < rows_; ++i, q += p_.q_strides.row) {
      own_.maxima[i] = lowest;
      store(V(0.F), own_.sums[i]);
      round_row<Arch>(p_.width, own_.q + i * q_stride_,
                      [=](std::size_t j, std::size_t n)
                          __attribute__((always_inline)) { return scale * load_some<V>(q + j, n); });
    }
    const std::size_t panel_words = word_rows<bf16_step_pair>(p_.width) * panel_columns;
    const std::size_t key_words = word_rows<bf16_step_pair>(keys_) * panel_columns;
    const bf16_step_pair* const values = packed + ceil_div(keys_, panel_columns) * panel_words;
    const std::size_t first = this->first_key(), keys = seen(rows_ - 1);
    std::size_t from = 0;  // the first row that attends to a key of this block or a later one
    for (std::size_t key = first; key < keys; key += panel_columns) {
      while (seen(from) <= key) ++from;
      const std::size_t row = from / matrix_side * matrix_side;
      multiply(own_.q, q_stride_, packed + key / panel_columns * panel_words, p_.width, row, false, own_.scores);
      for (std::size_t i = row; i < rows_; i += rows_together)
        online_softmax(i, smaller(i + rows_together, rows_), key);
      for (std::size_t panel = 0; panel * panel_columns < p_.value_width; ++panel)
        multiply(own_.weights[0], rounded_row_words(panel_columns),
                 values + panel * key_words + word_rows<bf16_step_pair>(key) * panel_columns,
                 smaller(keys_ - key, panel_columns), row, key > first, own_.y[panel]);
    }
    kernel_.end();
    V nothing(0.F);  // but NaN where an element of y is infinite or NaN
    for (std::size_t i = 0; i < rows_; ++i) write(i, first < keys, nothing);
    return sum(nothing) == 0;
  }

 private:
  /// sums = x · w, or more of it, for rows from `from`.
  void multiply(const bf16_step_pair* x, std::size_t stride, const bf16_step_pair* w, std::size_t inner,
                std::size_t from, bool add, float (*sums)[panel_columns]) const {
    kernel_.multiply({.groups = word_rows<bf16_step_pair>(inner),
                      .x = &x[from * stride].word,
                      .x_stride = stride,
                      .x_sums = nullptr,
                      .w = &w->word,
                      .sums = sums[from],
                      .add = add},
                     rows_ - from);
  }

  /// The step of the online softmax: makes weights of the scores of some rows, and rescales sums so far to the new
  /// maxima. These are found for all of the rows first: so no row waits for the horizontal maximum of its vectors.
  void online_softmax(std::size_t first, std::size_t last, std::size_t key) const {
    float before[rows_together];
    for (std::size_t i = first; i < last; ++i) {
      float* const x = own_.scores[i];
      const std::size_t end = seen(i) <= key ? 0 : smaller(seen(i) - key, panel_columns);
      std::fill_n(x, smaller(unseen_of(i, key), end), lowest);
      std::fill_n(x + end, panel_columns - end, lowest);
      before[i - first] = own_.maxima[i];
      const V found = accumulate(
          panel_columns, V(lowest),
          [=](std::size_t j, std::size_t) __attribute__((always_inline)) { return load<V>(x + j); }, maximum{});
      if (xsimd::any(found > V(own_.maxima[i]))) own_.maxima[i] = largest(found);
    }
    for (std::size_t i = first; i < last; ++i) weigh(i, before[i - first]);
  }

  [[gnu::always_inline]] void weigh(std::size_t i, float before) const {
    const float* const x = own_.scores[i];
    const float top = own_.maxima[i];
    const V shift(top == lowest ? 0.F : top);  // -∞ less -∞ would be NaN
    V low(0.F), high(0.F);
    bf16_step_pair* to = own_.weights[i];
    for (std::size_t j = 0; j < panel_columns; j += steps, to += word_block)
      for (std::size_t n = 0; n < word_block; n += V::size) {
        const V first = math::exp2_not_positive(load<V>(x + j + n) - shift);
        const V second = math::exp2_not_positive(load<V>(x + j + word_block + n) - shift);
        low += first;
        high += second;
        rounded_weights(first, second).store_unaligned(&to[n].word);
      }
    V earlier = load<V>(own_.sums[i]);
    if (top != before) {
      const V factor = math::exp2_not_positive(V(before) - shift);
      earlier *= factor;
      if (before != lowest) rescale(i, factor);
    }
    store(earlier + (low + high), own_.sums[i]);
  }

  /// As bf16_words of numbers that are not negative, but ties go up. A NaN may become a number: it is in the row's sum.
  [[gnu::always_inline]] static word_batch<Arch> rounded_weights(V low, V high) {
    using words = word_batch<Arch>;
    const words half(0x8000u), upper(0xffff'0000u);
    return ((xsimd::bitwise_cast<words>(low) + half) >> 16) | ((xsimd::bitwise_cast<words>(high) + half) & upper);
  }

  void rescale(std::size_t i, V factor) const {
    for (std::size_t panel = 0; panel * panel_columns < p_.value_width; ++panel) {
      float* const y = own_.y[panel][i];
      for (std::size_t j = 0; j < panel_columns; j += V::size) store(factor * load<V>(y + j), y + j);
    }
  }

  /// Writes a row of y, and adds 0 times its elements to `nothing`.
  [[gnu::always_inline]] void write(std::size_t i, bool has_keys, V& nothing) const {
    float* const y = y_ + i * p_.y_strides.row;
    const float total = has_keys ? sum(load<V>(own_.sums[i])) : 0;
    if (total == 0) {
      std::fill_n(y, p_.value_width, 0.F);
      return;
    }
    const V factor(1 / total);
    for (std::size_t panel = 0; panel * panel_columns < p_.value_width; ++panel) {
      const float* const from = own_.y[panel][i];
      float* const to = y + panel * panel_columns;
      sweep<V>(smaller(p_.value_width - panel * panel_columns, panel_columns),
               [&](std::size_t j, std::size_t n) __attribute__((always_inline)) {
                 const V z = factor * load_some<V>(from + j, n);
                 store_some(z, to + j, n);
                 nothing = fma(z, V(0.F), nothing);
               });
    }
  }
};

template <class Arch>
bool attend_in_bf16(const attention_problem<float>& p, std::size_t row, std::size_t head, std::size_t first,
                    std::size_t last, std::size_t keys, const bf16_step_pair* packed, void* scratch,
                    const matrix_kernel& kernel) {
  bf16_attention_block<Arch> block(p, row, head, first, last, keys, scratch, kernel);
  return block.run(head_of(p.q, p.q_strides, row, head) + first * p.q_strides.row, packed);
}

}  // namespace typeformer::kernels
