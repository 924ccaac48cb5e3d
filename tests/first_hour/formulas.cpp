// Formulas: operators, operands and calls that they do not have.
#include <cmath>
#include <functional>
#include <iostream>
#include <vector>

#include <boost/hana/define_struct.hpp>

#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

template <class... A>
using input = tf::value<tf::tracing<tf::totals>, tf::shape<A...>>;

struct Batch : tf::axis<"B", 4> {};
struct Head : tf::axis<"h", 4> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Width : tf::axis<"d", 16> {};
struct Model : tf::axis<"d_model", 64> {};
struct Inner : tf::axis<"d_ff", 64> {};
struct Part : tf::axis<"part", 4> {};
struct Window : tf::axis<"k", 3> {};
struct Words : tf::axis<"words", 30> {};

// Numbers.
#if RIGHT
void numbers(input<Query, Model> x, tf::vector<Model> b) {
  let(x * 0.5 + 1 - x / 2 + 3 * x - 1.f / x + (1 - x) / std::sqrt(64.) - b);
  let(-x);
  let(+x);
}
#elif WRONG_power
// sentence: x ^ y: formulas have no powers but square(x), sqrt(x), exp(y * log(x))
// names: Query, Model, int
void numbers(input<Query, Model> x) { let(x ^ 2); }
#elif WRONG_remainder
// sentence: x % y: formulas have no remainder
// names: Query, Model, int
void numbers(input<Query, Model> x) { let(x % 2); }
#elif WRONG_shift
// sentence: x << y: a value in a formula is not printed or shifted; a session's result has numbers to print
// names: Query, Model, int
void numbers(input<Query, Model> x) { let(x << 1); }
#elif WRONG_text_for_a_number
// sentence: x + y, x * y, ...: operands of a formula are its values, parameters and numbers; a tensor is given to a session, which hands the model a value
// names: char
void numbers(input<Query, Model> x) { let(x * "0.5"); }
#elif WRONG_array_of_numbers
// sentence: x + y, x * y, ...: operands of a formula are its values, parameters and numbers; a tensor is given to a session, which hands the model a value
// names: vector
void numbers(input<Query, Model> x, const std::vector<float>& b) { let(x + b); }
#elif WRONG_pointer_to_numbers
// sentence: x + y, x * y, ...: operands of a formula are its values, parameters and numbers; a tensor is given to a session, which hands the model a value
// names: float
void numbers(input<Query, Model> x, const float* b) { let(x + b); }
#elif WRONG_axis_for_a_number
// sentence: x + y, x * y, ...: operands of a formula are its values, parameters and numbers; a tensor is given to a session, which hands the model a value
// names: Model
void numbers(input<Query, Model> x) { let(x * Model{}); }
#elif WRONG_root_added
// sentence: x + y, x * y, ...: operands of a formula are its values, parameters and numbers; a tensor is given to a session, which hands the model a value
// names: Width
void numbers(input<Query, Width> x) { let(x + tf::root<Width>); }
#elif WRONG_type_for_a_number
// compiler: a type where an expression is expected
auto numbers(input<Query, Model> x) { return x * Model; }
#elif WRONG_root_of_a_type_in_parentheses
// compiler: a type where an expression is expected
auto numbers(input<Query, Width> x) { return x / tf::root(Width); }
#elif WRONG_sqrt_of_another_library
// compiler: a function of another library
// names: sqrt
auto numbers(input<Query, Model> x) { return std::sqrt(x); }
#elif WRONG_exp_of_another_library
// compiler: a function of another library
// names: exp
auto numbers(input<Query, Model> x) { return std::exp(x); }
#elif WRONG_max_of_another_library
// sentence: x < y: greater(y, x) compares elements, and where(condition, x, y) chooses
// names: Query, Model
void numbers(input<Query, Model> x, input<Query, Model> y) { let(std::max(x, y)); }
#elif WRONG_pow_of_another_library
// compiler: a function of another library
// names: pow
auto numbers(input<Query, Model> x) { return std::pow(x, 2); }
#elif WRONG_printed
// sentence: x << y: a value in a formula is not printed or shifted; a session's result has numbers to print
// names: Query, Model
void numbers(input<Query, Model> x) { std::cout << x; }
#elif WRONG_printed_node
// sentence: x << y: a value in a formula is not printed or shifted; a session's result has numbers to print
// names: Query, Model
void numbers(input<Query, Model> x) { std::cout << x + x << '\n'; }
#endif

// Operators.
#if RIGHT
void changed(input<Query, Model> x, input<Query, Model> y) { let(x + y); }
#elif WRONG_added_in_place
// sentence: x += y: a formula changes no value; name another, const auto z = x + y
// names: Query, Model
void changed(input<Query, Model> x, input<Query, Model> y) { x += y; }
#elif WRONG_scaled_in_place
// sentence: x *= y: a formula changes no value; name another, const auto z = x * y
// names: Query, Model
void changed(input<Query, Model> x) { x *= 0.5; }
#elif WRONG_divided_in_place
// sentence: x /= y: a formula changes no value; name another, const auto z = x / y
// names: Query, Width
void changed(input<Query, Width> x) { x /= tf::root<Width>; }
#elif WRONG_subtracted_in_place
// sentence: x -= y: a formula changes no value; name another, const auto z = x - y
// names: Query, Model
void changed(input<Query, Model> x, input<Query, Model> y) { x -= y; }
#elif WRONG_increment
// sentence: ++x: a formula changes no value; name another, const auto y = x + 1
// names: Query, Model
void changed(input<Query, Model> x) { ++x; }
#elif WRONG_divided_by_a_value
// sentence: x / y: divide(x, y) divides element by element
// names: Query, Model
void changed(input<Query, Model> x, input<Query, Model> y) { let(x / y); }
#elif WRONG_divided_by_a_vector
// sentence: x / y: divide(x, y) divides element by element
// names: Model
void changed(input<Query, Model> x, tf::vector<Model> b) { let(x / b); }
#elif WRONG_product_of_elements
// sentence: x * y: the last axis of x must be the axis before last of y
// names: Model, Query
void changed(input<Query, Model> x, input<Query, Model> y) { let(x * y); }
#elif WRONG_operator_of_another_language
// compiler: a character that C++ does not have
auto changed(input<Query, Model> x, input<Query, Model> y) { return x @ y; }
#elif WRONG_assigned_result
// sentence: x = y: a value of a formula keeps its type: name another, const auto z = let(y)
void changed(input<Query, Model> x, input<Query, Model> y) { x = x + y; }
#elif WRONG_assigned_expression
// sentence: x = y: a value of a formula keeps its type: name another, const auto z = let(y)
void changed(input<Query, Model> x, input<Query, Model> y) {
  auto sum = x + y;
  sum = relu(sum);
}
#endif

// Nothing, a function or several values where one is wanted.
#if RIGHT
void one_by_one(input<Query, Model> x) {
  const auto [a, b] = tf::let(x + x, relu(x));
  let(relu(a) + b);
}
#elif WRONG_value_of_nothing
// sentence: let(x): it takes expressions, whose values it makes; a module is called first, f(x)
void one_by_one(input<Query, Model> x) { let(x + tf::let()); }
#elif WRONG_value_of_a_function
// sentence: let(x): it takes expressions, whose values it makes; a module is called first, f(x)
void one_by_one(input<Query, Model> x) { let(relu(tf::let([&] { return relu(x); }))); }
#elif WRONG_two_values_as_one
// sentence: relu(x): it takes one argument, an expression; a module is called first, f(x)
void one_by_one(input<Query, Model> x) {
  const auto both = tf::let(x + x, relu(x));
  let(relu(both));
}
#elif WRONG_function_of_a_module
// sentence: relu(x): it takes one argument, an expression; a module is called first, f(x)
void one_by_one(input<Query, Model> x) { let(tf::relu(tf::linear<Model, Model>{})(x)); }
#endif

// Comparisons and choices.
#if RIGHT
void chosen(input<Query, Model> x, input<Query, Model> y) { let(where(greater(x, 0), x, y)); }
#elif WRONG_equal
// sentence: x == y: equal(x, y) compares elements, and where(condition, x, y) chooses
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) { let(where(x == y, x, y)); }
#elif WRONG_not_equal
// sentence: x != y: 1 - equal(x, y) compares elements, and where(condition, x, y) chooses
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) { let(where(x != y, x, y)); }
#elif WRONG_less
// sentence: x < y: greater(y, x) compares elements, and where(condition, x, y) chooses
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) { let(where(x < y, x, y)); }
#elif WRONG_greater_than_a_number
// sentence: x > y: greater(x, y) compares elements, and where(condition, x, y) chooses
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) { let(where(x > 0, x, y)); }
#elif WRONG_question_mark
// sentence: x > y: greater(x, y) compares elements, and where(condition, x, y) chooses
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) { let(x > 0 ? x : y); }
#elif WRONG_question_mark_of_a_value
// sentence: if (x), x ? y : z: a formula is not true or false; where(x, y, z) chooses element by element
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) { let(x ? x : y); }
#elif WRONG_if_of_a_value
// sentence: if (x), x ? y : z: a formula is not true or false; where(x, y, z) chooses element by element
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) {
  if (x) let(y);
}
#elif WRONG_if_of_a_comparison
// sentence: x < y: greater(y, x) compares elements, and where(condition, x, y) chooses
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) {
  if (x < y) let(y);
}
#elif WRONG_if_of_a_node
// sentence: if (x), x ? y : z: a formula is not true or false; where(x, y, z) chooses element by element
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) {
  if (greater(x, y)) let(y);
}
#elif WRONG_not
// sentence: !x: of values that are 0 and 1, 1 - x
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) { let(where(!x, x, y)); }
#elif WRONG_and
// sentence: x && y: of values that are 0 and 1, hadamard(x, y)
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) { let(where(x && y, x, y)); }
#elif WRONG_or
// sentence: x || y: of values that are 0 and 1, maximum(x, y)
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) { let(where(greater(x, 0) || greater(y, 0), x, y)); }
#elif WRONG_where_of_two
// sentence: where(condition, x, y): the condition must be a mask or an expression such as greater(x, y), and x and y expressions or numbers
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) { let(where(greater(x, 0), x)); }
#elif WRONG_hadamard_of_one
// sentence: hadamard(x, y): it takes two arguments, expressions, vectors or numbers
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) { let(hadamard(x)); }
#elif WRONG_hadamard_of_three
// sentence: hadamard(x, y): it takes two arguments, expressions, vectors or numbers
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) { let(hadamard(x, y, x)); }
#elif WRONG_divide_by_a_tensor
// sentence: divide(x, y): it takes two arguments, expressions, vectors or numbers
// names: tensor
void chosen(input<Query, Model> x, const tf::tensor<float, Query, Model>& y) { let(divide(x, y)); }
#elif WRONG_max_of_two_values
// sentence: max<A...>(x): x must be an expression, and A... axes, named by their types; of two values, maximum(x, y)
// names: Query, Model
void chosen(input<Query, Model> x, input<Query, Model> y) { let(max(x, y)); }
#elif WRONG_clamp_without_bounds
// sentence: clamp(x, low, high): it takes an expression and two bounds
// names: Query, Model
void chosen(input<Query, Model> x) { let(clamp(x, 1)); }
#endif

// Modules are called.
#if RIGHT
void called(input<Query, Model> x, tf::layer_norm<Model> norm, tf::linear<Model, Model> map) { let(map(norm(x)) + x); }
#elif WRONG_module_added
// sentence: x + f, x * f, ...: f is a module, and a formula calls it: f(x)
// names: layer_norm
void called(input<Query, Model> x, tf::layer_norm<Model> norm) { let(x + norm); }
#elif WRONG_module_multiplied
// sentence: x + f, x * f, ...: f is a module, and a formula calls it: f(x)
// names: linear
void called(input<Query, Model> x, tf::linear<Model, Model> map) { let(x * map); }
#elif WRONG_attention_multiplied
// sentence: x + f, x * f, ...: f is a module, and a formula calls it: f(x)
// names: multi_head_attention
void called(input<Query, Model> v, tf::multi_head_attention<Head, Width, Model> attention) { let(attention * v); }
#elif WRONG_number_and_module
// sentence: x + f, x * f, ...: f is a module, and a formula calls it: f(x)
// names: linear
void called(input<Query, Model> x, tf::linear<Model, Model> map) { let((2 * map)(x)); }
#elif WRONG_modules_added
// sentence: x + f, x * f, ...: f is a module, and a formula calls it: f(x)
// names: linear
void called(input<Query, Model> x, tf::linear<Model, Model> map) { let((map + map)(x)); }
#elif WRONG_activation_of_a_module
// sentence: relu(x): it takes one argument, an expression; a module is called first, f(x)
// names: linear
void called(input<Query, Model> x, tf::linear<Model, Model> map) { let(relu(map) + x); }
#elif WRONG_activation_added
// compiler: a set of functions
auto called(input<Query, Model> x) { return tf::relu + x; }
#elif WRONG_activation_of_a_tensor
// sentence: relu(x): it takes one argument, an expression; a module is called first, f(x)
// names: tensor
void called(const tf::tensor<float, Query, Model>& x) { tf::relu(x); }
#elif WRONG_activation_of_a_number
// compiler: a number alone is of no formula
// names: relu
void called() { tf::relu(0.5); }
#elif WRONG_activation_of_two
// sentence: relu(x): it takes one argument, an expression; a module is called first, f(x)
// names: Query, Model
void called(input<Query, Model> x) { let(relu(x, 0.1)); }
#elif WRONG_softmax_of_a_module
// sentence: softmax(x), softmax<Axis>(x): x must be an expression, and Axis an axis, named by its type
// names: linear
void called(tf::linear<Model, Model> map) { tf::softmax(map); }
#elif WRONG_let_of_a_module
// sentence: let(x): it takes expressions, whose values it makes; a module is called first, f(x)
// names: linear
void called(tf::linear<Model, Model> map) { tf::let(map); }
#elif WRONG_let_of_a_tensor
// sentence: let(x): it takes expressions, whose values it makes; a module is called first, f(x)
// names: tensor
void called(const tf::tensor<float, Query, Model>& x) { tf::let(x); }
#elif WRONG_value_called
// sentence: x(y): a value is no function and has no elements: two are multiplied, x * y
// names: Query, Model
void called(input<Query, Model> x, input<Query, Model> y) { let(x(y)); }
#elif WRONG_value_with_index
// sentence: x[i]: a value in a formula has no elements to name; slice<Whole, Part>(x, i) cuts a part
// names: Query, Model
void called(input<Query, Model> x) { let(x[0]); }
#elif WRONG_node_with_index
// sentence: x[i]: a value in a formula has no elements to name; slice<Whole, Part>(x, i) cuts a part
// names: Query, Model
void called(input<Query, Model> x) { let((x + x)[0]); }
#elif WRONG_value_with_two_indices
// sentence: x(y): a value is no function and has no elements: two are multiplied, x * y
// names: Query, Model
void called(input<Query, Model> x) { let(x(0, 1)); }
#elif WRONG_member_transpose
// compiler: a member that a value does not have
// names: transpose
auto called(input<Query, Model> x) { return x.transpose(); }
#elif WRONG_member_of_a_node
// compiler: a member that an expression does not have
// names: relu
auto called(input<Query, Model> x) { return (x + x).relu(); }
#elif WRONG_parts_of_a_value
// compiler: a declaration of the language alone
auto called(input<Query, Model> x) { auto [a, b] = x; }
#endif

// Axes are named by their types.
#if RIGHT
void named(input<Query, Model> x) { let(tf::softmax<Query>(x) + tf::sum<Query>(x)); }
#elif WRONG_softmax_of_an_axis_behind
// sentence: softmax(x), softmax<Axis>(x): x must be an expression, and Axis an axis, named by its type
// names: Model
void named(input<Query, Model> x) { let(softmax(x, Model{})); }
#elif WRONG_softmax_of_a_type_behind
// compiler: a type where an expression is expected
auto named(input<Query, Model> x) { return tf::softmax(x, Model); }
#elif WRONG_softmax_of_a_number
// sentence: softmax(x), softmax<Axis>(x): x must be an expression, and Axis an axis, named by its type
// names: Query, Model
void named(input<Query, Model> x) { let(tf::softmax<1>(x)); }
#elif WRONG_softmax_of_minus_one
// sentence: softmax(x), softmax<Axis>(x): x must be an expression, and Axis an axis, named by its type
// names: int
void named(input<Query, Model> x) { let(softmax(x, -1)); }
#elif WRONG_softmax_of_int
// sentence: softmax(x), softmax<Axis>(x): x must be an expression, and Axis an axis, named by its type
// names: int
void named(input<Query, Model> x) { let(tf::softmax<int>(x)); }
#elif WRONG_softmax_of_two_axes
// sentence: softmax(x), softmax<Axis>(x): x must be an expression, and Axis an axis, named by its type
// names: Query, Model
void named(input<Query, Model> x) { let(tf::softmax<Query, Model>(x)); }
#elif WRONG_softmax_of_no_value
// compiler: a call of nothing has no types to be refused by
auto named() { return tf::softmax(); }
#elif WRONG_sum_of_a_number
// sentence: sum<A...>(x), sum<A>(x, mask): x must be an expression, and A... axes, named by their types
// names: Query, Model
void named(input<Query, Model> x) { let(tf::sum<0>(x)); }
#elif WRONG_sum_of_an_argument
// sentence: sum<A...>(x), sum<A>(x, mask): x must be an expression, and A... axes, named by their types
// names: Query, Model
void named(input<Query, Model> x) { let(tf::sum(x, 1)); }
#elif WRONG_sum_of_another_axis
// sentence: sum<A...>(x): each A must be exactly one of the axes of x
// names: Key
void named(input<Query, Model> x) { let(tf::sum<Key>(x)); }
#elif WRONG_sum_of_an_axis_twice
// sentence: sum<A...>(x): each A must be exactly one of the axes of x
// names: Query
void named(input<Query, Model> x) { let(tf::sum<Query, Query>(x)); }
#elif WRONG_mean_of_a_tensor
// sentence: mean<A...>(x), mean<A>(x, mask): x must be an expression, and A... axes, named by their types
// names: tensor
void named(const tf::tensor<float, Query, Model>& x) { tf::mean<Query>(x); }
#elif WRONG_mean_of_another_axis
// sentence: mean<A...>(x): each A must be exactly one of the axes of x
// names: Key
void named(input<Query, Model> x) { let(tf::mean<Key>(x)); }
#elif WRONG_max_of_a_number
// sentence: max<A...>(x): x must be an expression, and A... axes, named by their types; of two values, maximum(x, y)
// names: Query, Model
void named(input<Query, Model> x) { let(tf::max<1>(x)); }
#elif WRONG_norm_without_an_epsilon
// sentence: normalize<A, Epsilon>(x): x must be an expression, A its last axis, and Epsilon such as inside_root<>
// names: Query, Model
void named(input<Query, Model> x) { let(tf::normalize<Model>(x)); }
#elif WRONG_dropout_without_a_rate
// sentence: drop<Rate>(x): x must be an expression, and Rate a type, std::ratio<1, 10>
// names: Query, Model
void named(input<Query, Model> x) { let(tf::drop(x)); }
#elif WRONG_dropout_of_a_number
// sentence: drop<Rate>(x): x must be an expression, and Rate a type, std::ratio<1, 10>
// names: Query, Model
void named(input<Query, Model> x) { let(tf::drop<1>(x)); }
#elif WRONG_number_of_a_value
// compiler: a conversion to a number, which std functions would ambiguously take
// names: float
float named(input<Query, Model> x) { return x; }
#elif WRONG_argmax_of_a_type_that_is_no_axis
// sentence: argmax<A>(x): x must be an expression, and A an axis, named by its type
// names: float
void named(input<Query, Model> x) { let(tf::argmax<float>(x)); }
#endif

// Moved and put together.
#if RIGHT
void moved(input<Query, Model> x, input<Query, Inner> y) {
  let(transpose(x));
  let(tf::permute<Model, Query>(x));
  let(concatenate(x, y));
}
#elif WRONG_transpose_of_axes
// sentence: transpose(x): it takes one argument, an expression or a table, and exchanges its last two axes; permute<A...>(x) moves others
// names: Query, Model
void moved(input<Query, Model> x) { let(tf::transpose<Query, Model>(x)); }
#elif WRONG_transpose_of_numbers
// sentence: transpose(x): it takes one argument, an expression or a table, and exchanges its last two axes; permute<A...>(x) moves others
// names: Query, Model
void moved(input<Query, Model> x) { let(transpose(x, 0, 1)); }
#elif WRONG_transpose_of_a_weight
// sentence: transpose(w): a table can be transposed; a weight is declared as it is multiplied, weight<In, Out>
// names: Model, Inner
void moved(input<Query, Inner> x, tf::weight<Model, Inner> w) { let(x * transpose(w)); }
#elif WRONG_concatenate_of_three
// sentence: concatenate(x, y): it takes two expressions, one after the other along the last axis; for more, concat<direct_sum<A, B, C>>(x, y, z)
// names: Model, Inner
void moved(input<Query, Model> x, input<Query, Inner> y) { let(concatenate(x, y, x)); }
#elif WRONG_concatenate_of_one
// sentence: concatenate(x, y): it takes two expressions, one after the other along the last axis; for more, concat<direct_sum<A, B, C>>(x, y, z)
// names: Model
void moved(input<Query, Model> x) { let(concatenate(x)); }
#elif WRONG_concatenate_of_an_axis
// sentence: concatenate(x, y): it takes two expressions, one after the other along the last axis; for more, concat<direct_sum<A, B, C>>(x, y, z)
// names: Model
void moved(input<Query, Model> x, input<Query, Inner> y) { let(tf::concatenate<Model>(x, y)); }
#elif WRONG_concatenate_of_a_list
// sentence: concatenate({x, y}): operands are no list: concatenate(x, y)
// names: concatenate
void moved(input<Query, Model> x, input<Query, Inner> y) { let(tf::concatenate({x, y})); }
#elif WRONG_concat_of_a_number
// sentence: concat<direct_sum<A, B, ...>>(x, y, ...): x, y, ... must be expressions, and A, B, ... the axis of each, named by its type
// names: Model
void moved(input<Query, Model> x, input<Query, Inner> y) { let(tf::concat<1>(x, y)); }
#elif WRONG_concat_of_no_axis
// sentence: concat<direct_sum<A, B, ...>>(x, y, ...): x, y, ... must be expressions, and A, B, ... the axis of each, named by its type
// names: Model
void moved(input<Query, Model> x, input<Query, Inner> y) { let(tf::concat(x, y)); }
#elif WRONG_permute_of_numbers
// sentence: permute<A...>(x): x must be an expression, and A... axes, named by their types
// names: Query, Model
void moved(input<Query, Model> x) { let(tf::permute<1, 0>(x)); }
#elif WRONG_permute_of_few
// sentence: permute<A...>(x): A... must be the axes of x, each once
// names: Model, Query
void moved(input<Query, Model> x) { let(tf::permute<Model>(x)); }
#elif WRONG_permute_of_an_axis_twice
// sentence: permute<A...>(x): A... must be the axes of x, each once
// names: Model, Query
void moved(input<Query, Model> x) { let(tf::permute<Model, Model>(x)); }
#elif WRONG_merge_of_one
// sentence: merge<A, B>(x): x must be an expression, and A and B axes, named by their types
// names: Query, Model
void moved(input<Query, Model> x) { let(tf::merge<Query>(x)); }
#elif WRONG_split_in_numbers
// sentence: split<A, B>(x): x must be an expression, and A and B axes, named by their types
// names: Query, Model
void moved(input<Query, Model> x) { let(tf::split<Head, 16>(x)); }
#elif WRONG_split_of_what_was_not_merged
// sentence: split<A, B>(x): product<A, B> must be exactly one of the axes of x
// names: Head, Width, Model
void moved(input<Query, Model> x) { let(tf::split<Head, Width>(x)); }
#elif WRONG_slice_of_numbers
// sentence: slice<Whole, Part>(x, first): x must be an expression, Whole and Part axes, named by their types, and first a number
// names: Query, Model
void moved(input<Query, Model> x) { let(tf::slice<0, 4>(x)); }
#elif WRONG_slice_without_a_part
// sentence: slice<Whole, Part>(x, first): x must be an expression, Whole and Part axes, named by their types, and first a number
// names: Query, Model
void moved(input<Query, Model> x) { let(tf::slice<Query>(x, 0)); }
#elif WRONG_rename_of_one
// sentence: rename<From, To>(x): x must be an expression, and From and To axes, named by their types
// names: Query, Model
void moved(input<Query, Model> x) { let(tf::rename<Key>(x)); }
#elif WRONG_rename_exchanged
// sentence: rename<From, To>(x): From must be exactly one of the axes of x
// names: Key, Query
void moved(input<Query, Model> x) { let(tf::rename<Key, Query>(x)); }
#elif WRONG_windows_of_a_number
// sentence: windows<A, Kernel>(x): x must be an expression, and A and Kernel axes, named by their types
// names: Query, Model
void moved(input<Query, Model> x) { let(tf::windows<Query, 3>(x)); }
#elif WRONG_windows_of_a_type_that_is_no_axis
// sentence: windows<A, Kernel>(x): x must be an expression, and A and Kernel axes, named by their types
// names: int, Query
void moved(input<Query, Model> x) { let(tf::windows<Query, int>(x)); }
#endif

// Contracted, looked up, repeated.
#if RIGHT
void contracted(input<Query, Width> x, input<Key, Width> y) { let(tf::contract<Width>(x, y)); }
#elif WRONG_contract_without_an_axis_of_both
// sentence: contract<A...>(x, y): each A must be exactly one of the axes of x
// names: Model
void contracted(input<Query, Width> x, input<Key, Width> y) { let(tf::contract<Model>(x, y)); }
#elif WRONG_contract_of_one
// sentence: contract<A...>(x, y): x must be an expression, y an expression or a weight, and A... axes, named by their types
// names: Width
void contracted(input<Query, Width> x, input<Key, Width> y) { let(tf::contract<Width>(x)); }
#elif WRONG_contract_of_a_number
// sentence: contract<A...>(x, y): x must be an expression, y an expression or a weight, and A... axes, named by their types
// names: Width
void contracted(input<Query, Width> x, input<Key, Width> y) { let(tf::contract<1>(x, y)); }
#elif WRONG_contract_of_letters
// sentence: contract<A...>(x, y): x must be an expression, y an expression or a weight, and A... axes, named by their types
// names: Width
void contracted(input<Query, Width> x, input<Key, Width> y) { let(tf::contract("nd,md->nm", x, y)); }
#elif WRONG_contract_of_a_tensor
// sentence: contract<A...>(x, y): x must be an expression, y an expression or a weight, and A... axes, named by their types
// names: tensor
void contracted(input<Query, Width> x, const tf::tensor<float, Key, Width>& y) { let(tf::contract<Width>(x, y)); }
#elif WRONG_forgotten_transpose
// sentence: x * y: the last axis of x must be the axis before last of y
// names: Width, Key
void contracted(input<Query, Width> x, input<Key, Width> y) { let(x * y); }
#elif WRONG_gather_exchanged
// sentence: gather(tokens, table): it takes tokens and, behind them, the table of a model's parameters
// names: Words
using words = tf::token_value<tf::tracing<tf::totals>, Words, tf::shape<Query>>;
void looked_up(words x, tf::table<Words, Model> table) { let(gather(table, x)); }
#elif WRONG_gather_of_numbers
// sentence: gather(tokens, table): it takes tokens and, behind them, the table of a model's parameters
// names: Words
void looked_up(input<Query, Width> x, tf::table<Words, Model> table) { let(gather(x, table)); }
#elif WRONG_tokens_added
// sentence: f(tokens): tokens are no numbers; gather looks them up, equal compares them
// names: Words
using words = tf::token_value<tf::tracing<tf::totals>, Words, tf::shape<Query>>;
void looked_up(words x) { let(x + 1); }
#elif WRONG_scan_without_a_step
// sentence: scan<A>(state, x, step): state and x must be expressions, step a function of both, and A an axis, named by its type
// names: Query
void repeated(input<Width> state, input<Query, Width> x) { let(tf::scan<Query>(state, x)); }
#elif WRONG_scan_of_no_axis
// sentence: scan<A>(state, x, step): state and x must be expressions, step a function of both, and A an axis, named by its type
// names: Query
void repeated(input<Width> state, input<Query, Width> x) {
  let(tf::scan(state, x, [](const auto& s, const auto& x_t) { return s + x_t; }));
}
#elif WRONG_scan_from_a_number
// sentence: scan<A>(state, x, step): state and x must be expressions, step a function of both, and A an axis, named by its type
// names: Query
void repeated(input<Query, Width> x) {
  let(tf::scan<Query>(0, x, [](const auto& s, const auto& x_t) { return s + x_t; }));
}
#endif
