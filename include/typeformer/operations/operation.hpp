#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <typeformer/kernels/product.hpp>
#include <typeformer/kernels/threads.hpp>
#include <typeformer/operations/polynomial.hpp>
#include <typeformer/tensor/parameter.hpp>
#include <typeformer/tensor/tensor.hpp>
#include <typeformer/tensor/tokens.hpp>

/// An operation is one struct with everything about it:
///
///   name                       what tables call it
///   formula                    as papers write it
///   result(x…)                 the shape of the result, from the operands' shapes
///   cost(x…)                   additions, multiplications, comparisons and elementary functions, each counted as one
///   scratch(x…)                elements of workspace beside the result; none where it is left out
///   forward(with, y, x…)       computes y, where operands are views and absent operands are `absent`
///   backward(with, y, x…)      adds to each operand's gradient, where y and operands are `differentiated`; none where
///                              the operation has no derivative
///   backward_scratch(x…)       elements of workspace that backward wants; none where it is left out
///   operand_elements(x)        elements from an operand's first on whose gradients backward adds to; where it is left
///                              out, the operand's
///   writes_into_first          true where the result is the first operand itself, changed in place
///   forward_by(run, y, x…)     the same as forward, but calls run(problem) for its products (kernels/product.hpp),
///                              which may be deferred and grouped with others; then can_defer is true
///   can_round                  true where forward also takes rounded rows (rounded.hpp) as its first operand, and
///                              writes them
///   copies_rounded             true where forward also writes y.rounded, where y has that: its result as rounded rows
///   uncompared                 an operand's axis whose extent may differ from that of the same axis elsewhere in the
///                              operation (agreement.hpp); none where it is left out
///   vocabulary                 the axis whose entries the result's tokens are; where it is left out, the result is
///                              numbers. Tokens have no derivative
///   takes_tokens               true where operands may be tokens or labels; where it is left out, they are numbers
///   yields_infinity            true where −∞ in the result of finite operands is no error
///   mixes<Sequence, X…>        whether the result at one position of an axis depends on operands at others, so that a
///                              decoder cannot run the operation on the newest positions alone; true where it is left
///                              out
///   reach_along<Sequence, X…>()   how far it carries information along an axis (reach.hpp); where it is left out, to
///   all
///                              positions if it mixes them, and else to none
///
/// Readings (readings/) call these; operations know no reading.
namespace typeformer {

/// An axis of an operand, counted from the last axis; by default none.
struct uncompared_axis {
  std::size_t operand = static_cast<std::size_t>(-1);  ///< which one
  std::size_t from_last = 0;                           ///< 0 is its last axis
};

/// What every operation has, whatever its operands.
template <class Op>
concept is_operation = requires {
  { Op::name } -> std::same_as<const std::string_view&>;
  { Op::formula } -> std::same_as<const std::string_view&>;
};

/// As a rule's condition, which clang prints with its argument; of a concept it prints each requirement instead.
template <class Op>
inline constexpr bool has_name_and_formula = is_operation<Op>;

/// What an operation's forward may use.
template <class T>
struct resources {
  kernels::threads& threads;  ///< that kernels may use
  T* scratch;                 ///< as much as the operation's scratch, or backward_scratch, asks for; 64-byte aligned
  std::uint64_t key = 0;      ///< of random numbers, one for each operation of a recording
  double dropout = 0;         ///< the recording's rate
  bool rounds = false;        ///< whether products round what they multiply to bf16 (operations/rounded.hpp)
};

/// A parameter as forward sees it: Data is what packed_weights have for it, a matrix or a pointer.
template <class Data, class P>
struct parameter_view {
  using shape_type = typename P::shape_type;
  Data data;                            ///< a packed_matrix of weights and tables, a pointer to vectors and constants
  static constexpr shape_type shape{};  ///< of the parameter, known from its type
};

/// A table as the weight of a product: axes [Width, Entry], the same numbers.
template <class P>
struct transposed_table {
  using parameter_type = P;  ///< the table
  /// [Width, Entry]
  using shape_type = typeformer::shape<axis_at<typename P::shape_type, 1>, axis_at<typename P::shape_type, 0>>;
  static constexpr role kind = role::weight;    ///< so that products take it
  static constexpr std::size_t size = P::size;  ///< as many numbers as the table
  std::size_t offset;                           ///< the table's
  std::size_t number;                           ///< the table's
};

/// Whether an operand is missing, as the bias of a linear map without one.
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

/// Elements of workspace that an operation's forward needs beside its result.
template <class Op, class... X>
constexpr std::size_t scratch_of(const Op& operation, const X&... x) {
  if constexpr (requires { operation.scratch(x...); }) {
    return operation.scratch(x...);
  } else {
    return 0;
  }
}

/// Elements from an operand's first on whose gradients an operation's backward adds to.
template <class Op, class X>
constexpr std::size_t operand_elements_of(const Op& operation, const X& x) {
  if constexpr (requires { operation.operand_elements(x); }) {
    return operation.operand_elements(x);
  } else {
    return x.size();
  }
}

/// Elements of workspace that an operation's backward needs.
template <class Op, class... X>
constexpr std::size_t backward_scratch_of(const Op& operation, const X&... x) {
  if constexpr (requires { operation.backward_scratch(x...); }) {
    return operation.backward_scratch(x...);
  } else {
    return 0;
  }
}

/// The result of an operation as backward sees it: its numbers, and the derivative of the loss by them.
template <class T, class Shape>
struct differentiated_result {
  using shape_type = Shape;
  T* data;            ///< the result's numbers
  const T* gradient;  ///< the derivative of the loss by each of them
  Shape shape;        ///< of both
};
/// An operand: its numbers, and where the derivative of the loss by them is summed.
template <class T, class Shape>
struct differentiated {
  using shape_type = Shape;
  const T* data;  ///< the operand's numbers
  T* gradient;    ///< to which backward adds
  Shape shape;    ///< of both
};
/// A parameter: its numbers as kernels read them (packed_weights) and as they are stored (weights), and its part of the
/// gradient, a block laid out as weights.
template <class T, class P>
struct differentiated_parameter {
  using shape_type = typename P::shape_type;
  const T* data;                        ///< as packed_weights have it
  const T* stored;                      ///< as weights have it
  T* gradient;                          ///< to which backward adds, in the layout of weights
  static constexpr shape_type shape{};  ///< of the parameter, known from its type
  /// A weight's transpose packed in bf16, where products are computed in bf16.
  const kernels::bf16_step_pair* transposed_bf16 = nullptr;
};

/// The gradient of an operand that may be absent.
template <class X>
constexpr auto gradient_or_null(const X& x) {
  if constexpr (is_absent<X>) {
    return nullptr;
  } else {
    return x.gradient;
  }
}

/// Whether an operation's result at one position of Sequence depends on operands X… at others.
template <class Op, class Sequence, class... X>
inline constexpr bool mixes_positions = true;
template <class Op, class Sequence, class... X>
  requires requires { Op::template mixes<Sequence, X...>; }
inline constexpr bool mixes_positions<Op, Sequence, X...> = Op::template mixes<Sequence, X...>;

/// Whether the result is the first operand itself, changed in place.
template <class Op>
inline constexpr bool writes_into_first = requires { Op::writes_into_first; };
/// Whether the result is tokens of Op::vocabulary.
template <class Op>
inline constexpr bool yields_tokens = requires { typename Op::vocabulary; };
/// Whether operands may be tokens or labels.
template <class Op>
inline constexpr bool takes_tokens = requires { Op::takes_tokens; };
/// Whether products of the operation may wait, to run grouped with others.
template <class Op>
inline constexpr bool can_defer = requires { Op::can_defer; };
/// Whether an operation takes and writes rounded rows (rounded.hpp).
template <class Op>
inline constexpr bool can_round = requires { Op::can_round; };
/// Whether an operation's result may come as rounded rows, too (rounded.hpp).
template <class Op>
inline constexpr bool copies_rounded = requires { Op::copies_rounded; };
/// Whether −∞ in the result of finite operands is no error.
template <class Op>
inline constexpr bool yields_infinity = requires { Op::yields_infinity; };

}  // namespace typeformer
