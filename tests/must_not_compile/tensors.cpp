// Tensors, their extents and their elements, and the axes of parameters.
#include <algorithm>

#include <typeformer/axis/axis.hpp>
#include <typeformer/tensor/memory_scope.hpp>
#include <typeformer/tensor/parameter.hpp>
#include <typeformer/tensor/tensor.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<8>> {};
struct Query : tf::axis<"N", tf::up_to<64>> {};
struct Key : tf::axis<"M", 16> {};
struct Model : tf::axis<"d", 32> {};

#if RIGHT
tf::tensor<float, Query, Model> x(5);
tf::tensor<float, Batch, Query, Model> batch_of_x(2, 5);
#elif WRONG_extent_of_a_constant_axis
// sentence: tensor(extents...): there must be one extent for each axis known only at run time
// names: Query, Model
tf::tensor<float, Query, Model> x(5, 32);
#elif WRONG_missing_extent_of_a_run_time_axis
// sentence: tensor(extents...): there must be one extent for each axis known only at run time
// names: Batch, Query, Model
tf::tensor<float, Batch, Query, Model> batch_of_x(2);
#endif

struct Eight : tf::axis<"B", 8> {};

#if RIGHT
tf::tensor<float, tf::product<Eight, Query>, Model> rows(4);
#elif WRONG_tensor_on_a_product_of_two_run_time_axes
// sentence: product: at most one factor may have an extent known only at run time
// names: Batch, Query
tf::tensor<float, tf::product<Batch, Query>, Model> rows(4);
#endif

#if RIGHT
float element(const tf::tensor<float, Key, Model>& x) { return x(3, 7); }
#elif WRONG_too_few_indices
// sentence: x(i, j, ...): there must be one index for each axis
// names: Key, Model
float element(const tf::tensor<float, Key, Model>& x) { return x(3); }
#elif WRONG_too_many_indices
// sentence: x(i, j, ...): there must be one index for each axis
// names: Key, Model
float element(const tf::tensor<float, Key, Model>& x) { return x(0, 3, 7); }
#endif

#if RIGHT
tf::weight<Model, Key> w;
#elif WRONG_weight_on_a_run_time_axis
// sentence: a parameter's axes must have extents known to the compiler
// names: Model, Query
tf::weight<Model, Query> w;
#endif

#if RIGHT
void set(tf::tensor<float, Key, Model>& x) {
  for (float& element : x.elements()) element = 1;
}
#elif WRONG_range_for_over_a_tensor
// sentence: for (float f : x): the elements of a tensor or a view are x.elements()
// names: Key, Model
void set(tf::tensor<float, Key, Model>& x) {
  for (float& element : x) element = 1;
}
#endif

#if RIGHT
void copy(const tf::tensor<float, Key, Model>& x, tf::tensor<float, Key, Model>& y) { y = x; }
void set_all(tf::tensor<float, Key, Model>& y) { std::ranges::fill(y.elements(), 0.5f); }
#elif WRONG_tensor_of_other_axes_assigned
// sentence: tensor y(x), y = x: the tensor that is copied must have the same elements and axes
// names: Key, Query
void copy(const tf::tensor<float, Key, Model>& x, tf::tensor<float, Query, Model>& y) { y = x; }
#elif WRONG_number_assigned_to_a_tensor
// sentence: y = x: a tensor is assigned to a tensor; one element is y(i, j) = x, all are y.elements()
// names: Key, Model
void set_all(tf::tensor<float, Key, Model>& y) { y = 0.5f; }
#endif

#if RIGHT
void in_memory_of(std::pmr::memory_resource* resource) { tf::memory_scope scope{*resource}; }
#elif WRONG_memory_scope_of_a_pointer
// sentence: memory_scope scope{resource}: it takes a std::pmr::memory_resource by reference, which outlives it; of a pointer, *pointer
// names: memory_resource
void in_memory_of(std::pmr::memory_resource* resource) { tf::memory_scope scope{resource}; }
#endif

// A copy has the elements and axes of what it copies; otherwise they are named.
#if RIGHT
void make_named(const tf::tensor<float, Query, Model>& x) {
  const tf::tensor copy{x.view()};
}
#elif WRONG_tensor_without_template_arguments
// sentence: a tensor's elements and axes must be named: tensor<float, Batch, Query, Model> x(7)
// names: int
void make_named(const tf::tensor<float, Query, Model>& x) {
  const tf::tensor copy(5);
}
#endif
