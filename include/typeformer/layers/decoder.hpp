#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/layers/conventions.hpp>
#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/layers/stack.hpp>

namespace typeformer {

/// Masked self-attention, attention to the encoder's output, feed-forward, each with a residual and a norm.
///
/// What it attends to comes from a `context`, so that the same formula reads a whole target at once or one more token
/// with the help of what earlier steps left (decode/decode_step.hpp):
///
///   context.own(layer i, attention, x)       queries of x, the newest part of the target, keys and values of all of it
///   context.self_mask()
///   context.memory(layer i, attention, x)    queries of x, keys and values of the encoder's output
///   context.cross_mask()
///
/// shapes   x [L…, N, Model]   →   the same
/// refuses  x of another width, memory of another width, masks of other axes
/// source   Vaswani et al. 2017, section 3.1
template <class Config>
struct decoder_layer {
  using Model = typename Config::Model;
  using attention_type =
      multi_head_attention<typename Config::Head, typename Config::Width, Model, typename Config::Width, Model, Model,
                           Model, typename Config::attention_bias>;
  using feed_forward_type = typeformer::feed_forward<Model, typename Config::Inner, Model, typename Config::activation,
                                                     typename Config::feed_forward_bias>;
  using norm_type = typename Config::template norm<Model>;
  using dropout = typename decltype(detail::checked_rate<typename Config::dropout>())::type;
  BOOST_HANA_DEFINE_STRUCT(decoder_layer, (attention_type, self_attention), (norm_type, self_attention_norm),
                           (attention_type, cross_attention), (norm_type, cross_attention_norm),
                           (feed_forward_type, feed_forward), (norm_type, feed_forward_norm));

  template <expression X, class Context>
  constexpr auto operator()(const X& x, const Context& context, std::size_t i) const {
    using normalization = typename Config::normalization;
    using l = last_axis<X>;
    static_assert(same_axis<l, extent<l>, Model, extent<Model>>,
                  "decoder_layer(x, ...): the last axis of x must be the model's width");
    return with_value(*this, assumed<with_last_axis<X, Model>>(x), [&](const auto& own) {
      return in_frame(*this, own, [&] {
        const auto y = let(normalization::template residual<dropout>(self_attention_norm, own, [&](const auto& z) {
          const auto project = [&](const auto& q) { return context.own(i, self_attention, q); };
          return self_attention.attend(z, project, context.self_mask());
        }));
        const auto w = let(normalization::template residual<dropout>(cross_attention_norm, y, [&](const auto& z) {
          const auto project = [&](const auto& q) { return context.memory(i, cross_attention, q); };
          return cross_attention.attend(z, project, context.cross_mask());
        }));
        return normalization::template residual<dropout>(feed_forward_norm, w,
                                                         [&](const auto& z) { return feed_forward(z); });
      });
    });
  }
};

/// The context of a decoder that reads its whole target at once: in training, and wherever nothing is kept.
template <class Memory, class SelfMask, class CrossMask>
struct whole_target {
  Memory encoded;
  SelfMask on_self;
  CrossMask on_cross;

  template <class Attention, class X>
  constexpr auto own(std::size_t, const Attention& attention, const X& x) const {
    return attention.project(x, x, x);
  }
  template <class Attention, class X>
  constexpr auto memory(std::size_t, const Attention& attention, const X& x) const {
    return attention.project(x, encoded, encoded);
  }
  constexpr const SelfMask& self_mask() const { return on_self; }
  constexpr const CrossMask& cross_mask() const { return on_cross; }
};

/// Decoder layers one after the other, and the last norm where norms stand before sublayers.
///
/// shapes   x [L…, N, Model]   memory [L…, M, Model]   →   as x
/// refuses  what decoder_layer refuses
template <class Config, std::size_t Layers = Config::decoder_layers>
struct decoder {
  using layers_type = some_layers<decoder_layer<Config>, Layers>;
  using norm_type = stack_norm<Config>;
  using dropout = typename decltype(detail::checked_rate<typename Config::dropout>())::type;
  BOOST_HANA_DEFINE_STRUCT(decoder, (layers_type, layers), (norm_type, norm));

  /// In a context, see decoder_layer.
  template <expression X, class Context>
  constexpr auto in_context(const X& x, const Context& context) const {
    using Model = typename Config::Model;
    using l = last_axis<X>;
    static_assert(same_axis<l, extent<l>, Model, extent<Model>>,
                  "decoder(x, ...): the last axis of x must be the model's width");
    const auto layer = [this, &context](std::size_t i, const auto& y) { return layers[i](y, context, i); };
    return run_stack(*this, norm, Layers, assumed<with_last_axis<X, Model>>(x), layer);
  }
  /// The whole target at once: `self_mask` on [N, N], usually causal; `cross_mask` on [N, M].
  template <expression X, expression Memory, is_mask SelfMask, is_mask CrossMask = no_mask>
  constexpr auto operator()(const X& x, const Memory& memory, const SelfMask& self_mask,
                            const CrossMask& cross_mask = {}) const {
    using Model = typename Config::Model;
    using lx = last_axis<X>;
    using lm = last_axis<Memory>;
    using n = second_last_axis<X>;
    using m = second_last_axis<Memory>;
    using first = first_axis<X>;
    static_assert(has_rank_at_least<shape_t<X>, 2>,
                  "decoder(x, memory, ...): x must have an axis of positions and a width");
    static_assert(same_axis<lx, extent<lx>, Model, extent<Model>>,
                  "decoder(x, memory, ...): the last axis of x must be the model's width");
    static_assert(same_axis<lm, extent<lm>, Model, extent<Model>>,
                  "decoder(x, memory, ...): the last axis of the memory must be the model's width");
    static_assert(same_axes<leading_axes<X>, leading_axes<Memory>>,
                  "decoder(x, memory, ...): the axes before the last two must be the same");
    static_assert(mask_is_on<SelfMask, n, n>,
                  "decoder(x, memory, self_mask, ...): the mask's query axis and key axis must both be the sequence axis of x");
    static_assert(mask_is_on<CrossMask, n, m>,
                  "decoder(x, memory, self_mask, cross_mask): the mask must be on the positions of x and of the memory");
    static_assert(mask_has_batch<SelfMask, first> && mask_has_batch<CrossMask, first>,
                  "decoder(x, memory, ...): a padding mask's batch must be the first axis of x");
    const auto& encoded = assumed<with_last_axes<X, m, Model>>(memory);
    const auto& on_self = assumed_mask<first, n, n>(self_mask);
    const auto& on_cross = assumed_mask<first, n, m>(cross_mask);
    const whole_target<std::remove_cvref_t<decltype(encoded)>, std::remove_cvref_t<decltype(on_self)>,
                       std::remove_cvref_t<decltype(on_cross)>>
        context{encoded, on_self, on_cross};
    return in_context(assumed<with_last_axes<X, n, Model>>(x), context);
  }
};

}  // namespace typeformer
