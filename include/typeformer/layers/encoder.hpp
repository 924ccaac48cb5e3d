#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/refused_calls.hpp>
#include <typeformer/layers/config.hpp>
#include <typeformer/layers/stack.hpp>
#include <typeformer/layers/sublayers.hpp>

namespace typeformer {

/// Self-attention and feed-forward, each with a residual and a norm.
///
/// shapes   x [L…, N, Model]   →   the same
/// requires a layer_config; x whose last axis is Model; a mask of N and N
/// source   Vaswani et al. 2017, section 3.1
template <class Config>
struct encoder_layer {
  using config = typename decltype(detail::layer_config_of<Config>())::type;
  using Model = typename config::Model;
  using attention_type = attention_of<config>;
  using feed_forward_type = feed_forward_of<config>;
  using norm_type = norm_of<config>;
  using dropout = typename decltype(detail::checked_rate<typename config::choices::dropout::type>())::type;
  BOOST_HANA_DEFINE_STRUCT(encoder_layer, (attention_type, self_attention), (norm_type, self_attention_norm),
                           (feed_forward_type, feed_forward), (norm_type, feed_forward_norm));

  template <is_axis... Leading>
  using input = shape<Leading..., Model>;

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL("encoder_layer(x, mask): x must be an expression, and mask a mask, such as causal<Query>{}; a tensor is given to a session")
  // clang-format on

  /// `x` [L…, N, Model]   →   the same; `mask` on [N, N], usually padding, or causal in a language model.
  template <sound_expression X, is_mask Mask = no_mask>
  constexpr auto operator()(const X& x, const Mask& mask = {}) const {
    using normalization = typename config::choices::normalization;
    using N = second_last_axis<X>;
    static_assert(has_rank_at_least<shape_t<X>, 2>, "encoder_layer(x): x must have a sequence axis and a width");
    static_assert(same_axis<sized_last<X>, sized<Model>>,
                  "encoder_layer(x): the last axis of x must be the model's width");
    static_assert(mask_is_on<Mask, N, N>,
                  "encoder_layer(x, mask): the mask's query axis and key axis must both be the sequence axis of x");
    if constexpr (mask_is_on<Mask, N, N>)
      static_assert(mask_has_batch<Mask, first_axis<X>>,
                    "encoder_layer(x, mask): a padding mask's batch must be the first axis of x");
    const auto& self_mask = as_if_mask<X, X>(mask);
    if constexpr (!are_sound<decltype(self_mask)>) {
      return any_formula{};
    } else {
      return with_value(*this, as_if<with_last_axes<X, N, Model>>(x), [&](const auto& z) {
        return in_frame(*this, z, [&] {
          const auto y = let(normalization::template residual<dropout>(
              self_attention_norm, z, [&](const auto& w) { return self_attention(w, self_mask); }));
          return normalization::template residual<dropout>(feed_forward_norm, y,
                                                           [&](const auto& w) { return feed_forward(w); });
        });
      });
    }
  }
};

/// Encoder layers one after the other, and the last norm where norms come before sublayers.
///
/// shapes   x [L…, N, Model]   →   the same
/// requires an encoder_config; what encoder_layer requires
/// source   Vaswani et al. 2017, section 3.1
template <class Config, layer_count Layers = encoder_layers_or_unknown<Config>>
  requires(detail::must_be_layers<Config, Layers>() && detail::is_checked<decltype(detail::layer_config_of<Config>())>)
struct encoder {
  using config = typename decltype(detail::layer_config_of<Config>())::type;
  using Model = typename config::Model;
  using layers_type = some_layers<encoder_layer<Config>, layers_of_encoder<Config, Layers.number>>;
  using norm_type = stack_norm_of<config>;
  using dropout = typename decltype(detail::checked_rate<typename config::choices::dropout::type>())::type;
  BOOST_HANA_DEFINE_STRUCT(encoder, (layers_type, layers), (norm_type, norm));

  template <is_axis... Leading>
  using input = shape<Leading..., Model>;

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL("encoder(x, mask): x must be an expression, and mask a mask, such as causal<Query>{}; a tensor is given to a session")
  // clang-format on

  /// `x` [L…, N, Model]   →   the same; all layers have the same `mask` on [N, N].
  template <sound_expression X, is_mask Mask = no_mask>
  constexpr auto operator()(const X& x, const Mask& mask = {}) const {
    using N = second_last_axis<X>;
    static_assert(has_rank_at_least<shape_t<X>, 2>, "encoder(x): x must have a sequence axis and a width");
    static_assert(same_axis<sized_last<X>, sized<Model>>, "encoder(x): the last axis of x must be the model's width");
    static_assert(mask_is_on<Mask, N, N>,
                  "encoder(x, mask): the mask's query axis and key axis must both be the sequence axis of x");
    if constexpr (mask_is_on<Mask, N, N>)
      static_assert(mask_has_batch<Mask, first_axis<X>>,
                    "encoder(x, mask): a padding mask's batch must be the first axis of x");
    const auto& self_mask = as_if_mask<X, X>(mask);
    const auto& z = as_if<with_last_axes<X, N, Model>>(x);
    if constexpr (are_sound<decltype(z), decltype(self_mask)>) {
      // What a layer calls is read before it, so that the way from a rule which a part of the user's own breaks to the
      // program is short.
      using one = encoder_layer<Config>;
      using value = decltype(let(z));
      (void)
        requires(const value& y, const typename one::norm_type& normed)
      {
        normed(y);
      };
      if constexpr (detail::is_norm_of<typename one::norm_type, value>()) {
        (void)
          requires(const value& y, typename one::norm_type normed, typename one::feed_forward_type feed)
        {
          feed(let(normed(y)));
        };
        using call = detail::call_of_mechanism<typename one::attention_type, value, value>;
        (void) noexcept(std::declval<const typename call::library_mechanism&>()(
            std::declval<const typename call::queries&>(), std::declval<const typename call::keys&>(),
            std::declval<const typename call::values&>(), self_mask));
        (void)detail::must_yield_heads<call, std::remove_cvref_t<decltype(self_mask)>>();
        (void)
          requires(const value& y, typename one::attention_type attend)
        {
          attend(y, self_mask);
        };
        const auto layer = [this, &self_mask](std::size_t i, const auto& y) { return layers[i](y, self_mask); };
        return run_stack(*this, norm, layers_of_encoder<Config, Layers.number>, z, layer);
      } else {
        return any_formula{};
      }
    } else {
      return any_formula{};
    }
  }
};

}  // namespace typeformer
