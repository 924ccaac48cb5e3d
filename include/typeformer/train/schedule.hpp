#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include <typeformer/requires_cxx20.hpp>

/// Learning rates as functions of the step, counted from 1.
namespace typeformer {

/// D^−½ · min(step^−½, step · warmup^−3/2)
/// source  Vaswani et al. 2017, equation 3
struct noam_schedule {
  std::size_t model_width;    ///< D
  std::size_t warmup = 4000;  ///< steps that rise; at the last of them the rate is largest
  double factor = 1;          ///< times all of it
  /// The rate of a step, from 1.
  double operator()(std::size_t step) const {
    const auto s = static_cast<double>(step), w = static_cast<double>(warmup);
    return factor / std::sqrt(static_cast<double>(model_width)) * std::min(1 / std::sqrt(s), s / (w * std::sqrt(w)));
  }
};

/// Rises linearly to `peak` during `warmup` steps, then falls as step^−½. noam_schedule with its peak named.
struct inverse_root_schedule {
  double peak;                ///< the rate after `warmup` steps
  std::size_t warmup = 4000;  ///< 0 is as 1
  /// The rate of a step, from 1.
  double operator()(std::size_t step) const {
    const auto s = static_cast<double>(step), w = static_cast<double>(std::max<std::size_t>(warmup, 1));
    return peak * std::min(s / w, std::sqrt(w / s));
  }
};

/// Rises linearly to `peak` during `warmup` steps, then falls linearly to `last` at `steps`, and stays there.
struct linear_schedule {
  double peak;         ///< the rate after `warmup` steps
  std::size_t warmup;  ///< steps that rise
  std::size_t steps;   ///< after which the rate is `last`
  double last = 0;     ///< the rate at the end
  /// The rate of a step, from 1.
  double operator()(std::size_t step) const {
    if (step < warmup) return peak * static_cast<double>(step) / static_cast<double>(warmup);
    if (step >= steps) return last;
    return last + (peak - last) * static_cast<double>(steps - step) / static_cast<double>(steps - warmup);
  }
};

/// Rises linearly to `peak` during `warmup` steps, then falls along half a cosine to `last` at `steps`.
struct cosine_schedule {
  double peak;         ///< the rate after `warmup` steps
  std::size_t warmup;  ///< steps that rise
  std::size_t steps;   ///< after which the rate is `last`
  double last = 0;     ///< the rate at the end
  /// The rate of a step, from 1.
  double operator()(std::size_t step) const {
    if (step < warmup) return peak * static_cast<double>(step) / static_cast<double>(warmup);
    if (step >= steps) return last;
    const double gone = static_cast<double>(step - warmup) / static_cast<double>(steps - warmup);
    return last + (peak - last) * (1 + std::cos(std::numbers::pi * gone)) / 2;
  }
};

/// The same rate at every step, without a warmup.
struct constant_schedule {
  double rate;  ///< of all steps
  /// The rate, whatever the step.
  double operator()(std::size_t) const { return rate; }
};

}  // namespace typeformer
