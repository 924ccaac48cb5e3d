#pragma once
#include <ratio>

#include <typeformer/kernels/rows.hpp>
#include <typeformer/operations/operation.hpp>
#include <typeformer/operations/rounded.hpp>

namespace typeformer {

// Where ε is added. `inside_root<std::micro>` has ε = 1e-6; any std::ratio serves.

/// (z − μ) / √(σ² + ε)
template <class Epsilon = std::ratio<1, 100'000>>
struct inside_root {
  /// Of the ratio.
  static constexpr double epsilon = static_cast<double>(Epsilon::num) / static_cast<double>(Epsilon::den);
  static constexpr auto placement = kernels::epsilon_placement::inside_root;  ///< added to the variance, under the root
  static constexpr std::string_view formula = "(z − μ) / √(σ² + ε) · γ + β";
};
/// (z − μ) / (√σ² + ε): σ from the variance
template <class Epsilon = std::ratio<1, 100'000>>
struct added_to_root {
  /// Of the ratio.
  static constexpr double epsilon = static_cast<double>(Epsilon::num) / static_cast<double>(Epsilon::den);
  static constexpr auto placement = kernels::epsilon_placement::outside_root;  ///< added to the root of the variance
  static constexpr std::string_view formula = "(z − μ) / (√σ² + ε) · γ + β";
};
/// (z − μ) / (σ + ε). As numbers the same as added_to_root; the literature writes both.
template <class Epsilon = std::ratio<1, 100'000>>
struct added_to_deviation {
  /// Of the ratio.
  static constexpr double epsilon = static_cast<double>(Epsilon::num) / static_cast<double>(Epsilon::den);
  static constexpr auto placement = kernels::epsilon_placement::outside_root;  ///< added to the deviation
  static constexpr std::string_view formula = "(z − μ) / (σ + ε) · γ + β";
};

/// Normalizes each row z = x + r to mean 0 and deviation 1, then γ and β; μ and σ² are the row's own, of all its
/// elements (population).
///
/// shapes   x [L…, E]   r [L…, E] or absent   γ, β [E] or absent   →   [L…, E]
/// cost     6 for each element: sum, difference, square, sum, difference, quotient; and 1 for each of r, γ, β
/// source   Ba et al. 2016
template <class Epsilon>
struct layer_norm_operation {
  static constexpr std::string_view name = "layer norm";
  static constexpr std::string_view formula = Epsilon::formula;
  static constexpr bool copies_rounded = true;  ///< for the products that read it
  template <class Sequence, class X, class...>
  static constexpr bool mixes = is_made_of<axis_from_last<X, 0>, Sequence>;

  template <class X, class R, class G, class B>
  static constexpr auto result(const X& x, const R&, const G&, const B&) {
    return x;
  }
  template <class X, class R, class G, class B>
  static constexpr polynomial cost(const X& x, const R&, const G&, const B&) {
    return polynomial{std::size_t{6} + !is_absent<R> + !is_absent<G> + !is_absent<B>} * count_of(x);
  }
  template <class T, class Y, class X, class R, class G, class B>
  void forward(const resources<T>& with, const Y& y, const X& x, const R& r, const G& gain, const B& bias) const {
    auto p = problem(y.data, x, r, gain, bias);
    if constexpr (has_rounded_copy<Y>) p.y_rounded = y.rounded;
    kernels::layer_norm<T>(p, with.threads);
  }
  template <class T, class Y, class X, class R, class G, class B>
  void backward(const resources<T>& with, const Y& y, const X& x, const R& r, const G& gain, const B& bias) const {
    kernels::add_layer_norm_gradient<T>(problem(static_cast<T*>(nullptr), x, r, gain, bias), y.gradient, x.gradient,
                                        gradient_or_null(r), gradient_or_null(gain), gradient_or_null(bias),
                                        with.scratch, with.threads);
  }
  template <class X, class R, class G, class B>
  static constexpr std::size_t backward_scratch(const X& x, const R&, const G&, const B&) {
    return kernels::layer_norm_gradient_workspace(x.rows(), x.last());
  }

 private:
  template <class T, class X, class R, class G, class B>
  static kernels::layer_norm_problem<T> problem(T* y, const X& x, const R& r, const G& gain, const B& bias) {
    return {.rows = x.shape.rows(),
            .columns = x.shape.last(),
            .x = x.data,
            .residual = data_or_null(r),
            .gain = data_or_null(gain),
            .bias = data_or_null(bias),
            .epsilon = static_cast<T>(Epsilon::epsilon),
            .placement = Epsilon::placement,
            .y = y};
  }
};

}  // namespace typeformer
