#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

struct Model : tf::axis<"d_model", 64> {};
struct Inner : tf::axis<"d_ff", 128> {};

// Numbers in the place of axes.
#if RIGHT
using numbers_for_axes = tf::linear<Model, Inner>;
#elif WRONG_numbers_for_axes
// compiler: a number where a template takes a type
// names: type
using numbers_for_axes = tf::linear<64, 128>;
#endif
