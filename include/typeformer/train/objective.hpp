#pragma once
#include <tuple>
#include <type_traits>

#include <typeformer/expressions/loss.hpp>
#include <typeformer/expressions/session.hpp>

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
template <class Reading>
inline constexpr bool is_scalar_value<value<Reading, shape<>>> = true;
}  // namespace detail

/// Whether what an objective yields can be trained.
template <class Loss>
inline constexpr bool is_loss = is_counted<Loss> || detail::is_scalar_value<Loss>;

/// What an objective yields, as values, when it is recorded.
template <class Objective, class T, class... Input>
using loss_yielded_by = detail::yielded_by<Objective, recording<T>, Input...>;

template <class Objective, class... Input>
concept is_objective = is_module<Objective> && is_loss<loss_yielded_by<Objective, float, Input...>>;

/// What a trainer is given for each input: views, tokens, labels, masks.
template <class T, class... Input>
using inputs_of = std::tuple<detail::argument_t<Input, T>...>;

}  // namespace typeformer
