#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>

#include <boost/hana/back.hpp>
#include <boost/hana/front.hpp>

#include <typeformer/decode/checked_decoding.hpp>
#include <typeformer/decode/teacher_forcing.hpp>
#include <typeformer/decode/transformer_decoding.hpp>
#include <typeformer/expressions/arguments.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/transformer.hpp>
#include <typeformer/readings/watching.hpp>

namespace typeformer {

/// The axis of a model's decoder layers.
template <class Config>
struct decoder_layers : axis<"layer", Config::decoder_layers> {};

/// Of what is no configuration of a transformer, or no axis: says so.
template <class Config, class Batch, class Numbers = float>
class cross_attention : public detail::refused_decoder<detail::decoding_of_transformer<Config, Batch>, Numbers> {
  static_assert(detail::must_decode_transformer<Config>() && must_be_axes<detail::axis_beside<Config, Batch>>() &&
                detail::is_checked<decltype(detail::layer_config_of<detail::transformers_or_any<Config>>())> &&
                detail::is_checked<decltype(detail::decoding_config_of<detail::transformers_or_any<Config>>())>);

 public:
  using detail::refused_decoder<detail::decoding_of_transformer<Config, Batch>, Numbers>::refused_decoder;
};
/// The weights of cross-attention for given targets, by teacher forcing. For pictures: it allocates, and computes each
/// attention twice.
///
/// shapes   source [Batch, Source]   target [Batch, Target], without start and end
///          →   [decoder_layers, Batch, Head, Target, Source]: at position i of a target the weights with which token i
///          is predicted, and after its last token those of the end
/// units    dimensionless; each row over the source sums to 1, and is 0 beyond the source's length
/// throws   what scorer throws, but for logits that are not finite: weights are then NaN
template <is_config_of_transformer Config, is_axis Batch, class Numbers>
class cross_attention<Config, Batch, Numbers> {
  using T = element_t<Numbers>;
  using lengths = std::span<const std::int32_t>;

 public:
  using decoding = transformer_decoding<Config, Batch>;  ///< how the model is decoded
  using source_view = typename decoding::source_view;    ///< source tokens [Batch, Source]
  using target_view = typename decoding::target_view;    ///< target tokens [Batch, Target], without start and end
  /// Weights [decoder_layers, Batch, Head, Target, Source].
  using result =
      tensor<T, decoder_layers<Config>, Batch, typename Config::Head, typename Config::Target, typename Config::Source>;

  using arguments = std::tuple<source_view, lengths, target_view, lengths>;  ///< of a call

  /// `weights` and `threads` outlive it.
  cross_attention(const packed_weights<transformer<Config>, Numbers>& weights, kernels::threads& threads)
      : weights_{weights}, threads_{threads} {}
  template <class... Others>
  cross_attention(packed_weights<transformer<Config>, Numbers>&& gone_before_it_is_used, Others&&...) = delete;
  cross_attention(const cross_attention&) = delete;  ///< neither copied nor moved: it holds the memory of its session
  cross_attention& operator=(const cross_attention&) = delete;

  /// After the end of a target that is shorter than others, positions show the weights of a start token.
  result operator()(source_view source, lengths source_lengths, target_view target, lengths target_lengths) {
    decoding::check("cross_attention", source, target, source_lengths);
    const target_view read = targets_("cross_attention", target, target_lengths);
    const auto& batch = hana::front(source.shape.dimensions);
    result seen{
        algebra::shaped(hana::make_tuple(dimension<decoder_layers<Config>>{}, batch, dimension<typename Config::Head>{},
                                         hana::back(read.shape.dimensions), hana::back(source.shape.dimensions)))};
    const auto keep = [&](const seen_attention<T>& attention) {
      const auto layer = std::ranges::find(modules, attention.module) - modules.begin();
      if (layer == std::ssize(modules)) return;
      std::ranges::copy(attention.weights, seen.data() + static_cast<std::size_t>(layer) * attention.weights.size());
    };
    watching<Numbers, decltype(keep)> reading{weights_.block(), run::workspace_bytes, threads_, keep};
    let(model<transformer<Config>>(reading.input(source), reading.input(read), row_lengths{source_lengths}));
    return seen;
  }
  template <class... X>
    requires(!detail::are_inputs<std::tuple<X...>, arguments>)
  result operator()(const X&...) {
    static_assert(detail::are_inputs<std::tuple<X...>, arguments> || (is_refused<X> || ...),
                  "cross_attention(source, source_lengths, target, target_lengths): behind the tokens of each language "
                  "must be how many of each row are there");
    return result{typename result::shape_type{}};
  }

 private:
  using run = session<transformer<Config>, Numbers,
                      token_view<typename Config::SourceVocabulary, typename source_view::shape_type>, target_view,
                      row_lengths>;

  /// The cross-attention modules, by layer.
  static constexpr auto modules = [] {
    std::array<module_place, Config::decoder_layers> all;
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = place_of(model<transformer<Config>>.decoder.layers[i].cross_attention);
    return all;
  }();

  const packed_weights<transformer<Config>, Numbers>& weights_;
  kernels::threads& threads_;
  teacher_forcing_inputs<decoding> targets_;
};

}  // namespace typeformer
