// sentence: encoder, decoder: there must be at least one layer
// names: encoder
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};

struct mine : tf::conventions {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
#ifndef WRONG
  static constexpr std::size_t encoder_layers = 2;
#else
  static constexpr std::size_t encoder_layers = 0;
#endif
};

using model = tf::encoder<mine>;

void run() {
  tf::weights<model> w;
  tf::packed_weights<model> packed{w};
  tf::kernels::threads threads{1};
  tf::session<model, float, tf::shape<Query, mine::Model>> session{packed, threads};
}
