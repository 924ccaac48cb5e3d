#pragma once
#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <typeformer/kernels/threads.hpp>
#include <typeformer/operations/agreement.hpp>
#include <typeformer/operations/polynomial.hpp>
#include <typeformer/readings/arena.hpp>
#include <typeformer/readings/reading.hpp>
#include <typeformer/readings/value.hpp>

namespace typeformer {

/// The operations of a plan: their number and, where it is asked for, the polynomial in the axes' names, which takes
/// the compiler longer.
struct cost_sum {
  bool has_polynomial = false;   ///< whether it is asked for
  std::size_t operations = 0;    ///< additions, multiplications, comparisons and elementary functions
  long_polynomial polynomial{};  ///< the same for all extents

  /// Adds the cost of one operation.
  constexpr void add(const typeformer::polynomial& cost) {
    operations += cost.value();
    if (has_polynomial) polynomial += cost;
  }
  /// Adds the sum of something that is done `times` times.
  constexpr void add(const cost_sum& repeated, const typeformer::polynomial& times) {
    operations += repeated.operations * times.value();
    if (has_polynomial) polynomial += long_polynomial{times} * repeated.polynomial;
  }
};

/// The reading that computes: each operation runs its kernels, and its result goes to an arena. Nothing is allocated
/// after construction. Numbers is what the weights are stored in (tensor/weights.hpp).
///
/// In a constant expression it plans: it goes through the same formula, so that the arena's highest mark is what a run
/// takes, and computes nothing. The formula is instantiated once for both.
template <class Numbers>
class running {
  using T = element_t<Numbers>;

 public:
  using element_type = T;
  using stored_type = stored_t<Numbers>;
  static constexpr bool records = false;
  /// Whether products round what they multiply to bf16 (operations/rounded.hpp).
  static constexpr bool rounds = std::is_same_v<stored_type, kernels::bf16_step_pair>;

  /// Plans.
  constexpr running() = default;
  /// Plans, and sums what each operation costs.
  constexpr explicit running(cost_sum& costs) : costs_{&costs} {}
  /// `weights` (none where there are no parameters) and `threads` outlive the reading.
  running(packed_block<Numbers> weights, std::size_t workspace_bytes, kernels::threads& threads)
      : weights_{weights},
        arena_{aligned_bytes(workspace_bytes) / sizeof(T), contents::unset},
        plan_{aligned_bytes(workspace_bytes)},
        threads_{&threads} {}
  running(const running&) = delete;
  running& operator=(const running&) = delete;

  /// A value of the formula over x, which is not copied and outlives the run.
  template <class Shape>
  constexpr value<Numbers, Shape> input(view<const T, Shape> x) {
    return {this, x.data, x.shape};
  }
  /// The same of a view that may write.
  template <class Shape>
  constexpr value<Numbers, Shape> input(view<T, Shape> x) {
    return {this, x.data, x.shape};
  }
  /// throws   a token outside its vocabulary
  template <class Vocabulary, class Shape>
  constexpr token_value<Numbers, Vocabulary, Shape> input(token_view<Vocabulary, Shape> x) {
    if (!plans()) check_tokens(x);
    return {this, x.data, x.shape};
  }
  /// throws   a label beyond its vocabulary
  template <class Vocabulary, class Shape>
  constexpr label_value<Numbers, Vocabulary, Shape> input(label_view<Vocabulary, Shape> x) {
    if (!plans()) check_tokens(x);
    return {this, x.data, x.shape};
  }

  template <class Op, class... X>
  constexpr auto apply(const Op& operation, const X&... x) {
    const auto shape = result_of(operation, shape_of(x)...);
    const std::size_t scratch_bytes = scratch_of(operation, shape_of(x)...) * sizeof(T);
    const auto place = plan_.take(result_bytes<Op, T, rounds>(shape), scratch_bytes);
    if (plans()) {
      reads_members_ = reads_members_ && (is_laid_out(x) && ...);
      if (costs_) costs_->add(operation.cost(shape_of(x)...));
      return unplaced_value<Op>(this, shape);
    }
    (check_value(*this, x), ...);
    T* y = nullptr;
    if constexpr (writes_into_first<Op>) {
      y = first(x...).data;
    } else {
      y = at(place.result);
    }
    const auto z = result_view_at<Op, rounds>(y, shape);
    operation.forward(resources<T>{.threads = *threads_, .scratch = at(place.scratch), .rounds = rounds}, z, operand(x)...);
    return result_value<Op>(this, z);
  }

  /// Runs body(i) for i = 0 … count − 1. A plan looks at two: what the first one leaves in the arena is there when the
  /// second one runs, and the others are as the second.
  template <class Body>
  constexpr void repeat(std::size_t count, const polynomial& times, const Body& body) {
    if (plans()) {
      cost_sum once{costs_ && costs_->has_polynomial};
      cost_sum* const all = std::exchange(costs_, costs_ ? &once : nullptr);
      if (count > 0) body(0);
      costs_ = nullptr;
      if (count > 1) body(1);
      costs_ = all;
      if (costs_) costs_->add(once, times);
    } else {
      for (std::size_t i = 0; i < count; ++i) body(i);
    }
  }

  static constexpr bool plans() { return std::is_constant_evaluated(); }
  constexpr arena_plan& arena() { return plan_; }
  /// Whether a plan met parameters of the model alone: others have no place in its block.
  constexpr bool reads_members() const { return reads_members_; }

 private:
  T* at(std::size_t place) const { return arena_.data() + place / sizeof(T); }

  template <class X, class... Y>
  static const X& first(const X& x, const Y&...) {
    return x;
  }

  template <class X>
  auto operand(const X& x) const {
    return operand_of(x, weights_);
  }

  packed_block<Numbers> weights_;
  buffer<T> arena_;
  arena_plan plan_ = unbounded_plan();
  cost_sum* costs_ = nullptr;
  bool reads_members_ = true;
  kernels::threads* threads_ = nullptr;
};

static_assert(is_reading<running<float>>);

}  // namespace typeformer
