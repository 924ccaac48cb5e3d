#pragma once
#include <cstddef>
#include <utility>

#include <typeformer/decode/decoder_caches.hpp>
#include <typeformer/expressions/concatenate.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/layers/transformer.hpp>

namespace typeformer {

/// The axis of the newest target token, which a decode step reads.
struct newest : axis<"1", 1> {};

/// The decoding context (layers/decoder.hpp) of a decode step: keys and values of earlier tokens are in the KV caches,
/// so the step costs one row.
template <class Reading, class Config, is_axis Batch>
struct decode_step_context {
  const kv_caches<Reading, Config, Batch>& caches;
  std::size_t position;
  row_lengths lengths;

  template <class Attention, class X>
  constexpr auto self_projections(std::size_t layer, const Attention& attention, const X& x) const {
    const auto [queries, k, v] = let(attention.query(x), attention.key(x), attention.value(x));
    // Copied: products that write straight to the caches, each row to another page, made attention to them slower, by
    // 2 to 3 % of what `pronounce` takes.
    const auto keys = let(append(caches[layer].self_keys, k, position));
    const auto values = let(append(caches[layer].self_values, v, position));
    return queries_keys_values<decltype(queries), decltype(keys), decltype(values)>{queries, keys, values};
  }
  constexpr auto self_mask() const {
    return causal<newest, typename Config::Target>{static_cast<std::ptrdiff_t>(position)};
  }
  template <class Attention, class X>
  constexpr auto cross_projections(std::size_t layer, const Attention& attention, const X& x) const {
    const auto cached = []<class S>(const cache_value<Reading, S>& c) {
      return value<Reading, S>{c.reading, c.data, c.shape};
    };
    const auto queries = let(attention.query(x));
    const auto keys = cached(caches[layer].cross_keys);
    const auto values = cached(caches[layer].cross_values);
    return queries_keys_values<decltype(queries), decltype(keys), decltype(values)>{queries, keys, values};
  }
  constexpr auto cross_mask() const { return padding<Batch, newest, typename Config::Source>{lengths.numbers}; }
};

/// Encodes the source and fills the cross-attention KV caches: the keys and values of all layers come of one wide
/// product.
///
/// shapes   source [Batch, Source]
template <class Config, is_axis Batch, class Reading, class Source>
constexpr void prefill(const kv_caches<Reading, Config, Batch>& caches, const Source& source, row_lengths lengths) {
  const auto& m = model<transformer<Config>>;
  const auto encoded = m.encode(source, lengths);
  const auto keys = [&](std::size_t i) {
    return append(caches[i].cross_keys, m.decoder.layers[i].cross_attention.key(encoded), 0);
  };
  const auto values = [&](std::size_t i) {
    return append(caches[i].cross_values, m.decoder.layers[i].cross_attention.value(encoded), 0);
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    let(keys(I)..., values(I)...);
  }(std::make_index_sequence<Config::decoder_layers>{});
}

/// Logits of the token after `token`, the newest of each row, whose position is `position`. Its keys and values go to
/// the self-attention KV caches.
///
/// shapes   token [Batch, 1]   →   [Batch, 1, TargetVocabulary]
template <class Config, is_axis Batch, class Reading, class Token>
constexpr auto decode_step(const kv_caches<Reading, Config, Batch>& caches, const Token& token, std::size_t position,
                           row_lengths lengths) {
  const auto& m = model<transformer<Config>>;
  const auto x = m.target_positions(m.embed_target(token), position);
  return in_frame(m, token, [&] {
    return m.logits(m.decoder.in_context(x, decode_step_context<Reading, Config, Batch>{caches, position, lengths}));
  });
}

/// What the compiler knows of prefill and of a decode step, for the largest batch.
template <class Config, is_axis Batch, class T>
inline constexpr facts prefill_facts = facts_of_program<T>([]<class Reading>(Reading& reading) {
  using source = shape<Batch, typename Config::Source>;
  const auto caches =
      lay_out_kv_caches<Reading, Config, Batch>(source{}, [&](auto shape) { return reading.cache(shape); });
  prefill<Config, Batch>(caches, reading.template tokens<typename Config::SourceVocabulary, source>(), {});
});
template <class Config, is_axis Batch, class T>
inline constexpr facts decode_step_facts = facts_of_program<T>([]<class Reading>(Reading& reading) {
  const auto caches = lay_out_kv_caches<Reading, Config, Batch>({}, [&](auto shape) { return reading.cache(shape); });
  using token = shape<Batch, newest>;
  decode_step<Config, Batch>(caches, reading.template tokens<typename Config::TargetVocabulary, token>(), 0, {});
});

}  // namespace typeformer
