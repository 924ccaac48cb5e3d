// Axes, and axes that are made of others.
#include <typeformer/axis/axis.hpp>

namespace tf = typeformer;

#if RIGHT
struct Rows : tf::axis<"N", 16> {};
#elif WRONG_axis_of_negative_extent
// sentence: axis: an extent is not negative
// names: axis
struct Rows : tf::axis<"N", -16> {};
#elif WRONG_axis_without_a_name
// sentence: axis: the name must not be empty, since formulas are written with it
// names: text<1>
struct Rows : tf::axis<"", 16> {};
#elif WRONG_axis_of_two_extents
// sentence: axis<Name, Extent>: a name and one extent are all: axis<"d", 64>
// names: 16, 32
struct Rows : tf::axis<"N", 16, 32> {};
#elif WRONG_axis_whose_name_is_second
// sentence: axis<Name, Extent>: the name comes first, a literal, and then the extent: axis<"d", 64>
// names: bounded
struct Rows : tf::axis<tf::up_to<16>, "N"> {};
#elif WRONG_axis_up_to_nothing
// sentence: up_to<...>: an extent is a whole number, up_to<512>
// names: is_maximum
struct Rows : tf::axis<"N", tf::up_to<>> {};
#endif

struct Query : tf::axis<"N", 16> {};
struct Batch : tf::axis<"B", 8> {};
struct Model : tf::axis<"d", 100> {};
struct RunTimeQuery : tf::axis<"N", tf::up_to<64>> {};
struct RunTimeBatch : tf::axis<"B", tf::up_to<8>> {};

#if RIGHT
constexpr auto rows = tf::bound<tf::product<Batch, RunTimeQuery>>;
#elif WRONG_product_of_two_run_time_axes
// sentence: product: at most one factor may have an extent known only at run time
// names: RunTimeBatch, RunTimeQuery
constexpr auto rows = tf::bound<tf::product<RunTimeBatch, RunTimeQuery>>;
#endif

struct Head : tf::axis<"h", 4> {};
struct EightHeads : tf::axis<"h", 8> {};

#if RIGHT
struct Part : tf::quotient<"p", Query, Head> {};
struct Width : tf::quotient<"w", Model, Head> {};
#elif WRONG_quotient_of_a_run_time_axis
// sentence: quotient<Name, A, B>: the extents of A and B must be known to the compiler
// names: RunTimeQuery, Head
struct Part : tf::quotient<"p", RunTimeQuery, Head> {};
#elif WRONG_quotient_without_a_name
// sentence: axis: the name must not be empty, since formulas are written with it
// names: text<1>
struct Width : tf::quotient<"", Model, Head> {};
#elif WRONG_quotient_with_a_remainder
// sentence: quotient<Name, A, B>: the extent of A must be a multiple of the extent of B
// names: Model, EightHeads
struct Width : tf::quotient<"w", Model, EightHeads> {};
#endif
