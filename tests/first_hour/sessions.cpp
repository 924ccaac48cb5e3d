// Sessions: their template arguments, and what they are made with.
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 8> {};
struct Query : tf::axis<"N", tf::up_to<16>> {};
struct Model : tf::axis<"d_model", 64> {};
struct Inner : tf::axis<"d_ff", 128> {};
struct Letters : tf::axis<"letters", 30> {};
using queries = tf::shape<Batch, Query, Model>;
using letters = tf::tokens<Letters, Batch, Query>;
using model = tf::linear<Model, Inner>;
using other = tf::linear<Inner, Model>;

// Its type.
#if RIGHT
using session_type = tf::session<model, float, queries>;
void run_type(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_axes_for_a_shape
// sentence: an input of a model is a shape<...> of all its axes, tokens<...>, labels<...>, or a mask
// names: Batch
using session_type = tf::session<model, float, Batch, Query, Model>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_leading_axes_for_a_shape
// sentence: an input of a model is a shape<...> of all its axes, tokens<...>, labels<...>, or a mask
// names: Batch
using session_type = tf::session<model, float, Batch, Query>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_one_axis_for_a_shape
// sentence: an input of a model is a shape<...> of all its axes, tokens<...>, labels<...>, or a mask
// names: Model
using session_type = tf::session<model, float, Model>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_tensor_for_a_shape
// sentence: an input of a model is a shape<...> of all its axes, tokens<...>, labels<...>, or a mask
// names: tensor
using session_type = tf::session<model, float, tf::tensor<float, Batch, Query, Model>>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_view_for_a_shape
// sentence: an input of a model is a shape<...> of all its axes, tokens<...>, labels<...>, or a mask
// names: view
using session_type = tf::session<model, float, tf::view<const float, queries>>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_no_input
// sentence: session<M, Numbers, Input...>: what the model takes must follow, as shape<Query, Model>
using session_type = tf::session<model, float>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_number_for_a_shape
// compiler: a number where a template takes a type
using session_type = tf::session<model, float, 64>;
#elif WRONG_element_type_for_a_shape
// sentence: an input of a model is a shape<...> of all its axes, tokens<...>, labels<...>, or a mask
// names: float
using session_type = tf::session<model, float, float>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_vector_for_a_shape
// sentence: an input of a model is a shape<...> of all its axes, tokens<...>, labels<...>, or a mask
// names: vector
using session_type = tf::session<model, float, std::vector<float>>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_module_for_a_shape
// sentence: an input of a model is a shape<...> of all its axes, tokens<...>, labels<...>, or a mask
// names: linear
using session_type = tf::session<model, float, model>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_pointer_to_a_shape
// sentence: an input of a model is a shape<...> of all its axes, tokens<...>, labels<...>, or a mask
// names: shape
using session_type = tf::session<model, float, queries*>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_reference_to_a_shape
// sentence: an input of a model is a shape<...> of all its axes, tokens<...>, labels<...>, or a mask
// names: shape
using session_type = tf::session<model, float, const queries&>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_value_of_a_shape
// compiler: a value where a template takes a type
using session_type = tf::session<model, float, queries{}>;
#elif WRONG_two_shapes_of_a_module_of_one
// sentence: f<M, Input...>: the layer M takes one input; what can be chosen is part of its type
// names: linear
using session_type = tf::session<model, float, queries, queries>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_numbers_forgotten
// sentence: Numbers, what a model computes with, must be float, double, or one of quantized_weights.hpp, such as int8_weights
// names: shape
using session_type = tf::session<model, queries>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_int_numbers
// sentence: Numbers, what a model computes with, must be float, double, or one of quantized_weights.hpp, such as int8_weights
// names: int
using session_type = tf::session<model, int, queries>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_long_double_numbers
// sentence: Numbers, what a model computes with, must be float, double, or one of quantized_weights.hpp, such as int8_weights
// names: long double
using session_type = tf::session<model, long double, queries>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_shape_before_numbers
// sentence: Numbers, what a model computes with, must be float, double, or one of quantized_weights.hpp, such as int8_weights
// names: shape
using session_type = tf::session<model, queries, float>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_packed_weights_for_numbers
// sentence: Numbers, what a model computes with, must be float, double, or one of quantized_weights.hpp, such as int8_weights
// names: packed_weights
using session_type = tf::session<model, tf::packed_weights<model>, queries>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_number_for_numbers
// compiler: a number where a template takes a type
using session_type = tf::session<model, 32, queries>;
#elif WRONG_numbers_before_the_module
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: float
using session_type = tf::session<float, model, queries>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_weights_for_a_module
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: weights
using session_type = tf::session<tf::weights<model>, float, queries>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_packed_weights_for_a_module
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: packed_weights
using session_type = tf::session<tf::packed_weights<model>, float, queries>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_pointer_to_a_module
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: linear
using session_type = tf::session<model*, float, queries>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_reference_to_a_module
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: linear
using session_type = tf::session<model&, float, queries>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Model>& x) { session(x); }
#elif WRONG_value_of_a_module
// compiler: a value where a template takes a type
using session_type = tf::session<model{}, float, queries>;
#elif WRONG_module_template_without_arguments
// compiler: a template without its arguments
using session_type = tf::session<tf::linear, float, queries>;
#elif WRONG_shape_of_another_width
// sentence: linear(x): the last axis of x must be the layer's In
// names: Inner, Model
using session_type = tf::session<model, float, tf::shape<Batch, Query, Inner>>;
void run(session_type& session, const tf::tensor<float, Batch, Query, Inner>& x) { session(x); }
#elif WRONG_session_without_arguments
// compiler: a template without its arguments
void run(tf::session<>& session) { session(1); }
#endif

#if RIGHT
void name(const tf::packed_weights<model>& packed, tf::kernels::threads& threads) {
  tf::session<model, float, queries> run{packed, threads};
  tf::session moved{std::move(run)};
}
#elif WRONG_session_whose_arguments_are_not_named
// sentence: the module must be named, which nothing else tells: weights<my_model> w, session<my_model, float, shape<Query, Model>> run{packed, threads}
// names: packed_weights
void name(const tf::packed_weights<model>& packed, tf::kernels::threads& threads) {
  tf::session run{packed, threads};
}
#elif WRONG_session_not_named_in_parentheses
// sentence: the module must be named, which nothing else tells: weights<my_model> w, session<my_model, float, shape<Query, Model>> run{packed, threads}
// names: packed_weights
void name(const tf::packed_weights<model>& packed, tf::kernels::threads& threads) {
  tf::session run(packed, threads);
  const tf::tensor<float, Batch, Query, Model> x(3);
  const auto y = run(x);
}
#elif WRONG_session_not_named_with_a_module
// sentence: the module must be named, which nothing else tells: weights<my_model> w, session<my_model, float, shape<Query, Model>> run{packed, threads}
// names: packed_weights
void name(const tf::packed_weights<model>& packed, tf::kernels::threads& threads) {
  tf::session run(model{}, packed, threads);
}
#elif WRONG_session_of_a_module_alone
// sentence: Numbers, what a model computes with, must be float, double, or one of quantized_weights.hpp, such as int8_weights
// names: left_out
void name(const tf::packed_weights<model>& packed, tf::kernels::threads& threads) {
  tf::session<model> run{packed, threads};
}
#endif

// What it is made with.
#if RIGHT
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session{packed, threads};
  (void)weights;
}
#elif WRONG_weights_that_are_not_packed
// sentence: session{weights, threads}: weights must be the packed_weights of the session's module and Numbers
// names: weights
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session{weights, threads};
}
#elif WRONG_weights_that_are_not_packed_in_parentheses
// sentence: session{weights, threads}: weights must be the packed_weights of the session's module and Numbers
// names: weights
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session(weights, threads);
}
#elif WRONG_packed_weights_of_another_module
// sentence: session{weights, threads}: weights must be the packed_weights of the session's module and Numbers
// names: Inner, Model
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  const tf::weights<other> others;
  const tf::packed_weights<other> of_other{others};
  tf::session<model, float, queries> session{of_other, threads};
}
#elif WRONG_packed_weights_of_other_numbers
// sentence: session{weights, threads}: weights must be the packed_weights of the session's module and Numbers
// names: double
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  const tf::weights<model, double> doubles;
  const tf::packed_weights<model, double> of_doubles{doubles};
  tf::session<model, float, queries> session{of_doubles, threads};
}
#elif WRONG_quantized_weights_of_a_session_of_float
// sentence: session{weights, threads}: weights must be the packed_weights of the session's module and Numbers
// names: float
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  const tf::packed_weights<model, tf::bf16_weights> quantized{weights};
  tf::session<model, float, queries> session{quantized, threads};
}
#elif WRONG_temporary_packed_weights
// sentence: session{weights, threads}: both must outlive the session, which a temporary does not
// names: packed_weights
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session{tf::packed_weights<model>{weights}, threads};
}
#elif WRONG_temporary_threads
// sentence: session{weights, threads}: both must outlive the session, which a temporary does not
// names: threads
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session{packed, tf::kernels::threads{2}};
}
#elif WRONG_number_of_threads
// sentence: session{weights, threads}: threads must be a variable, `tf::kernels::threads threads{2};`
// names: int
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session{packed, 2};
}
#elif WRONG_no_threads
// sentence: session{weights, threads}: it is made with packed_weights and kernels::threads
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session{packed};
}
#elif WRONG_neither_weights_nor_threads
// sentence: session{weights, threads}: it is made with packed_weights and kernels::threads
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session;
}
#elif WRONG_empty_braces
// sentence: session{weights, threads}: it is made with packed_weights and kernels::threads
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session{};
}
#elif WRONG_arguments_swapped
// sentence: session{weights, threads}: weights must be the packed_weights of the session's module and Numbers
// names: threads
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session{threads, packed};
}
#elif WRONG_input_as_a_third_argument
// sentence: session{weights, threads}: it is made with packed_weights and kernels::threads
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session{packed, threads, queries{}};
}
#elif WRONG_threads_alone
// sentence: session{weights, threads}: it is made with packed_weights and kernels::threads
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session{threads};
}
#elif WRONG_model_for_weights
// sentence: session{weights, threads}: weights must be the packed_weights of the session's module and Numbers
// names: linear
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session{tf::model<model>, threads};
}
#elif WRONG_pointer_to_packed_weights
// sentence: session{weights, threads}: weights must be the packed_weights of the session's module and Numbers
// names: packed_weights
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session{&packed, threads};
}
#elif WRONG_pointer_to_threads
// sentence: session{weights, threads}: threads must be a variable, `tf::kernels::threads threads{2};`
// names: threads
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session{packed, &threads};
}
#elif WRONG_block_of_weights
// sentence: session{weights, threads}: weights must be the packed_weights of the session's module and Numbers
// names: span
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session{weights.block(), threads};
}
#elif WRONG_path_for_weights
// sentence: session{weights, threads}: weights must be the packed_weights of the session's module and Numbers
// names: char
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::session<model, float, queries> session{"weights.safetensors", threads};
}
#elif WRONG_const_threads
// sentence: session{weights, threads}: threads must be a variable, `tf::kernels::threads threads{2};`
// names: threads
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  const tf::kernels::threads two{2};
  tf::session<model, float, queries> session{packed, two};
}
#elif WRONG_moved_weights
// sentence: session{weights, threads}: both must outlive the session, which a temporary does not
// names: packed_weights
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  tf::packed_weights<model> mine{weights};
  tf::session<model, float, queries> session{std::move(mine), threads};
}
#elif WRONG_unique_session_without_weights
// sentence: session{weights, threads}: it is made with packed_weights and kernels::threads
void make(const tf::packed_weights<model>& packed, const tf::weights<model>& weights, tf::kernels::threads& threads) {
  const auto session = std::make_unique<tf::session<model, float, queries>>();
}
#endif

// Weights and packed weights.
#if RIGHT
void pack() {
  const tf::weights<model> weights;
  const tf::packed_weights<model> packed{weights};
}
#elif WRONG_packed_weights_of_nothing
// sentence: packed_weights(weights): it packs weights of the same module, of the same type of elements
void pack() {
  const tf::packed_weights<model> packed;
}
#elif WRONG_packed_weights_from_weights_of_another_module
// sentence: packed_weights(weights): it packs weights of the same module, of the same type of elements
// names: Inner, Model
void pack() {
  const tf::weights<other> weights;
  const tf::packed_weights<model> packed{weights};
}
#elif WRONG_packed_weights_from_doubles
// sentence: packed_weights(weights): it packs weights of the same module, of the same type of elements
// names: double
void pack() {
  const tf::weights<model, double> weights;
  const tf::packed_weights<model> packed{weights};
}
#elif WRONG_packed_weights_from_the_model
// sentence: packed_weights(weights): it packs weights of the same module, of the same type of elements
// names: linear
void pack() {
  const tf::packed_weights<model> packed{tf::model<model>};
}
#elif WRONG_packed_weights_of_int
// sentence: Numbers, what a model computes with, must be float, double, or one of quantized_weights.hpp, such as int8_weights
// names: int
void pack() {
  const tf::weights<model> weights;
  const tf::packed_weights<model, int> packed{weights};
}
#elif WRONG_weights_of_a_shape_of_elements
// sentence: weights<M, T>: T must be float or double
void pack() {
  const tf::weights<model, queries> weights;
}
#elif WRONG_weights_of_int
// sentence: weights<M, T>: T must be float or double
// names: int
void pack() {
  const tf::weights<model, int> weights;
}
#endif

// Weights that were not loaded: of what is made with them nothing more is said.
#if RIGHT
void load() {
  const tf::weights<model> weights = tf::load<model>("weights.safetensors");
  const tf::packed_weights<model> packed{weights};
  const tf::packed_weights<model, tf::int8_weights> quantized{weights};
}
#elif WRONG_packed_weights_of_bytes
// sentence: Numbers, what a model computes with, must be float, double, or one of quantized_weights.hpp, such as int8_weights
// names: signed char
std::size_t load(const tf::weights<model>& weights, tf::kernels::threads& threads) {
  const tf::packed_weights<model, std::int8_t> quantized{weights};
  tf::session<model, float, queries> run{quantized, threads};
  return quantized.bytes;
}
#elif WRONG_packed_weights_of_a_file_of_no_model
// sentence: load<M>(path): M, the model, must be named by its type: load<my_model>(path)
// names: left_out
void load() {
  const tf::packed_weights<model> packed{tf::load("weights.safetensors")};
}
#elif WRONG_quantized_weights_of_a_file_of_no_model
// sentence: load<M>(path): M, the model, must be named by its type: load<my_model>(path)
// names: left_out
void load() {
  const auto weights = tf::load("weights.safetensors");
  const tf::packed_weights<model, tf::int8_weights> quantized{weights};
}
#elif WRONG_weights_from_a_file_of_no_model
// sentence: load<M>(path): M, the model, must be named by its type: load<my_model>(path)
// names: left_out
void load() {
  const tf::weights<model> weights = tf::load("weights.safetensors");
}
#elif WRONG_weights_of_no_model_saved
// sentence: load<M>(path): M, the model, must be named by its type: load<my_model>(path)
// names: left_out
void load() {
  const auto weights = tf::load("weights.safetensors");
  tf::save("copy.safetensors", weights);
}
#elif WRONG_packed_weights_of_a_file_of_a_shape
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: shape
void load() {
  const auto weights = tf::load<queries>("weights.safetensors");
  const tf::packed_weights<model> packed{weights};
}
#endif

// Weights without template arguments.
#if RIGHT
void pack_named() {
  tf::weights<model> weights;
  tf::weights moved{std::move(weights)};
  const tf::packed_weights packed{moved};
}
#elif WRONG_weights_without_template_arguments
// sentence: the module must be named, which nothing else tells: weights<my_model> w, session<my_model, float, shape<Query, Model>> run{packed, threads}
void pack_named() {
  tf::weights weights;
  weights.block()[0] = 1;
  const tf::packed_weights<model> packed{weights};
}
#elif WRONG_weights_of_a_module_as_an_argument
// sentence: the module must be named, which nothing else tells: weights<my_model> w, session<my_model, float, shape<Query, Model>> run{packed, threads}
// names: linear
void pack_named() {
  tf::weights weights{model{}};
}
#endif

// A list of parameters.
#if RIGHT
auto list() { return tf::parameters_of<model>(); }
#elif WRONG_parameters_of_weights
// sentence: parameters_of<M>(): M, the model, must be named by its type: parameters_of<my_model>()
// names: linear
auto list() { return tf::parameters_of(tf::weights<model>{}); }
#elif WRONG_parameters_of_no_model
// sentence: parameters_of<M>(): M, the model, must be named by its type: parameters_of<my_model>()
auto list() { return tf::parameters_of(); }
#endif
