#pragma once
#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>

#include <typeformer/decode/decoding_of.hpp>
#include <typeformer/decode/decoding_rules.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/readings/running.hpp>
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

/// An input of a planned call for `rows` rows and `positions` positions.
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

template <class Result>
struct decoding_plan {
  using result = Result;
  std::size_t workspace_bytes;
  decoding_findings found;
};

/// The reading that the session runs with plans, so that a model's formula is instantiated once; costs are summed where
/// a sum is given.
template <class Base, class D, class... Input, class... Costs>
constexpr auto plan_decoding(input_list<Input...>, std::size_t rows, std::size_t positions, bool is_first,
                             Costs&... costs) {
  using sequence = typename D::sequence;
  using T = typename Base::element_type;
  using batch = typename sequence_input<sequence, Input...>::batch;
  decoding<Base, batch, sequence> reading{nullptr, sizeof(T), costs...};
  static_assert(is_reading<decltype(reading)>);
  reading.begin(0, is_first, rows, most_first_rows<D, batch>);
  const auto y = let(model<typename D::module>(decoded_input<Input>(reading, rows, positions)...));
  return decoding_plan<std::remove_const_t<decltype(y)>>{reading.arena().highest(), reading.found()};
}
}  // namespace detail

namespace detail {
template <class D, class = typename D::inputs>
struct batch_of_decoding;
template <class D, class... Input>
struct batch_of_decoding<D, input_list<Input...>> {
  using type = typename detail::sequence_input<typename D::sequence, Input...>::batch;
};

template <class M, class Numbers, class Inputs>
inline constexpr bool is_refused_module = false;
template <is_module M, class Numbers, class... Input>
  requires((is_input<Input> && ...))
inline constexpr bool is_refused_module<M, Numbers, input_list<Input...>> =
    refused_formula<M, numbers_of<Numbers>, Input...>;
/// Whether a rule is broken in the formula that a decoding is of.
template <class D, class Numbers>
concept is_of_refused_module = is_refused_module<typename D::module, Numbers, typename D::inputs>;
/// Whether D reads at least one position at once: the condition of a rule.
template <class D>
inline constexpr bool reads_a_prompt = has_constant_prompt<D>;
template <class D>
consteval void must_read_a_prompt() {
  if constexpr (requires { D::most_prompt; })
    static_assert(reads_a_prompt<D>,
                  "decoder: most_prompt, the positions that are read at once, must be a constant of 1 or more: `static "
                  "constexpr std::size_t most_prompt = 16;`");
}
/// The gate of what is a template of a decoding; always true, as must_be_module is. Of the rules that are broken the
/// first is reported.
template <class D, class Numbers>
constexpr auto must_be_decoding() {
  if constexpr (is_refused<D>) {
  } else if constexpr (!is_given<D>) {
    static_assert(
        is_given<D>,
        "what is decoded must be named: greedy_decoder<transformer_decoding<my_config, Batch>> decode{packed, "
        "threads}");
  } else if constexpr (!is_decoding<D>) {
    static_assert(is_decoding<D>,
                  "a decoder takes a decoding_of, which says how a model is decoded: transformer_decoding<Config, "
                  "Batch>, language_model_decoding<Config, Batch>, or a struct that derives from decoding_of<M, "
                  "Sequence, Input...>");
  } else {
    must_read_a_prompt<D>();
    static_assert(are_numbers<Numbers>,
                  "a decoder's Numbers must be float, double, or what quantized weights are stored in");
  }
  return true;
}
/// Whether calls of a decoding can be planned: else a rule has said why not.
template <class D, class Numbers>
concept is_planned = is_decoding<D> && are_numbers<Numbers> && !is_of_refused_module<D, Numbers>;
}  // namespace detail

/// The batch axis of a decoding; one_sequence where there is none.
template <class D>
using decoded_batch = typename detail::batch_of_decoding<D>::type;

/// A call of so many rows and positions; the first, or another. Numbers are what the weights are stored in.
template <class D, class Numbers>
constexpr auto planned_call(std::size_t rows, std::size_t positions, bool is_first) {
  return detail::plan_decoding<running<Numbers>, D>(typename D::inputs{}, rows, positions, is_first);
}
/// The first call with the longest prompt, with room for all rows.
template <class D, class Numbers>
inline constexpr auto longest_call = planned_call<D, Numbers>(bound<decoded_batch<D>>, most_prompt<D>, true);

/// Operations and workspace of a planned call for elements of type T.
template <class D, class T>
constexpr facts facts_of_call(std::size_t rows, std::size_t positions, bool is_first) {
  cost_sum costs;
  const auto call = detail::plan_decoding<running<T>, D>(typename D::inputs{}, rows, positions, is_first, costs);
  return {costs.operations, call.workspace_bytes};
}
/// Facts of the first call, with the most rows and the longest prompt.
template <class D, class T>
  requires(detail::must_be_decoding<D, T>())
inline constexpr facts prefill_facts = [] {
  if constexpr (detail::is_planned<D, T>)
    return facts_of_call<D, T>(most_first_rows<D, decoded_batch<D>>, most_prompt<D>, true);
  else
    return facts{};
}();
/// Facts of a later call, with one position of all rows.
template <class D, class T>
  requires(detail::must_be_decoding<D, T>())
inline constexpr facts decode_step_facts = [] {
  if constexpr (detail::is_planned<D, T>)
    return facts_of_call<D, T>(bound<decoded_batch<D>>, 1, false);
  else
    return facts{};
}();

/// Bytes that a model's decoding keeps from call to call: its KV caches, and whatever else later positions need.
template <class D, class Numbers>
  requires(detail::must_be_decoding<D, Numbers>())
inline constexpr auto decoding_state_bytes = [] {
  if constexpr (detail::is_planned<D, Numbers>)
    return std::size_t{longest_call<D, Numbers>.found.bytes};
  else
    return detail::any_number{};
}();
/// Bytes of the arena, the most that a call takes.
template <class D, class Numbers>
  requires(detail::must_be_decoding<D, Numbers>())
inline constexpr auto decoding_workspace_bytes = [] {
  if constexpr (!detail::is_planned<D, Numbers>) {
    return detail::any_number{};
  } else if constexpr (most_first_rows<D, decoded_batch<D>> == bound<decoded_batch<D>>) {
    return std::size_t{longest_call<D, Numbers>.workspace_bytes};
  } else {
    using batch = decoded_batch<D>;
    return std::max(planned_call<D, Numbers>(most_first_rows<D, batch>, most_prompt<D>, true).workspace_bytes,
                    planned_call<D, Numbers>(bound<batch>, most_prompt<D>, false).workspace_bytes);
  }
}();

}  // namespace typeformer
