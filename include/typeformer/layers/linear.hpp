#pragma once
#include <type_traits>

#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/refused_calls.hpp>

namespace typeformer {

/// A linear map adds a trained vector, 0 at the start of training.
struct with_bias {
  /// The bias of outputs on A.
  template <is_axis A>
  using parameter = vector<A>;
};
/// A linear map is its matrix alone.
struct without_bias {
  /// No parameter, whatever A.
  template <is_axis A>
  using parameter = absent;
};

/// Whether B is a bias policy: with_bias or without_bias, or a type as they are.
template <class B>
concept is_bias = requires { typename B::template parameter<no_axis>; };
namespace detail {
template <class B>
using bias_or_none = std::conditional_t<is_bias<B>, B, without_bias>;
/// An axis of a map, or any where its bias policy is refused: of its axes nothing more is said.
template <class A, class B>
using axis_beside_bias = std::conditional_t<is_bias<B>, axis_or_any<A>, any_axis>;
}  // namespace detail

/// The gate of templates that take a bias policy (must_be_axes).
template <class B>
consteval bool must_be_bias() {
  static_assert(is_bias<B>, "a bias policy is expected here: tf::with_bias or tf::without_bias");
  return true;
}

/// x W + b, lazy: an activation or a residual that follows is done in the same product.
///
/// shapes   x [L…, In]   →   [L…, Out]
/// cost     2·L·In·Out operations, and L·Out for the bias
/// requires x whose last axis is In
template <class In, class Out = left_out, class Bias = with_bias>
  requires(must_be_axes<In, Out>() && must_be_bias<std::conditional_t<is_axis<In> && is_axis<Out>, Bias, with_bias>>())
struct linear {
  using weight_type = typeformer::weight<detail::axis_beside_bias<In, Bias>, detail::axis_beside_bias<Out, Bias>>;
  using bias_type = typename detail::bias_or_none<Bias>::template parameter<axis_or_any<Out>>;
  BOOST_HANA_DEFINE_STRUCT(linear, (weight_type, weight), (bias_type, bias));

  template <is_axis... Leading>
  using input = shape<Leading..., In>;

  TYPEFORMER_NO_OTHER_CALL_OF_ONE(
      "linear", "x must be an expression; a tensor is given to a session, which hands the model a value")

  /// Lazy: `x` [L…, In]   →   [L…, Out], one product for all of L….
  template <sound_expression X>
  constexpr auto operator()(const X& x) const {
    static_assert(same_axis<sized_last<X>, sized<In>>, "linear(x): the last axis of x must be the layer's In");
    if constexpr (is_absent<bias_type>) {
      return as_if_last<In>(x) * weight;
    } else {
      return as_if_last<In>(x) * weight + bias;
    }
  }
};

}  // namespace typeformer
