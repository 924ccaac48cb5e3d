#pragma once
#include <cstddef>
#include <string_view>

#include <typeformer/kernels/threads.hpp>
#include <typeformer/operations/polynomial.hpp>
#include <typeformer/tensor/parameter.hpp>
#include <typeformer/tensor/tensor.hpp>
#include <typeformer/tensor/tokens.hpp>

/// An operation is one struct with everything about it:
///
///   name                       what tables call it
///   formula                    as a paper writes it
///   result(x…)                 the shape of the result, from the operands' shapes
///   cost(x…)                   additions, multiplications, comparisons and elementary functions, each counted as one
///   scratch(x…)                elements of workspace beside the result; none where it is left out
///   forward(with, y, x…)       computes y, where operands are views and absent operands are `absent`
///   writes_into_first          true where the result is the first operand itself, changed in place
///
/// Readings (readings/) call these; nothing here knows them.
namespace typeformer {

/// What an operation's forward may use.
template <class T>
struct resources {
  kernels::threads& workers;
  T* scratch;
};

/// A parameter as forward sees it: its numbers in the order of packed_weights.
template <class T, class P>
struct parameter_view {
  using shape_type = typename P::shape_type;
  const T* data;
  static constexpr shape_type shape{};
};

/// A table read as the weight of a product: axes [Width, Entry], the same numbers.
template <class P>
struct transposed_table {
  using parameter_type = P;
  using shape_type = typeformer::shape<axis_at<typename P::shape_type, 1>, axis_at<typename P::shape_type, 0>>;
  static constexpr role kind = role::weight;
  static constexpr std::size_t size = P::size;
  std::size_t offset;
};

template <class X>
inline constexpr bool is_absent = std::is_same_v<std::remove_cvref_t<X>, absent>;

/// The data of an operand that may be absent.
template <class X>
constexpr auto data_or_null(const X& x) {
  if constexpr (is_absent<X>) {
    return nullptr;
  } else {
    return x.data;
  }
}

template <class Op, class... X>
constexpr std::size_t scratch_of(const Op& operation, const X&... x) {
  if constexpr (requires { operation.scratch(x...); }) {
    return operation.scratch(x...);
  } else {
    return 0;
  }
}

template <class Op>
inline constexpr bool writes_into_first = requires { Op::writes_into_first; };

}  // namespace typeformer
