#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>

namespace typeformer {

// Whether a linear map has a bias.
struct with_bias {
  template <is_axis A>
  using parameter = vector<A>;
};
struct without_bias {
  template <is_axis A>
  using parameter = absent;
};

/// x W + b, lazy: an activation or a residual that follows is done in the same product.
///
/// shapes   x [L…, In]   →   [L…, Out]
/// cost     2·L·In·Out operations, and L·Out for the bias
/// requires x whose last axis is In
template <is_axis In, is_axis Out, class Bias = with_bias>
struct linear {
  using weight_type = typeformer::weight<In, Out>;
  using bias_type = typename Bias::template parameter<Out>;
  BOOST_HANA_DEFINE_STRUCT(linear, (weight_type, weight), (bias_type, bias));

  template <is_axis... Leading>
  using input = shape<Leading..., In>;

  template <expression X>
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
