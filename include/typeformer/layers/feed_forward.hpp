#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/activation.hpp>
#include <typeformer/expressions/choice.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/linear.hpp>

namespace typeformer {

/// f(x W₁ + b₁) W₂ + b₂ for each position alone: E → F → E, or to another width or a vocabulary.
///
/// shapes   x [L…, In]   →   [L…, Out]
/// cost     2·L·F·(In + Out) operations, the biases and f
/// requires x whose last axis is In
/// source   Vaswani et al. 2017, equation 2
template <is_axis In, is_axis Inner, is_axis Out = In, class Activation = relu_activation, class Bias = with_bias>
struct feed_forward {
  using to_inner = linear<In, Inner, Bias>;
  using to_outer = linear<Inner, Out, Bias>;
  BOOST_HANA_DEFINE_STRUCT(feed_forward, (to_inner, inner), (to_outer, outer));

  template <is_axis... Leading>
  using input = shape<Leading..., In>;

  template <expression X>
  constexpr auto operator()(const X& x) const {
    static_assert(same_axis<sized_last<X>, sized<In>>, "feed_forward(x): the last axis of x must be the layer's In");
    return in_frame(*this, x, [&] { return outer(let(activate(Activation::function, inner(as_if_last<In>(x))))); });
  }
};

}  // namespace typeformer
