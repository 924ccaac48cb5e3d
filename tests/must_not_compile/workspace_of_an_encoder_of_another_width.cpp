// sentence: encoder(x): the last axis of x must be the model's width
// names: mine, Other
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Other : tf::axis<"d", 32> {};

struct mine : tf::conventions {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};

#ifndef WRONG
using Input = mine::Model;
#else
using Input = Other;
#endif
static_assert(tf::workspace_bytes<tf::encoder<mine>, tf::shape<Query, Input>> < 1 << 20);
