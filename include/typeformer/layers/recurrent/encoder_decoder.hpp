#pragma once
#include <type_traits>

#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/activation.hpp>
#include <typeformer/expressions/dropout.hpp>
#include <typeformer/expressions/softmax.hpp>
#include <typeformer/layers/config.hpp>
#include <typeformer/layers/recurrent/recurrent.hpp>
#include <typeformer/layers/rows.hpp>
#include <typeformer/layers/stack.hpp>

/// Recurrent encoders and decoders, for configurations of encoder-decoders (layers/transformer.hpp):
///
///   struct mine : tf::with_choices<yours, tf::no_positions, tf::recurrent_encoder<tf::gru_cells>,
///                                  tf::recurrent_decoder<tf::gru_cells, tf::luong_attention>> {};
namespace typeformer {

/// As the cells of a recurrent encoder or decoder: rnn_cell.
struct rnn_cells {
  /// From Model to Model.
  template <is_axis Model>
  using cell = rnn_cell<Model, Model>;
};
/// As the cells of a recurrent encoder or decoder: gru_cell.
struct gru_cells {
  /// From Model to Model.
  template <is_axis Model>
  using cell = gru_cell<Model, Model>;
};
/// As the cells of a recurrent encoder or decoder: lstm_cell.
struct lstm_cells {
  /// From Model to Model.
  template <is_axis Model>
  using cell = lstm_cell<Model, Model>;
};

/// Whether C is what a recurrent encoder or decoder takes its cells from: a type with `cell<Model>`.
template <class C>
inline constexpr bool are_cells = requires { typename C::template cell<detail::any_axis>; };
/// The gate of templates that take cells (must_be_axes).
template <class C>
consteval bool must_be_cells() {
  static_assert(are_cells<C>,
                "cells of a recurrence are expected here, such as tf::gru_cells: a type with a template cell<Model>");
  return true;
}
namespace detail {
template <class C>
using cells_or_any = std::conditional_t<are_cells<C>, C, rnn_cells>;
}

/// Recurrent layers one after the other, each over the outputs of the one before. What is behind a row's end changes
/// nothing before it, so there is nothing to mask.
///
/// shapes   x [L…, N, Model]   →   the same
/// requires an encoder_config; x whose last axis is Model, behind a sequence axis
/// source   Sutskever, Vinyals and Le 2014
template <class Config, class Cells>
struct recurrent_layers {
  using config = typename decltype(detail::layer_config_of<Config>())::type;
  using Model = typename config::Model;
  using layers_type = some_layers<recurrent<typename Cells::template cell<Model>>, checked_encoder_layers<Config>>;
  using dropout = typename decltype(detail::checked_rate<typename config::choices::dropout::type>())::type;
  BOOST_HANA_DEFINE_STRUCT(recurrent_layers, (layers_type, layers));

  template <is_axis... Leading>
  using input = shape<Leading..., Model>;

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL("recurrent_layers(x): x must be an expression; a tensor is given to a session")
  // clang-format on

  /// `x` [L…, N, Model]   →   the same. The mask changes nothing; callers hand it over as to other encoders.
  template <sound_expression X, is_mask Mask = no_mask>
  constexpr auto operator()(const X& x, const Mask& = {}) const {
    static_assert(has_rank_at_least<shape_t<X>, 2>, "recurrent_layers(x): x must have a sequence axis and a width");
    static_assert(same_axis<sized_last<X>, sized<Model>>,
                  "recurrent_layers(x): the last axis of x must be the model's width");
    const auto& z = as_if<with_last_axes<X, second_last_axis<X>, Model>>(x);
    if constexpr (are_sound<decltype(z)>) {
      const auto layer = [this](std::size_t i, const auto& y) { return let(drop<dropout>(layers[i](y))); };
      return run_stack(*this, no_norm{}, layers.size(), z, layer);
    } else {
      return any_formula{};
    }
  }
};

// What a recurrent decoder does with the encoder's output beside beginning with it.

/// Nothing: all that it knows of the source is in the state that it begins with.
struct without_attention {
  /// The module of one decoder: s is what it yields.
  template <is_axis Model>
  struct attention {
    BOOST_HANA_DEFINE_STRUCT(attention);
    /// `s` [L…, N, Model]   →   the same
    template <sound_expression S, sound_expression H, is_mask Mask>
    constexpr auto operator()(const S& s, const H&, const Mask&) const {
      return s;
    }
  };
};

/// tanh(W (c ⊕ s)), c = softmax(s hᵀ, masked) h: for each of the decoder's outputs the mean of the encoder's, weighted
/// by their dot products. It stands behind the recurrence and is not fed back into it, so all positions of a target are
/// computed at once, and a decoder keeps the state alone.
///
/// shapes   s [L…, N, Model]   h [L…, M, Model]   →   as s
/// cost     N·M·(4·Model + 5) + 4·N·Model² operations for each of L, and tanh
/// source   Luong, Pham and Manning 2015, equations 5, 7 and 8 ("dot", global)
struct luong_attention {
  /// The module of one decoder, 2·Model² parameters.
  template <is_axis Model>
  struct attention {
    using Both = direct_sum<Model, Model>;  ///< the mean beside the decoder's own output
    using map_type = linear<Both, Model, without_bias>;
    BOOST_HANA_DEFINE_STRUCT(attention, (map_type, output));
    /// `s` [L…, N, Model], `h` [L…, M, Model]   →   as s; `mask` on [N, M]
    template <sound_expression S, sound_expression H, is_mask Mask>
    constexpr auto operator()(const S& s, const H& h, const Mask& mask) const {
      return in_frame(*this, s, [&] {
        const auto context = let(softmax(s * transpose(h) + mask) * h);
        return tanh(output(concat<Both>(context, s)));
      });
    }
  };
};

/// Whether A is what a recurrent decoder does with the encoder's output: a type with `attention<Model>`.
template <class A>
inline constexpr bool is_attention_of_recurrence = requires { typename A::template attention<detail::any_axis>; };
/// The gate of templates that take such an attention (must_be_axes).
template <class A>
consteval bool must_be_attention_of_recurrence() {
  static_assert(is_attention_of_recurrence<A>,
                "the attention of a recurrent decoder is expected here: tf::luong_attention or tf::without_attention");
  return true;
}

/// Whether a mask is that of a recurrence: all that was before.
template <class Mask, class N>
inline constexpr bool is_all_before = std::is_same_v<Mask, causal<N>>;

/// Recurrent layers one after the other, and attention to the encoder's output behind the last. Each begins with
/// tanh(c V + b), c the encoder's output at the end of each row's source.
///
/// shapes   x [L…, N, Model]   encoder_output [L…, M, Model]   →   as x
/// requires a decoder_config; x and encoder_output of these axes; as self_mask causal<N>, since a recurrence sees all
///          earlier positions; a cross_mask of N and M
/// source   Cho et al. 2014, appendix A.1.2 (how it begins); Sutskever, Vinyals and Le 2014
template <class Config, class Cells, class Attention>
struct attending_recurrent_layers {
  using config = typename decltype(detail::layer_config_of<Config>())::type;
  using Model = typename config::Model;
  using cell_type = typename Cells::template cell<Model>;
  using layers_type = some_layers<recurrent<cell_type>, checked_decoder_layers<Config>>;
  using starts_type = some_layers<linear<Model, typename cell_type::State>, checked_decoder_layers<Config>>;
  using attention_type = typename Attention::template attention<Model>;
  using dropout = typename decltype(detail::checked_rate<typename config::choices::dropout::type>())::type;
  BOOST_HANA_DEFINE_STRUCT(attending_recurrent_layers, (starts_type, starts), (layers_type, layers),
                           (attention_type, attention));

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL("recurrent_decoder(x, encoder_output, self_mask, cross_mask): x and encoder_output must be expressions, and self_mask and cross_mask masks, of which the second may be left out")
  // clang-format on

  /// `x` [L…, N, Model], `encoder_output` [L…, M, Model]   →   as x. The self-mask, causal<N>, is in the recurrence
  /// already; `cross_mask`, on [N, M], says where each row's source ends.
  template <sound_expression X, sound_expression EncoderOutput, is_mask SelfMask, is_mask CrossMask = no_mask>
  constexpr auto operator()(const X& x, const EncoderOutput& encoder_output, const SelfMask&,
                            const CrossMask& cross_mask = {}) const {
    using N = second_last_axis<X>;
    using M = second_last_axis<EncoderOutput>;
    static_assert(has_rank_at_least<shape_t<X>, 2>,
                  "recurrent_decoder(x, encoder_output, ...): x must have a sequence axis and a width");
    static_assert(same_axis<sized_last<X>, sized<Model>>,
                  "recurrent_decoder(x, encoder_output, ...): the last axis of x must be the model's width");
    static_assert(
        same_axis<sized_last<EncoderOutput>, sized<Model>>,
        "recurrent_decoder(x, encoder_output, ...): the last axis of encoder_output must be the model's width");
    static_assert(same_axes<leading_axes<X>, leading_axes<EncoderOutput>>,
                  "recurrent_decoder(x, encoder_output, ...): the axes before the last two must be the same");
    if constexpr (has_rank_at_least<shape_t<X>, 2>)
      static_assert(is_all_before<SelfMask, N>,
                    "recurrent_decoder(x, encoder_output, self_mask, ...): the mask must be causal<N>, N the sequence "
                    "axis of x, since a recurrence sees all earlier positions");
    static_assert(mask_is_on<CrossMask, N, M>,
                  "recurrent_decoder(x, encoder_output, self_mask, cross_mask): the mask's query axis must be the "
                  "sequence axis of x, its key axis that of encoder_output");
    static_assert(mask_has_batch<CrossMask, first_axis<X>>,
                  "recurrent_decoder(x, encoder_output, ...): a padding mask's batch must be the first axis of x");
    const auto& on_cross = as_if_mask<X, EncoderOutput>(cross_mask);
    const auto& output = as_if<with_last_axes<X, M, Model>>(encoder_output);
    const auto& z = as_if<with_last_axes<X, N, Model>>(x);
    if constexpr (!are_sound<decltype(output), decltype(z), decltype(on_cross)> || !is_all_before<SelfMask, N>) {
      return any_formula{};
    } else {
      return in_frame(*this, x, [&] {
        const auto h = let(output);
        const auto end = let(at_row_ends<M>(h, on_cross));
        const auto first = let(z);
        const auto s = run_layers(*this, layers.size(), first, [&](std::size_t i, const auto& y) {
          return let(drop<dropout>(layers[i](tanh(starts[i](end)), y)));
        });
        return [this, h, s, &on_cross] { return attention(s, h, on_cross); };
      });
    }
  }
};

/// As the encoder of a configuration: recurrent layers.
template <class Cells>
  requires(must_be_cells<Cells>())
struct recurrent_encoder {
  static constexpr auto kind = choice::encoder;
  /// encoder_layers layers, each of one cell.
  template <class Config>
  using encoder = recurrent_layers<Config, detail::cells_or_any<Cells>>;
};
/// As the decoder of a configuration: recurrent layers, and Attention to the encoder's output behind the last.
template <class Cells, class Attention = without_attention>
  requires(must_be_cells<Cells>() &&
           must_be_attention_of_recurrence<std::conditional_t<are_cells<Cells>, Attention, luong_attention>>())
struct recurrent_decoder {
  static constexpr auto kind = choice::decoder;
  /// decoder_layers layers, each of one cell, and Attention behind the last.
  template <class Config>
  using decoder = attending_recurrent_layers<
      Config, detail::cells_or_any<Cells>,
      std::conditional_t<is_attention_of_recurrence<Attention>, Attention, without_attention>>;
};

}  // namespace typeformer
