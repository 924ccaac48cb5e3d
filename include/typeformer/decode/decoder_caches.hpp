#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <boost/hana/drop_front.hpp>
#include <boost/hana/front.hpp>
#include <boost/hana/prepend.hpp>
#include <boost/hana/tuple.hpp>

#include <typeformer/axis/algebra.hpp>
#include <typeformer/kernels/threads.hpp>
#include <typeformer/layers/sublayers.hpp>
#include <typeformer/readings/running.hpp>

namespace typeformer {

/// The KV caches of one decoder layer: of self-attention, over the target so far, and of cross-attention, over the
/// encoder's output.
template <class Reading, class Config, is_axis Batch>
struct layer_kv_caches {
  using joined = typename attention_of<Config>::key_axis;
  using self_shape = shape<Batch, typename Config::Target, joined>;
  using cross_shape = shape<Batch, typename Config::Source, joined>;
  cache_value<Reading, self_shape> self_keys, self_values;
  cache_value<Reading, cross_shape> cross_keys, cross_values;
};

template <class Reading, class Config, is_axis Batch>
using kv_caches = std::array<layer_kv_caches<Reading, Config, Batch>, Config::decoder_layers>;

/// KV caches for a source of `source` [Batch, Source]; `take(shape)` gives each its room.
template <class Reading, class Config, is_axis Batch, class Take>
constexpr auto lay_out_kv_caches(shape<Batch, typename Config::Source> source, const Take& take) {
  using layer = layer_kv_caches<Reading, Config, Batch>;
  const dimension<typename layer::joined> width;
  const auto self =
      algebra::shaped(hana::make_tuple(hana::front(source.dimensions), dimension<typename Config::Target>{}, width));
  const auto cross = algebra::append(source, width);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return kv_caches<Reading, Config, Batch>{
        (static_cast<void>(I), layer{take(self), take(self), take(cross), take(cross)})...};
  }(std::make_index_sequence<Config::decoder_layers>{});
}

/// The KV caches of all layers of a decoder, with their memory: one buffer, allocated at construction for Batch's bound
/// and laid out anew for each source, so that the caches of a small batch lie close together.
template <class Config, is_axis Batch, class Numbers>
class decoder_caches {
  using T = element_t<Numbers>;
  using layer = layer_kv_caches<running<Numbers>, Config, Batch>;

 public:
  using Source = typename Config::Source;
  using Target = typename Config::Target;
  using layers_type = kv_caches<running<Numbers>, Config, Batch>;

  static constexpr std::size_t bytes = 2 * Config::decoder_layers *
                                       (aligned_bytes(typename layer::self_shape{}.size() * sizeof(T)) +
                                        aligned_bytes(typename layer::cross_shape{}.size() * sizeof(T)));

  decoder_caches() : buffer_{bytes / sizeof(T), contents::unset} {}

  /// Lays the caches out for a source. What they held is lost.
  const layers_type& lay_out(running<Numbers>& reading, shape<Batch, Source> source) {
    T* at = buffer_.data();
    layers_ = lay_out_kv_caches<running<Numbers>, Config, Batch>(source, [&]<class Shape>(Shape shape) {
      const auto cache = reading.cache(view<T, Shape>{at, shape});
      at += aligned_bytes(shape.size() * sizeof(T)) / sizeof(T);
      return cache;
    });
    return layers_;
  }
  const layers_type& layers() const { return layers_; }

  /// The first rows of each cache, for a source of fewer rows on another batch axis.
  template <is_axis Rows>
  auto first_rows(shape<Rows, Source> source) const {
    kv_caches<running<Numbers>, Config, Rows> some;
    const auto first = [&source](auto& to, const auto& cache) {
      using shape_type = typename std::remove_reference_t<decltype(to)>::shape_type;
      const auto tail = hana::drop_front(cache.shape.dimensions);
      to = {cache.reading, cache.data, shape_type{hana::prepend(tail, hana::front(source.dimensions))}};
    };
    for (std::size_t i = 0; i < some.size(); ++i) {
      first(some[i].self_keys, layers_[i].self_keys);
      first(some[i].self_values, layers_[i].self_values);
      first(some[i].cross_keys, layers_[i].cross_keys);
      first(some[i].cross_values, layers_[i].cross_values);
    }
    return some;
  }

  /// Copies the first `positions` of a row's self-attention caches to another row.
  void copy_self_row(std::size_t positions, std::size_t from, std::size_t to) const {
    constexpr std::size_t row = bound<Target> * width;
    for (const layer& l : layers_)
      for (T* const cache : {l.self_keys.data, l.self_values.data})
        std::copy_n(cache + from * row, positions * width, cache + to * row);
  }

  /// Makes `times` rows side by side of each of the first `rows` of the cross-attention caches, in place. It starts
  /// with the last row: the copies of a row overwrite no row before it.
  void repeat_cross_rows(std::size_t rows, std::size_t times, kernels::threads& threads) const {
    threads.for_each(2 * Config::decoder_layers, [&](std::size_t task, void*) {
      const layer& l = layers_[task / 2];
      const auto& cache = task % 2 ? l.cross_values : l.cross_keys;
      const std::size_t row = cache.shape.template extent<1>() * width;
      for (std::size_t b = rows; b-- > 0;)
        for (std::size_t k = 0; k < times; ++k)
          if (b * times + k != b) std::copy_n(cache.data + b * row, row, cache.data + (b * times + k) * row);
    });
  }

 private:
  static constexpr std::size_t width = bound<typename layer::joined>;

  buffer<T> buffer_;
  layers_type layers_{};
};

}  // namespace typeformer
