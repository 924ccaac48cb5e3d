#pragma once
#include <array>
#include <cstddef>
#include <ratio>
#include <type_traits>

#include <typeformer/expressions/choice.hpp>
#include <typeformer/expressions/dropout.hpp>
#include <typeformer/layers/embedding.hpp>
#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/layers/layer_norm.hpp>
#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/layers/positions.hpp>
#include <typeformer/layers/residual.hpp>

namespace typeformer {

// Choices that are templates here; the others are types beside what they change.

/// Whether the projections of attention have biases: with_bias or without_bias.
template <class Bias>
  requires(must_be_bias<Bias>())
struct attention_bias {
  static constexpr auto kind = choice::attention_bias;
  using type = Bias;
};
/// Whether the linear maps of feed-forward layers have biases.
template <class Bias>
  requires(must_be_bias<Bias>())
struct feed_forward_bias {
  static constexpr auto kind = choice::feed_forward_bias;
  using type = Bias;
};
/// Whether Rate is a rate of dropout: a std::ratio, or runtime_dropout.
template <class Rate>
inline constexpr bool is_rate = is_ratio<Rate> || std::is_same_v<Rate, runtime_dropout>;
/// The gate of templates that take a rate of dropout (must_be_axes).
template <class Rate>
consteval bool must_be_rate() {
  static_assert(is_rate<Rate>,
                "dropout_rate<Rate>: a std::ratio such as std::ratio<1, 10> is expected here, or tf::runtime_dropout");
  return true;
}
/// The rate of dropout on sublayers' outputs and on embeddings, while training: a std::ratio, or runtime_dropout, which
/// leaves it to the recording.
template <class Rate>
  requires(must_be_rate<Rate>())
struct dropout_rate {
  static constexpr auto kind = choice::dropout;
  using type = std::conditional_t<is_rate<Rate>, Rate, std::ratio<0>>;  ///< Rate; 0 after the rule for Rate is broken
};

// In transformer.hpp, which includes this.
struct transformer_encoder;
struct transformer_decoder;

/// The choices of Vaswani et al. 2017, with biases everywhere.
struct choices_of_the_paper {
  using normalization = norm_after;                                    ///< norms after the residual sum
  using norm = layer_norms<>;                                          ///< of ε = 1e-5 inside the root
  using attention = softmax_attention;                                 ///< the softmax of scaled dot products
  using heads = separate_heads;                                        ///< as many heads of keys as of queries
  using causal_mask = causal_attention;                                ///< each position attends to all before it
  using attention_bias = typeformer::attention_bias<with_bias>;        ///< biases in the projections of attention
  using feed_forward = plain_feed_forward;                             ///< two linear maps with an activation between
  using feed_forward_bias = typeformer::feed_forward_bias<with_bias>;  ///< biases in both maps
  using activation = relu_activation;                                  ///< max(0, x)
  using embedding_scale = scaled_by_root;                              ///< embeddings times √d_model
  using positions = interleaved_sinusoids;                             ///< sines and cosines in turn, nothing trained
  using encoder = transformer_encoder;                                 ///< layers of self-attention
  using decoder = transformer_decoder;                                 ///< cross-attention beside self-attention
  using dropout = dropout_rate<std::ratio<0>>;                         ///< none
};

/// Whether all are types with a `kind` of expressions/choice.hpp: the condition of a rule of conventions.
template <class... C>
inline constexpr bool are_choices = (is_choice<C> && ...);
/// Whether no two choices are of the same kind: the condition of a rule of conventions.
template <class... C>
inline constexpr bool are_of_different_kinds = true;
template <is_choice... C>
inline constexpr bool are_of_different_kinds<C...> = [] {
  const std::array<choice, sizeof...(C)> kinds{C::kind...};
  for (std::size_t i = 0; i < kinds.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (kinds[i] == kinds[j]) return false;
  return true;
}();

/// Whether C derives from conventions<...>: the condition of a rule of with_choices.
template <class C>
inline constexpr bool has_choices_of_its_own = requires { typename C::choices; };
/// Whether a choice has what is asked of its kind: of a normalization last_norm<Norm>, of a norm norm<A>, of heads
/// key_head<Head>.
template <is_choice C>
inline constexpr bool has_template_of_its_kind = [] {
  if constexpr (C::kind == choice::normalization)
    return requires { typename C::template last_norm<detail::any_axis>; };
  else if constexpr (C::kind == choice::norm)
    return requires { typename C::template norm<detail::any_axis>; };
  else if constexpr (C::kind == choice::heads)
    return requires { typename C::template key_head<detail::any_axis>; };
  else
    return true;
}();
/// The condition of a rule of conventions: all choices have what is asked of their kinds.
template <class... C>
inline constexpr bool have_templates_of_their_kinds = true;
template <is_choice... C>
inline constexpr bool have_templates_of_their_kinds<C...> = (has_template_of_its_kind<C> && ...);

namespace detail {
template <choice Kind, class C>
struct chosen {};
template <class... C>
struct chosen_list : chosen<C::kind, C>... {};

template <choice Kind, class Default, class C>
std::type_identity<C> find_chosen(const chosen<Kind, C>*);
template <choice Kind, class Default>
std::type_identity<Default> find_chosen(const void*);

/// Those of Before, but for what is in the list.
template <class Before, class List>
struct changed_choices {
 private:
  template <choice Kind, class Default>
  using find = typename decltype(find_chosen<Kind, Default>(static_cast<const List*>(nullptr)))::type;

 public:
  using normalization = find<choice::normalization, typename Before::normalization>;
  using norm = find<choice::norm, typename Before::norm>;
  using attention = find<choice::attention, typename Before::attention>;
  using heads = find<choice::heads, typename Before::heads>;
  using causal_mask = find<choice::causal_mask, typename Before::causal_mask>;
  using attention_bias = find<choice::attention_bias, typename Before::attention_bias>;
  using feed_forward = find<choice::feed_forward, typename Before::feed_forward>;
  using feed_forward_bias = find<choice::feed_forward_bias, typename Before::feed_forward_bias>;
  using activation = find<choice::activation, typename Before::activation>;
  using embedding_scale = find<choice::embedding_scale, typename Before::embedding_scale>;
  using positions = find<choice::positions, typename Before::positions>;
  using encoder = find<choice::encoder, typename Before::encoder>;
  using decoder = find<choice::decoder, typename Before::decoder>;
  using dropout = find<choice::dropout, typename Before::dropout>;
};

// A function, since a class in whose body a rule is broken makes clang print more than the rule. With a broken one the
// configuration goes on as if nothing were chosen.
template <class Before, class... C>
constexpr auto checked_choices() {
  static_assert(are_choices<C...>,
                "conventions<...>: each argument must be a choice of one of the kinds of choice.hpp");
  static_assert(are_of_different_kinds<C...>, "conventions<...>: at most one choice of each kind can be made");
  static_assert(have_templates_of_their_kinds<C...>,
                "conventions<...>: a choice must have what its kind needs: a normalization last_norm<Norm>, a norm "
                "norm<A>, heads key_head<Head>");
  if constexpr (are_choices<C...> && are_of_different_kinds<C...> && have_templates_of_their_kinds<C...>) {
    return std::type_identity<changed_choices<Before, chosen_list<C...>>>{};
  } else {
    return std::type_identity<Before>{};
  }
}

/// Of what is no configuration.
struct refused_choices : choices_of_the_paper {
  using refused = void;
};

template <class Config, class... C>
constexpr auto changed_choices_of() {
  static_assert(has_choices_of_its_own<Config>,
                "with_choices<Config, ...>: the configuration that it changes comes first, and then the choices");
  if constexpr (has_choices_of_its_own<Config>) {
    return checked_choices<typename Config::choices, C...>();
  } else {
    return std::type_identity<refused_choices>{};
  }
}
}  // namespace detail

/// Where the literature disagrees, a model's configuration chooses. These are the choices of choices_of_the_paper, but
/// for the types handed over, in any order and at most one of a kind; a configuration derives from them and names its
/// axes (layers/config.hpp):
///
///   struct mine : tf::conventions<tf::norm_before, tf::gelu_activation> {
///     struct Model : tf::axis<"d_model", 256> {};
///     struct Head : tf::axis<"h", 4> {};
///     struct Width : tf::axis<"d̃", 64> {};
///     struct Inner : tf::axis<"d_ff", 1024> {};
///   };
///
/// requires  types with a kind of expressions/choice.hpp, each kind at most once
template <class... Choices>
struct conventions {
  /// The parts by kind (`choices::norm`, …), as choices_of_the_paper lists them.
  using choices = typename decltype(detail::checked_choices<choices_of_the_paper, Choices...>())::type;
};

/// A configuration with the same axes and other choices: `struct other : tf::with_choices<mine, tf::norm_after> {};`.
///
/// requires  as conventions
template <class Config, class... Choices>
struct with_choices : Config {
  /// The parts of Config, with the new ones in their places.
  using choices = typename decltype(detail::changed_choices_of<Config, Choices...>())::type;
};

}  // namespace typeformer
