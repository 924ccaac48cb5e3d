#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include <typeformer/error.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/kernels/random.hpp>
#include <typeformer/kernels/threads.hpp>
#include <typeformer/operations/agreement.hpp>
#include <typeformer/readings/arena.hpp>
#include <typeformer/readings/gradient_memory.hpp>
#include <typeformer/readings/module_place.hpp>
#include <typeformer/readings/non_finite.hpp>
#include <typeformer/readings/reading.hpp>
#include <typeformer/readings/recorded_ranges.hpp>
#include <typeformer/readings/tape_memory.hpp>
#include <typeformer/readings/value.hpp>

namespace typeformer {

/// A matrix of weights rounded to bf16, packed as forward products multiply with it, and as the gradients by their
/// inputs do.
struct bf16_matrix {
  const kernels::bf16_step_pair* forward = nullptr;     ///< [in, out]
  const kernels::bf16_step_pair* transposed = nullptr;  ///< [out, in]
};

/// A model's blocks as a recording reads and writes them; each outlives the recording.
template <class T>
struct trained_blocks {
  packed_block<T> packed;  ///< weights as products read them, and constants
  const T* stored;         ///< weights
  T* gradient;             ///< laid out as weights; backward passes add to it
  /// By a handle's number; null where products are not computed in bf16.
  const bf16_matrix* bf16 = nullptr;
};

/// An operation that was recorded, as a sentence names it.
struct recorded_operation {
  std::string_view name;  ///< the operation's, as tables have it: "attention"
  module_place module;    ///< the innermost module that it ran in
  module_place used;      ///< the parameters it used
};

/// The reading that computes as `running` does and records: every result is kept, and a tape holds what the backward
/// pass must do. A result's gradient is there from the first operation that adds to it to the one that it is the result
/// of (gradient_memory.hpp).
///
/// Nothing is allocated after construction but the tape and lists of a few numbers a result, which grow in the first
/// run and are used again.
template <class T>
class recording {
 public:
  using element_type = T;
  using stored_type = T;
  static constexpr bool records = true;

  /// Plans, as `running` does.
  constexpr recording() = default;
  /// `arena_bytes` for results: recorded_bytes (expressions/formula.hpp). As much again is there for gradients, and
  /// used where all must be there at once.
  recording(trained_blocks<T> blocks, std::size_t arena_bytes, kernels::threads& threads)
      : blocks_{blocks},
        values_{aligned_bytes(arena_bytes) / sizeof(T), contents::unset},
        gradients_{aligned_bytes(arena_bytes) / sizeof(T)},
        plan_{aligned_bytes(arena_bytes), frames::kept},
        threads_{&threads} {}
  recording(const recording&) = delete;
  recording& operator=(const recording&) = delete;

  /// Copies x, so that it has a gradient.
  template <class Shape>
  constexpr value<recording, Shape> input(view<const T, Shape> x) {
    const auto place = plan_.take(x.size() * sizeof(T), 0).result / sizeof(T);
    if (plans()) return {this, nullptr, x.shape};
    ranges_.note(place, place + x.size(), true);
    kernels::copy(x.size(), x.data, values_.data() + place, *threads_);
    return {this, values_.data() + place, x.shape};
  }
  /// The same of a view that may write.
  template <class Shape>
  constexpr value<recording, Shape> input(view<T, Shape> x) {
    return input(view<const T, Shape>(x));
  }
  /// throws   a token outside its vocabulary
  template <class Vocabulary, class Shape>
  constexpr token_value<recording, Vocabulary, Shape> input(token_view<Vocabulary, Shape> x) {
    if (!plans()) check_tokens(x);
    return {this, x.data, x.shape};
  }

  /// throws   a label beyond its vocabulary
  template <class Vocabulary, class Shape>
  constexpr label_value<recording, Vocabulary, Shape> input(label_view<Vocabulary, Shape> x) {
    if (!plans()) check_tokens(x);
    return {this, x.data, x.shape};
  }
  template <class Op, class... X>
  constexpr auto apply(const Op& operation, const X&... x) {
    const auto shape = result_of(operation, shape_of(x)...);
    using result = std::remove_const_t<decltype(shape)>;
    const std::size_t scratch =
        std::max(scratch_of(operation, shape_of(x)...), backward_scratch_of(operation, shape_of(x)...));
    const auto place = plan_.take(shape.size() * sizeof(T), scratch * sizeof(T));
    if (plans()) {
      reads_members_ = reads_members_ && (is_laid_out(x) && ...);
      return unplaced_value<Op>(this, shape);
    }
    (check_value(*this, x), ...);
    const std::size_t first = place.result / sizeof(T);
    ranges_.note(first, first + shape.size(), false);
    T* const y = values_.data() + first;
    const std::uint64_t key = kernels::counter_random(seed_, operations_++);
    const resources<T> with{*threads_, values_.data() + place.scratch / sizeof(T), key, dropout_};
    const auto z = result_view_at<Op, false>(y, shape);
    operation.forward(with, z, operand(x)...);
    note({Op::name, notes.module, place_of_operands(x...)}, first, [=, this](auto task) {
      constexpr bool is_backward = std::is_same_v<decltype(task), backward_task>;
      if constexpr (yields_tokens<Op>) {
        if constexpr (!is_backward) return false;
      } else if constexpr (is_backward) {
        operation.backward(with, differentiated_result<T, result>{y, gradient(y, shape.size()), shape},
                           graded(operation, x)...);
      } else {
        return introduces_non_finite<Op>(std::span<const T>{y, shape.size()}, x...);
      }
    });
    return result_value<Op>(this, z);
  }

  /// The backward pass from y, whose gradient is `dy`: adds to the gradients of all that y depends on.
  template <class Shape>
  void backward(const value<recording, Shape>& y, const T* dy) {
    gradients_.release_from(0);
    kernels::copy(y.shape.size(), dy, gradient(y.data, y.shape.size()), *threads_);
    run_backward();
  }

  /// Calls f(operation) for each operation of the run, the last first.
  template <class F>
  void for_each_operation_backwards(F&& f) const {
    for (const entry* e = last_; e; e = e->before) f(static_cast<const recorded_operation&>(*e));
  }

  /// The operation of the run where non-finite values first appear; null if there are none. The −∞ of a mask, and what
  /// is propagated from it, does not count. Holds until clear().
  ///
  /// cost     reads all results
  const recorded_operation* first_non_finite() const {
    const recorded_operation* first = nullptr;
    for (const entry* e = last_; e; e = e->before)
      if (e->introduces_non_finite(*e)) first = e;
    return first;
  }

  /// The derivative of the loss by an input's numbers, after backward().
  ///
  /// throws   a value that is no input: its gradient is gone when what it depends on has its own
  template <class Shape>
  view<const T, Shape> gradient_of(const value<recording, Shape>& x) {
    if (x.shape.size() > 0 && !ranges_.is_of_input(index_of(x.data)))
      throw error{"recording.gradient_of(x): x must be an input, reading.input(view)"};
    return {gradient(x.data, x.shape.size()), x.shape};
  }

  /// Runs body() and forgets what it recorded; its memory may be used again.
  ///
  /// returns  the bytes that it took
  template <class Body>
  std::size_t run_and_forget(const Body& body) {
    const point before = here();
    body();
    const std::size_t taken = plan_.used() - before.used;
    back_to(before);
    return taken;
  }

  /// For an operation's backward pass: runs body() again, whose results go to the arena from `to` on, and does the
  /// backward pass of what it records; set_gradients() says with which gradients that begins. The run's operations are
  /// numbered from `operation` on, so that they drop what they dropped before.
  template <class Body, class SetGradients>
  void run_backward_again(const T* to, std::uint64_t operation, const Body& body, const SetGradients& set_gradients) {
    const point before = here();
    const std::uint64_t operations = std::exchange(operations_, operation);
    const auto [first_range, next_range] = ranges_.go_to(index_of(to));
    plan_.rewind(index_of(to) * sizeof(T));
    last_ = nullptr;
    body();
    set_gradients();
    run_backward();
    gradients_.release_from(index_of(to));
    ranges_.forget_from(first_range);
    ranges_.go_back_to(next_range);
    back_to(before);
    operations_ = operations;
  }
  /// The number of the next operation, which decides what it drops.
  std::uint64_t next_operation() const { return operations_; }
  /// Sets that number, for a run that repeats a part of an earlier one.
  void number_from(std::uint64_t operation) { operations_ = operation; }
  /// Where the derivatives by `count` numbers of values are: zeros, until a backward pass adds to them. Once it has
  /// passed the operation that these are the result of, they are gone.
  T* gradient(const T* data, std::size_t count) {
    const std::size_t first = index_of(data), last = first + count;
    if (count > 0 && !gradients_.find(first, last)) {
      const auto [begin, end] = ranges_.around(first, last);
      gradients_.add(begin, end, *threads_);
    }
    return gradients_.find(first, last);
  }

  /// Forgets all values. `seed` decides what the next run drops; `dropout` is the rate where the model has
  /// runtime_dropout.
  ///
  /// throws   a rate outside [0, 1)
  void clear(std::uint64_t seed = 0, double dropout = 0) {
    if (!(dropout >= 0 && dropout < 1))
      throw error{"recording: the rate of dropout is " + std::to_string(dropout) +
                  ", but must be at least 0 and below 1"};
    seed_ = seed;
    dropout_ = dropout;
    operations_ = 0;
    notes = {};
    plan_.clear();
    ranges_.clear();
    last_ = nullptr;
    tape_.clear();
  }
  /// Runs body(i) for i = 0 … count − 1. A plan looks at the first, and the others take as much.
  template <class Body>
  constexpr void repeat(std::size_t count, const polynomial&, const Body& body) {
    if (!plans()) {
      for (std::size_t i = 0; i < count; ++i) body(i);
    } else if (count > 0) {
      const std::size_t used = plan_.used();
      body(0);
      plan_.take((count - 1) * (plan_.used() - used), 0);
    }
  }
  /// Bytes of gradients that backward passes have used so far: at most those of the arena, and with segments of a scan,
  /// which leave gaps, twice as many.
  std::size_t used_gradient_bytes() const { return gradients_.highest() * sizeof(T); }
  static constexpr bool plans() { return std::is_constant_evaluated(); }
  static constexpr std::size_t element_bytes() { return sizeof(T); }  ///< bytes of a number in the arena
  constexpr arena_plan& arena() { return plan_; }
  /// Whether a plan met parameters of the model alone: others have no place in its block.
  constexpr bool reads_members() const { return reads_members_; }

  /// Of what is recorded next: in_frame sets the innermost module that runs.
  struct {
    module_place module;  ///< identifies it
  } notes;

 private:
  struct entry : recorded_operation {
    void (*run)(const entry&);
    bool (*introduces_non_finite)(const entry&);
    entry* before;
    std::size_t result;  // where it begins in values_
  };
  std::size_t index_of(const T* data) const { return static_cast<std::size_t>(data - values_.data()); }
  void run_backward() {
    for (entry* e = last_; e; e = e->before) {
      e->run(*e);
      gradients_.release(e->result);
    }
  }
  // The task of an entry's function: its backward pass, or introduces_non_finite().
  struct backward_task {};
  struct look_task {};

  /// Whether y has non-finite values that are not propagated from the operands, given that no operation before this
  /// introduces any.
  template <class Op, class... X>
  static bool introduces_non_finite(std::span<const T> y, const X&... x) {
    const auto propagates = [](const auto& operand) {
      if constexpr (is_value<std::remove_cvref_t<decltype(operand)>>) {
        return has_minus_infinity(std::span<const T>{operand.data, operand.shape.size()});
      } else {
        return false;
      }
    };
    return has_nan_or_infinity(y) || (!yields_infinity<Op> && has_minus_infinity(y) && !(propagates(x) || ...));
  }

  template <class F>
  void note(const recorded_operation& operation, std::size_t first, F f) {
    struct own_entry : entry {
      F f;
    };
    static_assert(std::is_trivially_destructible_v<F> && sizeof(own_entry) <= tape_memory::piece_bytes);
    last_ = new (tape_.take(sizeof(own_entry)))
        own_entry{{operation, [](const entry& e) { static_cast<const own_entry&>(e).f(backward_task{}); },
                   [](const entry& e) { return static_cast<const own_entry&>(e).f(look_task{}); }, last_, first},
                  f};
  }

  /// A point of the run, to which it can go back.
  struct point {
    std::size_t used, ranges;
    entry* last;
    tape_memory::place end;
  };
  point here() const { return {plan_.used(), ranges_.end(), last_, tape_.here()}; }
  void back_to(const point& p) {
    plan_.rewind(p.used);
    ranges_.forget_from(p.ranges);
    last_ = p.last;
    tape_.back_to(p.end);
  }

  template <class X>
  auto operand(const X& x) const {
    auto found = operand_of(x, blocks_.packed);
    if constexpr (is_weight<X>) found.data.bf16 = in_bf16(x).forward;
    return found;
  }
  template <is_weight P>
  bf16_matrix in_bf16(const P& p) const {
    return blocks_.bf16 ? blocks_.bf16[p.number] : bf16_matrix{};
  }

  template <class Op, class X>
  auto graded(const Op& operation, const X& x) {
    if constexpr (is_absent<X> || is_token_value<X> || is_label_value<X> || is_constant<X>) {
      return operand(x);
    } else if constexpr (requires { x.reading; }) {
      return differentiated<T, typename X::shape_type>{
          x.data, gradient(x.data, operand_elements_of(operation, x.shape)), x.shape};
    } else {
      differentiated_parameter<T, X> found{blocks_.packed.data + x.offset, blocks_.stored + x.offset,
                                           blocks_.gradient + x.offset};
      if constexpr (is_weight<X>) found.transposed_bf16 = in_bf16(x).transposed;
      return found;
    }
  }

  trained_blocks<T> blocks_;
  buffer<T> values_;
  gradient_memory<T> gradients_;
  recorded_ranges ranges_;  // of values_
  arena_plan plan_ = unbounded_plan(frames::kept);
  bool reads_members_ = true;
  kernels::threads* threads_ = nullptr;
  tape_memory tape_;
  entry* last_ = nullptr;
  std::uint64_t seed_ = 0, operations_ = 0;
  double dropout_ = 0;
};

static_assert(is_reading<recording<float>>);

}  // namespace typeformer
