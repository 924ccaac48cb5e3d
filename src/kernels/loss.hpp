#pragma once
#include "simd_math.hpp"
#include "sweep.hpp"
#include "table.hpp"

namespace typeformer::kernels {

/// What smoothing makes of the right entry's 1 and of the others' 0.
struct smoothed_target {
  double right = 1, other = 0;
};

/// A single entry has no others to share with: it keeps all.
template <class T>
[[gnu::always_inline]] inline smoothed_target smoothed_target_of(const cross_entropy_problem<T>& problem) {
  const double smoothing = problem.smoothing;
  const auto entries = static_cast<double>(problem.entries);
  if (problem.over == smoothing_over::all) return {1 - smoothing + smoothing / entries, smoothing / entries};
  if (problem.entries == 1) return {};
  return {1 - smoothing, smoothing / (entries - 1)};
}

/// One row. With u = x − max, loss = log Σ e^u − Σ q·u. dlogits holds e^u and later p − q, so it may be logits:
/// those are not read again. An infinite u where q is 0 counts for nothing.
template <class Batch>
double cross_entropy_row(const cross_entropy_problem<element_of<Batch>>& problem, smoothed_target target,
                         std::size_t row) {
  using element = element_of<Batch>;
  constexpr element lowest = minus_infinity<Batch>;
  const std::size_t entries = problem.entries, right = static_cast<std::size_t>(problem.index[row]);
  const element* const x = problem.logits + row * entries;
  element* const dx = problem.dlogits ? problem.dlogits + row * entries : nullptr;
  const auto logits = [=](std::size_t i, std::size_t count)
                          __attribute__((always_inline)) { return load_some<Batch>(x + i, count, lowest); };
  const element top = largest_over<Batch>(entries, logits);

  double expected = 0;  // Σ q·u
  if (target.right != 0) expected += target.right * (static_cast<double>(x[right]) - static_cast<double>(top));
  if (target.other != 0) {
    const auto sum_between = [=](std::size_t first, std::size_t last) __attribute__((always_inline)) {
      const auto shifted = [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
        return load_some<Batch>(x + first + i, count, top) - Batch(top);
      };
      return static_cast<double>(sum_over<Batch>(last - first, shifted));
    };
    expected += target.other * (sum_between(0, right) + sum_between(right + 1, entries));
  }

  const auto powers = [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    const Batch power = math::exp_not_positive(logits(i, count) - Batch(top));
    if (dx) store_some(power, dx + i, count);
    return power;
  };
  const element total = sum_over<Batch>(entries, powers);
  if (dx) {
    const auto other = static_cast<element>(target.other), expected_right = static_cast<element>(target.right);
    const element factor = 1 / total, probability = dx[right] * factor;
    const element weight = problem.row_weights ? problem.weight * problem.row_weights[row] : problem.weight;
    sweep<Batch>(entries, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
      const Batch difference = load_some<Batch>(dx + i, count) * Batch(factor) - Batch(other);
      store_some(Batch(weight) * difference, dx + i, count);
    });
    dx[right] = weight * (probability - expected_right);
  }
  return __builtin_log(static_cast<double>(total)) - expected;
}

template <class Batch>
void cross_entropy_rows(const cross_entropy_problem<element_of<Batch>>& problem, std::size_t first, std::size_t last,
                        double* losses) {
  const smoothed_target target = smoothed_target_of(problem);
  for (std::size_t row = first; row < last; ++row) {
    if (problem.index[row] >= 0) {
      losses[row] = cross_entropy_row<Batch>(problem, target, row);
      continue;
    }
    losses[row] = 0;
    if (!problem.dlogits) continue;
    element_of<Batch>* const dx = problem.dlogits + row * problem.entries;
    sweep<Batch>(problem.entries, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
      store_some(Batch(element_of<Batch>(0)), dx + i, count);
    });
  }
}

template <class Arch, class T>
constexpr loss_functions<T> loss_for() {
  return {.cross_entropy = cross_entropy_rows<batch<Arch, T>>};
}

}  // namespace typeformer::kernels
