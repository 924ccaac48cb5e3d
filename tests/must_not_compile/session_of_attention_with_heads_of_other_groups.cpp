// sentence: multi_head_attention<Head, ..., KeyHead>: Head must be KeyHead, or product<KeyHead, Group>
// names: Head, KeyHead
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct KeyHead : tf::axis<"h_k", 2> {};
struct Group : tf::axis<"g", 4> {};
#ifndef WRONG
using Head = tf::product<KeyHead, Group>;
#else
struct Head : tf::axis<"h", 8> {};
#endif
struct Width : tf::axis<"w", 4> {};
struct Model : tf::axis<"d", 32> {};

using layer = tf::multi_head_attention<Head, Width, Model, Width, Model, Model, Model, tf::with_bias, KeyHead>;

void run() {
  tf::weights<layer> w;
  tf::packed_weights<layer> packed{w};
  tf::kernels::threads threads{1};
  tf::session<layer, float, tf::shape<Query, Model>> session{packed, threads};
}
