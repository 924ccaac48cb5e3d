#pragma once
#include <cstddef>
#include <type_traits>

#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/activation.hpp>
#include <typeformer/expressions/choice.hpp>
#include <typeformer/expressions/move.hpp>
#include <typeformer/expressions/refused_calls.hpp>
#include <typeformer/layers/linear.hpp>

namespace typeformer {

/// Whether a window has a middle.
template <class Kernel, auto Extent>
inline constexpr bool has_middle = known_to_the_compiler<Kernel, Extent> && bound<Kernel> % 2 == 1;

namespace detail {
struct any_kernel : axis<"k", 1> {};
// A function, since a class in whose body a rule is broken makes clang print more than the rule.
template <class Kernel, std::size_t Dilation>
constexpr auto checked_kernel() {
  static_assert(has_middle<axis_or_any<Kernel>, extent<axis_or_any<Kernel>>>,
                "convolution<In, Out, Kernel>: the extent of Kernel must be an odd number that the compiler knows");
  static_assert(is_a_dilation<Kernel, Dilation>,
                "convolution<In, Out, Kernel, Bias, Dilation>: Dilation must be 1 at least");
  return std::type_identity<std::conditional_t<has_middle<Kernel, extent<Kernel>>, Kernel, any_kernel>>{};
}
}  // namespace detail

/// Y_i = Σ_k X_{i + (k − (K−1)/2)·Dilation} W_k + b, lazy: an activation that follows is done in the same product.
/// Beyond the ends stand zeros, so that there are as many positions as before. Positions behind a row's end are to be
/// zeros as well (layers/rows.hpp), or a row's last ones depend on what it is padded with.
///
/// shapes   x [L…, N, In]   →   [L…, N, Out]
/// cost     2·L·N·K·In·Out operations, and L·N·Out for the bias
/// requires x whose last axis is In, behind a sequence axis; a Kernel of odd extent; a Dilation of 1 at least
/// source   LeCun et al. 1989; Yu and Koltun 2016 (dilation)
template <class In, class Out, class Kernel, class Bias = with_bias, std::size_t Dilation = 1>
  requires(must_be_axes<In, Out, Kernel>() && must_be_bias<Bias>())
struct convolution {
  using kernel = typename decltype(detail::checked_kernel<Kernel, Dilation>())::type;  ///< Kernel, whose extent is odd
  using map_type = linear<product<kernel, axis_or_any<In>>, axis_or_any<Out>, Bias>;
  BOOST_HANA_DEFINE_STRUCT(convolution, (map_type, map));

  template <is_axis... Leading>
  using input = shape<Leading..., In>;

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL("convolution(x): x must be an expression; a tensor is given to a session")
  // clang-format on

  /// Lazy: `x` [L…, N, In]   →   [L…, N, Out]. N is the second last axis of x, whatever it is.
  template <sound_expression X>
  constexpr auto operator()(const X& x) const {
    static_assert(has_rank_at_least<shape_t<X>, 2>, "convolution(x): x must have a sequence axis and a width");
    static_assert(same_axis<sized_last<X>, sized<In>>, "convolution(x): the last axis of x must be the layer's In");
    using N = second_last_axis<X>;
    constexpr std::size_t dilation = Dilation > 0 ? Dilation : 1;
    const auto& z = as_if<with_last_axes<X, N, axis_or_any<In>>>(x);
    if constexpr (are_sound<decltype(z)> && is_axis<In>) {
      return map(merge<kernel, In>(windows<N, kernel, dilation>(z)));
    } else {
      return any_formula{};
    }
  }
};

}  // namespace typeformer
