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
  weight,    // of a linear map, axes [In, Out]; stored [out, in], as PyTorch stores them
  table,     // one row for each entry, axes [Entry, Width]; stored [entry, width]
  vector,    // one axis: a bias
  gain,      // one axis: multiplies, and so begins as 1
  constant,  // not trained, known from its type alone: a table of positions
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
  requires((must_be_axis<A>() && ...))
struct parameter {
  using shape_type = shape<typename decltype(detail::axis_of_parameter<A>())::type...>;
  static constexpr role kind = Role;
  static constexpr std::size_t size = (std::size_t{1} * ... * bound<A>);

  std::size_t offset = std::numeric_limits<std::size_t>::max(), number = offset;
};

template <class In, class Out>
using weight = parameter<role::weight, In, Out>;
template <class Entry, class Width>
using table = parameter<role::table, Entry, Width>;
template <class A>
using vector = parameter<role::vector, A>;
template <class A>
using gain = parameter<role::gain, A>;

/// Numbers that a rule computes: `Rule::value(row, column)`. They follow the parameters in the block that is run, and
/// are in no other; they are not counted as parameters.
template <class Rule, class Row, class Column>
  requires(must_be_axis<Row>() && must_be_axis<Column>())
struct constant {
  using shape_type = shape<Row, Column>;
  using rule = Rule;
  static constexpr role kind = role::constant;
  static constexpr std::size_t size = bound<Row> * bound<Column>;

  std::size_t offset = std::numeric_limits<std::size_t>::max(), number = offset;
};

/// In place of a parameter that a module does not have: a linear map without bias.
struct absent {};

template <class P>
concept is_parameter = requires { P::kind; } && P::kind != role::constant;
template <class P>
concept is_constant = requires { P::kind; } && P::kind == role::constant;
/// A parameter that a product can have on its right: `x * w`.
template <class P>
concept is_weight = is_parameter<P> && P::kind == role::weight;
template <class P>
concept is_table = is_parameter<P> && P::kind == role::table;
template <class P>
concept is_vector = is_parameter<P> && (P::kind == role::vector || P::kind == role::gain);
template <class P>
concept is_gain = is_parameter<P> && P::kind == role::gain;

}  // namespace typeformer
