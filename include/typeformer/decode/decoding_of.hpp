#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>

#include <typeformer/axis/agreement.hpp>
#include <typeformer/axis/algebra.hpp>
#include <typeformer/expressions/arguments.hpp>

namespace typeformer {

/// What a module is called with.
template <class... Input>
struct input_list {};

/// Whether one input has the sequence axis: the condition of a rule, which names the axis and the number.
template <class Sequence, std::size_t Inputs>
inline constexpr bool is_axis_of_one_input = Inputs == 1;

namespace detail {
/// The rules of decoding_of<M, Sequence, Input...>, of which the first that is broken is reported.
template <class M, class Sequence, class... Input>
constexpr auto must_be_decoded() {
  if constexpr (!is_module<M>) {
    static_assert(is_module<M>,
                  "decoding_of<M, Sequence, Input...>: M must be a module, such as language_model<Config>");
  } else if constexpr (!is_axis<Sequence>) {
    (void)must_be_axes<Sequence>();
  } else if constexpr (sizeof...(Input) == 0) {
    static_assert(is_axis_of_one_input<Sequence, 0>,
                  "decoding_of<M, Sequence, Input...>: exactly one input must have the axis Sequence");
  } else {
    static_assert((is_input<Input> && ...),
                  "decoding_of<M, Sequence, Input...>: an input must be a shape<...>, tokens<...>, labels<...>, or a "
                  "mask");
  }
}
}  // namespace detail

/// Where M is no module, Sequence no axis, or an input is none: says why, and nothing else.
template <class M, class Sequence, class... Input>
struct decoding_of {
  /// Not used: the rule that is broken is reported here.
  using refused = decltype(detail::must_be_decoded<M, Sequence, Input...>());
};

/// How a module is decoded: along which sequence axis, and what its inputs are, in their order: `shape<…>`,
/// `tokens<…>`, or a type that is handed over as it is, such as row_lengths. One of them has the sequence axis and is
/// read position by position; the others are given once.
///
///   struct spelling : tf::decoding_of<my_model, Position, tf::tokens<Letters, Batch, Position>> {
///     static constexpr std::int32_t end_token = 0;      // optional: a row ends with it
///     static constexpr std::int32_t start_token = 1;    // optional: every row begins with it, and no prompt is given
///     static constexpr std::size_t most_prompt = 16;    // optional: positions read at once; all, if left out
///     using first_batch = Words;  // optional: the axis of the rows that are given, where beams make more of each
///   };
template <is_module M, is_axis Sequence, class... Input>
  requires(sizeof...(Input) > 0 && (is_input<Input> && ...))
struct decoding_of<M, Sequence, Input...> {
  using module = M;                     ///< which is called, an objective or a model
  using sequence = Sequence;            ///< whose positions are read piece by piece
  using inputs = input_list<Input...>;  ///< the types of the arguments, in their order
};

namespace detail {
template <class Input>
struct shape_of_input {  // of a mask, or of lengths: none
  using type = shape<>;
};
template <class... A>
struct shape_of_input<shape<A...>> {
  using type = shape<A...>;
};
template <class Input>
  requires requires { typename Input::vocabulary; }
struct shape_of_input<Input> {
  using type = typename Input::shape_type;
};

template <class Shape, class A>
inline constexpr bool has_axis = occurrences<A, Shape> != 0;

template <class A, class Shape>
constexpr Shape resized(const Shape& shape, std::size_t extent) {
  if constexpr (has_axis<Shape, A>) {
    return algebra::replace<A>(shape, dimension<A>{extent});
  } else {
    return shape;
  }
}
}  // namespace detail

/// Whether a type says how a module is decoded.
template <class D>
concept is_decoding = requires {
  typename D::module;
  typename D::sequence;
  typename D::inputs;
};

/// How many inputs have an axis.
template <class A, class Inputs>
inline constexpr std::size_t inputs_with_axis = 0;
template <class A, class... Input>
inline constexpr std::size_t inputs_with_axis<A, input_list<Input...>> =
    (std::size_t{0} + ... + std::size_t{detail::has_axis<typename detail::shape_of_input<Input>::type, A>});

/// The index of the first of them.
template <class A, class Inputs>
inline constexpr std::size_t first_input_with_axis = 0;
template <class A, class... Input>
  requires(sizeof...(Input) > 0)
inline constexpr std::size_t first_input_with_axis<A, input_list<Input...>> = [] {
  const std::array<bool, sizeof...(Input)> has{detail::has_axis<typename detail::shape_of_input<Input>::type, A>...};
  return static_cast<std::size_t>(std::ranges::find(has, true) - has.begin()) % sizeof...(Input);
}();

/// The most positions that a call reads.
template <class D>
inline constexpr std::size_t most_prompt = bound<typename D::sequence>;
template <class D>
  requires requires { D::start_token; } && (!requires { D::most_prompt; })
inline constexpr std::size_t most_prompt<D> = 1;
/// Whether a D's own most_prompt is a constant of at least 1.
template <class D>
concept has_constant_prompt = requires { requires std::bool_constant<(D::most_prompt > 0)>::value; };
template <has_constant_prompt D>
inline constexpr std::size_t most_prompt<D> = D::most_prompt;

namespace detail {
template <class D, class Batch>
struct first_batch_of {
  using type = Batch;
};
template <class D, class Batch>
  requires requires { typename D::first_batch; }
struct first_batch_of<D, Batch> {
  using type = typename D::first_batch;
};
}  // namespace detail

/// The axis of the rows of a first call: the batch, if D names no other.
template <class D, class Batch>
using first_batch = typename detail::first_batch_of<D, Batch>::type;
/// How many rows a first call has at most.
template <class D, class Batch>
inline constexpr std::size_t most_first_rows = bound<first_batch<D, Batch>>;

}  // namespace typeformer
