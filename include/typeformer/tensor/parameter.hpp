#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <typeformer/axis/agreement.hpp>
#include <typeformer/axis/shape.hpp>

namespace typeformer {

/// What a parameter is for; it fixes the order of its elements in files and blocks.
enum class role : std::uint8_t {
  weight,    ///< of a linear map, axes [In, Out]; stored [out, in], as PyTorch stores them
  table,     ///< one row for each entry, axes [Entry, Width]; stored [entry, width]
  vector,    ///< one axis: a bias
  gain,      ///< one axis: multiplies, and so begins as 1
  constant,  ///< not trained, known from its type alone: a table of positions
};

namespace detail {
// A function, since a class in whose body a rule is broken makes clang print more than the rule; and of one axis, so
// that the rule is printed once for all of a model's parameters.
template <class A>
constexpr auto axis_of_parameter() {
  static_assert(known_to_the_compiler<A, extent<A>>, "a parameter's axes must have extents known to the compiler");
  return std::type_identity<A>{};
}
}  // namespace detail

/// A handle of trained numbers: where they begin in every block of a model (its weights, gradients, moments). It holds
/// no numbers, so a model is a constant. `offset`, and its `number` among the model's handles, are set by layout.hpp.
template <role Role, class... A>
  requires((must_be_axes<A>() && ...))
struct parameter {
  /// As formulas see it; files store a `weight` the other way round (stored_shape).
  using shape_type = shape<typename decltype(detail::axis_of_parameter<A>())::type...>;
  static constexpr role kind = Role;                                      ///< fixes the order in files
  static constexpr std::size_t size = (std::size_t{1} * ... * bound<A>);  ///< trained numbers

  std::size_t offset = std::numeric_limits<std::size_t>::max();  ///< of its first number in a block, in elements
  std::size_t number = offset;                                   ///< counted through the model's handles
};

/// The matrix of a linear map, [In, Out]: `x * w` contracts In, the last axis of x.
template <class In, class Out = left_out>
using weight = parameter<role::weight, In, Out>;
/// One row of Width numbers for each of Entry: an embedding's rows, or learned positions.
template <class Entry, class Width = left_out>
using table = parameter<role::table, Entry, Width>;
/// Numbers along one axis, which are added: a bias. It begins as 0.
template <class A>
using vector = parameter<role::vector, A>;
/// Numbers along one axis, which multiply: the gain of a norm. It begins as 1.
template <class A>
using gain = parameter<role::gain, A>;

/// Numbers that a rule computes: `Rule::value(row, column)`. They follow the parameters in the block that is run, and
/// are in no other; they are not counted as parameters.
template <class Rule, class Row, class Column>
  requires(must_be_axes<Row, Column>())
struct constant {
  using shape_type = shape<Row, Column>;                           ///< [Row, Column]
  using rule = Rule;                                               ///< what computes the numbers
  static constexpr role kind = role::constant;                     ///< not trained
  static constexpr std::size_t size = bound<Row> * bound<Column>;  ///< numbers

  std::size_t offset = std::numeric_limits<std::size_t>::max();  ///< of its first number in a block, in elements
  std::size_t number = offset;                                   ///< counted through the model's handles
};

/// Whether an operand has its place in a model's block; what is no handle needs none.
template <class X>
constexpr bool is_laid_out(const X& x) {
  if constexpr (requires { std::size_t{x.offset}; }) {
    return x.offset != std::numeric_limits<std::size_t>::max();
  } else {
    return true;
  }
}

/// In place of a parameter that a module does not have: a linear map without bias.
struct absent {};

/// A handle of trained numbers.
template <class P>
concept is_parameter = requires { P::kind; } && P::kind != role::constant;
/// A handle of numbers that a rule computes.
template <class P>
concept is_constant = requires { P::kind; } && P::kind == role::constant;
/// A parameter that a product can have on its right: `x * w`.
template <class P>
concept is_weight = is_parameter<P> && P::kind == role::weight;
/// A parameter with a row for each entry, which an embedding looks up: `gather(tokens, table)`.
template <class P>
concept is_table = is_parameter<P> && P::kind == role::table;
/// A parameter of one axis, which is broadcast along the others: a bias or a gain.
template <class P>
concept is_vector = is_parameter<P> && (P::kind == role::vector || P::kind == role::gain);
/// A parameter that multiplies.
template <class P>
concept is_gain = is_parameter<P> && P::kind == role::gain;

}  // namespace typeformer
