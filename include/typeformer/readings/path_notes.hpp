#pragma once
#include <cstddef>
#include <utility>

#include <typeformer/operations/reach.hpp>
#include <typeformer/readings/tracing.hpp>

namespace typeformer {

/// Notes of a trace: how information is carried along an axis, and which positions wait for others.
template <is_axis Sequence>
struct path_notes {
  reach carried;            ///< by all operations, one after the other
  bool is_scanned = false;  ///< by a scan along Sequence, from each position to the next
  long_polynomial waits{};  ///< positions of all scans, each of which waits for the one before

  template <class Op, class Shape, class... X>
  constexpr void note(const Op& operation, const Shape&, std::size_t, const X&...) {
    if constexpr (!std::is_same_v<Sequence, no_axis>) add(reach_of<Sequence, shape_t_of<X>...>(operation));
  }
  constexpr path_notes mark() { return std::exchange(*this, {}); }
  /// What a scan computes for each position of Sequence is at that position alone.
  constexpr void repeat(path_notes mark, const polynomial& times) {
    const path_notes step = std::exchange(*this, mark);
    if (times == count_of(shape<Sequence>{})) {
      is_scanned = true;
    } else {
      is_scanned = is_scanned || step.is_scanned;
      add(step.carried);
    }
    waits += long_polynomial{times} * (step.waits.value() == 0 ? long_polynomial{1} : step.waits);
  }

 private:
  template <class X>
  using shape_t_of = std::remove_const_t<decltype(shape_of(std::declval<X>()))>;

  constexpr void add(const reach& r) {
    if (carried.is_everywhere()) return;
    if (r.is_everywhere()) {
      carried = r;
    } else if (!r.is_none()) {
      // Side by side, windows of a and b positions are one of a + b − 1; its order is the sum.
      carried = {carried.back + r.back, carried.ahead + r.ahead, carried.width + r.width};
    }
  }
};

}  // namespace typeformer
