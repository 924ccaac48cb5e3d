// Positions inside attention.
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/rotate.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<tf::tracing<tf::totals>, tf::shape<A...>>;

struct Query : tf::axis<"N", 16> {};
struct Head : tf::axis<"h", 8> {};
struct Width : tf::axis<"w", 8> {};
struct Odd : tf::axis<"w", 7> {};

#if RIGHT
void rotation(input<Head, Query, Width> x) { let(tf::rotate<tf::rotary_layout::halves>(x)); }
#elif WRONG_rotation_of_an_odd_width
// row: rotary positions, interleaved
// row: rotary positions, halves
// sentence: rotate(x): the extent of the last axis of x must be even, and known to the compiler
// names: Odd
void rotation(input<Head, Query, Odd> x) { let(tf::rotate(x)); }
#elif WRONG_rotation_of_a_vector
// sentence: rotate(x): x must have a sequence axis and a width
// names: Width
void rotation(input<Width> x) { let(tf::rotate(x)); }
#endif
