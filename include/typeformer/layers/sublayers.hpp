#pragma once
#include <typeformer/expressions/dropout.hpp>
#include <typeformer/layers/config.hpp>
#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/layers/positions.hpp>

/// The parts of a model as its configuration chooses them: encoders, decoders and models take them from here.
namespace typeformer {

/// What a decoder's positions see of each other.
template <class A, class Config>
using causal_mask_of = typename Config::choices::causal_mask::template mask<A>;

/// Self-attention over Model.
template <layer_config Config>
using attention_of = typename Config::choices::attention::template attention<Config>;

/// A decoder's attention to the output of an encoder.
template <layer_config Config>
using cross_attention_of = typename Config::choices::attention::template cross_attention<Config>;

/// The feed-forward layer, Model → Inner → Model.
template <layer_config Config>
using feed_forward_of =
    typename Config::choices::feed_forward::template feed_forward<typename Config::Model, typename Config::Inner,
                                                                  typename Config::choices::activation,
                                                                  typename Config::choices::feed_forward_bias::type>;

/// The norm of one sublayer, over Model.
template <layer_config Config>
using norm_of = typename Config::choices::norm::template norm<typename Config::Model>;

/// The norm at the end of a stack: none where each layer ends with one.
template <layer_config Config>
using stack_norm_of = typename Config::choices::normalization::template last_norm<norm_of<Config>>;

/// The table of a vocabulary, of width Model.
template <is_axis Vocabulary, layer_config Config>
using embedding_of = embedding<Vocabulary, typename Config::Model, typename Config::choices::embedding_scale>;

/// What adds positions to embedded tokens.
template <is_axis Position, layer_config Config>
using positions_of = typename Config::choices::positions::template positions<Position, typename Config::Model>;

}  // namespace typeformer
