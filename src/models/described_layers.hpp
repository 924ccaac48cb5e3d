#pragma once
#include <array>

#include <typeformer/layers/convolution.hpp>
#include <typeformer/layers/mechanisms/linear_attention.hpp>
#include <typeformer/layers/mechanisms/linformer_attention.hpp>
#include <typeformer/layers/mechanisms/local_attention.hpp>
#include <typeformer/layers/mechanisms/lsh_attention.hpp>
#include <typeformer/layers/recurrent/recurrent.hpp>
#include <typeformer/layers/transformer.hpp>

#include "described_models.hpp"

/// The layers of a configuration, and those that they are compared with.
namespace typeformer::described {

/// Neighbours that a convolution sees, and keys that Linformer projects to.
struct neighbours : axis<"k", 3> {};
struct projected : axis<"p", 64> {};

/// A kind of layer is a line here: its name, the module, and what it is called with.
template <class Config, is_axis Batch>
inline constexpr auto layers = [] {
  using x = shape<Batch, typename Config::Source, typename Config::Model>;
  using y = shape<Batch, typename Config::Target, typename Config::Model>;
  using Model = typename Config::Model;
  using N = typename Config::Source;
  using linear = typename linear_attention<>::template attention<Config>;
  using L = typename Config::Target;
  return std::array{
      described_layer{"self_attention", &describe<attention_of<Config>, x>},
      described_layer{"causal_self_attention", &describe<attention_of<Config>, x, causal<N>>},
      described_layer{"sliding_window_attention", &describe<attention_of<Config>, x, sliding_window<N, 16>>},
      described_layer{"cross_attention", &describe<cross_attention_of<Config>, y, x, x>, false},
      described_layer{"local_attention", &describe<typename local_attention<17>::template attention<Config>, x>},
      described_layer{"linear_attention", &describe<linear, x>},
      described_layer{"causal_linear_attention", &describe<linear, x, causal<N>>},
      described_layer{"linformer_attention",
                      &describe<typename linformer_attention<N, projected>::template attention<Config>, x>},
      described_layer{"lsh_attention", &describe<typename lsh_attention<2, 32>::template attention<Config>, x>},
      described_layer{"recurrence", &describe<rnn<Model, Model>, x>},
      described_layer{"convolution", &describe<convolution<Model, Model, neighbours>, x>},
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
