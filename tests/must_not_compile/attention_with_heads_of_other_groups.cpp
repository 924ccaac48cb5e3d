// sentence: multi_head_attention<Head, ..., KeyHead>: Head must be KeyHead, or product<KeyHead, Group>
// names: Head, KeyHead
#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 8> {};
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

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Batch, Query, Model>>();
  const tf::multi_head_attention<Head, Width, Model, Width, Model, Model, Model, tf::with_bias, KeyHead> layer;
  layer(x);
}
