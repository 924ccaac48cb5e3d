// sentence: multi_head_attention(x, k, v): the axes of x and k before the last two must be the same
// names: Batch, Beam
#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 8> {};
struct Beam : tf::axis<"K", 8> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"w", 8> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Batch, Query, Model>>();
  const auto y = paper.input<tf::shape<Batch, Key, Model>>();
  const auto z = paper.input<tf::shape<Beam, Key, Model>>();
  const tf::multi_head_attention<Head, Width, Model> layer;
#ifndef WRONG
  layer(x, y, y);
#else
  layer(x, z, z);
#endif
}
