#pragma once
#include <ratio>

#include <typeformer/layers/embedding.hpp>
#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/layers/layer_norm.hpp>
#include <typeformer/layers/positions.hpp>
#include <typeformer/layers/residual.hpp>

namespace typeformer {

/// Where the literature disagrees, a model's configuration says what it means. These are the choices of Vaswani et al.
/// 2017 with biases everywhere; a configuration derives from this struct, names its axes and changes what it likes:
///
///   struct mine : tf::conventions {
///     struct Model : tf::axis<"d_model", 256> {};
///     struct Head : tf::axis<"h", 4> {};
///     struct Width : tf::axis<"d̃", 64> {};
///     struct Inner : tf::axis<"d_ff", 1024> {};
///     using normalization = tf::norm_before;
///   };
struct conventions {
  using normalization = norm_after;         // or norm_before
  using attention_bias = with_bias;         // or without_bias
  using feed_forward_bias = with_bias;      // or without_bias
  using activation = relu_activation;       // see layers/feed_forward.hpp
  using embedding_scale = scaled_by_root;   // or unscaled
  using sinusoids = interleaved_sinusoids;  // see layers/positions.hpp
  // While training, of sublayers' outputs and of embeddings; runtime_dropout leaves the rate to whoever records.
  using dropout = std::ratio<0>;
  template <is_axis A>
  using norm = layer_norm<A>;  // where ε stands is the norm's own argument
};

}  // namespace typeformer
