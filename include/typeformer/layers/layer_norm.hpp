#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/assumed.hpp>
#include <typeformer/expressions/layer_norm.hpp>

namespace typeformer {

/// Layer normalization with learned gain and bias. Epsilon says where ε stands and what it is.
///
/// shapes   x [L…, A]   →   the same
/// refuses  x whose last axis is not A
/// source   Ba et al. 2016
template <is_axis A, class Epsilon = inside_root<>>
struct layer_norm {
  using gain_type = gain<A>;
  using bias_type = vector<A>;
  BOOST_HANA_DEFINE_STRUCT(layer_norm, (gain_type, weight), (bias_type, bias));

  template <is_axis... Leading>
  using input = shape<Leading..., A>;

  template <expression X>
  constexpr auto operator()(const X& x) const {
    using l = last_axis<X>;
    static_assert(same_axis<l, extent<l>, A, extent<A>>,
                  "layer_norm(x): the last axis of x must be the axis that the layer normalizes over");
    return normalize<A, Epsilon>(assumed<with_last_axis<X, A>>(x), weight, bias);
  }
};

/// In the place of a norm where there is none.
struct no_norm {
  BOOST_HANA_DEFINE_STRUCT(no_norm);
  template <expression X>
  constexpr auto operator()(const X& x) const {
    return x;
  }
};

}  // namespace typeformer
