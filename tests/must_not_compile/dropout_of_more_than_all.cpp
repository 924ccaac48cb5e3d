// sentence: drop<Rate>(x): the rate must be at least 0 and below 1
// names: 3, 2
#include <typeformer/expressions/dropout.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};

void formula(tf::tracing<tf::totals>& paper) {
  const auto x = paper.input<tf::shape<Query, Model>>();
#ifndef WRONG
  tf::drop<std::ratio<1, 10>>(x);
#else
  tf::drop<std::ratio<3, 2>>(x);
#endif
}
