#pragma once
#include <typeformer/kernels/elementwise.hpp>
#include <typeformer/kernels/product.hpp>
#include <typeformer/kernels/quantized.hpp>
#include <typeformer/kernels/static_product.hpp>
#include <typeformer/operations/operation.hpp>
#include <typeformer/operations/rounded.hpp>

namespace typeformer {

/// A linear map, with the bias, activation and residual that the GEMM's epilogue adds to its result in registers.
///
/// shapes   x [L…, In]   w [In, Out]   b [Out]   r [L…, Out]   →   [L…, Out]; b and r may be absent
/// error    see kernels/product.hpp
/// cost     2·L·In·Out, and L·Out for each of b, f and r
struct linear_operation {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view formula = "f(x w + b) + r";
  template <class Sequence, class X, class...>
  static constexpr bool mixes = is_made_of<axis_from_last<X, 0>, Sequence>;
  static constexpr bool can_defer = true;  ///< it has forward_by
  static constexpr bool can_round = true;  ///< its product does

  kernels::activation function = kernels::activation::none;  ///< f, applied in the product's epilogue

  template <class X, class W, class B, class R>
  static constexpr auto result(const X& x, const W& w, const B&, const R&) {
    return algebra::contract(x, w);
  }
  template <class X, class W, class B, class R>
  constexpr polynomial cost(const X& x, const W& w, const B& b, const R& r) const {
    const std::size_t once = !is_absent<B> + !is_absent<R> + (function != kernels::activation::none);
    return polynomial{2} * count_of(x) * count_from_last<0>(w) + polynomial{once} * count_of(result(x, w, b, r));
  }
  template <class T, class Y, class X, class W, class B, class R>
  void forward(const resources<T>& with, const Y& y, const X& x, const W& w, const B& b, const R& r) const {
    forward_by([&](const auto& problem) { kernels::product(problem, with.threads); }, y, x, w, b, r);
  }
  // A product so small that constant sizes pay off is run at once.
  /// The same with another way to run its product: run(problem), at once or later. Operands outlive that run.
  template <class Run, class Y, class X, class W, class B, class R>
  void forward_by(const Run& run, const Y& y, const X& x, const W& w, const B& b, const R& r) const {
    using T = typename decltype(w.data)::element;
    using stored = typename decltype(w.data)::stored;
    const std::size_t columns = y.shape.last();
    if constexpr (X::shape_type::run_time_axes == 0 && Y::shape_type::run_time_axes == 0 && std::is_same_v<stored, T>) {
      constexpr typename X::shape_type in;
      constexpr typename Y::shape_type out;
      constexpr std::size_t m = out.rows(), n = out.last(), k = in.last();
      if constexpr (kernels::is_small_product<m, n, k>) {
        const auto small = [&]<bool RectifiedLinear>(std::bool_constant<RectifiedLinear>) {
          kernels::static_product<m, n, k, kernels::weight_order::panels, RectifiedLinear>(
              x.data, w.data.panels, y.data, data_or_null(b), data_or_null(r));
        };
        if (function == kernels::activation::none) return small(std::false_type{});
        if (function == kernels::activation::relu) return small(std::true_type{});
      }
    }
    kernels::product_problem<T, stored> problem{.rows = y.shape.rows(),
                                                .columns = columns,
                                                .inner = x.shape.last(),
                                                .x = nullptr,
                                                .x_stride = x.shape.last(),
                                                .w = w.data,
                                                .y = nullptr,
                                                .y_stride = columns,
                                                .bias = data_or_null(b),
                                                .function = function,
                                                .residual = data_or_null(r),
                                                .residual_stride = columns};
    if constexpr (is_rounded<X>) {
      problem.x_rounded = x.data;
    } else {
      problem.x = x.data;
      if constexpr (has_rounded_copy<X>) problem.x_rounded = x.rounded;
    }
    if constexpr (is_rounded<Y>) {
      problem.y_rounded = y.data;
    } else {
      problem.y = y.data;
    }
    run(problem);
  }

  // Without an activation: a recording runs that as an operation of its own, whose input it keeps.
  template <class T, class Y, class X, class W, class B, class R>
  void backward(const resources<T>& with, const Y& y, const X& x, const W& w, const B& b, const R& r) const {
    const std::size_t rows = y.shape.rows(), outs = y.shape.last(), ins = x.shape.last();
    if (!w.transposed_bf16) kernels::pack(w.stored, ins, std::size_t{1}, outs, ins, with.scratch, with.threads);
    kernels::product<T>({.rows = rows,
                         .columns = ins,
                         .inner = outs,
                         .x = y.gradient,
                         .x_stride = outs,
                         .w = {.panels = with.scratch, .bf16 = w.transposed_bf16},
                         .y = x.gradient,
                         .y_stride = ins,
                         .residual = x.gradient,
                         .residual_stride = ins},
                        with.threads);
    if (w.transposed_bf16) {
      if constexpr (std::is_same_v<T, float>)
        kernels::add_weight_gradient_in_bf16(rows, outs, ins, y.gradient, x.data, w.gradient, with.threads);
    } else {
      kernels::add_weight_gradient<T>(rows, outs, ins, y.gradient, x.data, w.gradient, with.threads);
    }
    if constexpr (!is_absent<B>) kernels::add_column_sums<T>(rows, outs, y.gradient, b.gradient, with.threads);
    if constexpr (!is_absent<R>) kernels::add_scaled(y.shape.size(), T{1}, y.gradient, r.gradient, with.threads);
  }
  template <class X, class W, class B, class R>
  static constexpr std::size_t backward_scratch(const X&, const W& w, const B&, const R&) {
    return w.size();
  }
};

}  // namespace typeformer
