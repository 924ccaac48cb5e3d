#pragma once
#include <array>

#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/contract.hpp>
#include <typeformer/expressions/function.hpp>
#include <typeformer/expressions/scan.hpp>
#include <typeformer/expressions/zeros.hpp>
#include <typeformer/layers/transformer.hpp>

#include "described_models.hpp"

/// The layers of a configuration, and those that they are compared with.
namespace typeformer::described {

/// Y_i = tanh(X_i W + b + Y_{i−1} U): a recurrent layer.
template <class Config, is_axis Batch>
struct recurrence {
  using Model = typename Config::Model;
  using map_type = linear<Model, Model>;
  using back_type = linear<Model, Model, without_bias>;
  BOOST_HANA_DEFINE_STRUCT(recurrence, (map_type, input), (back_type, state));

  template <expression X>
  constexpr auto operator()(const X& x) const {
    return scan<typename Config::Source>(zeros<Batch, Model>(x), let(input(x)),
                                         [&](const auto& y, const auto& x_i) { return tanh(x_i + state(y)); });
  }
};

/// Y_i = (X_{i−1}, X_i, X_{i+1}) * W + b: a convolution of width k.
template <class Config>
struct convolution {
  struct Kernel : axis<"k", 3> {};
  using Model = typename Config::Model;
  using map_type = linear<product<Kernel, Model>, Model>;
  BOOST_HANA_DEFINE_STRUCT(convolution, (map_type, kernel));

  template <expression X>
  constexpr auto operator()(const X& x) const {
    return kernel(merge<Kernel, Model>(windows<typename Config::Source, Kernel>(x, -1)));
  }
};

/// A kind of layer is a line here: its name, the module, and what it is called with.
template <class Config, is_axis Batch>
inline constexpr auto layers = [] {
  using x = shape<Batch, typename Config::Source, typename Config::Model>;
  using y = shape<Batch, typename Config::Target, typename Config::Model>;
  using N = typename Config::Source;
  using L = typename Config::Target;
  return std::array{
      described_layer{"self_attention", &describe<attention_of<Config>, x>},
      described_layer{"causal_self_attention", &describe<attention_of<Config>, x, causal<N>>},
      described_layer{"sliding_window_attention", &describe<attention_of<Config>, x, sliding_window<N, 16>>},
      described_layer{"cross_attention", &describe<cross_attention_of<Config>, y, x, x>, false},
      described_layer{"recurrence", &describe<recurrence<Config, Batch>, x>},
      described_layer{"convolution", &describe<convolution<Config>, x>},
      described_layer{"feed_forward", &describe<feed_forward_of<Config>, x>},
      described_layer{"norm", &describe<norm_of<Config>, x>},
      described_layer{"encoder_layer", &describe<encoder_layer<Config>, x>, false},
      described_layer{"decoder_layer", &describe<decoder_layer<Config>, y, x, causal<L>>, false},
      described_layer{"encoder", &describe<encoder<Config>, x>, false},
      described_layer{"decoder", &describe<decoder<Config>, y, x, causal<L>>, false},
  };
}();

/// A whole run of an encoder-decoder on a batch.
template <class Config, is_axis Batch>
description transformer_of(std::string name) {
  using source = tokens<typename Config::SourceVocabulary, Batch, typename Config::Source>;
  using target = tokens<typename Config::TargetVocabulary, Batch, typename Config::Target>;
  return describe<transformer<Config>, source, target>(std::move(name));
}

}  // namespace typeformer::described
