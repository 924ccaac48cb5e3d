// Objectives, the trainers that take them, and where batches come from.
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;
template <class Vocabulary, class... A>
using labels_input = tf::label_value<float, Vocabulary, tf::shape<A...>>;

struct Batch : tf::axis<"B", tf::up_to<8>> {};
struct Query : tf::axis<"N", 16> {};
struct In : tf::axis<"in", 32> {};
struct Inner : tf::axis<"f", 64> {};
struct Digit : tf::axis<"digit", 10> {};
struct Letter : tf::axis<"letter", 10> {};

using model = tf::feed_forward<In, Inner, Digit>;
using numbers = tf::shape<Batch, In>;
using classes = tf::labels<Digit, Batch>;

struct objective : model {
  using model_type = model;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::per(tf::sum(tf::cross_entropy(model::operator()(x), label)), tf::count(label));
  }
};

#if RIGHT
void loss(input<Batch, Digit> x, labels_input<Digit, Batch> y) { let(cross_entropy(x, y)); }
#elif WRONG_labels_of_another_vocabulary
// sentence: cross_entropy(logits, labels): the labels' vocabulary must be the last axis of the logits
// names: Digit, Letter
void loss(input<Batch, Digit> x, labels_input<Letter, Batch> y) { let(cross_entropy(x, y)); }
#elif WRONG_labels_of_rows_for_logits_of_positions
// sentence: cross_entropy(logits, labels): the axes of the labels must be those of the logits but for the last
// names: Batch, Query
void loss(input<Batch, Query, Digit> x, labels_input<Digit, Batch> y) { let(cross_entropy(x, y)); }
#elif WRONG_probabilities_for_logits
// sentence: cross_entropy(logits, labels): the softmax is in the loss: cross_entropy(x, labels), not cross_entropy(softmax(x), labels)
// names: softmax
void loss(input<Batch, Digit> x, labels_input<Digit, Batch> y) { let(cross_entropy(softmax(x), y)); }
#endif

#if RIGHT
void binary(input<Batch, Digit> x, input<Batch, Digit> y) { let(binary_cross_entropy(x, y)); }
#elif WRONG_binary_labels_of_another_axis
// sentence: binary_cross_entropy(logits, y): the axes of one must be among the axes of the other
// names: Digit, Letter
void binary(input<Batch, Digit> x, input<Batch, Letter> y) { let(binary_cross_entropy(x, y)); }
#endif

#if RIGHT
void right(input<Batch, Digit> x, labels_input<Digit, Batch> y) { let(tf::mean(equal(tf::argmax<Digit>(x), y))); }
#elif WRONG_answers_of_another_vocabulary
// sentence: equal(tokens, tokens): both must be of the same vocabulary
// names: Digit, Letter
void right(input<Batch, Digit> x, labels_input<Letter, Batch> y) { let(tf::mean(equal(tf::argmax<Digit>(x), y))); }
#elif WRONG_answers_on_other_axes
// sentence: equal(tokens, tokens): both must be on the same axes
// names: Batch, Query
void right(input<Batch, Query, Digit> x, labels_input<Digit, Batch> y) {
  let(tf::mean(equal(tf::argmax<Digit>(x), y)));
}
#elif WRONG_tokens_that_are_subtracted
// sentence: f(tokens): tokens are no numbers; gather looks them up, equal compares them
// names: Digit, Batch
void right(input<Batch, Digit> x, labels_input<Digit, Batch> y) { let(tf::mean(tf::argmax<Digit>(x) - y)); }
#elif WRONG_number_of_a_token
// sentence: f(tokens): tokens are no numbers; gather looks them up, equal compares them
// names: Digit, Batch
void right(input<Batch, Digit> x, labels_input<Digit, Batch> y) { let(tf::mean(square(tf::argmax<Digit>(x)))); }
#endif

#if RIGHT
void squared(input<Batch, Digit> x, input<Batch, Digit> y) { let(mean_squared_error(x, y)); }
#elif WRONG_target_of_the_mean_alone
// sentence: mean_squared_error(x, y): both must have the same axes
// names: Batch, Digit
void squared(input<Batch, Digit> x, input<Digit> y) { let(mean_squared_error(x, y)); }
#endif

#if RIGHT
void counted(input<Batch> losses, labels_input<Digit, Batch> y) { let(per(sum(losses), count(y))); }
#elif WRONG_losses_that_are_not_summed
// sentence: per(sum, count): both must be of rank 0, as sum(x) and count(labels) are
// names: Batch
void counted(input<Batch> losses, labels_input<Digit, Batch> y) { let(per(losses, count(y))); }
#elif WRONG_count_before_the_sum
// sentence: per(sum, count): the count must be the second, as in per(sum(x), count(labels))
// names: count
void counted(input<Batch> losses, labels_input<Digit, Batch> y) { let(per(count(y), sum(losses))); }
#elif WRONG_count_that_is_a_number
// sentence: per(sum, count): it takes two values of rank 0, as sum(x) and count(labels) are
// names: int
void counted(input<Batch> losses, labels_input<Digit, Batch>) { let(per(sum(losses), 8)); }
#elif WRONG_count_of_what_is_no_labels
// sentence: count(labels): it takes labels or tokens, and yields how many there are
// names: Batch
void counted(input<Batch> losses, labels_input<Digit, Batch>) { let(per(sum(losses), count(losses))); }
#endif

#if RIGHT
void train(tf::trainer<objective, float, numbers, classes>& t, tf::tensor<float, Batch, In>& x, classes& y) {
  t.accumulate(x, y);
}
#elif WRONG_objective_that_is_no_number
// sentence: trainer<Objective, ...>: the objective must yield a value of rank 0, or per(sum, count)
// names: Batch
struct losses : model {
  using model_type = model;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::cross_entropy(model::operator()(x), label);
  }
};
void train(tf::trainer<losses, float, numbers, classes>& t, tf::tensor<float, Batch, In>& x, classes& y) {
  t.accumulate(x, y);
}
#elif WRONG_objective_with_parameters_of_its_own
// sentence: trainer<Objective, ...>: the objective must have the parameters of its model_type, and no others
// names: scaled
struct scaled {
  using model_type = model;
  BOOST_HANA_DEFINE_STRUCT(scaled, (model, inner), (tf::vector<Digit>, bias));
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::mean(tf::cross_entropy(inner(x) + bias, label));
  }
};
void train(tf::trainer<scaled, float, numbers, classes>& t, tf::tensor<float, Batch, In>& x, classes& y) {
  t.accumulate(x, y);
}
#endif

#if RIGHT
struct answer : model {
  using model_type = model;
  constexpr auto operator()(const auto& x) const { return tf::argmax<Digit>(model::operator()(x)); }
};
void ask(const tf::packed_weights<model>& w, tf::kernels::threads& threads, tf::tensor<float, Batch, In>& x) {
  tf::session<answer, float, numbers> run{w, threads};
  run(x);
}
#elif WRONG_formula_with_parameters_of_its_own
// sentence: session<M, ...>: M must have the parameters of its model_type, and no others
// names: answer
struct answer {
  using model_type = model;
  BOOST_HANA_DEFINE_STRUCT(answer, (model, inner), (tf::vector<Digit>, bias));
  constexpr auto operator()(const auto& x) const { return inner(x) + bias; }
};
void ask(const tf::packed_weights<model>& w, tf::kernels::threads& threads, tf::tensor<float, Batch, In>& x) {
  tf::session<answer, float, numbers> run{w, threads};
  run(x);
}
#endif
using batches = tf::list_source<Batch, float, numbers, classes>;
#if RIGHT
void run(batches& from, tf::kernels::threads& threads) {
  tf::training_run<tf::trainer<objective, float, numbers, classes>, batches> all{from, {}, threads};
  all.step();
}
#elif WRONG_source_of_other_inputs
// sentence: training_run<Trainer, Source>: the source must yield the inputs of the trainer
// names: Letter, Digit
struct of_letters : tf::feed_forward<In, Inner, Letter> {
  using model_type = tf::feed_forward<In, Inner, Letter>;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::mean(tf::cross_entropy(model_type::operator()(x), label));
  }
};
void run(batches& from, tf::kernels::threads& threads) {
  tf::training_run<tf::trainer<of_letters, float, numbers, tf::labels<Letter, Batch>>, batches> all{from, {}, threads};
  all.step();
}
#endif

#if RIGHT
void add(batches& to, std::span<const float> x, std::span<const std::int32_t> y) { to.add(x, y); }
#elif WRONG_rows_of_a_length_known_at_run_time
// sentence: list_source<Batch, T, Input...>: all axes but Batch must have extents known to the compiler
// names: Place
struct Place : tf::axis<"N", tf::up_to<16>> {};
using sequences = tf::list_source<Batch, float, tf::shape<Batch, Place>>;
void add(sequences& to, std::span<const float> x) { to.add(x); }
#endif

#if RIGHT
struct Place : tf::axis<"N", tf::up_to<16>> {};
tf::token_windows<Batch, Place, Letter> cut(std::span<const std::uint16_t> text) {
  return tf::token_windows<Batch, Place, Letter>{text};
}
#elif WRONG_windows_of_a_length_known_to_the_compiler
// sentence: token_windows<Batch, Position, Vocabulary>: the extents of Batch and Position must be known at run time, up_to<...>
// names: Query
tf::token_windows<Batch, Query, Letter> cut(std::span<const std::uint16_t> text) {
  return tf::token_windows<Batch, Query, Letter>{text};
}
#endif
