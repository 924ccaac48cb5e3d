#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <new>
#include <ostream>
#include <vector>

#include <typeformer/kernels/attention.hpp>

#include "helpers.hpp"

/// What the tests of attention and of its gradient share.
namespace typeformer::kernels::testing {

enum class layout {
  heads_apart,    // [batch, head, row, width], as in a formula
  interleaved,    // [batch, row, head, width], as one product yields all heads
  rows_far_apart  // with a gap behind each row
};

struct form {
  std::size_t batch, heads, queries, keys, width, value_width;
  layout order = layout::heads_apart;
  bool causal = false;
  std::ptrdiff_t offset = 0;
  std::vector<std::int32_t> lengths = {};
  std::size_t group = 1;  // heads that share keys and values
  std::ptrdiff_t window = unbounded_window;

  std::size_t key_heads() const { return heads / group; }

  attention_mask mask() const { return {causal, offset, lengths.empty() ? nullptr : lengths.data(), window}; }

  bool attends(std::size_t b, std::size_t i, std::size_t j) const {
    const auto key = static_cast<std::ptrdiff_t>(j);
    const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(i) + offset;
    return (!causal || (key <= last && key > last - window)) && (lengths.empty() || key < lengths[b]);
  }
  /// The keys that query i attends to.
  std::vector<std::size_t> attended(std::size_t b, std::size_t i) const {
    std::vector<std::size_t> all;
    for (std::size_t j = 0; j < keys; ++j)
      if (attends(b, i, j)) all.push_back(j);
    return all;
  }

  friend std::ostream& operator<<(std::ostream& out, const form& f) {
    return out << "batch " << f.batch << " heads " << f.heads << " queries " << f.queries << " keys " << f.keys
               << " width " << f.width << " value width " << f.value_width << " layout " << static_cast<int>(f.order)
               << " causal " << f.causal << " offset " << f.offset << " lengths " << f.lengths.size() << " group "
               << f.group << " window " << f.window;
  }
};

/// Calls check(form) for windows that begin and end in each part of a block of queries and of `most_keys` keys.
template <class Check>
void for_each_window(std::size_t most_keys, const Check& check) {
  using sizes = std::array<std::size_t, 2>;
  for (const auto& [queries, keys] :
       {sizes{1, most_keys}, sizes{5, 200}, sizes{50, 200}, sizes{50, most_keys}, sizes{130, 200}})
    for (const std::ptrdiff_t window : {1, 7, 64, 600})
      for (const std::ptrdiff_t offset : {-20, 0, 69}) {
        form f{1, 2, queries, keys, 8, 8, layout::interleaved, true, offset, {}, 2, window};
        if (is_next_checked()) check(f);
        f.lengths = {static_cast<std::int32_t>(keys / 2)};
        if (is_next_checked()) check(f);
      }
}

inline head_strides strides_of(layout order, std::size_t heads, std::size_t rows, std::size_t width) {
  if (order == layout::interleaved) return {rows * heads * width, width, heads * width};
  const std::size_t row = order == layout::rows_far_apart ? width + 3 : width;
  return {heads * rows * row, rows * row, row};
}

template <class T>
struct array {
  head_strides strides;
  std::vector<T> values;
  array(const form& f, std::size_t heads, std::size_t rows, std::size_t width, unsigned seed)
      : strides(strides_of(f.order, heads, rows, width)), values(random_values<T>(f.batch * strides.batch, seed)) {}

  std::size_t place(std::size_t b, std::size_t h, std::size_t row, std::size_t i) const {
    return b * strides.batch + h * strides.head + row * strides.row + i;
  }
  T& at(std::size_t b, std::size_t h, std::size_t row, std::size_t i) { return values[place(b, h, row, i)]; }
};

/// 64-byte aligned elements without contents.
template <class T>
class workspace {
  static constexpr std::align_val_t alignment{64};
  T* elements_;

 public:
  explicit workspace(std::size_t size)
      : elements_(size ? static_cast<T*>(::operator new(size * sizeof(T), alignment)) : nullptr) {}
  ~workspace() { ::operator delete(elements_, alignment); }
  workspace(const workspace&) = delete;
  workspace& operator=(const workspace&) = delete;
  T* data() const { return elements_; }
};

template <class T>
attention_problem<T> problem_of(const form& f, const array<T>& q, const array<T>& k, const array<T>& v, array<T>& y,
                                T scale) {
  return {f.batch,         f.heads,         f.queries,       f.keys,          f.width,   f.value_width,
          q.values.data(), k.values.data(), v.values.data(), y.values.data(), q.strides, k.strides,
          v.strides,       y.strides,       scale,           f.mask(),        f.group};
}

template <class T>
void run_attention(const form& f, const attention_problem<T>& problem, std::size_t count_of_threads = 1) {
  threads threads(count_of_threads);
  const workspace<T> space(attention_workspace(f.batch, f.key_heads(), f.queries, f.keys, f.width, f.value_width));
  attention(problem, space.data(), threads);
}

template <class T>
T usual_scale(const form& f) {
  return static_cast<T>(1 / std::sqrt(static_cast<double>(std::max<std::size_t>(1, f.width))));
}

}  // namespace typeformer::kernels::testing
