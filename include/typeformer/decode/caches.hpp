#pragma once
#include <array>
#include <cstddef>
#include <utility>

#include <boost/hana/front.hpp>

#include <typeformer/expressions/concatenate.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/layers/transformer.hpp>

namespace typeformer {

/// The axis of the newest target token, which a step reads.
struct newest : axis<"1", 1> {};

/// What one decoder layer remembers of its target so far, and of the encoder's output.
template <class Reading, class Config, is_axis Batch>
struct layer_cache {
  using joined = product<typename Config::Head, typename Config::Width>;
  using self_shape = shape<Batch, typename Config::Target, joined>;
  using cross_shape = shape<Batch, typename Config::Source, joined>;
  cache_value<Reading, self_shape> self_keys, self_values;
  cache_value<Reading, cross_shape> cross_keys, cross_values;
};

template <class Reading, class Config, is_axis Batch>
using layer_caches = std::array<layer_cache<Reading, Config, Batch>, Config::decoder_layers>;

/// Caches for a source of `source` [Batch, Source]; `take(shape)` gives each its memory.
template <class Reading, class Config, is_axis Batch, class Take>
constexpr auto lay_out_caches(shape<Batch, typename Config::Source> source, const Take& take) {
  using cache = layer_cache<Reading, Config, Batch>;
  const auto target = hana::make_tuple(hana::front(source.dimensions), dimension<typename Config::Target>{},
                                       dimension<typename cache::joined>{});
  const auto own = algebra::shaped(target);
  const auto memory = algebra::append(source, dimension<typename cache::joined>{});
  const auto layers = [&]<std::size_t... I>(std::index_sequence<I...>) {
    return layer_caches<Reading, Config, Batch>{
        (static_cast<void>(I), cache{take(own), take(own), take(memory), take(memory)})...};
  };
  return layers(std::make_index_sequence<Config::decoder_layers>{});
}

/// The context of a decoder that reads one more token (layers/decoder.hpp): the keys and values of earlier ones are
/// remembered, so the token costs one row.
template <class Reading, class Config, is_axis Batch>
struct next_token {
  const layer_caches<Reading, Config, Batch>& caches;
  std::size_t position;
  row_lengths lengths;

  template <class Attention, class X>
  constexpr auto own(std::size_t layer, const Attention& attention, const X& x) const {
    const auto [queries, k, v] = let(attention.query(x), attention.key(x), attention.value(x));
    // Copied. A product that goes straight to the caches of a batch, each row to another page, made attention to them
    // slower: 2 to 3 % of what `pronounce` takes.
    const auto keys = let(append(caches[layer].self_keys, k, position));
    const auto values = let(append(caches[layer].self_values, v, position));
    return queries_keys_values<decltype(queries), decltype(keys), decltype(values)>{queries, keys, values};
  }
  constexpr auto self_mask() const {
    return causal<newest, typename Config::Target>{static_cast<std::ptrdiff_t>(position)};
  }
  template <class Attention, class X>
  constexpr auto memory(std::size_t layer, const Attention& attention, const X& x) const {
    const auto remembered = []<class S>(const cache_value<Reading, S>& c) {
      return value<Reading, S>{c.reading, c.data, c.shape};
    };
    const auto queries = let(attention.query(x));
    const auto keys = remembered(caches[layer].cross_keys);
    const auto values = remembered(caches[layer].cross_values);
    return queries_keys_values<decltype(queries), decltype(keys), decltype(values)>{queries, keys, values};
  }
  constexpr auto cross_mask() const { return padding<Batch, newest, typename Config::Source>{lengths.numbers}; }
};

/// Reads the source and remembers what the decoder's layers will look at: the keys and values of all of them come of
/// one wide product.
///
/// shapes   source [Batch, Source]
template <class Config, is_axis Batch, class Reading, class Source>
constexpr void start(const layer_caches<Reading, Config, Batch>& caches, const Source& source, row_lengths lengths) {
  const auto& m = model<transformer<Config>>;
  const auto memory = m.encode(source, lengths);
  const auto keys = [&](std::size_t i) {
    return append(caches[i].cross_keys, m.decoder.layers[i].cross_attention.key(memory), 0);
  };
  const auto values = [&](std::size_t i) {
    return append(caches[i].cross_values, m.decoder.layers[i].cross_attention.value(memory), 0);
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    let(keys(I)..., values(I)...);
  }(std::make_index_sequence<Config::decoder_layers>{});
}

/// Scores for the token after `token`, the newest of each row, which stands at `position`.
///
/// shapes   token [Batch, 1]   →   [Batch, 1, TargetVocabulary]
template <class Config, is_axis Batch, class Reading, class Token>
constexpr auto next(const layer_caches<Reading, Config, Batch>& caches, const Token& token, std::size_t position,
                    row_lengths lengths) {
  const auto& m = model<transformer<Config>>;
  const auto x = m.target_positions(m.embed_target(token), position);
  return in_frame(m, token, [&] {
    return m.logits(m.decoder.in_context(x, next_token<Reading, Config, Batch>{caches, position, lengths}));
  });
}

/// What the compiler knows of reading a source, and of a step, for the largest batch.
template <class Config, is_axis Batch, class T>
inline constexpr facts prefill_facts = facts_of_program<T>([]<class Reading>(Reading& reading) {
  using source = shape<Batch, typename Config::Source>;
  const auto caches =
      lay_out_caches<Reading, Config, Batch>(source{}, [&](auto shape) { return reading.cache(shape); });
  start<Config, Batch>(caches, reading.template tokens<typename Config::SourceVocabulary, source>(), {});
});
template <class Config, is_axis Batch, class T>
inline constexpr facts decode_step_facts = facts_of_program<T>([]<class Reading>(Reading& reading) {
  const auto caches = lay_out_caches<Reading, Config, Batch>({}, [&](auto shape) { return reading.cache(shape); });
  next<Config, Batch>(caches, reading.template tokens<typename Config::TargetVocabulary, shape<Batch, newest>>(), 0,
                      {});
});

}  // namespace typeformer
