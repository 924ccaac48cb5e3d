#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>

#include <typeformer/expressions/traced.hpp>
#include <typeformer/kernels/ceil_div.hpp>
#include <typeformer/readings/path_notes.hpp>

/// How a layer carries information along a sequence, known from its trace.
namespace typeformer {

/// The longest way that information has between two positions of an axis, counted in operations that must follow each
/// other.
struct path {
  std::size_t length = 0;  ///< 0 where no position sees another
  polynomial positions{};  ///< the axis's extent, where the length grows with it
  polynomial width{};      ///< of the window that it is divided by

  /// Its order: "1", "N", "N/k"; "none" where no position sees another.
  std::string text() const {
    if (length == 0) return "none";
    if (positions.value() == 0) return "1";
    if (width.value() == 0) return positions.text();
    return positions.text() + "/" + (width.terms().size() > 1 ? "(" + width.text() + ")" : width.text());
  }
};

namespace detail {
/// How many applications a window takes from one end of the sequence to the other; where it looks both ways, the
/// slower.
constexpr std::size_t applications(std::size_t distance, const reach& r) {
  std::size_t most = 1;
  for (const std::size_t away : {r.back, r.ahead})
    if (away > 0) most = std::max(most, kernels::ceil_div(distance, away));
  return most;
}

template <is_axis A>
constexpr path path_of(const path_notes<A>& notes) {
  const polynomial positions = count_of(shape<A>{});
  if (notes.carried.is_everywhere()) return {1, {}, {}};
  if (notes.is_scanned) return {bound<A>, positions, {}};
  if (notes.carried.is_none()) return {};
  return {applications(bound<A> - (bound<A> > 0), notes.carried), positions, notes.carried.width};
}

/// Where nothing waits, all is one step.
constexpr long_polynomial steps_of_notes(const path_notes<no_axis>& notes) {
  return notes.waits.value() == 0 ? long_polynomial{1} : notes.waits;
}
}  // namespace detail

/// Whether A is an axis of an input, or a factor of one: the condition of a rule of longest_path.
template <class A, class... Input>
inline constexpr bool is_axis_of_inputs = (is_axis_of_inputs<A, Input> || ...);
template <class A, class Input>
inline constexpr bool is_axis_of_inputs<A, Input> = false;
template <class A, class... B>
inline constexpr bool is_axis_of_inputs<A, shape<B...>> = (is_made_of<B, A> || ...);
template <class A, class Input>
  requires requires { typename Input::shape_type; }
inline constexpr bool is_axis_of_inputs<A, Input> = is_axis_of_inputs<A, typename Input::shape_type>;

namespace detail {
/// The same, where axes alone may stand for the input of a module.
template <class M, class A, class... Input>
inline constexpr bool is_axis_of_inputs_of = is_axis_of_inputs<A, Input...>;
template <class M, class A, is_axis... Input>
inline constexpr bool is_axis_of_inputs_of<M, A, Input...> =
    is_axis_of_inputs<A, typename called_with_axes<M, Input...>::input>;

/// The gate of longest_path (must_be_axes). No inputs, and axes alone of a module that does not say its input, are
/// for other gates to refuse.
template <class M, class A, class... Input>
consteval bool must_be_axis_of_inputs() {
  if constexpr (is_module<M> && is_axis<A> && sizeof...(Input) > 0)
    static_assert(is_axis_of_inputs_of<M, A, Input...> || ((is_axis<Input> && ...) && !says_its_input<M, Input...>),
                  "longest_path<M, A, Input...>: A must be an axis of an input");
  return true;
}
/// In place of a path where there is none, after its rule was broken.
struct any_path {
  any_number length, positions, width;
  std::string text() const { return {}; }
};
template <class M, class A, class... Input>
constexpr auto longest_path_of() {
  if constexpr (!is_module<M> || !is_axis<A>) {
    return any_path{};
  } else if constexpr (!is_axis_of_inputs_of<M, A, Input...>) {
    return any_path{};
  } else {
    return path_of(trace<M, float, path_notes<A>, false, Input...>().notes);
  }
}
}  // namespace detail

/// How many applications of a module, or positions of its scan, are between the two positions of A that are farthest
/// apart: 1 where an operation sees all positions (attention), N where a scan hands a state on, and of a window of k
/// positions as many applications as it takes, which is of the order N/k. Run-time extents stand at their bounds.
///
/// requires an axis of an input
/// source   Vaswani et al. 2017, section 4 and table 1
template <class M, class A = left_out, class... Input>
  requires(sizeof(M) > 0 && must_be_module<M>() &&
           must_be_axes<std::conditional_t<is_module<M>, A, detail::any_axis>>() &&
           must_name_inputs<std::conditional_t<is_axis<A>, M, detail::any_module>, Input...>() &&
           detail::must_be_axis_of_inputs<M, A, Input...>())
inline constexpr auto longest_path = detail::longest_path_of<M, A, Input...>();

/// How many steps must be one after the other however many processors there are: 1 for a module that computes all
/// positions at once, N where it scans N positions. Operations that follow each other count as one step, scans that
/// follow each other as their sum.
///
/// source   Vaswani et al. 2017, section 4 and table 1
template <class M, class... Input>
inline constexpr long_polynomial sequential_steps =
    detail::steps_of_notes(detail::trace<M, float, path_notes<no_axis>, false, Input...>().notes);

}  // namespace typeformer
