#pragma once
#include <cstddef>
#include <type_traits>

#include <typeformer/kernels/quantized.hpp>
#include <typeformer/operations/operation.hpp>

/// Where products compute in bf16, what one product leaves to another alone is rounded where it is written: it takes
/// half of the memory, and is rounded once. The bits of all that follows are the same.
namespace typeformer {

/// An operation whose result is rounded rows (kernels::rounded_words).
template <class Op>
struct rounded : Op {
  static constexpr bool yields_rounded = true;
};

/// Whether an operation's result is rounded rows.
template <class Op>
inline constexpr bool yields_rounded = requires { Op::yields_rounded; };

/// Whether products of a reading (readings/reading.hpp) leave rounded rows to each other.
template <class Reading>
inline constexpr bool rounds_between_products = false;
template <class Reading>
  requires requires { Reading::rounds; }
inline constexpr bool rounds_between_products<Reading> = Reading::rounds;

/// Whether a view is of rounded rows.
template <class X>
inline constexpr bool is_rounded = false;
template <class X>
  requires requires { typename X::element_type; }
inline constexpr bool is_rounded<X> =
    std::is_same_v<std::remove_const_t<typename X::element_type>, kernels::bf16_step_pair>;

/// The bytes of an operation's result, where numbers are T.
template <class Op, class T, class Shape>
constexpr std::size_t result_bytes(const Shape& shape) {
  if constexpr (writes_into_first<Op>) {
    return 0;
  } else if constexpr (yields_rounded<Op>) {
    return kernels::rounded_words(shape.rows(), shape.last()) * sizeof(kernels::bf16_step_pair);
  } else {
    return shape.size() * sizeof(T);
  }
}

}  // namespace typeformer
