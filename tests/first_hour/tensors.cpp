// Tensors, tokens and views: how they are made and read, and that they are no part of a formula.
#include <array>
#include <cstddef>
#include <iostream>
#include <memory_resource>
#include <span>
#include <string>
#include <vector>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 8> {};
struct Query : tf::axis<"N", tf::up_to<16>> {};
struct Key : tf::axis<"M", tf::up_to<16>> {};
struct Model : tf::axis<"d_model", 64> {};
struct Inner : tf::axis<"d_ff", 128> {};
struct Letters : tf::axis<"letters", 30> {};
struct Sounds : tf::axis<"sounds", 30> {};
using map_type = tf::linear<Model, Inner>;

// Their types.
#if RIGHT
void make() { tf::tensor<float, Query, Model> x(5); }
#elif WRONG_tensor_of_a_shape
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: shape
void make() { tf::tensor<float, tf::shape<Query, Model>> x(5); }
#elif WRONG_tensor_without_an_element_type
// sentence: an element's type is expected first: float, or double
// names: Query
void make() { tf::tensor<Query, Model> x(5); }
#elif WRONG_tensor_of_a_shape_alone
// sentence: an element's type is expected first: float, or double
// names: shape
void make() { tf::tensor<tf::shape<Query, Model>> x(5); }
#elif WRONG_tensor_of_numbers
// compiler: a number where a template takes a type
void make() { tf::tensor<float, 5, 64> x(5); }
#elif WRONG_tensor_of_element_type_twice
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: float
void make() { tf::tensor<float, float, Query> x(5); }
#elif WRONG_tensor_of_strings
// sentence: an element's type is expected first: float, or double
// names: basic_string
void make() { tf::tensor<std::string, Query, Model> x(5); }
#elif WRONG_tensor_of_const_floats
// sentence: an element's type is expected first: float, or double
// names: const float
void make() { tf::tensor<const float, Query, Model> x(5); }
#elif WRONG_tensor_of_a_module
// sentence: an element's type is expected first: float, or double
// names: linear
void make() { tf::tensor<map_type, Query, Model> x(5); }
#elif WRONG_element_type_after_the_axes
// sentence: an element's type is expected first: float, or double
// names: Query
void make() { tf::tensor<Query, Model, float> x(5); }
#endif

#if RIGHT
void make_tokens() { tf::tokens<Letters, Batch, Query> x(5); }
#elif WRONG_tokens_of_an_element_type
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
void make_tokens() { tf::tokens<std::int32_t, Batch, Query> x(5); }
#elif WRONG_tokens_of_a_shape
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: shape
void make_tokens() { tf::tokens<Letters, tf::shape<Batch, Query>> x(5); }
#elif WRONG_tokens_of_a_number
// compiler: a number where a template takes a type
void make_tokens() { tf::tokens<30, Batch, Query> x(5); }
#elif WRONG_tokens_without_extents
// sentence: tensor(extents...): there must be one extent for each axis known only at run time
// names: Batch, Query
void make_tokens() { tf::tokens<Letters, Batch, Query> x; }
#elif WRONG_labels_of_an_element_type
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
void make_tokens() { tf::labels<std::int32_t, Batch, Query> x(5); }
#endif

// Their extents.
#if RIGHT
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> x(5);
}
#elif WRONG_extent_forgotten
// sentence: tensor(extents...): there must be one extent for each axis known only at run time
// names: Query, Model
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> x;
}
#elif WRONG_extent_of_a_constant_axis
// sentence: tensor(extents...): there must be one extent for each axis known only at run time
// names: Query, Model
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> x(5, 64);
}
#elif WRONG_extent_that_is_a_float
// sentence: tensor(extents...): each extent must be a whole number
// names: double
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> x(5.0);
}
#elif WRONG_extent_that_is_a_bool
// sentence: tensor(extents...): each extent must be a whole number
// names: bool
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> x(true);
}
#elif WRONG_extent_that_is_a_string
// sentence: tensor(extents...): it takes the extents of its axes known only at run time, a shape, or a view
// names: char
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> x("5");
}
#elif WRONG_extents_as_a_vector
// sentence: tensor(extents...): it takes the extents of its axes known only at run time, a shape, or a view
// names: vector
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> x(std::vector<std::size_t>{5, 64});
}
#elif WRONG_extents_as_an_array
// sentence: tensor(extents...): it takes the extents of its axes known only at run time, a shape, or a view
// names: array
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> x(std::array<std::size_t, 1>{5});
}
#elif WRONG_tensor_of_a_vector
// sentence: tensor(extents...): it takes the extents of its axes known only at run time, a shape, or a view
// names: vector
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> x(numbers);
}
#elif WRONG_tensor_of_a_span
// sentence: tensor(extents...): it takes the extents of its axes known only at run time, a shape, or a view
// names: span
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> x{std::span<const float>(numbers)};
}
#elif WRONG_tensor_of_a_pointer
// sentence: tensor(extents...): it takes the extents of its axes known only at run time, a shape, or a view
// names: float
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> x(numbers.data());
}
#elif WRONG_extent_and_a_vector
// sentence: tensor(extents...): it takes the extents of its axes known only at run time, a shape, or a view
// names: vector
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> x(5, numbers);
}
#elif WRONG_tensor_of_another_shape
// sentence: tensor(extents...): it takes the extents of its axes known only at run time, a shape, or a view
// names: Key
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> x(tf::shape<Key, Model>{});
}
#elif WRONG_tensor_copied_from_another
// sentence: tensor y(x), y = x: the tensor that is copied must have the same elements and axes
// names: Key
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Key, Model> y(5);
  tf::tensor<float, Query, Model> x(y);
}
#elif WRONG_tensor_copied_from_doubles
// sentence: tensor y(x), y = x: the tensor that is copied must have the same elements and axes
// names: double
void make_of(const std::vector<float>& numbers) {
  tf::tensor<double, Query, Model> y(5);
  tf::tensor<float, Query, Model> x(y);
}
#elif WRONG_tensor_that_is_a_number
// compiler: a number for a class
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> x = 5;
}
#elif WRONG_tensor_that_is_a_vector
// compiler: a vector for a class
void make_of(const std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> x = numbers;
}
#endif

// Views and copies.
#if RIGHT
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  tf::tensor<float, Query, Model> z(y);
}
#elif WRONG_view_for_a_tensor
// sentence: tensor y(view): the view must have the tensor's elements and axes; y = view does not copy
// names: tensor
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  tf::tensor<float, Query, Model> z = y;
}
#elif WRONG_view_of_a_tensor_for_a_tensor
// sentence: tensor y(view): the view must have the tensor's elements and axes; y = view does not copy
// names: tensor
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  tf::tensor<float, Query, Model> z = x.view();
}
#elif WRONG_view_of_other_axes_for_a_tensor
// sentence: tensor y(view): the view must have the tensor's elements and axes; y = view does not copy
// names: Key
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  tf::tensor<float, Key, Model> z(y);
}
#elif WRONG_view_of_other_elements_for_a_tensor
// sentence: tensor y(view): the view must have the tensor's elements and axes; y = view does not copy
// names: double
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  tf::tensor<double, Query, Model> z(y);
}
#elif WRONG_view_assigned_to_a_tensor
// sentence: tensor y(view): the view must have the tensor's elements and axes; y = view does not copy
// names: tensor
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  tf::tensor<float, Query, Model> z(5);
  z = y;
}
#elif WRONG_view_of_other_axes_assigned
// sentence: tensor y(view): the view must have the tensor's elements and axes; y = view does not copy
// names: Key
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  tf::tensor<float, Key, Model> z(5);
  z = y;
}
#elif WRONG_tensor_of_other_axes_assigned
// sentence: tensor y(x), y = x: the tensor that is copied must have the same elements and axes
// names: Key, Query
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  tf::tensor<float, Key, Model> z(5);
  z = x;
}
#elif WRONG_tensor_of_other_axes_at_the_beginning
// sentence: tensor y(x), y = x: the tensor that is copied must have the same elements and axes
// names: Key, Query
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  tf::tensor<float, Key, Model> z = x;
}
#elif WRONG_number_assigned_to_a_tensor
// sentence: y = x: a tensor is assigned to a tensor; one element is y(i, j) = x, all are y.elements()
// names: tensor
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  tf::tensor<float, Query, Model> z(x);
  z = 0.5f;
}
#elif WRONG_vector_assigned_to_a_tensor
// sentence: y = x: a tensor is assigned to a tensor; one element is y(i, j) = x, all are y.elements()
// names: vector
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  tf::tensor<float, Query, Model> z(x);
  z = std::vector<float>(5 * 64);
}
#elif WRONG_tensor_of_other_axes_for_a_view
// compiler: a view is made of a pointer and a shape
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  tf::view<const float, tf::shape<Key, Model>> z = x;
}
#elif WRONG_view_of_a_const_tensor_to_write
// compiler: a view is made of a pointer and a shape
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  tf::view<float, tf::shape<Query, Model>> z = x;
}
#elif WRONG_view_of_a_vector
// compiler: a view is made of a pointer and a shape
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  std::vector<float> numbers(5 * 64);
  tf::view<float, tf::shape<Query, Model>> z{numbers, {}};
}
#elif WRONG_view_of_a_span
// compiler: a view is made of a pointer and a shape
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  std::vector<float> numbers(5 * 64);
  tf::view<float, tf::shape<Query, Model>> z{std::span<float>(numbers), {}};
}
#elif WRONG_token_view_of_a_vector
// compiler: a view is made of a pointer and a shape
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  std::vector<std::int32_t> word(5);
  tf::token_view<Letters, tf::shape<Query>> z{word, {}};
}
#elif WRONG_token_view_of_int64
// compiler: a view is made of a pointer and a shape
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  std::vector<std::int64_t> word(5);
  tf::token_view<Letters, tf::shape<Query>> z{word.data(), {}};
}
#elif WRONG_tokens_of_another_vocabulary
// compiler: a view is made of a pointer and a shape
void copy(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) {
  tf::tokens<Letters, Query> word(5);
  tf::token_view<Sounds, tf::shape<Query>> z = word;
}
#endif

// Elements.
#if RIGHT
float element(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) { return x(3, 7) + y(3, 7); }
#elif WRONG_tensor_in_brackets
// sentence: x[i]: an element is x(i, j, ...), with an index for each axis
// names: int
float element(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) { return x[3]; }
#elif WRONG_tensor_in_two_brackets
// sentence: x[i]: an element is x(i, j, ...), with an index for each axis
// names: int
float element(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) { return x[3][7]; }
#elif WRONG_view_in_brackets
// sentence: x[i]: an element is x(i, j, ...), with an index for each axis
// names: int
float element(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) { return y[3][7]; }
#elif WRONG_one_index
// sentence: x(i, j, ...): there must be one index for each axis
// names: Query, Model
float element(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) { return x(3); }
#elif WRONG_three_indices
// sentence: x(i, j, ...): there must be one index for each axis
// names: Query, Model
float element(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) { return x(1, 3, 7); }
#elif WRONG_no_index
// sentence: x(i, j, ...): there must be one index for each axis
// names: Query, Model
float element(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) { return x(); }
#elif WRONG_one_index_of_a_view
// sentence: x(i, j, ...): there must be one index for each axis
// names: Query, Model
float element(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) { return y(3); }
#elif WRONG_index_that_is_a_float
// sentence: x(i, j, ...): each index must be a whole number
// names: double
float element(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) { return x(3.0, 7); }
#elif WRONG_index_that_is_a_bool
// sentence: x(i, j, ...): each index must be a whole number
// names: bool
float element(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) { return x(3, true); }
#elif WRONG_index_that_is_a_string
// sentence: x(i, j, ...): each index must be a whole number
// names: char
float element(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) { return x(3, "7"); }
#elif WRONG_indices_in_braces
// compiler: a list in braces has no type
float element(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) { return x({3, 7}); }
#elif WRONG_element_by_at
// compiler: a name that nothing has
// names: at
float element(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) { return x.at(3, 7); }
#elif WRONG_view_as_a_number
// compiler: a view is no number
float element(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y) { return y; }
#endif

// Handles and weights.
#if RIGHT
void set(tf::weights<map_type>& w) { w[tf::model<map_type>.weight](3, 7) = 1; }
#elif WRONG_weights_by_number
// sentence: weights[p]: p must be a parameter of the model, as tf::model<M>.query.weight is
// names: int
void set(tf::weights<map_type>& w) { w[0] = 1; }
#elif WRONG_weights_by_name
// sentence: weights[p]: p must be a parameter of the model, as tf::model<M>.query.weight is
// names: char
void set(tf::weights<map_type>& w) { w["weight"](3, 7) = 1; }
#elif WRONG_weights_by_a_module
// sentence: weights[p]: p must be a parameter of the model, as tf::model<M>.query.weight is
// names: linear
void set(tf::weights<map_type>& w) { w[tf::model<map_type>](3, 7) = 1; }
#elif WRONG_one_index_of_a_weight
// sentence: x(i, j, ...): there must be one index for each axis
// names: Model, Inner
void set(tf::weights<map_type>& w) { w[tf::model<map_type>.weight](3) = 1; }
#elif WRONG_two_brackets_of_a_weight
// sentence: x[i]: an element is x(i, j, ...), with an index for each axis
// names: int
void set(tf::weights<map_type>& w) { w[tf::model<map_type>.weight][3][7] = 1; }
#elif WRONG_handle_that_is_none
// compiler: a name that nothing has
// names: wieght
void set(tf::weights<map_type>& w) { w[tf::model<map_type>.wieght](3, 7) = 1; }
#elif WRONG_number_for_weights
// compiler: a name that nothing has
void set(tf::weights<map_type>& w) { w[tf::model<map_type>.weight] = 1; }
#endif

// In formulas.
#if RIGHT
struct of_map {
  BOOST_HANA_DEFINE_STRUCT(of_map, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
#elif WRONG_tensor_times_a_weight
// sentence: a tensor or a view is no part of a formula: give it to a session, which runs a module's formula on it
// names: tensor
void formula(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y, const map_type& map) {
  (void)(x * map.weight);
}
#elif WRONG_view_times_a_weight
// sentence: a tensor or a view is no part of a formula: give it to a session, which runs a module's formula on it
// names: view
void formula(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y, const map_type& map) {
  (void)(y * map.weight);
}
#elif WRONG_tensor_plus_a_bias
// sentence: a tensor or a view is no part of a formula: give it to a session, which runs a module's formula on it
// names: tensor
void formula(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y, const map_type& map) {
  (void)(x + map.bias);
}
#elif WRONG_tensor_plus_a_tensor
// sentence: a tensor or a view is no part of a formula: give it to a session, which runs a module's formula on it
// names: tensor
void formula(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y, const map_type& map) {
  const auto z = x + x;
}
#elif WRONG_view_minus_a_view
// sentence: a tensor or a view is no part of a formula: give it to a session, which runs a module's formula on it
// names: view
void formula(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y, const map_type& map) {
  const auto z = y - y;
}
#elif WRONG_tensor_times_a_number
// sentence: a tensor or a view is no part of a formula: give it to a session, which runs a module's formula on it
// names: tensor
void formula(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y, const map_type& map) {
  const auto z = x * 2;
}
#elif WRONG_number_times_a_tensor
// sentence: a tensor or a view is no part of a formula: give it to a session, which runs a module's formula on it
// names: tensor
void formula(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y, const map_type& map) {
  const auto z = 2.0 * x;
}
#elif WRONG_tensor_over_a_number
// sentence: a tensor or a view is no part of a formula: give it to a session, which runs a module's formula on it
// names: tensor
void formula(const tf::tensor<float, Query, Model>& x, tf::view<const float, tf::shape<Query, Model>> y, const map_type& map) {
  const auto z = x / 8;
}
#endif

// All elements, and what is printed.
#if RIGHT
float sum(const tf::tensor<float, Query, Model>& x) {
  float all = 0;
  for (const float element : x.elements()) all += element;
  std::cout << x.shape() << ": " << all << "\n";
  return all;
}
#elif WRONG_range_for_over_a_tensor
// sentence: for (float f : x): the elements of a tensor or a view are x.elements()
// names: Query, Model
float sum(const tf::tensor<float, Query, Model>& x) {
  float all = 0;
  for (const float element : x) all += element;
  return all;
}
#elif WRONG_range_for_that_writes
// sentence: for (float f : x): the elements of a tensor or a view are x.elements()
// names: Query, Model
void sum(tf::tensor<float, Query, Model>& x) {
  for (float& element : x) element = 0;
}
#endif

#if RIGHT
float sum_of_result(tf::session<map_type, float, tf::shape<Query, Model>>& run, const tf::tensor<float, Query, Model>& x) {
  float all = 0;
  for (const float element : run(x).elements()) all += element;
  return all;
}
#elif WRONG_range_for_over_a_result
// sentence: for (float f : x): the elements of a tensor or a view are x.elements()
// names: Query, Inner
float sum_of_result(tf::session<map_type, float, tf::shape<Query, Model>>& run, const tf::tensor<float, Query, Model>& x) {
  float all = 0;
  for (const float element : run(x)) all += element;
  return all;
}
#elif WRONG_range_for_over_a_result_of_a_refused_tensor
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
float sum_of_result(tf::session<map_type, float, tf::shape<Query, int>>& run, const tf::tensor<float, Query, Model>& x) {
  float all = 0;
  for (const float element : run(x)) all += element;
  return all;
}
#endif

// Memory of one's own.
#if RIGHT
void in_memory_of(std::pmr::memory_resource* resource) {
  const tf::memory_scope scope{*resource};
  const tf::tensor<float, Query, Model> x(5);
}
#elif WRONG_memory_scope_of_a_pointer
// sentence: memory_scope scope{resource}: it takes a std::pmr::memory_resource by reference, which outlives it; of a pointer, *pointer
// names: memory_resource
void in_memory_of(std::pmr::memory_resource* resource) {
  const tf::memory_scope scope{resource};
}
#elif WRONG_memory_scope_of_bytes
// sentence: memory_scope scope{resource}: it takes a std::pmr::memory_resource by reference, which outlives it; of a pointer, *pointer
void in_memory_of(std::pmr::memory_resource*) {
  std::byte bytes[64];
  const tf::memory_scope scope{bytes, sizeof bytes};
}
#elif WRONG_memory_scope_of_a_temporary
// sentence: memory_scope scope{resource}: it takes a std::pmr::memory_resource by reference, which outlives it; of a pointer, *pointer
// names: monotonic_buffer_resource
void in_memory_of(std::pmr::memory_resource*) {
  const tf::memory_scope scope{std::pmr::monotonic_buffer_resource{}};
}
#elif WRONG_memory_scope_of_nothing
// sentence: memory_scope scope{resource}: it takes a std::pmr::memory_resource by reference, which outlives it; of a pointer, *pointer
void in_memory_of(std::pmr::memory_resource*) {
  const tf::memory_scope scope;
}
#endif

// Without template arguments.
#if RIGHT
void name() {
  tf::tensor<float, Batch, Query, Model> x(7);
  tf::tensor copy{x};
  const tf::tensor other{copy.view()};
  const float first = other(0, 0, 0);
}
#elif WRONG_tensor_not_named
// sentence: a tensor's elements and axes must be named: tensor<float, Batch, Query, Model> x(7)
void name() {
  tf::tensor x;
}
#elif WRONG_tensor_not_named_of_an_extent
// sentence: a tensor's elements and axes must be named: tensor<float, Batch, Query, Model> x(7)
// names: int
void name() {
  tf::tensor x(7);
  x(0, 0, 0) = 1;
}
#elif WRONG_tensor_not_named_of_numbers
// sentence: a tensor's elements and axes must be named: tensor<float, Batch, Query, Model> x(7)
// names: vector
void name() {
  const std::vector<float> numbers{1, 2, 3};
  const tf::tensor x{numbers};
}
#endif
