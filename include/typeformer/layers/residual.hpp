#pragma once
#include <typeformer/expressions/choice.hpp>
#include <typeformer/expressions/dropout.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/layer_norm.hpp>

namespace typeformer {

// Where a sublayer is normalized. Both have the residual sum, and dropout on what is added while a model is trained; x
// keeps its shape.

/// LN(x + f(x)): the stack needs no norm of its own.
///
/// source   Vaswani et al. 2017, section 3.1
struct norm_after {
  static constexpr auto kind = choice::normalization;
  /// The norm behind a stack's last layer: none.
  template <class Norm>
  using last_norm = no_norm;

  /// norm(x + drop(f(x))), lazy: with layer_norm one kernel adds and normalizes. f is the sublayer, from a value like x
  /// to an expression like x.
  template <class Dropout, class Norm, sound_expression X, class F>
  static constexpr auto residual(const Norm& norm, const X& x, F&& f) {
    return norm(x + drop<Dropout>(f(x)));
  }
  template <class Dropout, class Norm, class F>
  static constexpr any_formula residual(const Norm&, const any_formula&, F&&) {
    return {};
  }
};

/// x + f(LN(x)): a stack of these ends with a norm.
///
/// source   Xiong et al. 2020 (pre-LN); Radford et al. 2019
struct norm_before {
  static constexpr auto kind = choice::normalization;
  /// The norm behind a stack's last layer.
  template <class Norm>
  using last_norm = Norm;

  /// x + drop(f(norm(x))), lazy; norm(x) is stored. f is the sublayer, from a value like x to an expression like x.
  template <class Dropout, class Norm, sound_expression X, class F>
  static constexpr auto residual(const Norm& norm, const X& x, F&& f) {
    return x + drop<Dropout>(f(let(norm(x))));
  }
  template <class Dropout, class Norm, class F>
  static constexpr any_formula residual(const Norm&, const any_formula&, F&&) {
    return {};
  }
};

}  // namespace typeformer
