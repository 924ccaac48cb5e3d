#pragma once
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

#include <typeformer/expressions/counted.hpp>
#include <typeformer/expressions/refused_calls.hpp>
#include <typeformer/readings/recording.hpp>
#include <typeformer/readings/running.hpp>

/// A module's formula, planned by the reading that will run it: its type is instantiated once, so a mistake in it is
/// reported once, whoever asks (docs/decisions/one_reading.md).
namespace typeformer {

/// Whether a type says what a model takes: a shape, tokens, a mask or another object that the formula gets as it is.
/// Not the numbers themselves, nor one axis of them.
template <class Input>
inline constexpr bool is_input = std::is_default_constructible_v<Input> && std::is_class_v<Input> && !is_axis<Input> &&
                                 !is_module<Input> && !holds_numbers<Input> && !requires(const Input& x) { x.begin(); };
template <class Vocabulary, class... A>
inline constexpr bool is_input<tokens<Vocabulary, A...>> = true;
template <class Vocabulary, class... A>
inline constexpr bool is_input<labels<Vocabulary, A...>> = true;
/// Whether one input at least is named.
template <class... Input>
inline constexpr bool has_inputs = sizeof...(Input) > 0;

/// Whether a layer of one argument has one.
template <class M, class... Input>
inline constexpr bool takes_as_many = !takes_one_argument<M> || sizeof...(Input) == 1;

/// The gate of what takes a model's inputs; always true, as must_be_module is.
template <class Numbers, class... Input>
consteval bool must_be_inputs() {
  if constexpr (are_numbers<Numbers>) {
    static_assert(has_inputs<Input...>,
                  "session<M, Numbers, Input...>: what the model takes must follow, as shape<Query, Model>");
    constexpr bool are[]{is_input<Input>..., false};
    constexpr std::size_t first = std::find(std::begin(are), std::end(are), false) - std::begin(are);
    if constexpr (first < sizeof...(Input))
      static_assert(is_input<std::tuple_element_t<first, std::tuple<Input...>>>,
                    "an input of a model is a shape<...> of all its axes, tokens<...>, labels<...>, or a mask");
  }
  return true;
}

namespace detail {
/// What a call is given for an input: a view of a shape's elements, tokens, or a mask as it is.
template <class Input, class T>
struct argument {
  using type = Input;
};
template <class... A, class T>
struct argument<shape<A...>, T> {
  using type = view<const T, shape<A...>>;
};
template <class Input, class T>
  requires requires { typename Input::vocabulary; }
struct argument<Input, T> {
  using type = std::conditional_t<are_labels<Input>, label_view<typename Input::vocabulary, typename Input::shape_type>,
                                  token_view<typename Input::vocabulary, typename Input::shape_type>>;
};
template <class Input, class T>
using argument_t = typename argument<Input, T>::type;

/// An argument as a reading has it: a value, tokens, or the argument itself.
template <class Reading, class A>
constexpr auto input_of(Reading& reading, const A& given) {
  if constexpr (requires { reading.input(given); }) {
    return reading.input(given);
  } else {
    return given;
  }
}

/// In place of what a module without a formula yields.
using any_result = any_elements;

template <class M, class... X>
concept calls = requires(M& module, X&&... x) { module(static_cast<X&&>(x)...); };

/// In place of a plan's bytes where the formula reads parameters that are not the model's.
inline constexpr std::size_t bytes_of_no_model = std::numeric_limits<std::size_t>::max();

/// Bytes of the arena that a reading takes for a formula; run-time extents stand at their bounds.
template <class M, class Reading, class... Input>
constexpr std::size_t planned_bytes() {
  Reading reading;
  let(model<M>(input_of(reading, argument_t<Input, typename Reading::element_type>{})...));
  if (!reading.reads_members()) return bytes_of_no_model;
  return reading.arena().highest();
}
template <class M, class Reading, class... Input>
constexpr cost_sum planned_costs(bool has_polynomial) {
  cost_sum costs{has_polynomial};
  Reading reading{costs};
  let(model<M>(input_of(reading, argument_t<Input, typename Reading::element_type>{})...));
  return costs;
}
template <class M, class Reading, class... Input>
auto constant_bytes(int) -> std::integral_constant<std::size_t, planned_bytes<M, Reading, Input...>()>;
template <class M, class Reading, class... Input>
auto constant_bytes(...) -> void;
/// They are planned once for all who ask; void where they are no constant.
template <class M, class Reading, class... Input>
struct plan {
  using bytes = decltype(constant_bytes<M, Reading, Input...>(0));
};
/// Whether a formula can be called with the value of an input, of which then no rule is broken.
template <class Input>
inline constexpr bool is_sound_input = is_input<Input> && !is_refused<Input>;
/// M, or any_module where Numbers or an input was refused or is missing, or there are too many.
template <class M, class Numbers, class... Input>
using module_called_with = std::conditional_t<are_numbers<Numbers> && has_inputs<Input...> &&
                                                  (is_sound_input<Input> && ...) && takes_as_many<M, Input...>,
                                              module_of<M>, any_module>;
/// The type of an input's value.
template <class Reading, class Input>
using value_of_input =
    decltype(input_of(std::declval<Reading&>(), argument_t<Input, typename Reading::element_type>{}));

/// The value of an input as a run has it.
template <class Numbers, class Input>
using value_in_run = value_of_input<running<numbers_of<Numbers>>, Input>;

/// The same, or another of an input that was refused.
template <class Numbers, class Input>
using value_of_sound = value_in_run<Numbers, std::conditional_t<is_sound_input<Input>, Input, shape<>>>;

/// M, or any_call where a call could fail. Such a layer is called outside of a requires-expression, whose requirement
/// would put three more of clang's lines between a rule that is broken in the layer and the program.
template <class M>
using answering = std::conditional_t<answers_all_calls<M>, M, any_call>;

/// Whether a rule is broken in a formula, as a run reads it. Readings that come after a run's ask this first and leave
/// such a formula alone, so that a mistake is reported once.
template <class M, class Numbers, class... Input>
concept refused_formula = requires(const M& module, value_in_run<Numbers, Input>... x) {
  requires std::same_as<std::remove_cvref_t<decltype(module(std::move(x)...))>, any_formula>;
};
}  // namespace detail

// What is asked of a module's formula, and of the values that it is called with.
/// False of a module that has no formula for these inputs.
template <class M, class... X>
inline constexpr bool has_formula = false;
/// False of a module whose formula is not const.
template <class M>
inline constexpr bool has_const_formula = false;
/// False of a formula that takes its inputs by a reference that is not const.
template <class M>
inline constexpr bool takes_constants = false;
/// Whether a formula returns an expression, or a `counted` of two, by value.
template <class M, class Result>
inline constexpr bool yields_value = false;
template <class M, class Result>
  requires(!std::is_reference_v<Result> &&
           (sound_expression<Result> || is_counted<Result> || std::is_same_v<Result, any_formula>))
inline constexpr bool yields_value<M, Result> = true;
/// Whether the compiler can go through a formula, as it must to plan its memory.
template <class M, class Bytes>
inline constexpr bool has_constexpr_formula = !std::is_void_v<Bytes>;
/// Whether all parameters that a formula reads are of members of its module, so that they have places in its weights.
template <class M, class Bytes>
inline constexpr bool reads_its_members = true;
template <class M>
inline constexpr bool reads_its_members<M, std::integral_constant<std::size_t, detail::bytes_of_no_model>> = false;
/// Whether a module names its input's shape for these leading axes.
template <class M, class... A>
inline constexpr bool says_its_input = requires { typename M::template input<A...>; };

/// Whether an axis before a module's own is none of these.
template <class A, class Input>
inline constexpr bool leads_input = true;
template <class A, class... B>
inline constexpr bool leads_input<A, shape<B...>> = occurrences<A, shape<B...>> == 1;

namespace detail {
/// The module and its input where axes alone say what it takes; else a module that takes anything.
template <class M, class... A>
struct called_with_axes {
  using module = any_module;
  using input = shape<>;
};
template <class M, is_axis... A>
  requires(sizeof...(A) > 0 && says_its_input<M, A...> && (leads_input<A, typename M::template input<A...>> && ...))
struct called_with_axes<M, A...> {
  using module = module_of<M>;
  using input = typename M::template input<A...>;
};
}  // namespace detail

/// The gate of what counts a model's run; always true, as must_be_module is.
template <class M, class... Input>
consteval bool must_name_inputs() {
  if constexpr (!std::is_same_v<detail::module_of<M>, detail::any_module>) {
    static_assert(has_inputs<Input...>, "f<M, Input...>: what the model takes must follow, as shape<Query, Model>");
  }
  return true;
}

/// The gate of what runs a module's formula on inputs; always true, as must_be_module is. It calls the model itself,
/// so that a compiler's way from a broken rule in the model to the program that asked is short.
template <class M, class Numbers, class... Input>
consteval bool must_have_formula() {
  using Reading = running<detail::numbers_of<Numbers>>;
  if constexpr (std::is_same_v<detail::module_of<M>, detail::any_module> || !has_inputs<Input...> ||
                !are_numbers<Numbers>) {
    return true;
  } else if constexpr ((is_axis<Input> && ...)) {
    static_assert(says_its_input<M, Input...>,
                  "axes alone say what a module takes where it has input<Leading...>; else it is shape<Batch, Model>");
    if constexpr (says_its_input<M, Input...>) {
      using input = typename M::template input<Input...>;
      static_assert((leads_input<Input, input> && ...),
                    "axes alone are those before the module's own, which must not be among them: operation_count<M, "
                    "Batch, Query>, or all of them in a shape<...>");
      if constexpr ((leads_input<Input, input> && ...)) return must_have_formula<M, Numbers, input>();
    }
    return true;
  } else if constexpr (!(detail::is_sound_input<Input> && ...)) {
    return true;
  } else if constexpr (!takes_as_many<M, Input...>) {
    static_assert(takes_as_many<M, Input...>,
                  "f<M, Input...>: the layer M takes one input; what can be chosen is part of its type");
  } else if constexpr (requires(const M& module, detail::value_of_input<Reading, Input>... x) {
                         module(std::move(x)...);
                       }) {
    using result = decltype(std::declval<const M&>()(std::declval<detail::value_of_input<Reading, Input>>()...));
    static_assert(yields_value<M, result>, "operator() of a module must return an expression, by value");
    if constexpr (yields_value<M, result> && !std::is_same_v<result, any_formula>) {
      using bytes = typename detail::plan<M, Reading, Input...>::bytes;
      static_assert(
          has_constexpr_formula<M, bytes>,
          "operator() of a module must be constexpr and call nothing else, as what prints: the compiler plans its "
          "memory");
      static_assert(
          reads_its_members<M, bytes> || !std::is_same_v<decltype(detail::module_fault<M>()), detail::no_fault>,
          "a formula reads the parameters of its module alone: each module that it calls, and each parameter, "
          "must be a member in BOOST_HANA_DEFINE_STRUCT");
    }
  } else if constexpr (detail::calls<M, detail::value_of_input<Reading, Input>...>) {
    static_assert(has_const_formula<M>, "operator() of a module must be const");
  } else if constexpr (detail::calls<const M, detail::value_of_input<Reading, Input>&...>) {
    static_assert(takes_constants<M>, "operator() of a module must take each input by value or by const reference");
  } else {
    static_assert(has_formula<M, Input...>,
                  "a module must have a public operator() const that takes one value for each input");
  }
  return true;
}

namespace detail {
/// Whether a module can be run: without a word.
template <class M, class Reading, class... Input>
consteval bool can_run() {
  if constexpr (std::is_same_v<M, any_module> || !has_inputs<Input...> || !(is_sound_input<Input> && ...) ||
                !takes_as_many<M, Input...>) {
    return false;
  } else if constexpr (calls<const M, value_of_input<Reading, Input>...>) {
    using result = decltype(std::declval<const M&>()(std::declval<value_of_input<Reading, Input>>()...));
    if constexpr (yields_value<M, result> && !std::is_same_v<result, any_formula>) {
      using bytes = typename plan<M, Reading, Input...>::bytes;
      return has_constexpr_formula<M, bytes> && reads_its_members<M, bytes>;
    } else {
      return false;
    }
  } else {
    return false;
  }
}

/// What a plan tells of a formula, each for all readings.
struct planned_workspace {
  template <class M, class Reading, class... Input>
  static constexpr std::size_t of = plan<M, Reading, Input...>::bytes::value;
};
struct planned_operations {
  template <class M, class Reading, class... Input>
  static constexpr std::size_t of = planned_costs<M, Reading, Input...>(false).operations;
};
struct planned_polynomial {
  template <class M, class Reading, class... Input>
  static constexpr long_polynomial of = planned_costs<M, Reading, Input...>(true).polynomial;
};

/// It, or any_number of a formula that was refused.
template <class What, class M, class Reading, class... Input>
consteval auto checked() {
  if constexpr (sizeof...(Input) > 0 && (is_axis<Input> && ...)) {
    if constexpr (!says_its_input<M, Input...>) {
      return any_number{};
    } else if constexpr ((leads_input<Input, typename M::template input<Input...>> && ...)) {
      return checked<What, M, Reading, typename M::template input<Input...>>();
    } else {
      return any_number{};
    }
  } else if constexpr (can_run<M, Reading, Input...>()) {
    return What::template of<M, Reading, Input...>;
  } else {
    return any_number{};
  }
}

/// For weights of Numbers, after the formula was called and found to be one. The call is the caller's own: so a
/// compiler's way from a mistake in the formula to the program is short.
template <class What, class M, class Numbers, class... Input>
consteval auto of_run(bool /*is_called*/, bool /*is_formula*/) {
  return checked<What, module_of<M>, running<numbers_of<Numbers>>, Input...>();
}

/// What a formula yields to a reading, as values.
template <class M, class Reading, class... Input>
using yielded_by =
    decltype(let(model<M>(input_of(std::declval<Reading&>(), argument_t<Input, typename Reading::element_type>{})...)));
}  // namespace detail

/// Bytes of memory that running a module takes beside its weights and inputs, with floats; reached at the largest
/// extents. An input is a `shape<…>`, `tokens<…>`, a mask; or the input's leading axes alone:
/// `workspace_bytes<my_encoder, Batch, Query>`.
template <class M, class... Input>
  requires(sizeof(M) > 0 && must_be_module<M>() && must_name_inputs<M, Input...>() &&
           (!is_module<M> || (is_axis<Input> && ...) || must_be_inputs<float, Input...>()))
inline constexpr auto workspace_bytes = detail::of_run<detail::planned_workspace, M, float, Input...>(
    noexcept(std::declval<const detail::answering<detail::module_called_with<M, float, Input...>>&>()(
        std::declval<detail::value_of_sound<float, Input>>()...)) ||
        noexcept(std::declval<const detail::answering<typename detail::called_with_axes<M, Input...>::module>&>()(
            std::declval<detail::value_in_run<float, typename detail::called_with_axes<M, Input...>::input>>())) ||
        requires(const detail::module_called_with<M, float, Input...>& f, detail::value_in_run<float, Input>... x) {
          f(std::move(x)...);
        } ||
        requires(const typename detail::called_with_axes<M, Input...>::module& f,
                 detail::value_in_run<float, typename detail::called_with_axes<M, Input...>::input> x) {
          f(std::move(x));
        },
    must_have_formula<M, float, Input...>());

/// Bytes of results that a recording keeps for its backward pass, with its copies of the inputs and its scratch; as
/// much again holds gradients.
template <class M, class T, class... Input>
inline constexpr auto recorded_bytes =
    detail::checked<detail::planned_workspace, detail::module_of<M>, recording<T>, Input...>();

}  // namespace typeformer
