#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/activation.hpp>
#include <typeformer/expressions/choice.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/refused_calls.hpp>
#include <typeformer/layers/linear.hpp>

namespace typeformer {

/// Whether A is an activation policy: a type with a `function`, such as relu_activation.
template <class A>
concept is_activation = requires { A::function; };
namespace detail {
template <class A>
using activation_or_relu = std::conditional_t<is_activation<A>, A, relu_activation>;
}  // namespace detail

/// The gate of templates that take an activation (must_be_axes).
template <class A>
consteval bool must_be_activation() {
  static_assert(is_activation<A>,
                "an activation policy is expected here, such as tf::relu_activation or tf::gelu_activation");
  return true;
}

/// f(x W₁ + b₁) W₂ + b₂ for each position alone: E → F → E, or to another width or a vocabulary, B×C×E → B×C×V.
///
/// shapes   x [L…, In]   →   [L…, Out]
/// cost     2·L·F·(In + Out) operations, the biases and f
/// requires x whose last axis is In
/// source   Vaswani et al. 2017, equation 2
template <class In, class Inner = left_out, class Out = In, class Activation = relu_activation, class Bias = with_bias>
  requires(must_be_axes<In, Inner, Out>() && must_be_bias<Bias>() && must_be_activation<Activation>())
struct feed_forward {
  using to_inner = linear<axis_or_any<In>, axis_or_any<Inner>, Bias>;
  using to_outer = linear<axis_or_any<Inner>, axis_or_any<Out>, Bias>;
  BOOST_HANA_DEFINE_STRUCT(feed_forward, (to_inner, inner), (to_outer, outer));

  template <is_axis... Leading>
  using input = shape<Leading..., In>;

  TYPEFORMER_NO_OTHER_CALL_OF_ONE(
      "feed_forward", "x must be an expression; a tensor is given to a session, which hands the model a value")

  /// `x` [L…, In]   →   [L…, Out]. The activation is part of the first product; the [L…, Inner] between them is
  /// stored.
  template <sound_expression X>
  constexpr auto operator()(const X& x) const {
    static_assert(same_axis<sized_last<X>, sized<In>>, "feed_forward(x): the last axis of x must be the layer's In");
    return in_frame(*this, x, [&] {
      return outer(activate(detail::activation_or_relu<Activation>::function, inner(as_if_last<In>(x))));
    });
  }
};

/// f((x W₁ + b₁) W₂ + b₂): the activation is the last, and between the products there is none. So the two are one
/// linear map of rank F at most.
///
/// shapes   x [L…, In]   →   [L…, Out]
/// cost     2·L·F·(In + Out) operations, the biases and f
/// requires x whose last axis is In
/// source   a variant of Vaswani et al. 2017, equation 2, that lecture notes have
template <class In, class Inner = left_out, class Out = In, class Activation = relu_activation, class Bias = with_bias>
  requires(must_be_axes<In, Inner, Out>() && must_be_bias<Bias>() && must_be_activation<Activation>())
struct output_activated_feed_forward {
  using to_inner = linear<axis_or_any<In>, axis_or_any<Inner>, Bias>;
  using to_outer = linear<axis_or_any<Inner>, axis_or_any<Out>, Bias>;
  BOOST_HANA_DEFINE_STRUCT(output_activated_feed_forward, (to_inner, inner), (to_outer, outer));

  template <is_axis... Leading>
  using input = shape<Leading..., In>;

  /// `x` [L…, In]   →   [L…, Out]. The activation is part of the second product; the [L…, Inner] before it is
  /// stored.
  template <sound_expression X>
  constexpr auto operator()(const X& x) const {
    static_assert(same_axis<sized_last<X>, sized<In>>,
                  "output_activated_feed_forward(x): the last axis of x must be the layer's In");
    return in_frame(*this, x, [&] {
      return activate(detail::activation_or_relu<Activation>::function, outer(inner(as_if_last<In>(x))));
    });
  }
};

/// (f(x W₁ + b₁) ⊙ (x W₂ + b₂)) W₃ + b₃: with sigmoid_activation GLU, with gelu_activation GEGLU, with swish_activation
/// SwiGLU.
///
/// shapes   x [L…, In]   →   [L…, Out]
/// cost     2·L·F·(2·In + Out) operations, L·F for the product, the biases and f
/// requires x whose last axis is In
/// source   Shazeer 2020; Dauphin et al. 2017
template <class In, class Inner = left_out, class Out = In, class Activation = swish_activation, class Bias = with_bias>
  requires(must_be_axes<In, Inner, Out>() && must_be_bias<Bias>() && must_be_activation<Activation>())
struct gated_feed_forward {
  using to_inner = linear<axis_or_any<In>, axis_or_any<Inner>, Bias>;
  using to_outer = linear<axis_or_any<Inner>, axis_or_any<Out>, Bias>;
  BOOST_HANA_DEFINE_STRUCT(gated_feed_forward, (to_inner, gate), (to_inner, inner), (to_outer, outer));

  template <is_axis... Leading>
  using input = shape<Leading..., In>;

  TYPEFORMER_NO_OTHER_CALL_OF_ONE(
      "gated_feed_forward", "x must be an expression; a tensor is given to a session, which hands the model a value")

  /// `x` [L…, In]   →   [L…, Out]. Both products of x run as one, side by side.
  template <sound_expression X>
  constexpr auto operator()(const X& x) const {
    static_assert(same_axis<sized_last<X>, sized<In>>,
                  "gated_feed_forward(x): the last axis of x must be the layer's In");
    return with_value(*this, as_if_last<In>(x), [&](const auto& z) {
      return in_frame(*this, z, [&] {
        const auto [g, y] = let(gate(z), inner(z));
        return outer(let(hadamard(activate(detail::activation_or_relu<Activation>::function, g), y)));
      });
    });
  }
};

/// As the feed-forward layer of a configuration: feed_forward.
struct plain_feed_forward {
  static constexpr auto kind = choice::feed_forward;
  template <is_axis Model, is_axis Inner, class Activation, class Bias>
  using feed_forward = typeformer::feed_forward<Model, Inner, Model, Activation, Bias>;
};
/// As the feed-forward layer of a configuration: output_activated_feed_forward, whose activation is behind both
/// products.
struct output_activated {
  static constexpr auto kind = choice::feed_forward;
  template <is_axis Model, is_axis Inner, class Activation, class Bias>
  using feed_forward = output_activated_feed_forward<Model, Inner, Model, Activation, Bias>;
};
/// As the feed-forward layer of a configuration: gated_feed_forward, with the configuration's activation on the gate.
struct gated {
  static constexpr auto kind = choice::feed_forward;
  /// Of Model → Inner → Model; three matrices, so half more parameters than plain_feed_forward of the same Inner.
  template <is_axis Model, is_axis Inner, class Activation, class Bias>
  using feed_forward = gated_feed_forward<Model, Inner, Model, Activation, Bias>;
};

}  // namespace typeformer
