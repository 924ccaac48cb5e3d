#pragma once
#include <cstddef>
#include <type_traits>

#include <typeformer/kernels/quantized.hpp>
#include <typeformer/operations/operation.hpp>

/// Where products compute in bf16, they round what they multiply. What several products read, and what a wide one reads
/// again for each group of its columns, is better rounded once, where it is written: to rounded rows
/// (kernels::rounded_words). The bits of all that follows are the same.
///
///   - What one product leaves to another alone is rounded rows and nothing else: half of the memory.
///   - What an operation leaves to others and to products, as a norm does, comes as floats and as rounded rows.
namespace typeformer {

/// An operation whose result is rounded rows.
template <class Op>
struct rounded : Op {
  static constexpr bool yields_rounded = true;  ///< and not numbers
};

/// Whether an operation's result is rounded rows.
template <class Op>
inline constexpr bool yields_rounded = requires { Op::yields_rounded; };

/// Whether products of a reading (readings/reading.hpp) take rounded rows.
template <class Reading>
inline constexpr bool rounds_between_products = false;
template <class Reading>
  requires requires { Reading::rounds; }
inline constexpr bool rounds_between_products<Reading> = Reading::rounds;

/// A view of numbers that come as rounded rows, too, where `rounded` is not null.
template <class T, class Shape>
struct view_with_rounded : view<T, Shape> {
  /// Of as many rows as the shape has, rounded_row_words(its last extent) apart.
  std::conditional_t<std::is_const_v<T>, const kernels::bf16_step_pair*, kernels::bf16_step_pair*> rounded;
};

/// Whether a view is of rounded rows.
template <class X>
inline constexpr bool is_rounded = false;
template <class X>
  requires requires { typename X::element_type; }
inline constexpr bool is_rounded<X> =
    std::is_same_v<std::remove_const_t<typename X::element_type>, kernels::bf16_step_pair>;
/// Whether a view has rounded rows, too, or may have.
template <class X>
inline constexpr bool has_rounded_copy = requires(const X& x) { x.rounded; };

namespace detail {
template <class Op, class T, bool Rounds, class Shape>
struct result_view_of {
  using type = view<T, Shape>;
};
template <class Op, class T, bool Rounds, class Shape>
  requires yields_tokens<Op>
struct result_view_of<Op, T, Rounds, Shape> {
  using type = view<std::int32_t, Shape>;
};
template <class Op, class T, bool Rounds, class Shape>
  requires yields_rounded<Op>
struct result_view_of<Op, T, Rounds, Shape> {
  using type = view<kernels::bf16_step_pair, Shape>;
};
template <class Op, class T, class Shape>
  requires copies_rounded<Op>
struct result_view_of<Op, T, true, Shape> {
  using type = view_with_rounded<T, Shape>;
};
}  // namespace detail

/// What an operation's forward writes, in a reading that Rounds or does not: a view of numbers, of tokens, or of
/// rounded rows.
template <class Op, class T, bool Rounds, class Shape>
using result_view = typename detail::result_view_of<Op, T, Rounds, Shape>::type;

/// Where rounded rows begin behind their numbers, in bytes.
template <class T>
constexpr std::size_t rounded_copy_offset(std::size_t size) {
  return aligned_bytes(size * sizeof(T));
}

namespace detail {
template <class Shape>
constexpr std::size_t rounded_bytes(const Shape& shape) {
  return kernels::rounded_words(shape.rows(), shape.last()) * sizeof(kernels::bf16_step_pair);
}
}  // namespace detail

/// The bytes that a result takes.
template <class Op, class T, bool Rounds, class Shape>
constexpr std::size_t result_bytes(const Shape& shape) {
  if constexpr (writes_into_first<Op>) {
    return 0;
  } else if constexpr (yields_rounded<Op>) {
    return detail::rounded_bytes(shape);
  } else if constexpr (Rounds && copies_rounded<Op>) {
    return rounded_copy_offset<T>(shape.size()) + detail::rounded_bytes(shape);
  } else {
    return shape.size() * sizeof(T);
  }
}

/// The same where a reading has room for it.
template <class Op, bool Rounds, class T, class Shape>
result_view<Op, T, Rounds, Shape> result_view_at(T* data, const Shape& shape) {
  static_assert(sizeof(std::int32_t) <= sizeof(T));
  if constexpr (yields_tokens<Op>) {
    return {reinterpret_cast<std::int32_t*>(data), shape};
  } else if constexpr (yields_rounded<Op>) {
    return {reinterpret_cast<kernels::bf16_step_pair*>(data), shape};
  } else if constexpr (Rounds && copies_rounded<Op>) {
    T* const behind = data + rounded_copy_offset<T>(shape.size()) / sizeof(T);
    return {{data, shape}, reinterpret_cast<kernels::bf16_step_pair*>(behind)};
  } else {
    return {data, shape};
  }
}

}  // namespace typeformer
