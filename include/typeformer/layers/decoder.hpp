#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/refused_calls.hpp>
#include <typeformer/layers/config.hpp>
#include <typeformer/layers/stack.hpp>
#include <typeformer/layers/sublayers.hpp>

namespace typeformer {

/// Masked self-attention, attention to the encoder's output, feed-forward, each with a residual and a norm.
///
/// shapes   x [L…, N, Model]   encoder_output [L…, M, Model]   →   as x
/// requires a layer_config; what decoder requires
/// source   Vaswani et al. 2017, section 3.1
template <class Config>
struct decoder_layer {
  using config = typename decltype(detail::layer_config_of<Config>())::type;
  using Model = typename config::Model;
  using attention_type = attention_of<config>;
  using cross_attention_type = cross_attention_of<config>;
  using feed_forward_type = feed_forward_of<config>;
  using norm_type = norm_of<config>;
  using dropout = typename decltype(detail::checked_rate<typename config::choices::dropout::type>())::type;
  BOOST_HANA_DEFINE_STRUCT(decoder_layer, (attention_type, self_attention), (norm_type, self_attention_norm),
                           (cross_attention_type, cross_attention), (norm_type, cross_attention_norm),
                           (feed_forward_type, feed_forward), (norm_type, feed_forward_norm));

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL("decoder_layer(x, encoder_output, self_mask, cross_mask): x and encoder_output must be expressions, and self_mask and cross_mask masks, of which the second may be left out")
  // clang-format on

  /// `x` [L…, N, Model], `encoder_output` [L…, M, Model]   →   as x; `self_mask` on [N, N], `cross_mask` on [N, M].
  template <sound_expression X, sound_expression EncoderOutput, is_mask SelfMask, is_mask CrossMask = no_mask>
  constexpr auto operator()(const X& x, const EncoderOutput& encoder_output, const SelfMask& self_mask,
                            const CrossMask& cross_mask = {}) const {
    using normalization = typename config::choices::normalization;
    static_assert(same_axis<sized_last<X>, sized<Model>>,
                  "decoder_layer(x, ...): the last axis of x must be the model's width");
    return with_value(*this, as_if_last<Model>(x), [&](const auto& z) {
      return in_frame(*this, z, [&] {
        const auto y = let(normalization::template residual<dropout>(
            self_attention_norm, z, [&](const auto& v) { return self_attention(v, self_mask); }));
        const auto w = let(normalization::template residual<dropout>(cross_attention_norm, y, [&](const auto& v) {
          return cross_attention(v, encoder_output, encoder_output, cross_mask);
        }));
        return normalization::template residual<dropout>(feed_forward_norm, w,
                                                         [&](const auto& v) { return feed_forward(v); });
      });
    });
  }
};

/// Decoder layers one after the other, and the last norm where norms come before sublayers.
///
/// shapes   x [L…, N, Model]   encoder_output [L…, M, Model]   →   as x
/// requires a decoder_config; x and encoder_output of these axes, masks of N and N, of N and M
/// source   Vaswani et al. 2017, section 3.1
template <class Config, layer_count Layers = decoder_layers_or_unknown<Config>>
  requires(detail::must_be_layers<Config, Layers>() && detail::is_checked<decltype(detail::layer_config_of<Config>())>)
struct decoder {
  using config = typename decltype(detail::layer_config_of<Config>())::type;
  using Model = typename config::Model;
  using layers_type = some_layers<decoder_layer<Config>, layers_of_decoder<Config, Layers.number>>;
  using norm_type = stack_norm_of<config>;
  using dropout = typename decltype(detail::checked_rate<typename config::choices::dropout::type>())::type;
  BOOST_HANA_DEFINE_STRUCT(decoder, (layers_type, layers), (norm_type, norm));

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL("decoder(x, encoder_output, self_mask, cross_mask): x and encoder_output must be expressions, and self_mask and cross_mask masks, of which the second may be left out")
  // clang-format on

  /// `self_mask` on [N, N], usually causal; `cross_mask` on [N, M].
  template <sound_expression X, sound_expression EncoderOutput, is_mask SelfMask, is_mask CrossMask = no_mask>
  constexpr auto operator()(const X& x, const EncoderOutput& encoder_output, const SelfMask& self_mask,
                            const CrossMask& cross_mask = {}) const {
    using N = second_last_axis<X>;
    using M = second_last_axis<EncoderOutput>;
    static_assert(has_rank_at_least<shape_t<X>, 2>,
                  "decoder(x, encoder_output, ...): x must have a sequence axis and a width");
    static_assert(same_axis<sized_last<X>, sized<Model>>,
                  "decoder(x, encoder_output, ...): the last axis of x must be the model's width");
    static_assert(same_axis<sized_last<EncoderOutput>, sized<Model>>,
                  "decoder(x, encoder_output, ...): the last axis of encoder_output must be the model's width");
    static_assert(same_axes<leading_axes<X>, leading_axes<EncoderOutput>>,
                  "decoder(x, encoder_output, ...): the axes before the last two must be the same");
    static_assert(mask_is_on<SelfMask, N, N>,
                  "decoder(x, encoder_output, self_mask, ...): the mask's query axis and key axis must both be the "
                  "sequence axis of x");
    static_assert(
        mask_is_on<CrossMask, N, M>,
        "decoder(x, encoder_output, self_mask, cross_mask): the mask's query axis must be the sequence axis of "
        "x, its key axis that of encoder_output");
    static_assert(mask_has_batch<SelfMask, first_axis<X>> && mask_has_batch<CrossMask, first_axis<X>>,
                  "decoder(x, encoder_output, ...): a padding mask's batch must be the first axis of x");
    const auto& encoded = as_if<with_last_axes<X, M, Model>>(encoder_output);
    const auto& on_self = as_if_mask<X, X>(self_mask);
    const auto& on_cross = as_if_mask<X, EncoderOutput>(cross_mask);
    const auto& z = as_if<with_last_axes<X, N, Model>>(x);
    if constexpr (are_sound<decltype(z), decltype(encoded), decltype(on_self), decltype(on_cross)>) {
      // As encoder reads them first.
      using one = decoder_layer<Config>;
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
            std::declval<const typename call::values&>(), on_self));
        (void)detail::must_yield_heads<call, std::remove_cvref_t<decltype(on_self)>>();
        (void)
          requires(const value& y, typename one::attention_type attend)
        {
          attend(y, on_self);
        };
        (void)
          requires(const value& y, typename one::cross_attention_type attend)
        {
          attend(y, encoded, encoded, on_cross);
        };
        const auto layer = [&](std::size_t i, const auto& y) { return layers[i](y, encoded, on_self, on_cross); };
        return run_stack(*this, norm, layers_of_decoder<Config, Layers.number>, z, layer);
      } else {
        return any_formula{};
      }
    } else {
      return any_formula{};
    }
  }
};

}  // namespace typeformer
