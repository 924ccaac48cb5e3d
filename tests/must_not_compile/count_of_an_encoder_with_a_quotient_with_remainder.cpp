// sentence: quotient<Name, A, B>: the extent of A must be a multiple of the extent of B
// names: mine::Model, mine::Head
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct mine : tf::conventions {
  struct Model : tf::axis<"d_model", 32> {};
#ifndef WRONG
  struct Head : tf::axis<"h", 4> {};
#else
  struct Head : tf::axis<"h", 5> {};
#endif
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};
static_assert(tf::parameter_count<tf::encoder<mine>> > 0);
