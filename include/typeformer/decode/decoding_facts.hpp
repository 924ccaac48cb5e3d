#pragma once
#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>

#include <typeformer/decode/decoding_of.hpp>
#include <typeformer/decode/decoding_rules.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/readings/tracing.hpp>
#include <typeformer/tensor/tokens.hpp>

/// What the compiler knows of a decoding: whether there is one, what it keeps, what a call costs.
namespace typeformer {

namespace detail {
/// The input that is read position by position: its type, and the first of its axes if it is not the sequence itself.
template <class Sequence, class... Input>
struct sequence_input {
  static constexpr std::size_t index = first_input_with_axis<Sequence, input_list<Input...>>;
  using type = std::tuple_element_t<index, std::tuple<Input...>>;
  using first = axis_at<typename shape_of_input<type>::type, 0>;
  using batch = std::conditional_t<std::is_same_v<first, Sequence>, one_sequence, first>;
};

template <class Sequence, class... Input>
constexpr auto sequence_input_of(input_list<Input...>) {
  return sequence_input<Sequence, Input...>{};
}

/// An input of a traced call for `rows` rows and `positions` positions.
template <class Input, class Reading>
constexpr auto decoded_input(Reading& reading, std::size_t rows, std::size_t positions) {
  using shape_type = typename shape_of_input<Input>::type;
  using T = typename Reading::element_type;
  if constexpr (shape_type::rank == 0) {
    return Input{};
  } else {
    const auto shape =
        resized<typename Reading::sequence>(resized<typename Reading::batch>(shape_type{}, rows), positions);
    if constexpr (is_shape<Input>) {
      return reading.known(view<const T, shape_type>{nullptr, shape});
    } else {
      return reading.known(token_view<typename Input::vocabulary, shape_type>{nullptr, shape});
    }
  }
}

template <class Notes, class Result>
struct decoding_trace {
  using result = Result;
  Notes notes;
  std::size_t workspace_bytes;
  decoding_findings found;
};

template <class Notes, class D, class T, class... Input>
constexpr auto trace_decoding(input_list<Input...>, std::size_t rows, std::size_t positions, bool is_first) {
  using sequence = typename D::sequence;
  decoding<tracing<Notes>, typename sequence_input<sequence, Input...>::batch, sequence> reading{nullptr, sizeof(T),
                                                                                                 sizeof(T)};
  reading.begin(0, is_first, rows);
  const auto y = let(model<typename D::module>(decoded_input<Input>(reading, rows, positions)...));
  return decoding_trace<Notes, std::remove_const_t<decltype(y)>>{reading.base().notes, reading.arena().highest(),
                                                                 reading.found()};
}
}  // namespace detail

/// The batch axis of a decoding; one_sequence where there is none.
template <class D, class = typename D::inputs>
struct batch_of_decoding;
template <class D, class... Input>
struct batch_of_decoding<D, input_list<Input...>> {
  using type = typename detail::sequence_input<typename D::sequence, Input...>::batch;
};
template <class D>
using decoded_batch = typename batch_of_decoding<D>::type;

/// A call of so many rows and positions; the first, or another.
template <class D, class T, class Notes = no_notes>
constexpr auto traced_call(std::size_t rows, std::size_t positions, bool is_first) {
  return detail::trace_decoding<Notes, D, T>(typename D::inputs{}, rows, positions, is_first);
}
/// The first call with the longest prompt, with room for all rows.
template <class D, class T>
inline constexpr auto longest_call = traced_call<D, T>(bound<decoded_batch<D>>, most_prompt<D>, true);

/// Facts of the first call, with the most rows and the longest prompt; and of another, with one position of all rows.
template <class D, class T>
inline constexpr facts prefill_facts = [] {
  const auto call = traced_call<D, T, totals>(most_first_rows<D, decoded_batch<D>>, most_prompt<D>, true);
  return facts{call.notes.operations, call.workspace_bytes};
}();
template <class D, class T>
inline constexpr facts decode_step_facts = [] {
  const auto call = traced_call<D, T, totals>(bound<decoded_batch<D>>, 1, false);
  return facts{call.notes.operations, call.workspace_bytes};
}();

/// Bytes that a model's decoding keeps from call to call: its KV caches, and whatever else later positions need.
template <class D, class T>
inline constexpr std::size_t decoding_state_bytes = longest_call<D, T>.found.bytes;
/// Bytes of the arena, the most that a call takes.
template <class D, class T>
inline constexpr std::size_t decoding_workspace_bytes = [] {
  using batch = decoded_batch<D>;
  if constexpr (most_first_rows<D, batch> == bound<batch>) {
    return longest_call<D, T>.workspace_bytes;
  } else {
    return std::max(traced_call<D, T>(most_first_rows<D, batch>, most_prompt<D>, true).workspace_bytes,
                    traced_call<D, T>(bound<batch>, most_prompt<D>, false).workspace_bytes);
  }
}();

}  // namespace typeformer
