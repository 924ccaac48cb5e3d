// sentence: encoder, decoder: there must be at least one layer
// names: encoder_layer, mine
#include <typeformer/layers/encoder.hpp>

namespace tf = typeformer;

struct mine : tf::conventions {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 3, decoder_layers = 3;
};

#ifndef WRONG
constexpr auto parameters = tf::parameter_count<tf::encoder<mine, 3>>;
#else
constexpr auto parameters = tf::parameter_count<tf::encoder<mine, 0>>;
#endif
