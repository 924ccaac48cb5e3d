// sentence: encoder(x, mask): the mask's query axis and key axis must both be the sequence axis of x
// names: causal, Query, mine::Model
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};

struct mine : tf::conventions {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};

template <tf::expression X>
auto encode(const X& x) {
#ifndef WRONG
  return tf::model<tf::encoder<mine>>(x, tf::causal<Query>{});
#else
  return tf::model<tf::encoder<mine>>(x, tf::causal<Query, mine::Model>{});
#endif
}
void count(tf::tracing<tf::totals>& paper) { encode(paper.input<tf::shape<Query, mine::Model>>()); }
