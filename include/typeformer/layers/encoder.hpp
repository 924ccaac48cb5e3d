#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/layers/conventions.hpp>
#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/layers/stack.hpp>

namespace typeformer {

/// Self-attention and feed-forward, each with a residual and a norm.
///
/// shapes   x [L…, N, Model]   →   the same
/// refuses  x of another width; a mask that is not [N, N]
/// source   Vaswani et al. 2017, section 3.1
template <class Config>
struct encoder_layer {
  using Model = typename Config::Model;
  using attention_type =
      multi_head_attention<typename Config::Head, typename Config::Width, Model, typename Config::Width, Model, Model,
                           Model, typename Config::attention_bias>;
  using feed_forward_type = typeformer::feed_forward<Model, typename Config::Inner, Model, typename Config::activation,
                                                     typename Config::feed_forward_bias>;
  using norm_type = typename Config::template norm<Model>;
  using dropout = typename decltype(detail::checked_rate<typename Config::dropout>())::type;
  BOOST_HANA_DEFINE_STRUCT(encoder_layer, (attention_type, self_attention), (norm_type, self_attention_norm),
                           (feed_forward_type, feed_forward), (norm_type, feed_forward_norm));

  template <is_axis... Leading>
  using input = shape<Leading..., Model>;

  template <expression X, is_mask Mask = no_mask>
  constexpr auto operator()(const X& x, const Mask& mask = {}) const {
    using normalization = typename Config::normalization;
    using l = last_axis<X>;
    using n = second_last_axis<X>;
    static_assert(has_rank_at_least<shape_t<X>, 2>, "encoder_layer(x): x must have an axis of positions and a width");
    static_assert(same_axis<l, extent<l>, Model, extent<Model>>,
                  "encoder_layer(x): the last axis of x must be the model's width");
    static_assert(mask_is_on<Mask, n, n>, "encoder_layer(x, mask): the mask's query axis and key axis must both be the sequence axis of x");
    static_assert(mask_has_batch<Mask, first_axis<X>>,
                  "encoder_layer(x, mask): a padding mask's batch must be the first axis of x");
    const auto& self_mask = assumed_mask<first_axis<X>, n, n>(mask);
    return with_value(*this, assumed<with_last_axes<X, n, Model>>(x), [&](const auto& own) {
      return in_frame(*this, own, [&] {
        const auto y = let(normalization::template residual<dropout>(
            self_attention_norm, own, [&](const auto& z) { return self_attention(z, self_mask); }));
        return normalization::template residual<dropout>(feed_forward_norm, y,
                                                         [&](const auto& z) { return feed_forward(z); });
      });
    });
  }
};

/// Encoder layers one after the other, and the last norm where norms stand before sublayers.
///
/// shapes   x [L…, N, Model]   →   the same
/// refuses  what encoder_layer refuses
template <class Config, std::size_t Layers = Config::encoder_layers>
struct encoder {
  using layers_type = some_layers<encoder_layer<Config>, Layers>;
  using norm_type = stack_norm<Config>;
  using dropout = typename decltype(detail::checked_rate<typename Config::dropout>())::type;
  BOOST_HANA_DEFINE_STRUCT(encoder, (layers_type, layers), (norm_type, norm));

  template <is_axis... Leading>
  using input = shape<Leading..., typename Config::Model>;

  template <expression X, is_mask Mask = no_mask>
  constexpr auto operator()(const X& x, const Mask& mask = {}) const {
    using Model = typename Config::Model;
    using l = last_axis<X>;
    using n = second_last_axis<X>;
    static_assert(has_rank_at_least<shape_t<X>, 2>, "encoder(x): x must have an axis of positions and a width");
    static_assert(same_axis<l, extent<l>, Model, extent<Model>>,
                  "encoder(x): the last axis of x must be the model's width");
    static_assert(mask_is_on<Mask, n, n>, "encoder(x, mask): the mask's query axis and key axis must both be the sequence axis of x");
    static_assert(mask_has_batch<Mask, first_axis<X>>,
                  "encoder(x, mask): a padding mask's batch must be the first axis of x");
    const auto& self_mask = assumed_mask<first_axis<X>, n, n>(mask);
    const auto layer = [this, &self_mask](std::size_t i, const auto& y) { return layers[i](y, self_mask); };
    return run_stack(*this, norm, Layers, assumed<with_last_axes<X, n, Model>>(x), layer);
  }
};

}  // namespace typeformer
