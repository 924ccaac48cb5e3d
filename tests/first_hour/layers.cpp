#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

struct Model : tf::axis<"d_model", 64> {};
struct Inner : tf::axis<"d_ff", 128> {};

// A number in the place of an axis.
#if RIGHT
using number_for_an_axis = tf::linear<Model, Inner>;
#elif WRONG_number_for_an_axis
// compiler: a number where a template takes a type
// names: type
using number_for_an_axis = tf::linear<Model, 128>;
#endif
