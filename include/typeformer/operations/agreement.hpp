#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <typeformer/operations/operation.hpp>

/// What the types cannot say: in one operation, an axis has one extent. result_of() checks that for every operation,
/// before it asks for the result, so no operation compares extents itself.
namespace typeformer {

namespace detail {

/// An axis of an operand: where the operands have it, a bit for each of their axes, and whose it is.
struct operand_axis {
  std::uint64_t equals = 0;
  std::string (*name)() = nullptr;
  std::size_t operand = 0;
  bool is_compared = false;  // not where the type knows the extent
};

template <class X>
inline constexpr std::size_t rank_of = X::rank;
template <>
inline constexpr std::size_t rank_of<absent> = 0;

// A builtin, since neither templates nor addresses may be compared: the former cost compile time for each pair of axes,
// and comparing the latter is no constant expression for g++ under its sanitizers.
template <class A, class... B>
constexpr std::uint64_t bits_in(const shape<B...>*) {
  std::uint64_t bits = 0, bit = 1;
  ((bits |= __is_same(A, B) ? bit : 0, bit <<= 1), ...);
  return bits;
}
template <class>
constexpr std::uint64_t bits_in(const absent*) {
  return 0;
}
template <class A, class... X>
constexpr std::uint64_t bits_in_all(const X*... operands) {
  std::uint64_t bits = 0;
  std::size_t offset = 0;
  ((bits |= bits_in<A>(operands) << offset, offset += rank_of<X>), ...);
  return bits;
}

template <class... A, class... X>
constexpr void list_axes(operand_axis*& at, std::size_t operand, uncompared_axis uncompared, const shape<A...>*,
                         const X*... operands) {
  ((*at++ = {bits_in_all<A>(operands...), &name_of<A>, operand, !has_static_extent<A>}), ...);
  if (operand == uncompared.operand) (at - 1 - uncompared.from_last)->is_compared = false;
}
template <class... X>
constexpr void list_axes(operand_axis*&, std::size_t, uncompared_axis, const absent*, const X*...) {}

template <class... A>
constexpr void list_extents(std::size_t*& at, const shape<A...>& x) {
  for (const std::size_t extent : x.extents()) *at++ = extent;
}
constexpr void list_extents(std::size_t*&, absent) {}

/// For each axis the index of the first one that it is compared with: its own, where it is the first.
constexpr void find_first(const operand_axis* axes, std::size_t count, std::size_t* first) {
  std::uint64_t compared = 0;
  for (std::size_t i = 0; i < count; ++i) compared |= std::uint64_t{axes[i].is_compared} << i;
  for (std::size_t i = 0; i < count; ++i)
    first[i] = axes[i].is_compared ? static_cast<std::size_t>(std::countr_zero(axes[i].equals & compared)) : i;
}

template <class Op>
inline constexpr uncompared_axis uncompared_of{};
template <class Op>
  requires requires { Op::uncompared; }
inline constexpr uncompared_axis uncompared_of<Op> = Op::uncompared;

/// Which extents are compared: the compiler finds the equal axes, so a run compares numbers alone.
template <std::size_t Count>
struct equal_axes {
  std::array<operand_axis, Count> axes{};
  std::array<std::size_t, Count> first{};
  bool is_any = false;
};
template <uncompared_axis Uncompared, class... X>
inline constexpr auto equal_axes_of = [] {
  equal_axes<(std::size_t{0} + ... + rank_of<X>)> equal;
  operand_axis* at = equal.axes.data();
  std::size_t operand = 0;
  (list_axes(at, operand++, Uncompared, static_cast<const X*>(nullptr), static_cast<const X*>(nullptr)...), ...);
  find_first(equal.axes.data(), equal.axes.size(), equal.first.data());
  for (std::size_t i = 0; i < equal.first.size(); ++i) equal.is_any |= equal.first[i] != i;
  return equal;
}();

[[noreturn]] inline void throw_disagreement(std::string_view operation, std::span<const operand_axis> axes,
                                            std::span<const std::size_t> extents, std::size_t first,
                                            std::size_t second) {
  const auto operand_of = [&](std::size_t axis) {
    std::string text;
    for (std::size_t i = 0; i < axes.size(); ++i)
      if (axes[i].operand == axes[axis].operand)
        text += (text.empty() ? "[" : ", ") + axes[i].name() + " " + std::to_string(extents[i]);
    return text + "]";
  };
  throw error{std::string{operation} + ": axis " + axes[first].name() + " has extent " +
              std::to_string(extents[first]) + " in " + operand_of(first) + ", but " + std::to_string(extents[second]) +
              " in " + operand_of(second)};
}

template <uncompared_axis Uncompared, class... X>
constexpr void check_extents(std::string_view operation, const X&... x) {
  constexpr const auto& equal = equal_axes_of<Uncompared, X...>;
  if constexpr (equal.is_any) {
    std::array<std::size_t, equal.first.size()> extents{};
    std::size_t* at = extents.data();
    (list_extents(at, x), ...);
    for (std::size_t i = 0; i < extents.size(); ++i)
      if (extents[equal.first[i]] != extents[i]) throw_disagreement(operation, equal.axes, extents, equal.first[i], i);
  }
}

/// The extent of axis A in the operands; its bound, if none has it.
template <class A, class... X>
constexpr std::size_t extent_along(const X&... x) {
  std::size_t found = bound<A>;
  const auto look = [&]<class... B>(const shape<B...>& s) {
    [[maybe_unused]] const auto extents = s.extents();
    [[maybe_unused]] std::size_t i = 0;
    ((std::is_same_v<A, B> ? static_cast<void>(found = extents[i]) : static_cast<void>(0), ++i), ...);
  };
  const auto look_or_not = [&]<class S>(const S& s) {
    if constexpr (!is_absent<S>) look(s);
  };
  (look_or_not(x), ...);
  return found;
}

[[noreturn]] inline void throw_lengths(std::string_view operation, std::size_t lengths, const std::string& axis,
                                       std::size_t rows) {
  throw error{std::string{operation} + ": the mask has " + std::to_string(lengths) + " lengths, but axis " + axis +
              " has extent " + std::to_string(rows)};
}
[[noreturn]] inline void throw_length(std::string_view operation, std::int32_t length, std::size_t row,
                                      const std::string& axis, std::size_t extent) {
  throw error{std::string{operation} + ": the mask's length of row " + std::to_string(row) + " is " +
              std::to_string(length) + ", but it must lie between 0 and the extent of axis " + axis + ", " +
              std::to_string(extent)};
}

/// A padding mask has as many lengths as its batch has rows, none below 0 or above the extent of its keys.
template <class Op, class... X>
constexpr void check_lengths_of_mask(const Op& operation, const X&... x) {
  if constexpr (requires { operation.mask.lengths; }) {
    using mask = std::remove_cvref_t<decltype(operation.mask)>;
    const std::span<const std::int32_t> lengths = operation.mask.lengths;
    if (lengths.empty()) return;
    const std::size_t rows = extent_along<typename mask::batch>(x...), keys = extent_along<typename mask::key>(x...);
    if (lengths.size() != rows) throw_lengths(Op::name, lengths.size(), name_of<typename mask::batch>(), rows);
    for (std::size_t row = 0; row < rows; ++row)
      if (lengths[row] < 0 || static_cast<std::size_t>(lengths[row]) > keys)
        throw_length(Op::name, lengths[row], row, name_of<typename mask::key>(), keys);
  }
}

}  // namespace detail

/// The shape of an operation's result, from the operands' shapes. Every reading asks here.
///
/// throws   operands in which an axis has different extents, but for what Op::uncompared excepts; a mask with lengths
///          that are not one for each row, or lie outside 0 … the keys' extent; what operation.result throws
template <class Op, class... X>
constexpr auto result_of(const Op& operation, const X&... x) {
  detail::check_extents<detail::uncompared_of<Op>>(Op::name, x...);
  detail::check_lengths_of_mask(operation, x...);
  return operation.result(x...);
}

}  // namespace typeformer
