#pragma once
#include <concepts>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer {

/// What a configuration can choose (layers/conventions.hpp). A type to choose has a member that is its kind,
/// `static constexpr auto kind = choice::activation;`, and those that stand beside the kind here.
enum class choice {
  normalization,      // last_norm<Norm>, residual<Dropout>(norm, x, f): layers/residual.hpp
  norm,               // norm<A>, a module: layers/layer_norm.hpp
  attention,          // attention<Config>, cross_attention<Config>, modules: layers/multi_head_attention.hpp
  heads,              // key_head<Head>, the axis of the heads of keys and values: layers/multi_head_attention.hpp
  causal_mask,        // mask<A>, of a decoder's own positions: layers/multi_head_attention.hpp
  attention_bias,     // type, with_bias or without_bias: layers/linear.hpp
  feed_forward,       // feed_forward<In, Inner, Activation, Bias>, a module: layers/feed_forward.hpp
  feed_forward_bias,  // type, as of attention_bias
  activation,         // function: expressions/activation.hpp
  embedding_scale,    // scale<A>(e): layers/embedding.hpp
  positions,          // positions<Position, Model>, a module: layers/positions.hpp
  encoder,            // encoder<Config>, a module: layers/transformer.hpp
  decoder,            // decoder<Config>, a module: layers/transformer.hpp
  dropout,            // type, a std::ratio or runtime_dropout: expressions/dropout.hpp
};

/// A type that a configuration can choose: its kind is a static constant.
template <class C>
concept is_choice = std::same_as<decltype(&C::kind), const choice*>;

}  // namespace typeformer
