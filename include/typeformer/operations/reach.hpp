#pragma once
#include <algorithm>
#include <cstddef>
#include <limits>

#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// How far an operation carries information along a sequence axis: its result at position i depends on its operands at
/// positions i − back … i + ahead. An operation that looks at some positions alone says so:
///
///   reach_along<Sequence, X…>()   the operation's reach for operands X…; where it is left out, all positions if the
///                                 operation mixes them, and else none
struct reach {
  static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();  ///< for an end that is not bounded
  std::size_t back = 0;                                                        ///< positions before its own
  std::size_t ahead = 0;                                                       ///< positions behind its own
  polynomial width{};                                                          ///< of a window, in the axes' names

  /// Positions `first` to `last`, counted from its own.
  static constexpr reach window(std::ptrdiff_t first, std::ptrdiff_t last, const polynomial& width) {
    return {static_cast<std::size_t>(std::max<std::ptrdiff_t>(-first, 0)),
            static_cast<std::size_t>(std::max<std::ptrdiff_t>(last, 0)), width};
  }
  /// All positions, before and behind.
  static constexpr reach everywhere() { return {all, all, {}}; }

  constexpr bool is_everywhere() const { return back == all || ahead == all; }  ///< in one direction or in both
  constexpr bool is_none() const { return back == 0 && ahead == 0; }  ///< each position depends on its own alone
};

/// The reach of an operation on operands X…: its reach_along; without one, all positions if it mixes them, else none.
template <class Sequence, class... X, class Op>
constexpr reach reach_of(const Op& operation) {
  if constexpr (requires { operation.template reach_along<Sequence, X...>(); }) {
    return operation.template reach_along<Sequence, X...>();
  } else {
    return mixes_positions<Op, Sequence, X...> ? reach::everywhere() : reach{};
  }
}

}  // namespace typeformer
