#pragma once
#include <concepts>
#include <cstdint>
#include <ratio>
#include <type_traits>

#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/choice.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/function.hpp>
#include <typeformer/expressions/layer_norm.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/expressions/refused_calls.hpp>

namespace typeformer {

/// Whether E has the members of a std::ratio.
template <class E>
inline constexpr bool is_ratio = requires {
  { E::num } -> std::convertible_to<std::intmax_t>;
  { E::den } -> std::convertible_to<std::intmax_t>;
};
/// Whether E is the place and value of an ε: inside_root<>, added_to_root<> or added_to_deviation<>.
template <class E>
inline constexpr bool is_epsilon = requires { E::placement; };

/// The gate of templates that take the place and value of an epsilon (must_be_axes).
template <class E>
consteval bool must_be_epsilon() {
  static_assert(is_epsilon<E>, "an epsilon is expected here, such as tf::inside_root<std::ratio<1, 100000>>");
  return true;
}
/// The gate of templates that take the value of an epsilon, a std::ratio (must_be_axes).
template <class E>
consteval bool must_be_ratio() {
  static_assert(is_ratio<E>, "an epsilon is expected here: a std::ratio such as std::ratio<1, 100000>");
  return true;
}

/// Layer normalization with a trained gain and bias. Epsilon is the place and the value of ε.
///
/// shapes   x [L…, A]   →   the same
/// requires x whose last axis is A
/// source   Ba et al. 2016
template <class A = left_out, class Epsilon = inside_root<>>
  requires(must_be_axes<A>() && must_be_epsilon<Epsilon>())
struct layer_norm {
  using gain_type = gain<axis_or_any<A>>;
  using bias_type = vector<axis_or_any<A>>;
  BOOST_HANA_DEFINE_STRUCT(layer_norm, (gain_type, weight), (bias_type, bias));

  template <is_axis... Leading>
  using input = shape<Leading..., A>;

  TYPEFORMER_NO_OTHER_CALL_OF_ONE(
      "layer_norm", "x must be an expression; a tensor is given to a session, which hands the model a value")

  /// `x` [L…, A]   →   the same. Of a sum x = a + b one fused kernel adds and normalizes.
  template <sound_expression X>
  constexpr auto operator()(const X& x) const {
    static_assert(same_axis<sized_last<X>, sized<A>>,
                  "layer_norm(x): the last axis of x must be the axis that the layer normalizes over");
    return normalize<A, Epsilon>(as_if_last<A>(x), weight, bias);
  }
};

/// x / √(mean x² + ε), with a trained gain: layer normalization without its mean and bias. Epsilon is a std::ratio.
///
/// shapes   x [L…, A]   →   the same
/// cost     2 operations for each element, two passes over memory, and a few for each row
/// requires x whose last axis is A
/// source   Zhang and Sennrich 2019
template <class A = left_out, class Epsilon = std::ratio<1, 100'000>>
  requires(must_be_axes<A>() && must_be_ratio<Epsilon>())
struct rms_norm {
  using gain_type = gain<axis_or_any<A>>;
  BOOST_HANA_DEFINE_STRUCT(rms_norm, (gain_type, weight));

  template <is_axis... Leading>
  using input = shape<Leading..., A>;

  TYPEFORMER_NO_OTHER_CALL_OF_ONE(
      "rms_norm", "x must be an expression; a tensor is given to a session, which hands the model a value")

  /// `x` [L…, A]   →   the same, as elementwise operations and one reduction.
  template <sound_expression X>
  constexpr auto operator()(const X& x) const {
    static_assert(same_axis<sized_last<X>, sized<A>>,
                  "rms_norm(x): the last axis of x must be the axis that the layer normalizes over");
    if constexpr (!is_same_axis<last_axis<X>, A>) {
      return as_if_last<A>(x);  // the formula would break rules of its own where A is another axis of x
    } else if constexpr (is_node<X>) {
      return (*this)(let(x));  // read twice: a temporary of the caller's, whose frame may end with the expression below
    } else {
      constexpr double epsilon = static_cast<double>(Epsilon::num) / static_cast<double>(Epsilon::den);
      return hadamard(hadamard(x, rsqrt(mean<A>(square(x)) + epsilon)), weight);
    }
  }
};

/// In the place of a norm where there is none.
struct no_norm {
  BOOST_HANA_DEFINE_STRUCT(no_norm);
  TYPEFORMER_CALL_OF_REFUSED
  /// x, as it is
  template <sound_expression X>
  constexpr auto operator()(const X& x) const {
    return x;
  }
};

/// Whether what a norm yields of an X has its axes.
template <class Y, class X>
inline constexpr bool keeps_axes = std::is_same_v<Y, any_formula>;
template <sound_expression Y, class X>
inline constexpr bool keeps_axes<Y, X> = same_axes<shape_t<Y>, shape_t<X>>;

namespace detail {
/// Whether a norm yields values like x, with a rule for what does not.
template <class Norm, class X>
consteval bool is_norm_of() {
  using yielded = decltype([] {
    if constexpr (requires(const Norm& norm, const X& x) { norm(x); })
      return std::type_identity<decltype(std::declval<const Norm&>()(std::declval<const X&>()))>{};
    else
      return std::type_identity<void>{};
  }())::type;
  static_assert(keeps_axes<yielded, X>,
                "a configuration's norm must have a public operator()(x) const that yields an expression of the axes "
                "of x");
  return keeps_axes<yielded, X>;
}
}  // namespace detail

/// As the norm of a configuration: layer_norm with this Epsilon.
template <class Epsilon = inside_root<>>
  requires(must_be_epsilon<Epsilon>())
struct layer_norms {
  static constexpr auto kind = choice::norm;
  template <is_axis A>
  using norm = layer_norm<A, std::conditional_t<is_epsilon<Epsilon>, Epsilon, inside_root<>>>;
};
/// As the norm of a configuration: rms_norm with this Epsilon.
template <class Epsilon = std::ratio<1, 100'000>>
  requires(must_be_ratio<Epsilon>())
struct rms_norms {
  static constexpr auto kind = choice::norm;
  template <is_axis A>
  using norm = rms_norm<A, std::conditional_t<is_ratio<Epsilon>, Epsilon, std::ratio<1, 100'000>>>;
};
/// As the norm of a configuration: none. Sublayers keep their residual sums.
struct no_norms {
  static constexpr auto kind = choice::norm;
  /// The same over any axis.
  template <is_axis>
  using norm = no_norm;
};

}  // namespace typeformer
