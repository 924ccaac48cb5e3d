#pragma once
#include <typeformer/expressions/node.hpp>
#include <typeformer/operations/contraction.hpp>
#include <typeformer/operations/dropout.hpp>
#include <typeformer/operations/elementwise.hpp>
#include <typeformer/operations/mask.hpp>
#include <typeformer/operations/permute.hpp>
#include <typeformer/operations/softmax.hpp>

/// What a formula remembers of its axes beyond its shape, so that a formula that fits but cannot be meant is refused:
/// the axis that a product of values summed over, and the one that a softmax normalized. A value that let() made
/// remembers neither.
namespace typeformer {

namespace detail {
/// Operations that change neither, wherever they move an axis to.
template <class Op>
inline constexpr bool keeps_what_was_summed = false;
template <>
inline constexpr bool keeps_what_was_summed<scale_operation> = true;
template <class M>
inline constexpr bool keeps_what_was_summed<mask_operation<M>> = true;
template <class Rate>
inline constexpr bool keeps_what_was_summed<dropout_operation<Rate>> = true;
template <>
inline constexpr bool keeps_what_was_summed<transpose_operation> = true;
template <class... A>
inline constexpr bool keeps_what_was_summed<permute_operation<A...>> = true;

template <class E>
struct summed_by {
  using type = no_axis;
};
template <sound_expression X, sound_expression Y>
struct summed_by<node<contraction_operation, X, Y>> {
  using type = last_axis<X>;
};
template <class Op, class X>
  requires keeps_what_was_summed<Op>
struct summed_by<node<Op, X>> : summed_by<X> {};

template <class E>
struct normalized_by {
  using type = no_axis;
};
template <std::size_t I, class X>
struct normalized_by<node<softmax_operation<I>, X>> {
  using type = axis_at<shape_t<X>, I>;
};
template <class Op, class X>
  requires keeps_what_was_summed<Op>
struct normalized_by<node<Op, X>> : normalized_by<X> {};
}  // namespace detail

/// The axis that a product of two values summed over, also of its scores after a scale or a mask; no_axis of anything
/// else.
template <class E>
using summed_axis = typename detail::summed_by<E>::type;
/// The axis along which the weights of a softmax sum to 1; no_axis of anything else.
template <class E>
using normalized_axis = typename detail::normalized_by<E>::type;

/// Whether the root of an axis may scale an expression: it is of what the product summed over, or of no product. A root
/// that is none is told where it is named.
template <class A, class Summed>
inline constexpr bool is_root_of_summed =
    std::is_same_v<A, Summed> || std::is_same_v<Summed, no_axis> || !has_static_extent<A> || std::is_same_v<A, no_axis>;
/// Whether weights are summed over the axis along which they sum to 1.
template <class Summed, class Normalized>
inline constexpr bool sums_what_was_normalized =
    std::is_same_v<Summed, Normalized> || std::is_same_v<Normalized, no_axis>;

}  // namespace typeformer
