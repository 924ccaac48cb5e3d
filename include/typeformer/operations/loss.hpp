#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <typeformer/axis/algebra.hpp>
#include <typeformer/kernels/elementwise.hpp>
#include <typeformer/kernels/loss.hpp>
#include <typeformer/kernels/product.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// The loss of each row against its label, in nats; 0 where there is none. Probabilities are never stored.
///
/// shapes   logits [L…, V]   labels [L…] of V   →   [L…]
/// cost     5 for each logit, as softmax has
struct cross_entropy_operation {
  static constexpr std::string_view name = "cross-entropy";
  static constexpr std::string_view formula = "−Σ q log softmax(x)";
  static constexpr bool takes_tokens = true;

  double smoothing = 0;                                         ///< ε, in [0, 1]
  kernels::smoothing_over over = kernels::smoothing_over::all;  ///< to which entries ε goes

  template <class X, class Y>
  static constexpr auto result(const X&, const Y& labels) {
    return labels;
  }
  template <class X, class Y>
  static constexpr polynomial cost(const X& x, const Y&) {
    return polynomial{5} * count_of(x);
  }
  /// A double for each row.
  template <class X, class Y>
  static constexpr std::size_t scratch(const X&, const Y& labels) {
    return doubles * labels.size();
  }
  template <class T, class Z, class X, class Y>
  void forward(const resources<T>& with, const Z& z, const X& x, const Y& labels) const {
    double* const losses = reinterpret_cast<double*>(with.scratch);
    kernels::cross_entropy(problem<T>(x.shape, x.data, labels.data), losses, with.threads);
    std::transform(losses, losses + z.size(), z.data, [](double loss) { return static_cast<T>(loss); });
  }

  template <class T, class Z, class X, class Y>
  void backward(const resources<T>& with, const Z& z, const X& x, const Y& labels) const {
    T* const dx = with.scratch + aligned(doubles * z.shape.size());
    auto p = problem<T>(x.shape, x.data, labels.data);
    p.row_weights = z.gradient;
    p.dlogits = dx;
    kernels::cross_entropy(p, reinterpret_cast<double*>(with.scratch), with.threads);
    kernels::add_scaled<T>(x.shape.size(), T{1}, dx, x.gradient, with.threads);
  }
  template <class X, class Y>
  static constexpr std::size_t backward_scratch(const X& x, const Y& labels) {
    return aligned(doubles * labels.size()) + x.size();
  }

 private:
  /// Elements that hold a double: scratch is counted in elements of T, float or double.
  static constexpr std::size_t doubles = sizeof(double) / sizeof(float);
  static constexpr std::size_t aligned(std::size_t elements) { return (elements + 15) / 16 * 16; }

  template <class T, class X>
  kernels::cross_entropy_problem<T> problem(const X& x, const T* logits, const std::int32_t* labels) const {
    return {
        .rows = x.rows(), .entries = x.last(), .logits = logits, .index = labels, .smoothing = smoothing, .over = over};
  }
};

/// How many labels there are.
///
/// shapes   labels [L…]   →   []
/// cost     one comparison for each
struct count_operation {
  static constexpr std::string_view name = "count";
  static constexpr std::string_view formula = "n";
  static constexpr bool takes_tokens = true;

  template <class X>
  static constexpr auto result(const X&) {
    return shape<>{};
  }
  template <class X>
  static constexpr polynomial cost(const X& x) {
    return count_of(x);
  }
  template <class T, class Y, class X>
  void forward(const resources<T>&, const Y& y, const X& labels) const {
    const auto is_there = [](std::int32_t label) { return label >= 0; };
    *y.data = static_cast<T>(std::count_if(labels.data, labels.data + labels.shape.size(), is_there));
  }
  template <class T, class Y, class X>
  void backward(const resources<T>&, const Y&, const X&) const {}  // of whole numbers there is no derivative
};

/// 1 where two tokens are the same, else 0; also where a label is none.
///
/// shapes   x [L…] of V   y [L…] of V   →   [L…]
/// cost     one comparison for each
struct equal_tokens_operation {
  static constexpr std::string_view name = "equal";
  static constexpr std::string_view formula = "x = y";
  static constexpr bool takes_tokens = true;
  template <class, class...>
  static constexpr bool mixes = false;

  template <class X, class Y>
  static constexpr auto result(const X& x, const Y&) {
    return x;
  }
  template <class X, class Y>
  static constexpr polynomial cost(const X& x, const Y&) {
    return count_of(x);
  }
  template <class T, class Z, class X, class Y>
  void forward(const resources<T>&, const Z& z, const X& x, const Y& y) const {
    std::transform(x.data, x.data + x.shape.size(), y.data, z.data,
                   [](std::int32_t a, std::int32_t b) { return static_cast<T>(a == b && a >= 0); });
  }
};

}  // namespace typeformer
