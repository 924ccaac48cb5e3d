// Assertions of typeformer/testing.hpp on a model of which something else is true.
#include <typeformer/layers/linear.hpp>
#include <typeformer/testing.hpp>
namespace tf = typeformer;

struct Query : tf::axis<"N", 8> {};
struct Model : tf::axis<"d_model", 16> {};
struct Class : tf::axis<"c", 3> {};
using tagger = tf::linear<Model, Class>;
using input = tf::shape<Query, Model>;

#if RIGHT
static_assert(tf::testing::yields<tagger, tf::shape<Query, Class>, input>);
#elif WRONG_another_shape
// sentence: testing::yields: the model yields another shape than expected
// names: Class, Model
static_assert(tf::testing::yields<tagger, input, input>);
#endif

#if RIGHT
static_assert(tf::testing::has_parameters<tagger, 16 * 3 + 3>);
#elif WRONG_another_number_of_parameters
// sentence: testing::has_parameters: the model has another number of parameters than expected
// names: 51, 48
static_assert(tf::testing::has_parameters<tagger, 16 * 3>);
#endif

#if RIGHT
static_assert(tf::testing::has_operations<tagger, 8 * 3 * (2 * 16 + 1), input>);
#elif WRONG_another_number_of_operations
// sentence: testing::has_operations: a run has another number of operations than expected
// names: 792, 768
static_assert(tf::testing::has_operations<tagger, 8 * 3 * 2 * 16, input>);
#endif

#if RIGHT
static_assert(tf::testing::fits_workspace<tagger, 128, input>);
#elif WRONG_too_much_memory
// sentence: testing::fits_workspace: a run takes more bytes than expected
// names: 128, 96
static_assert(tf::testing::fits_workspace<tagger, 96, input>);
#endif
