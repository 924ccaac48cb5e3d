#pragma once
#include <algorithm>
#include <cstddef>
#include <limits>

#include <typeformer/operations/agreement.hpp>
#include <typeformer/readings/arena.hpp>
#include <typeformer/readings/reading.hpp>
#include <typeformer/readings/value.hpp>

namespace typeformer {

/// The reading that computes nothing and lists what would be computed. It runs the very code that computes, so its
/// bytes of workspace are exact. `Notes` gets every operation: `totals` works in constant expressions, `step_list`
/// (step_list.hpp) keeps a table for people. What is noted since a mark() may be repeated, or
/// forgotten, which is to repeat it 0 times.
template <class Notes, bool Records = false>
class tracing {
 public:
  using element_type = float;
  using stored_type = float;
  static constexpr bool records = Records;  // as a recording would: its activations are kept, its backward pass planned

  /// Counts bytes of workspace for elements of `element_bytes`.
  constexpr explicit tracing(std::size_t element_bytes) : element_bytes_{element_bytes} {}

  /// A value of that shape, with no numbers. Without a shape, run-time extents are at their bounds.
  template <class Shape>
  constexpr value<tracing, Shape> input(const Shape& shape = {}) {
    return {this, nullptr, shape};
  }
  /// The same of tokens.
  template <class Vocabulary, class Shape>
  constexpr token_value<tracing, Vocabulary, Shape> tokens(const Shape& shape = {}) {
    return {this, nullptr, shape};
  }
  /// The same of labels.
  template <class Vocabulary, class Shape>
  constexpr label_value<tracing, Vocabulary, Shape> labels(const Shape& shape = {}) {
    return {this, nullptr, shape};
  }

  template <class Op, class... X>
  constexpr auto apply(const Op& operation, const X&... x) {
    const auto shape = result_of(operation, shape_of(x)...);
    const std::size_t result_bytes = writes_into_first<Op> ? 0 : shape.size() * element_bytes_;
    std::size_t scratch_bytes = scratch_of(operation, shape_of(x)...) * element_bytes_;
    if constexpr (records)
      scratch_bytes = std::max(scratch_bytes, backward_scratch_of(operation, shape_of(x)...) * element_bytes_);
    plan_.take(result_bytes, scratch_bytes);
    notes.note(operation, shape, aligned_bytes(result_bytes) + aligned_bytes(scratch_bytes), x...);
    using result = std::remove_const_t<decltype(shape)>;
    if constexpr (yields_tokens<Op>) {
      return token_value<tracing, typename Op::vocabulary, result>{this, nullptr, shape};
    } else {
      return value<tracing, result>{this, nullptr, shape};
    }
  }

  /// Runs body(i) for i = 0 … count − 1, which all do the same: `times` is the count as a polynomial. Two are looked
  /// at, since what the first one leaves in the arena is there when the second one runs; of a recording the first
  /// alone, and the others take as much. So the cost does not grow with the count.
  template <class Body>
  constexpr void repeat(std::size_t count, const polynomial& times, const Body& body) {
    if (count == 0) return;
    const auto mark = notes.mark();
    const std::size_t used = plan_.used();
    body(0);
    notes.repeat(mark, times);
    if constexpr (records) {
      plan_.take((count - 1) * (plan_.used() - used), 0);
    } else if (count > 1) {
      const Notes noted = notes;
      body(1);
      notes = noted;
    }
  }

  static constexpr bool plans() { return true; }
  constexpr arena_plan& arena() { return plan_; }
  constexpr std::size_t element_bytes() const { return element_bytes_; }  ///< of the elements whose bytes are counted

  Notes notes{};  ///< what was noted of the operations so far

 private:
  std::size_t element_bytes_;
  arena_plan plan_ = unbounded_plan(records ? frames::kept : frames::released);
};

/// Nothing: the arena's plan alone counts the bytes of a run.
struct no_notes {
  template <class... X>
  constexpr void note(const X&...) {}
  constexpr std::size_t mark() const { return 0; }
  constexpr void repeat(std::size_t, const polynomial&) {}
};

/// Sums over all operations.
struct totals {
  std::size_t operations = 0;  ///< floating-point operations

  template <class Op, class Shape, class... X>
  constexpr void note(const Op& operation, const Shape&, std::size_t, const X&... x) {
    operations += operation.cost(shape_of(x)...).value();
  }
  constexpr std::size_t mark() const { return operations; }
  constexpr void repeat(std::size_t mark, const polynomial& times) {
    operations = mark + (operations - mark) * times.value();
  }
};

static_assert(is_reading<tracing<totals>>);

}  // namespace typeformer
