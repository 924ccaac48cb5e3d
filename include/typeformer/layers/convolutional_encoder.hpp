#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/layers/config.hpp>
#include <typeformer/layers/convolution.hpp>
#include <typeformer/layers/rows.hpp>
#include <typeformer/layers/stack.hpp>
#include <typeformer/layers/sublayers.hpp>

namespace typeformer {

/// A convolution and the configuration's activation, with a residual and a norm as the configuration has them.
/// Positions behind a row's end are zeros to it.
///
/// shapes   x [L…, N, Model]   →   the same
/// requires a layer_config; what convolutional_layers requires
template <class Config, class Kernel, std::size_t Dilation>
  requires(must_be_axes<Kernel>())
struct convolutional_layer {
  using config = typename decltype(detail::layer_config_of<Config>())::type;
  using Model = typename config::Model;
  using convolution_type = typeformer::convolution<Model, Model, Kernel, with_bias, Dilation>;
  using norm_type = norm_of<config>;
  using dropout = typename decltype(detail::checked_rate<typename config::choices::dropout::type>())::type;
  BOOST_HANA_DEFINE_STRUCT(convolutional_layer, (convolution_type, convolution), (norm_type, norm));

  /// `x` [L…, N, Model]   →   the same; `mask` on [N, N] says where rows end.
  template <sound_expression X, is_mask Mask>
  constexpr auto operator()(const X& x, const Mask& mask) const {
    using normalization = typename config::choices::normalization;
    return in_frame(*this, x, [&] {
      return normalization::template residual<dropout>(norm, x, [&](const auto& w) {
        const auto rows = let(within_rows<second_last_axis<X>>(w, mask));
        return activate(config::choices::activation::function, convolution(rows));
      });
    });
  }
};

/// Convolutional layers one after the other, and the last norm where norms come before sublayers. Each position sees
/// (K − 1)/2 · Dilation more to both sides with each layer.
///
/// shapes   x [L…, N, Model]   →   the same
/// requires an encoder_config; x whose last axis is Model, behind a sequence axis; a mask of N and N
/// source   Gehring et al. 2017, without their gates
template <class Config, class Kernel, std::size_t Dilation>
  requires(must_be_axes<Kernel>())
struct convolutional_layers {
  using config = typename decltype(detail::layer_config_of<Config>())::type;
  using Model = typename config::Model;
  using layers_type = some_layers<convolutional_layer<Config, Kernel, Dilation>, checked_encoder_layers<Config>>;
  using norm_type = stack_norm_of<config>;
  BOOST_HANA_DEFINE_STRUCT(convolutional_layers, (layers_type, layers), (norm_type, norm));

  template <is_axis... Leading>
  using input = shape<Leading..., Model>;

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL("convolutional_layers(x, mask): x must be an expression, and mask a mask, such as padding<Batch, Query>{lengths}")
  // clang-format on

  /// `x` [L…, N, Model]   →   the same; `mask` on [N, N] says where rows end, no_mask that none does.
  template <sound_expression X, is_mask Mask = no_mask>
  constexpr auto operator()(const X& x, const Mask& mask = {}) const {
    using N = second_last_axis<X>;
    static_assert(has_rank_at_least<shape_t<X>, 2>, "convolutional_layers(x): x must have a sequence axis and a width");
    static_assert(same_axis<sized_last<X>, sized<Model>>,
                  "convolutional_layers(x): the last axis of x must be the model's width");
    static_assert(mask_is_on<Mask, N, N>,
                  "convolutional_layers(x, mask): the mask's query axis and key axis must both be the sequence axis of "
                  "x");
    static_assert(mask_has_batch<Mask, first_axis<X>>,
                  "convolutional_layers(x, mask): a padding mask's batch must be the first axis of x");
    const auto& rows = as_if_mask<X, X>(mask);
    const auto& z = as_if<with_last_axes<X, N, Model>>(x);
    if constexpr (are_sound<decltype(z), decltype(rows)>) {
      const auto layer = [this, &rows](std::size_t i, const auto& y) { return layers[i](y, rows); };
      return run_stack(*this, norm, layers.size(), z, layer);
    } else {
      return any_formula{};
    }
  }
};

/// As the encoder of a configuration: convolutional layers (layers/transformer.hpp).
template <class Kernel, std::size_t Dilation = 1>
  requires(must_be_axes<Kernel>())
struct convolutional_encoder {
  static constexpr auto kind = choice::encoder;
  /// What a configuration takes from this choice: a module as typeformer::encoder<Config> is.
  template <class Config>
  using encoder = convolutional_layers<Config, Kernel, Dilation>;
};

}  // namespace typeformer
