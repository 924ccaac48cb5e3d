#pragma once
#include <concepts>
#include <tuple>
#include <type_traits>

#include <typeformer/expressions/arguments.hpp>
#include <typeformer/expressions/loss.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/train/refused_training.hpp>

/// An objective is a module whose formula yields what training makes small: a value of rank 0, or a sum with the count
/// of what it is of (`per(sum, count)`). It is a model with a loss behind it,
///
///   struct objective : classifier {
///     using model_type = classifier;   // weights and files are the classifier's
///     constexpr auto operator()(const auto& x, const auto& labels) const {
///       return per(sum(cross_entropy(classifier::operator()(x), labels)), count(labels));
///     }
///   };
///
/// or a module of its own, whose parameters are then trained with the model's.
namespace typeformer {

namespace detail {
template <class Loss>
inline constexpr bool is_scalar_value = false;
template <class Name>
inline constexpr bool is_scalar_value<value<Name, shape<>>> = true;
}  // namespace detail

/// Whether what an objective yields can be trained.
template <class Loss>
inline constexpr bool is_loss = is_counted<Loss> || detail::is_scalar_value<Loss>;

namespace detail {
template <class Objective, class T, class Returned>
struct as_value {
  using type = Returned;
};
template <class Objective, class T, class Returned>
  requires(yields_value<Objective, Returned> && sound_expression<Returned> && !is_token_expression<Returned>)
struct as_value<Objective, T, Returned> {
  using type = value<T, shape_t<Returned>>;
};
}  // namespace detail

/// What an objective yields: numbers as a value, or whatever else its formula returns.
template <class Objective, class T, class... Input>
using yielded_by_objective =
    typename detail::as_value<Objective, T,
                              decltype(model<Objective>(std::declval<detail::value_in_run<T, Input>>()...))>::type;

/// What weights that are trained are made of.
template <class T>
concept is_trained_number = std::same_as<T, float> || std::same_as<T, double>;

/// Whether a formula can be called with these inputs. It is called here and not by an alias, so that a compiler's way
/// from a broken rule in it to the program is short.
template <class Objective, class T, class... Input>
concept takes_inputs = requires(detail::value_in_run<T, Input>... x) { model<Objective>(std::move(x)...); };

namespace detail {
/// Whether a module's members can be walked through (must_be_module).
template <class M>
concept is_walkable = is_module<M> && std::is_same_v<module_of<M>, M>;
}  // namespace detail

/// What a trainer asks of an objective.
template <class Objective, class T, class... Input>
concept is_trainable = detail::is_walkable<Objective> && is_trained_number<T> &&
                       (detail::is_sound_input<Input> && ...) && takes_as_many<Objective, Input...> &&
                       !detail::refused_formula<Objective, T, Input...> && takes_inputs<Objective, T, Input...> &&
                       is_loss<yielded_by_objective<Objective, T, Input...>> && has_parameters_of_model<Objective>;

namespace detail {
/// The rules of trainer<Objective, T, Input...>, of which the first that is broken is reported.
template <class Objective, class T, class... Input>
constexpr auto must_be_trainable() {
  if constexpr (is_refused<Objective>) {
  } else if constexpr (!is_given<Objective>) {
    static_assert(is_given<Objective>,
                  "a trainer's objective and inputs must be named: trainer<my_objective, float, shape<Batch, Pixel>, "
                  "labels<Digit, Batch>>");
  } else if constexpr (!is_module<Objective>) {
    static_assert(is_module<Objective>,
                  "trainer<Objective, T, Input...>: Objective must be a module whose formula "
                  "yields a loss, such as transformer_objective<Config>");
  } else if constexpr (!is_walkable<Objective>) {
    (void)must_be_module<Objective>();
  } else if constexpr (!is_trained_number<T>) {
    static_assert(is_trained_number<T>, "trainer<Objective, T, Input...>: T must be float or double");
  } else if constexpr (!(is_input<Input> && ...)) {
    static_assert((is_input<Input> && ...),
                  "trainer<Objective, T, Input...>: an input must be a shape<...>, "
                  "tokens<...>, labels<...>, or a mask");
  } else if constexpr (!takes_as_many<Objective, Input...>) {
    static_assert(takes_as_many<Objective, Input...>,
                  "trainer<Objective, T, Input...>: the objective must take these inputs, in their order");
  } else if constexpr (!(is_sound_input<Input> && ...) || refused_formula<Objective, T, Input...>) {
  } else if constexpr (!takes_inputs<Objective, T, Input...>) {
    static_assert(takes_inputs<Objective, T, Input...>,
                  "trainer<Objective, T, Input...>: the objective must take these inputs, in their order");
  } else if constexpr (!is_loss<yielded_by_objective<Objective, T, Input...>>) {
    static_assert(is_loss<yielded_by_objective<Objective, T, Input...>>,
                  "trainer<Objective, ...>: the objective must yield a value of rank 0, or per(sum, count)");
  } else {
    static_assert(has_parameters_of_model<Objective>,
                  "trainer<Objective, ...>: the objective must have the parameters of its model_type, and no others");
    static_assert(
        reads_its_members<Objective, typename plan<Objective, recording<T>, Input...>::bytes>,
        "trainer<Objective, ...>: the objective reads the parameters of its module alone: each module that it "
        "calls, and each parameter, must be a member in BOOST_HANA_DEFINE_STRUCT");
  }
}
}  // namespace detail

/// Whether a module yields a loss for such inputs.
template <class Objective, class... Input>
concept is_objective = is_module<Objective> && is_loss<yielded_by_objective<Objective, float, Input...>>;

/// What a trainer is given for each input: views, tokens, labels, masks.
template <class T, class... Input>
using inputs_of = std::tuple<detail::argument_t<Input, T>...>;

}  // namespace typeformer
