#pragma once
#include <algorithm>
#include <cstddef>

#include <typeformer/kernels/causal_product.hpp>

#include "blocking.hpp"
#include "micro_kernel.hpp"
#include "panel.hpp"
#include "sweep.hpp"
#include "table.hpp"

namespace typeformer::kernels {

/// One of a problem's matrices. Its state S = Σ kᵀ v over the positions gone through is in the workspace.
template <class Arch, class T>
class causal_product_matrix {
  using V = batch<Arch, T>;
  static constexpr std::size_t chunk = causal_product_chunk;
  // Rows whose stride is a power of two would map to few L1 sets.
  static constexpr std::size_t score_stride = chunk + 16;
  static_assert(chunk <= panel_columns && chunk * score_stride * sizeof(T) <= threads::scratch_bytes);

  const causal_product_problem<T>& p_;
  const T *q_, *k_, *v_;
  T *y_, *state_, *packed_keys_, *scores_;

 public:
  [[gnu::always_inline]] causal_product_matrix(const causal_product_problem<T>& p, std::size_t matrix, T* workspace,
                                               void* scratch)
      : p_(p),
        q_(p.q + matrix * p.positions * p.width),
        k_(p.k + matrix * p.positions * p.width),
        v_(p.v + matrix * p.positions * p.value_width),
        y_(p.y + matrix * p.positions * p.value_width),
        state_(workspace),
        packed_keys_(workspace + p.width * p.value_width),
        scores_(static_cast<T*>(scratch)) {}

  void run(T* kept) const {
    const std::size_t size = p_.width * p_.value_width;
    if (kept) {
      std::copy_n(kept, size, state_);
    } else {
      std::fill_n(state_, size, T(0));
    }
    // One column of values, as a normalizer is, would leave most of a micro-tile empty.
    if (p_.value_width == 1 || p_.width == 1 || p_.positions < mr) {
      for (std::size_t i = 0; i < p_.positions; ++i) add_position(p_.backwards ? p_.positions - 1 - i : i);
    } else {
      const std::size_t chunks = ceil_div(p_.positions, chunk);
      for (std::size_t i = 0; i < chunks; ++i) {
        const std::size_t first = (p_.backwards ? chunks - 1 - i : i) * chunk;
        add_chunk(first, p_.positions - first < chunk ? p_.positions - first : chunk, i + 1 < chunks || kept);
      }
    }
    if (kept) std::copy_n(state_, size, kept);
  }

 private:
  void add_position(std::size_t i) const {
    const T *const q = q_ + i * p_.width, *const k = k_ + i * p_.width, *const v = v_ + i * p_.value_width;
    T* const y = y_ + i * p_.value_width;
    if (p_.value_width == 1) {
      const V factor(v[0]);
      T* const state = state_;
      const T sum = sum_over<V>(p_.width, [=](std::size_t x, std::size_t n) __attribute__((always_inline)) {
        const V s = fma(load_some<V>(k + x, n), factor, load_some<V>(state + x, n));
        store_some(s, state + x, n);
        return load_some<V>(q + x, n) * s;
      });
      y[0] = p_.adds ? y[0] + sum : sum;
      return;
    }
    if (!p_.adds) std::fill_n(y, p_.value_width, T(0));
    for (std::size_t w = 0; w < p_.width; ++w) {
      const V key(k[w]), query(q[w]);
      T* const state = state_ + w * p_.value_width;
      sweep<V>(p_.value_width, [=](std::size_t x, std::size_t n) __attribute__((always_inline)) {
        const V s = fma(key, load_some<V>(v + x, n), load_some<V>(state + x, n));
        store_some(s, state + x, n);
        store_some(fma(query, s, load_some<V>(y + x, n)), y + x, n);
      });
    }
  }

  /// `goes_on`: the state is needed afterwards.
  void add_chunk(std::size_t first, std::size_t count, bool goes_on) const {
    const T *const q = q_ + first * p_.width, *const k = k_ + first * p_.width;
    pack_panel(k, std::size_t{1}, p_.width, std::size_t{0}, p_.width, count, packed_keys_);
    const even_blocks tiles(count, mr);
    for (std::size_t t = 0; t < tiles.blocks; ++t) {
      // Positions that a row of the tile sees are from `seen` on, `keys` of them.
      const std::size_t i = tiles.first(t), end = tiles.first(t + 1);
      const std::size_t seen = p_.backwards ? i : 0, keys = p_.backwards ? count - i : end;
      multiply<Arch>(micro_tile<T>{.steps = p_.width,
                                   .columns = keys,
                                   .a = q + i * p_.width,
                                   .a_stride = p_.width,
                                   .b = packed_keys_ + seen,
                                   .b_stride = count,
                                   .b_size = p_.width * count - seen,
                                   .y = scores_ + i * score_stride + seen,
                                   .y_stride = score_stride},
                     end - i);
    }
    for (std::size_t column = 0; column < p_.value_width; column += panel_columns) {
      const std::size_t columns = p_.value_width - column < panel_columns ? p_.value_width - column : panel_columns;
      for (std::size_t t = 0; t < tiles.blocks; ++t)
        add_tile(first, count, tiles.first(t), tiles.first(t + 1), column, columns);
      if (goes_on) add_to_state(k, first, count, column, columns);
    }
  }

  /// y of rows [i, end): q S of the chunks gone through, and the sums within this one. The positions that all of the
  /// rows see are one product; of the tile's own, each row takes those that it sees.
  void add_tile(std::size_t first, std::size_t count, std::size_t i, std::size_t end, std::size_t column,
                std::size_t columns) const {
    T* const y = y_ + (first + i) * p_.value_width + column;
    multiply<Arch>(micro_tile<T>{.steps = p_.width,
                                 .columns = columns,
                                 .a = q_ + (first + i) * p_.width,
                                 .a_stride = p_.width,
                                 .b = state_ + column,
                                 .b_stride = p_.value_width,
                                 .b_size = p_.width * p_.value_width - column,
                                 .y = y,
                                 .y_stride = p_.value_width,
                                 .residual = p_.adds ? y : nullptr,
                                 .residual_stride = p_.value_width},
                   end - i);
    const auto add = [&](std::size_t row, std::size_t rows, std::size_t from,
                         std::size_t to) __attribute__((always_inline)) {
      if (from == to) return;
      T* const z = y + (row - i) * p_.value_width;
      multiply<Arch>(micro_tile<T>{.steps = to - from,
                                   .columns = columns,
                                   .a = scores_ + row * score_stride + from,
                                   .a_stride = score_stride,
                                   .b = v_ + (first + from) * p_.value_width + column,
                                   .b_stride = p_.value_width,
                                   .b_size = (p_.positions - first - from) * p_.value_width - column,
                                   .y = z,
                                   .y_stride = p_.value_width,
                                   .residual = z,
                                   .residual_stride = p_.value_width},
                     rows);
    };
    if (p_.backwards) {
      add(i, end - i, end - 1, count);
      for (std::size_t row = i; row + 1 < end; ++row) add(row, 1, row, end - 1);
    } else {
      add(i, end - i, 0, i + 1);
      for (std::size_t row = i + 1; row < end; ++row) add(row, 1, i + 1, row + 1);
    }
  }

  void add_to_state(const T* k, std::size_t first, std::size_t count, std::size_t column, std::size_t columns) const {
    const even_blocks tiles(p_.width, mr);
    for (std::size_t t = 0; t < tiles.blocks; ++t) {
      T* const s = state_ + tiles.first(t) * p_.value_width + column;
      multiply<Arch>(micro_tile<T>{.steps = count,
                                   .columns = columns,
                                   .a = k + tiles.first(t),
                                   .a_stride = 1,
                                   .b = v_ + first * p_.value_width + column,
                                   .b_stride = p_.value_width,
                                   .b_size = (p_.positions - first) * p_.value_width - column,
                                   .y = s,
                                   .y_stride = p_.value_width,
                                   .residual = s,
                                   .residual_stride = p_.value_width,
                                   .a_step = p_.width},
                     tiles.first(t + 1) - tiles.first(t));
    }
  }
};

template <class Arch, class T>
void multiply_causal(const causal_product_problem<T>& p, std::size_t matrix, T* workspace, void* scratch) {
  causal_product_matrix<Arch, T>(p, matrix, workspace, scratch)
      .run(p.state ? p.state + matrix * p.width * p.value_width : nullptr);
}

template <class Arch, class T>
constexpr causal_product_functions<T> causal_product_for() {
  return {.matrix = multiply_causal<Arch, T>};
}

}  // namespace typeformer::kernels
