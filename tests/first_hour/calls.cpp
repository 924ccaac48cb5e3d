// Calls of a session: what it is given, and what is made of what it returns.
#include <array>
#include <cstdint>
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
using queries = tf::shape<Batch, Query, Model>;
using keys = tf::shape<Batch, Key, Model>;
using map_session = tf::session<tf::linear<Model, Inner>, float, queries>;
using embedding_session = tf::session<tf::embedding<Letters, Model>, float, tf::tokens<Letters, Batch, Query>>;

struct scores {
  using map_type = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(scores, (map_type, map));
  constexpr auto operator()(const tf::expression auto& q, const tf::expression auto& k) const {
    return map(q) * tf::transpose(k);
  }
};
using scores_session = tf::session<scores, float, queries, keys>;

// One input.
#if RIGHT
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  const auto y = run(x);
}
#elif WRONG_no_argument
// sentence: session(x...): there must be one argument for each input
// names: Query, Model
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  const auto y = run();
}
#elif WRONG_two_arguments
// sentence: session(x...): there must be one argument for each input
// names: Query, Model
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  const auto y = run(x, x);
}
#elif WRONG_result_as_a_second_argument
// sentence: session(x...): there must be one argument for each input
// names: Query, Model
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  tf::tensor<float, Batch, Query, Inner> y(5);
  run(x, y);
}
#elif WRONG_result_of_a_refused_formula
// sentence: x > y: greater(x, y) compares elements, and where(condition, x, y) chooses
// names: Model
struct positive {
  using map_type = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(positive, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return map(x) > 0; }
};
float call(tf::session<positive, float, queries>& run, const tf::tensor<float, Batch, Query, Model>& x) {
  const auto y = run(x);
  const float first = y.data[0];
  return first + y.data[1];
}
#elif WRONG_doubles
// sentence: session(x...): each argument must have the type and the axes of its input
// names: double
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  tf::tensor<double, Batch, Query, Model> z(5);
  const auto y = run(z);
}
#elif WRONG_ints
// sentence: session(x...): each argument must have the type and the axes of its input
// names: int
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  tf::tensor<int, Batch, Query, Model> z(5);
  const auto y = run(z);
}
#elif WRONG_axes_exchanged
// sentence: session(x...): each argument must have the type and the axes of its input
// names: Query, Model
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  tf::tensor<float, Query, Batch, Model> z(5);
  const auto y = run(z);
}
#elif WRONG_another_width
// sentence: session(x...): each argument must have the type and the axes of its input
// names: Inner
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  tf::tensor<float, Batch, Query, Inner> z(5);
  const auto y = run(z);
}
#elif WRONG_another_sequence
// sentence: session(x...): each argument must have the type and the axes of its input
// names: Key
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  tf::tensor<float, Batch, Key, Model> z(5);
  const auto y = run(z);
}
#elif WRONG_batch_forgotten
// sentence: session(x...): each argument must have the type and the axes of its input
// names: Query, Model
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  tf::tensor<float, Query, Model> z(5);
  const auto y = run(z);
}
#elif WRONG_vector
// sentence: session(x...): each argument must have the type and the axes of its input
// names: vector
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  const auto y = run(numbers);
}
#elif WRONG_span
// sentence: session(x...): each argument must have the type and the axes of its input
// names: span
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  const auto y = run(std::span<const float>(numbers));
}
#elif WRONG_pointer
// sentence: session(x...): each argument must have the type and the axes of its input
// names: float
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  const auto y = run(numbers.data());
}
#elif WRONG_elements_of_a_tensor
// sentence: session(x...): each argument must have the type and the axes of its input
// names: span
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  const auto y = run(x.elements());
}
#elif WRONG_pointer_to_a_tensor
// sentence: session(x...): each argument must have the type and the axes of its input
// names: tensor
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  const auto y = run(&x);
}
#elif WRONG_shape
// sentence: session(x...): each argument must have the type and the axes of its input
// names: shape
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  const auto y = run(queries{});
}
#elif WRONG_number
// sentence: session(x...): each argument must have the type and the axes of its input
// names: int
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  const auto y = run(5);
}
#elif WRONG_string
// sentence: session(x...): each argument must have the type and the axes of its input
// names: char
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  const auto y = run("typeformer");
}
#elif WRONG_vector_of_tensors
// sentence: session(x...): each argument must have the type and the axes of its input
// names: vector
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  const std::vector<tf::tensor<float, Batch, Query, Model>> z{x};
  const auto y = run(z);
}
#elif WRONG_pointer_and_extent
// sentence: session(x...): there must be one argument for each input
// names: Query
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  const auto y = run(numbers.data(), 5);
}
#elif WRONG_tokens_of_a_model_of_numbers
// sentence: session(x...): each argument must have the type and the axes of its input
// names: tokens
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  tf::tokens<Letters, Batch, Query> z(5);
  const auto y = run(z);
}
#elif WRONG_list_in_braces
// compiler: a list in braces has no type
void call(map_session& run, const tf::tensor<float, Batch, Query, Model>& x, std::vector<float>& numbers) {
  const auto y = run({1.0f, 2.0f});
}
#endif

// Two inputs.
#if RIGHT
void score(scores_session& run, const tf::tensor<float, Batch, Query, Model>& q, const tf::tensor<float, Batch, Key, Model>& k) {
  const auto y = run(q, k);
}
#elif WRONG_inputs_swapped
// sentence: session(x...): each argument must have the type and the axes of its input
// names: Query, Key
void score(scores_session& run, const tf::tensor<float, Batch, Query, Model>& q, const tf::tensor<float, Batch, Key, Model>& k) {
  const auto y = run(k, q);
}
#elif WRONG_first_input_twice
// sentence: session(x...): each argument must have the type and the axes of its input
// names: Query, Key
void score(scores_session& run, const tf::tensor<float, Batch, Query, Model>& q, const tf::tensor<float, Batch, Key, Model>& k) {
  const auto y = run(q, q);
}
#elif WRONG_second_input_forgotten
// sentence: session(x...): there must be one argument for each input
// names: Query, Key
void score(scores_session& run, const tf::tensor<float, Batch, Query, Model>& q, const tf::tensor<float, Batch, Key, Model>& k) {
  const auto y = run(q);
}
#elif WRONG_three_inputs
// sentence: session(x...): there must be one argument for each input
// names: Query, Key
void score(scores_session& run, const tf::tensor<float, Batch, Query, Model>& q, const tf::tensor<float, Batch, Key, Model>& k) {
  const auto y = run(q, k, k);
}
#elif WRONG_inputs_as_a_tuple
// sentence: session(x...): there must be one argument for each input
// names: Query, Key
void score(scores_session& run, const tf::tensor<float, Batch, Query, Model>& q, const tf::tensor<float, Batch, Key, Model>& k) {
  const auto y = run(std::tuple{q, k});
}
#elif WRONG_number_beside_an_input
// sentence: session(x...): each argument must have the type and the axes of its input
// names: int
void score(scores_session& run, const tf::tensor<float, Batch, Query, Model>& q, const tf::tensor<float, Batch, Key, Model>& k) {
  const auto y = run(q, 5);
}
#endif

// Tokens.
#if RIGHT
void embed(embedding_session& run, const tf::tokens<Letters, Batch, Query>& word) {
  const auto y = run(word);
}
#elif WRONG_vector_of_tokens
// sentence: session(x...): each argument must have the type and the axes of its input
// names: vector
void embed(embedding_session& run, const tf::tokens<Letters, Batch, Query>& word) {
  std::vector<std::int32_t> letters{1, 2, 3};
  const auto y = run(letters);
}
#elif WRONG_span_of_tokens
// sentence: session(x...): each argument must have the type and the axes of its input
// names: span
void embed(embedding_session& run, const tf::tokens<Letters, Batch, Query>& word) {
  const auto y = run(word.elements());
}
#elif WRONG_tokens_of_another_vocabulary
// sentence: session(x...): each argument must have the type and the axes of its input
// names: Letters, Sounds
void embed(embedding_session& run, const tf::tokens<Letters, Batch, Query>& word) {
  tf::tokens<Sounds, Batch, Query> sounds(5);
  const auto y = run(sounds);
}
#elif WRONG_tokens_of_other_axes
// sentence: session(x...): each argument must have the type and the axes of its input
// names: Query
void embed(embedding_session& run, const tf::tokens<Letters, Batch, Query>& word) {
  tf::tokens<Letters, Query> letters(5);
  const auto y = run(letters);
}
#elif WRONG_tensor_for_tokens
// sentence: session(x...): each argument must have the type and the axes of its input
// names: tensor
void embed(embedding_session& run, const tf::tokens<Letters, Batch, Query>& word) {
  tf::tensor<std::int32_t, Batch, Query> letters(5);
  const auto y = run(letters);
}
#elif WRONG_labels_for_tokens
// sentence: session(x...): each argument must have the type and the axes of its input
// names: labels
void embed(embedding_session& run, const tf::tokens<Letters, Batch, Query>& word) {
  tf::labels<Letters, Batch, Query> letters(5);
  const auto y = run(letters);
}
#elif WRONG_word_for_tokens
// sentence: session(x...): each argument must have the type and the axes of its input
// names: basic_string
void embed(embedding_session& run, const tf::tokens<Letters, Batch, Query>& word) {
  const auto y = run(std::string("typeformer"));
}
#elif WRONG_one_token
// sentence: session(x...): each argument must have the type and the axes of its input
// names: int
void embed(embedding_session& run, const tf::tokens<Letters, Batch, Query>& word) {
  const auto y = run(5);
}
#endif

// Sessions that cannot be called, and results.
#if RIGHT
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  const tf::tensor<float, Batch, Query, Inner> y(run(x));
}
#elif WRONG_temporary_session
// sentence: session{...}(x): the session must outlive what it returns, which is a view of its memory
// names: session
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  const auto y = map_session{packed, threads}(x);
}
#elif WRONG_const_session
// sentence: session(x...): the session must not be const: a call uses its memory
// names: session
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  const map_session constant{packed, threads};
  const auto y = constant(x);
}
#elif WRONG_result_for_a_tensor
// sentence: tensor y(view): the view must have the tensor's elements and axes; y = view does not copy
// names: tensor
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  const tf::tensor<float, Batch, Query, Inner> y = run(x);
}
#elif WRONG_result_for_a_tensor_of_other_axes
// sentence: tensor y(view): the view must have the tensor's elements and axes; y = view does not copy
// names: Inner, Model
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  const tf::tensor<float, Batch, Query, Model> y(run(x));
}
#elif WRONG_result_assigned_to_a_tensor
// sentence: tensor y(view): the view must have the tensor's elements and axes; y = view does not copy
// names: tensor
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  tf::tensor<float, Batch, Query, Inner> y(5);
  y = run(x);
}
#elif WRONG_result_for_a_number
// compiler: a view is no number
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  const float y = run(x);
}
#elif WRONG_result_for_a_vector
// compiler: a view is no vector
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  const std::vector<float> y = run(x);
}
#elif WRONG_result_for_a_view_of_other_axes
// compiler: a view of other axes
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  const tf::view<const float, queries> y = run(x);
}
#elif WRONG_result_in_brackets
// sentence: x[i]: an element is x(i, j, ...), with an index for each axis
// names: int
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  const float y = run(x)[0];
}
#elif WRONG_result_with_one_index
// sentence: x(i, j, ...): there must be one index for each axis
// names: Query, Inner
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  const float y = run(x)(0);
}
#elif WRONG_result_in_a_formula
// sentence: a tensor or a view is no part of a formula: give it to a session, which runs a module's formula on it
// names: view
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  const auto y = run(x) * 2;
}
#elif WRONG_result_written_to
// compiler: a result is read only
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  run(x)(0, 0, 0) = 1;
}
#elif WRONG_session_called_by_name
// compiler: a name that nothing has
// names: forward
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  const auto y = run.forward(x);
}
#elif WRONG_session_that_is_not_made
// sentence: session{weights, threads}: it is made with packed_weights and kernels::threads
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  const auto y = map_session(x);
}
#elif WRONG_module_called_with_a_tensor
// sentence: linear(x): x must be an expression; a tensor is given to a session, which hands the model a value
void result(map_session& run, const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads,
            const tf::tensor<float, Batch, Query, Model>& x) {
  const auto y = tf::model<tf::linear<Model, Inner>>(x);
}
#endif

// What is given was refused already: an axis that is none, an alias, an element that no tensor has.
#if RIGHT
void call_with(map_session& run, const tf::tensor<float, Batch, Query, Model>& x) { run(x); }
#elif WRONG_tensor_of_no_axis
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
void call_with(map_session& run, const tf::tensor<float, Batch, Query, int>& x) { run(x); }
#elif WRONG_tensor_of_an_alias
// sentence: an axis must be a struct of its own, `struct Width : tf::axis<"d", 64> {};`: an alias is the same type as each other of this name and extent
using Alias = tf::axis<"d_model", 64>;
void call_with(map_session& run, const tf::tensor<float, Batch, Query, Alias>& x) { run(x); }
#elif WRONG_tensor_without_an_element
// sentence: an element's type is expected first: float, or double
// names: Batch
void call_with(map_session& run, const tf::tensor<Batch, Query, Model>& x) { run(x); }
#elif WRONG_view_of_no_axis
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
void call_with(map_session& run, tf::view<float, tf::shape<Batch, Query, int>> x) { run(x); }
#elif WRONG_element_of_a_tensor_of_no_axis
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
float call_with(map_session&, const tf::tensor<float, Query, int>& x) { return x(1, 2); }
#endif

#if RIGHT
void call_with_tokens(embedding_session& run, const tf::tokens<Letters, Batch, Query>& x) { run(x); }
#elif WRONG_tokens_of_no_vocabulary
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
void call_with_tokens(embedding_session& run, const tf::tokens<int, Batch, Query>& x) { run(x); }
#endif

// An input of the session was refused.
#if RIGHT
void call_of(tf::session<tf::linear<Model, Inner>, float, queries>& run, const tf::tensor<float, Batch, Query, Model>& x) {
  run(x);
}
#elif WRONG_input_of_no_axis
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
void call_of(tf::session<tf::linear<Model, Inner>, float, tf::shape<Batch, Query, int>>& run,
             const tf::tensor<float, Batch, Query, Model>& x) {
  run(x);
}
#endif
