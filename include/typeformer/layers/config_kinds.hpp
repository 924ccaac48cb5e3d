#pragma once
#include <type_traits>

#include <typeformer/layers/config.hpp>

/// Which model a configuration is of, for the rules of what trains and decodes models of one kind.
namespace typeformer {

/// Whether C is a configuration of any model.
template <class C>
inline constexpr bool is_config = has_choices<C>;
/// Whether a configuration has a source and a target, unless it is clearly a language model's; and the other way round.
template <class C>
inline constexpr bool is_transformers = has_source<C> || has_target<C> || !has_position<C> || !has_vocabulary<C>;
/// Whether a configuration has a Position and a Vocabulary, unless it is clearly a transformer's.
template <class C>
inline constexpr bool is_language_models = has_position<C> || has_vocabulary<C> || !has_source<C> || !has_target<C>;

/// A configuration for what trains and decodes transformers; it may lack members, which later rules name.
template <class C>
concept is_config_of_transformer = is_config<C> && is_transformers<C>;
/// A configuration for what trains and decodes language models; it may lack members, too.
template <class C>
concept is_config_of_language_model = is_config<C> && is_language_models<C>;

namespace detail {
// After a rule for Config is broken, the next rules look at something else, so that nothing else is said.
template <class C>
using transformers_or_any = std::conditional_t<is_config_of_transformer<C>, C, any_config>;
template <class C, class A>
using axis_beside = std::conditional_t<is_config<C>, A, any_config::Model>;
}  // namespace detail

}  // namespace typeformer
