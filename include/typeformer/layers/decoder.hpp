#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/layers/config.hpp>
#include <typeformer/layers/stack.hpp>
#include <typeformer/layers/sublayers.hpp>

namespace typeformer {

/// What a decoder's layers attend to, so that the same formula reads a whole target at once, or one more token with the
/// keys and values of earlier ones in caches (decode/decode_step.hpp):
///
///   self_projections(i, attention, x)    queries of x, the newest part of the target; keys and values of all of it
///   self_mask()
///   cross_projections(i, attention, x)   queries of x; keys and values of the encoder's output
///   cross_mask()
///
/// i is the layer, `attention` its multi_head_attention, and projections are queries_keys_values.
template <class Context, class Attention, class X>
concept decoding_context = requires(const Context& context, const Attention& attention, const X& x, std::size_t i) {
  context.self_projections(i, attention, x).queries;
  context.cross_projections(i, attention, x).queries;
  { context.self_mask() } -> is_mask;
  { context.cross_mask() } -> is_mask;
};

/// Masked self-attention, attention to the encoder's output, feed-forward, each with a residual and a norm. What it
/// attends to comes from a decoding_context.
///
/// shapes   x [L…, N, Model]   →   the same
/// requires a layer_config; x whose last axis is Model; a decoding_context
/// source   Vaswani et al. 2017, section 3.1
template <class Config>
struct decoder_layer {
  using config = typename decltype(detail::layer_config_of<Config>())::type;
  using Model = typename config::Model;
  using attention_type = attention_of<config>;
  using feed_forward_type = feed_forward_of<config>;
  using norm_type = norm_of<config>;
  using dropout = typename decltype(detail::checked_rate<typename config::choices::dropout::type>())::type;
  BOOST_HANA_DEFINE_STRUCT(decoder_layer, (attention_type, self_attention), (norm_type, self_attention_norm),
                           (attention_type, cross_attention), (norm_type, cross_attention_norm),
                           (feed_forward_type, feed_forward), (norm_type, feed_forward_norm));

  template <expression X, class Context>
  constexpr auto operator()(const X& x, const Context& context, std::size_t i) const {
    using normalization = typename config::choices::normalization;
    static_assert(same_axis<sized_last<X>, sized<Model>>,
                  "decoder_layer(x, ...): the last axis of x must be the model's width");
    using Z = value<std::remove_reference_t<decltype(reading_of(x))>, with_last_axis<X, Model>>;
    static_assert(decoding_context<Context, attention_type, Z>,
                  "decoder_layer(x, context, ...): the context must be a decoding_context (layers/decoder.hpp)");
    if constexpr (decoding_context<Context, attention_type, Z>) {
      return with_value(*this, as_if_last<Model>(x), [&](const auto& z) {
        return in_frame(*this, z, [&] {
          const auto y = let(normalization::template residual<dropout>(self_attention_norm, z, [&](const auto& v) {
            const auto projections = [&](const auto& q) { return context.self_projections(i, self_attention, q); };
            return self_attention.attend(v, projections, context.self_mask());
          }));
          const auto w = let(normalization::template residual<dropout>(cross_attention_norm, y, [&](const auto& v) {
            const auto projections = [&](const auto& q) { return context.cross_projections(i, cross_attention, q); };
            return cross_attention.attend(v, projections, context.cross_mask());
          }));
          return normalization::template residual<dropout>(feed_forward_norm, w,
                                                           [&](const auto& v) { return feed_forward(v); });
        });
      });
    } else {
      return let(as_if_last<Model>(x));
    }
  }
};

/// The context of a decoder that reads its whole target at once: in training, and wherever there are no caches.
template <class EncoderOutput, class SelfMask, class CrossMask>
struct whole_target {
  EncoderOutput encoder_output;
  SelfMask on_self;
  CrossMask on_cross;

  template <class Attention, class X>
  constexpr auto self_projections(std::size_t, const Attention& attention, const X& x) const {
    return attention.project(x, x, x);
  }
  template <class Attention, class X>
  constexpr auto cross_projections(std::size_t, const Attention& attention, const X& x) const {
    return attention.project(x, encoder_output, encoder_output);
  }
  constexpr const SelfMask& self_mask() const { return on_self; }
  constexpr const CrossMask& cross_mask() const { return on_cross; }
};
template <class EncoderOutput, class SelfMask, class CrossMask>
whole_target(EncoderOutput, SelfMask, CrossMask) -> whole_target<EncoderOutput, SelfMask, CrossMask>;

/// Decoder layers one after the other, and the last norm where norms come before sublayers.
///
/// shapes   x [L…, N, Model]   encoder_output [L…, M, Model]   →   as x
/// requires a decoder_config; x and encoder_output of these axes, masks of N and N, of N and M
template <class Config, std::size_t Layers = checked_decoder_layers<Config>>
struct decoder {
  using config = typename decltype(detail::layer_config_of<Config>())::type;
  using Model = typename config::Model;
  using layers_type = some_layers<decoder_layer<Config>, Layers>;
  using norm_type = stack_norm_of<config>;
  using dropout = typename decltype(detail::checked_rate<typename config::choices::dropout::type>())::type;
  BOOST_HANA_DEFINE_STRUCT(decoder, (layers_type, layers), (norm_type, norm));

  /// In a decoding_context.
  template <expression X, class Context>
  constexpr auto in_context(const X& x, const Context& context) const {
    static_assert(same_axis<sized_last<X>, sized<Model>>,
                  "decoder(x, ...): the last axis of x must be the model's width");
    const auto layer = [this, &context](std::size_t i, const auto& y) { return layers[i](y, context, i); };
    return run_stack(*this, norm, Layers, as_if_last<Model>(x), layer);
  }
  /// The whole target at once: `self_mask` on [N, N], usually causal; `cross_mask` on [N, M].
  template <expression X, expression EncoderOutput, is_mask SelfMask, is_mask CrossMask = no_mask>
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
    return in_context(as_if<with_last_axes<X, N, Model>>(x), whole_target{encoded, on_self, on_cross});
  }
};

}  // namespace typeformer
