#pragma once
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/layer_norm.hpp>

namespace typeformer {

/// Whether `normalize<A>(x)` is defined.
template <class X, class A>
concept normalizable = sound_expression<X> && is_same_axis<last_axis<X>, A>;

/// Each row to mean 0 and deviation 1, then times gain, plus bias; without them where they are left out. Epsilon is one
/// of inside_root, added_to_root and added_to_deviation. Of a linear map it is norm(x W + b):
/// `normalize<A, Epsilon>(x * w + b)`.
///
/// shapes   x [L…, A]   gain, bias [A], or absent   →   [L…, A]
/// requires x whose last axis is A
/// source   Ba et al. 2016
template <is_axis A, class Epsilon, sound_expression X, class G = absent, class B = absent>
constexpr auto normalize(const X& x, const G& gain = {}, const B& bias = {}) {
  static_assert(same_axis<sized_last<X>, sized<A>>,
                "layer_norm: the last axis of x must be the axis it normalizes over");
  return make_node<normalizable<X, A>>(layer_norm_operation<Epsilon>{}, x, absent{}, gain, bias);
}

}  // namespace typeformer
