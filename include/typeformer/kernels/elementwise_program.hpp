#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <typeformer/error.hpp>
#include <typeformer/kernels/activation.hpp>
#include <typeformer/kernels/max_rank.hpp>
#include <typeformer/kernels/threads.hpp>
#include <typeformer/kernels/unary_function.hpp>

/// Chains of elementwise operations that run as one pass: each operand is read once and each result written once.
namespace typeformer::kernels::inline v0_1 {

/// A comparison is 1 where it holds and 0 elsewhere, as for NaN. maximum and minimum are NaN where one of the two is.
/// With two constants these clamp.
enum class binary_function : std::uint8_t { add, subtract, multiply, divide, maximum, minimum, greater, equal };

/// The list that tests go through, in the order of the enumeration.
inline constexpr std::array all_binary_functions = {
    binary_function::add,     binary_function::subtract, binary_function::multiply, binary_function::divide,
    binary_function::maximum, binary_function::minimum,  binary_function::greater,  binary_function::equal};

/// What is computed for each element, an instruction after the other. It is written once, also in constant expressions,
/// and evaluated on any extents:
///
///   constexpr elementwise_program program = [] {       // z = e^(a·x + b)
///     elementwise_program p;
///     const auto scaled = p.apply(binary_function::multiply, p.load(0), p.load(1));
///     p.store(0, p.apply(unary_function::exp, p.apply(binary_function::add, scaled, p.load(2))));
///     return p;
///   }();
///
/// What has been computed is not computed again: the same instruction on the same values is the first one. A value that
/// the next instruction stores is computed where it is stored; one that is stored later is copied.
///
/// throws  error: more than max_instructions; an operand or a result beyond the last
class elementwise_program {
 public:
  static constexpr std::size_t max_instructions = 64;  ///< that differ: a repeated one is not counted again
  static constexpr std::size_t max_operands = 16;      ///< arrays that are read
  static constexpr std::size_t max_results = 8;        ///< arrays that are written
  /// Values that are needed at the same time, at most; constants are, from first to last. Blocks of 16 fill an L1 cache
  /// of 32 KiB; of eight or fewer, half of it.
  static constexpr std::size_t max_live = 30;

  /// What an instruction computed.
  struct value {
    std::uint8_t instruction;  ///< its index in the program
  };

  /// What an instruction does: reads an operand, names a constant, applies a function or its derivative, selects, or
  /// writes.
  enum class kind : std::uint8_t { load, constant, unary, derivative, binary, select, store, add };
  /// One step of the program, for all elements of a block.
  struct instruction {
    kind what;                         ///< which of the members below it uses
    std::uint8_t which = 0;            ///< the operand, the function or the result
    std::uint8_t last_use = 0;         ///< the last instruction that takes this one's value
    std::array<std::uint8_t, 3> of{};  ///< the instructions whose values this one takes
    double number = 0;                 ///< a constant
  };

  /// An operand's element.
  constexpr value load(std::size_t operand) {
    require(operand < max_operands, "an elementwise program loads operand 16 or above; it has 16 at most");
    if (operand >= operands_) operands_ = operand + 1;
    return append({.what = kind::load, .which = static_cast<std::uint8_t>(operand)});
  }
  /// The same number for every element, rounded to the type of the operands.
  constexpr value constant(double number) { return append({.what = kind::constant, .number = number}); }
  /// f(x)
  constexpr value apply(activation f, value x) { return append(kind::unary, index_of(f), x); }
  /// f(x)
  constexpr value apply(unary_function f, value x) { return append(kind::unary, index_of(f), x); }
  /// f′(x)
  constexpr value derivative(activation f, value x) { return append(kind::derivative, index_of(f), x); }
  /// f′(x)
  constexpr value derivative(unary_function f, value x) { return append(kind::derivative, index_of(f), x); }
  /// f(x, y)
  constexpr value apply(binary_function f, value x, value y) {
    return append(kind::binary, static_cast<std::size_t>(f), x, y);
  }
  /// c ≠ 0 ? x : y. NaN is not 0.
  constexpr value select(value c, value x, value y) { return append(kind::select, 0, c, x, y); }
  /// result = x
  constexpr void store(std::size_t result, value x) { write(kind::store, result, x); }
  /// result += x: for gradients.
  constexpr void add(std::size_t result, value x) { write(kind::add, result, x); }

  /// This program without the instructions whose values nothing takes.
  constexpr elementwise_program without_unused() const {
    std::array<bool, max_instructions> is_used{};
    for (std::size_t i = size_; i-- > 0;) {
      is_used[i] |= all_[i].what == kind::store || all_[i].what == kind::add;
      if (!is_used[i]) continue;
      for (std::size_t k = 0; k < arguments(all_[i].what); ++k) is_used[all_[i].of[k]] = true;
    }
    elementwise_program p;
    std::array<std::uint8_t, max_instructions> moved{};
    for (std::size_t i = 0; i < size_; ++i) {
      if (!is_used[i]) continue;
      instruction one = all_[i];
      one.last_use = 0;
      for (std::size_t k = 0; k < arguments(one.what); ++k) one.of[k] = moved[one.of[k]];
      moved[i] = p.append(one).instruction;
    }
    p.operands_ = operands_;
    p.results_ = results_;
    return p;
  }

  /// How many instructions there are.
  constexpr std::size_t size() const { return size_; }
  /// Instruction i, i < size().
  constexpr const instruction& operator[](std::size_t i) const { return all_[i]; }
  /// How many operands its evaluation takes: one more than the largest that is loaded.
  constexpr std::size_t operands() const { return operands_; }
  /// How many results its evaluation takes: one more than the largest that is written.
  constexpr std::size_t results() const { return results_; }

  /// Which block holds each instruction's value, and how many there are.
  struct blocks {
    std::array<std::uint8_t, max_instructions> of{};  ///< the block of each instruction's value
    std::size_t count = 0;                            ///< at most max_live
  };
  /// Gives each value a block, and a block that no later instruction reads to another value.
  ///
  /// throws  error: more than max_live values are needed at the same time
  constexpr blocks assign_blocks() const {
    blocks assigned;
    std::uint32_t taken = 0;
    const auto assign = [&](std::size_t i) {
      const auto block = static_cast<std::size_t>(std::countr_one(taken));
      require(block < max_live, "an elementwise program needs more than 30 values at the same time");
      assigned.of[i] = static_cast<std::uint8_t>(block);
      if (block >= assigned.count) assigned.count = block + 1;
      if (all_[i].last_use > i) taken |= std::uint32_t{1} << block;
    };
    for (std::size_t i = 0; i < size_; ++i) {
      if (all_[i].what == kind::constant) assign(i);  // they are written before the first instruction
    }
    for (std::size_t i = 0; i < size_; ++i) {
      const instruction& one = all_[i];
      // A block whose last reader this is may be written by it: elements are read before they are written.
      for (std::size_t k = 0; k < arguments(one.what); ++k) {
        if (all_[one.of[k]].last_use == i) taken &= ~(std::uint32_t{1} << assigned.of[one.of[k]]);
      }
      const bool has_value = one.what != kind::store && one.what != kind::add && one.what != kind::constant;
      if (has_value) assign(i);
    }
    return assigned;
  }

  /// How many values an instruction takes.
  static constexpr std::size_t arguments(kind what) {
    switch (what) {
      case kind::load:
      case kind::constant:
        return 0;
      case kind::binary:
        return 2;
      case kind::select:
        return 3;
      default:
        return 1;
    }
  }

 private:
  static constexpr void require(bool holds, const char* sentence) {
    if (!holds) throw error(sentence);
  }
  // The tables have the activations first.
  static constexpr std::size_t index_of(activation f) { return static_cast<std::size_t>(f); }
  static constexpr std::size_t index_of(unary_function f) {
    return all_activations.size() + static_cast<std::size_t>(f);
  }

  /// Whether two instructions compute the same value; one that writes computes none.
  static constexpr bool is_the_same(const instruction& x, const instruction& y) {
    return x.what == y.what && x.which == y.which && x.of == y.of && x.what != kind::store && x.what != kind::add &&
           std::bit_cast<std::uint64_t>(x.number) == std::bit_cast<std::uint64_t>(y.number);
  }
  constexpr value append(instruction one) {
    for (std::size_t i = 0; i < size_; ++i) {
      if (is_the_same(all_[i], one)) return {static_cast<std::uint8_t>(i)};
    }
    require(size_ < max_instructions, "an elementwise program has more than 64 instructions");
    if (one.what == kind::constant) one.last_use = max_instructions;
    for (std::size_t k = 0; k < arguments(one.what); ++k) {
      instruction& taken = all_[one.of[k]];
      if (taken.last_use < size_) taken.last_use = static_cast<std::uint8_t>(size_);
    }
    all_[size_] = one;
    return {static_cast<std::uint8_t>(size_++)};
  }
  // No template: clang 19 does not instantiate one that constant expressions call from here.
  constexpr value append(kind what, std::size_t which, value x, value y = {}, value z = {}) {
    return append(
        {.what = what, .which = static_cast<std::uint8_t>(which), .of = {x.instruction, y.instruction, z.instruction}});
  }
  constexpr void write(kind what, std::size_t result, value x) {
    require(result < max_results, "an elementwise program writes result 8 or above; it has 8 at most");
    if (result >= results_) results_ = result + 1;
    append(what, result, x);
  }

  std::array<instruction, max_instructions> all_{};
  std::size_t size_ = 0, operands_ = 0, results_ = 0;
};

/// Element [i, j, …] is data[i · strides[0] + j · strides[1] + …]: a stride of 0 broadcasts.
template <class T>
struct strided_operand {
  const T* data;                         ///< element [0, 0, …]
  std::span<const std::size_t> strides;  ///< in elements, as many as the results have extents
};

/// Runs `program` for every element of `extents`. Results are dense and row-major. A result may be the array of an
/// operand that is read in the result's own order, and loaded before the result is written; no others overlap.
///
/// error  a value is rounded where an instruction of its own would round; unary_function.hpp has the functions' bounds
/// cost   some 3 ns for each instruction and 2 KiB of results, beside its arithmetic; an operand whose last stride is
///        neither 0 nor 1 is gathered, one element after the other. Allocates nothing
/// throws error: fewer operands or results than the program has; more than max_rank extents; strides of another number
template <class T>
void evaluate(const elementwise_program& program, std::span<const std::size_t> extents,
              std::span<const strided_operand<T>> operands, std::span<T* const> results, threads& threads);

}  // namespace typeformer::kernels::inline v0_1
