#pragma once
#include <algorithm>
#include <cstddef>
#include <string>

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

/// How many applications of a module, or positions of its scan, are between the two positions of A that are farthest
/// apart: 1 where an operation sees all positions (attention), N where a scan hands a state on, and of a window of k
/// positions as many applications as it takes, which is of the order N/k. Run-time extents stand at their bounds.
///
/// source   Vaswani et al. 2017, section 4 and table 1
template <class M, is_axis A, class... Input>
inline constexpr path longest_path = detail::path_of(detail::trace<M, float, path_notes<A>, false, Input...>().notes);

/// How many steps must be one after the other however many processors there are: 1 for a module that computes all
/// positions at once, N where it scans N positions. Operations that follow each other count as one step, scans that
/// follow each other as their sum.
///
/// source   Vaswani et al. 2017, section 4 and table 1
template <class M, class... Input>
inline constexpr long_polynomial sequential_steps =
    detail::steps_of_notes(detail::trace<M, float, path_notes<no_axis>, false, Input...>().notes);

}  // namespace typeformer
