// Training: objectives, trainers, sources of batches, recipes, schedules.
#include <cstdio>

#include <typeformer/typeformer.hpp>
#include <typeformer/train/averaging.hpp>
namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<8>> {};
struct Pixel : tf::axis<"pixel", 32> {};
struct Inner : tf::axis<"f", 64> {};
struct Digit : tf::axis<"digit", 10> {};
struct Letter : tf::axis<"letter", 10> {};

using classifier = tf::feed_forward<Pixel, Inner, Digit>;
using images = tf::shape<Batch, Pixel>;
using digits = tf::labels<Digit, Batch>;

struct objective : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::per(tf::sum(tf::cross_entropy(classifier::operator()(x), label)), tf::count(label));
  }
};
using trainer = tf::trainer<objective, float, images, digits>;
using batches = tf::list_source<Batch, float, images, digits>;

struct backwards : tf::conventions<> {
  struct Source : tf::axis<"N", tf::up_to<4>> {};
  struct Target : tf::axis<"L", tf::up_to<4>> {};
  struct SourceVocabulary : tf::axis<"digit", 13> {};
  struct TargetVocabulary : tf::axis<"digit backwards", 13> {};
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 1, decoder_layers = 1;
  static constexpr std::int32_t padding_token = 0, start_token = 1, end_token = 2, source_end_token = 2;
  using embeddings = tf::three_tables;
};
struct letters : tf::conventions<> {
  struct Position : tf::axis<"N", tf::up_to<16>> {};
  struct Vocabulary : tf::axis<"V", 96> {};
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t decoder_layers = 1;
  using embeddings = tf::tied_output;
};

// A recipe.
#if RIGHT
const tf::recipe how{.steps = 1000, .batch_tokens = 64, .schedule = tf::rate_schedule::cosine, .peak_rate = 1e-3};
#elif WRONG_recipe_with_a_misspelt_field
// compiler: a designator that is no member
// names: learning_rate
const tf::recipe how{.steps = 1000, .learning_rate = 1e-3};
#elif WRONG_recipe_with_a_double_for_steps
// compiler: a conversion that narrows
// names: narrow
const tf::recipe how{.steps = 1.5e3};
#elif WRONG_recipe_with_a_name_for_the_schedule
// compiler: a member of another type
// names: char
const tf::recipe how{.schedule = "cosine"};
#elif WRONG_recipe_with_a_function_for_the_schedule
// compiler: a member of another type
// names: cosine_schedule
const tf::recipe how{.schedule = tf::cosine_schedule{1e-3, 100, 1000}};
#elif WRONG_recipe_with_text_for_the_rate
// compiler: a member of another type
// names: double
const tf::recipe how{.peak_rate = "1e-3"};
#elif WRONG_recipe_with_true_for_the_schedule
// compiler: a member of another type
// names: rate_schedule
const tf::recipe how{.schedule = true};
#endif

// The options of a trainer.
#if RIGHT
const tf::training_options options{.adam = {.rate = 0, .decay = 0.1}, .max_gradient_norm = 1};
#elif WRONG_name_for_an_optimizer
// compiler: a member of another type
// names: char
const tf::training_options options{.adam = "adam"};
#elif WRONG_optimizer_that_is_no_member
// compiler: a designator that is no member
// names: optimizer
const tf::training_options options{.optimizer = tf::kernels::adam_step{.rate = 0}};
#endif

// A schedule.
#if RIGHT
double last(std::size_t steps) { return tf::cosine_schedule{.peak = 1e-3, .warmup = 100, .steps = 1000}(steps); }
#elif WRONG_schedule_with_a_double_for_warmup
// compiler: a conversion that narrows
// names: narrow
double last(std::size_t steps) { return tf::cosine_schedule{.peak = 1e-3, .warmup = 0.1, .steps = 1000}(steps); }
#elif WRONG_schedule_without_a_step
// compiler: a call without its argument
// names: cosine_schedule
double last(std::size_t) { return tf::cosine_schedule{.peak = 1e-3, .warmup = 100, .steps = 1000}(); }
#endif

// A trainer's objective, numbers and inputs.
#if RIGHT
double one(tf::trainer<objective, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_trainer_of_a_model
// sentence: trainer<Objective, T, Input...>: the objective must take these inputs, in their order
double one(tf::trainer<classifier, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_trainer_of_a_model_of_its_inputs
// sentence: trainer<Objective, ...>: the objective must yield a value of rank 0, or per(sum, count)
// names: Digit
double one(tf::trainer<classifier, float, images>& t, tf::tensor<float, Batch, Pixel>& x, digits&) {
  return t.accumulate(x);
}
#elif WRONG_trainer_of_a_config
// sentence: trainer<Objective, T, Input...>: Objective must be a module whose formula yields a loss, such as transformer_objective<Config>
// names: backwards
double one(tf::trainer<backwards, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_trainer_of_an_int
// sentence: trainer<Objective, T, Input...>: Objective must be a module whose formula yields a loss, such as transformer_objective<Config>
// names: int
double one(tf::trainer<int, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_trainer_of_inputs_before_the_objective
// sentence: trainer<Objective, T, Input...>: Objective must be a module whose formula yields a loss, such as transformer_objective<Config>
// names: Pixel
double one(tf::trainer<images, float, objective, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_trainer_of_a_plain_struct
// sentence: trainer<Objective, T, Input...>: Objective must be a module whose formula yields a loss, such as transformer_objective<Config>
// names: plain
struct plain {
  constexpr auto operator()(const auto& x, const auto& label) const { return tf::mean(tf::cross_entropy(x, label)); }
};
double one(tf::trainer<plain, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_trainer_without_its_numbers
// sentence: trainer<Objective, T, Input...>: T must be float or double
// names: Pixel
double one(tf::trainer<objective, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_trainer_of_whole_numbers
// sentence: trainer<Objective, T, Input...>: T must be float or double
// names: int
double one(tf::trainer<objective, int, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_trainer_without_inputs
// sentence: trainer<Objective, T, Input...>: the objective must take these inputs, in their order
// names: objective
double one(tf::trainer<objective, float>& t, tf::tensor<float, Batch, Pixel>&, digits&) { return t.accumulate(); }
#elif WRONG_trainer_without_labels
// sentence: trainer<Objective, T, Input...>: the objective must take these inputs, in their order
// names: objective
double one(tf::trainer<objective, float, images>& t, tf::tensor<float, Batch, Pixel>& x, digits&) {
  return t.accumulate(x);
}
#elif WRONG_trainer_of_axes_for_inputs
// sentence: trainer<Objective, T, Input...>: an input must be a shape<...>, tokens<...>, labels<...>, or a mask
// names: Pixel
double one(tf::trainer<objective, float, Pixel, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_trainer_of_tensors_for_inputs
// sentence: trainer<Objective, T, Input...>: an input must be a shape<...>, tokens<...>, labels<...>, or a mask
// names: tensor
double one(tf::trainer<objective, float, tf::tensor<float, Batch, Pixel>, digits>& t, tf::tensor<float, Batch, Pixel>& x,
           digits& y) {
  return t.accumulate(x, y);
}
#endif

// What an objective yields.
#if RIGHT
struct likelihood : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::mean(tf::cross_entropy(classifier::operator()(x), label));
  }
};
double two(tf::trainer<likelihood, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_objective_that_yields_losses
// sentence: trainer<Objective, ...>: the objective must yield a value of rank 0, or per(sum, count)
// names: Batch
struct likelihood : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::cross_entropy(classifier::operator()(x), label);
  }
};
double two(tf::trainer<likelihood, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_objective_that_yields_nothing
// sentence: trainer<Objective, ...>: the objective must yield a value of rank 0, or per(sum, count)
// names: likelihood
struct likelihood : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto& x, const auto& label) const {
    tf::mean(tf::cross_entropy(classifier::operator()(x), label));
  }
};
double two(tf::trainer<likelihood, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_objective_that_yields_two_numbers
// sentence: trainer<Objective, ...>: the objective must yield a value of rank 0, or per(sum, count)
// names: likelihood
struct likelihood : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto& x, const auto& label) const {
    const auto losses = let(tf::cross_entropy(classifier::operator()(x), label));
    return std::pair{let(tf::mean(losses)), let(tf::sum(losses))};
  }
};
double two(tf::trainer<likelihood, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_objective_that_yields_a_constant
// sentence: trainer<Objective, ...>: the objective must yield a value of rank 0, or per(sum, count)
// names: likelihood
struct likelihood : classifier {
  using model_type = classifier;
  constexpr double operator()(const auto&, const auto&) const { return 1.0; }
};
double two(tf::trainer<likelihood, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_objective_whose_call_is_not_const
// sentence: trainer<Objective, T, Input...>: the objective must take these inputs, in their order
// names: likelihood
struct likelihood : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto& x, const auto& label) {
    return tf::mean(tf::cross_entropy(classifier::operator()(x), label));
  }
};
double two(tf::trainer<likelihood, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_labels_of_another_vocabulary
// sentence: cross_entropy(logits, labels): the labels' vocabulary must be the last axis of the logits
// names: Digit, Letter
struct likelihood : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::mean(tf::cross_entropy(classifier::operator()(x), label));
  }
};
double two(tf::trainer<likelihood, float, images, tf::labels<Letter, Batch>>& t, tf::tensor<float, Batch, Pixel>& x,
           tf::labels<Letter, Batch>& y) {
  return t.accumulate(x, y);
}
#elif WRONG_loss_without_labels
// sentence: cross_entropy(logits, labels): labels must be labels or tokens, one for each row of the logits
// names: Digit
struct likelihood : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto& x, const auto&) const {
    return tf::mean(tf::cross_entropy(classifier::operator()(x)));
  }
};
double two(tf::trainer<likelihood, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_smoothing_that_is_a_number
// sentence: cross_entropy(logits, labels, smoothing): smoothing must be a label_smoothing, as in label_smoothing{0.1}
// names: double
struct likelihood : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::mean(tf::cross_entropy(classifier::operator()(x), label, 0.1));
  }
};
double two(tf::trainer<likelihood, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_loss_of_probabilities
// sentence: cross_entropy(logits, labels): the softmax is in the loss: cross_entropy(x, labels), not cross_entropy(softmax(x), labels)
// names: softmax
struct likelihood : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::mean(tf::cross_entropy(tf::softmax(classifier::operator()(x)), label));
  }
};
double two(tf::trainer<likelihood, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_count_and_sum_swapped
// sentence: per(sum, count): the count must be the second, as in per(sum(x), count(labels))
// names: count
struct likelihood : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::per(tf::count(label), tf::sum(tf::cross_entropy(classifier::operator()(x), label)));
  }
};
double two(tf::trainer<likelihood, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_loss_of_a_model_that_is_not_called
// sentence: cross_entropy(logits, labels): labels must be labels or tokens, one for each row of the logits
// names: Digit
struct likelihood : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto&, const auto& label) const {
    return tf::per(tf::sum(tf::cross_entropy(classifier{}, label)), tf::count(label));
  }
};
double two(tf::trainer<likelihood, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_objective_of_two_losses
// sentence: trainer<Objective, ...>: the objective must yield a value of rank 0, or per(sum, count)
// names: likelihood
struct likelihood : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return std::pair{tf::mean(tf::cross_entropy(classifier::operator()(x), label)), tf::count(label)};
  }
};
double two(tf::trainer<likelihood, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#elif WRONG_labels_before_logits
// sentence: cross_entropy(logits, labels): labels must be labels or tokens, one for each row of the logits
// names: Digit
struct likelihood : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::mean(tf::cross_entropy(label, classifier::operator()(x)));
  }
};
double two(tf::trainer<likelihood, float, images, digits>& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  return t.accumulate(x, y);
}
#endif

// Making a trainer, and its steps.
#if RIGHT
void train(tf::weights<classifier> w, tf::kernels::threads& threads) {
  trainer t{std::move(w), {.max_gradient_norm = 1}, threads};
}
#elif WRONG_trainer_without_threads
// sentence: trainer(weights, options, threads): threads must be a kernels::threads that outlives the trainer
// names: feed_forward
void train(tf::weights<classifier> w, tf::kernels::threads&) { trainer t{std::move(w), tf::training_options{}}; }
#elif WRONG_trainer_with_a_number_of_threads
// sentence: trainer(weights, options, threads): threads must be a kernels::threads that outlives the trainer
// names: int
void train(tf::weights<classifier> w, tf::kernels::threads&) { trainer t{std::move(w), {.max_gradient_norm = 1}, 2}; }
#elif WRONG_trainer_with_temporary_threads
// sentence: trainer(weights, options, threads): threads must be a kernels::threads that outlives the trainer
// names: threads
void train(tf::weights<classifier> w, tf::kernels::threads&) { trainer t{std::move(w), {}, tf::kernels::threads{2}}; }
#elif WRONG_trainer_without_weights
// sentence: trainer(weights, options, threads): weights must be those of the objective's model, in the trainer's T
// names: training_options
void train(tf::weights<classifier>, tf::kernels::threads& threads) { trainer t{tf::training_options{}, threads}; }
#elif WRONG_trainer_with_weights_of_another_model
// sentence: trainer(weights, options, threads): weights must be those of the objective's model, in the trainer's T
// names: Letter
void train(tf::weights<tf::feed_forward<Pixel, Inner, Letter>> w, tf::kernels::threads& threads) {
  trainer t{std::move(w), {.max_gradient_norm = 1}, threads};
}
#elif WRONG_trainer_with_weights_of_other_numbers
// sentence: trainer(weights, options, threads): weights must be those of the objective's model, in the trainer's T
// names: double, float
void train(tf::weights<classifier, double> w, tf::kernels::threads& threads) {
  trainer t{std::move(w), {.max_gradient_norm = 1}, threads};
}
#elif WRONG_trainer_with_packed_weights
// sentence: trainer(weights, options, threads): weights must be those of the objective's model, in the trainer's T
// names: packed_weights
void train(tf::packed_weights<classifier>& w, tf::kernels::threads& threads) { trainer t{w, {}, threads}; }
#elif WRONG_trainer_with_a_recipe_for_options
// sentence: trainer(weights, options, threads): options must be training_options; a training_run takes a recipe
// names: recipe
void train(tf::weights<classifier> w, tf::kernels::threads& threads) { trainer t{std::move(w), tf::recipe{}, threads}; }
#endif

#if RIGHT
void step(trainer& t, tf::tensor<float, Batch, Pixel>& x, digits& y) {
  t.accumulate(x, y);
  t.step(1e-3);
}
#elif WRONG_inputs_in_another_order
// sentence: trainer.accumulate(x...): each argument must have the type and the axes of its input
// names: Digit
void step(trainer& t, tf::tensor<float, Batch, Pixel>& x, digits& y) { t.accumulate(y, x); }
#elif WRONG_inputs_without_labels
// sentence: trainer.accumulate(x...): there must be one argument for each input
// names: Digit
void step(trainer& t, tf::tensor<float, Batch, Pixel>& x, digits&) { t.accumulate(x); }
#elif WRONG_one_input_too_many
// sentence: trainer.accumulate(x...): there must be one argument for each input
// names: Digit
void step(trainer& t, tf::tensor<float, Batch, Pixel>& x, digits& y) { t.accumulate(x, y, 0.1); }
#elif WRONG_input_of_doubles
// sentence: trainer.accumulate(x...): each argument must have the type and the axes of its input
// names: double, float
void step(trainer& t, tf::tensor<double, Batch, Pixel>& x, digits& y) { t.accumulate(x, y); }
#elif WRONG_input_that_is_a_vector
// sentence: trainer.accumulate(x...): each argument must have the type and the axes of its input
// names: vector
void step(trainer& t, std::vector<float>& x, digits& y) { t.accumulate(x, y); }
#elif WRONG_step_without_a_rate
// sentence: trainer.step(rate): rate must be a number, the learning rate of this step
// names: objective
void step(trainer& t, tf::tensor<float, Batch, Pixel>&, digits&) { t.step(); }
#elif WRONG_step_with_a_schedule_for_the_rate
// sentence: trainer.step(rate): rate must be a number, the learning rate of this step
// names: cosine_schedule
void step(trainer& t, tf::tensor<float, Batch, Pixel>&, digits&) { t.step(tf::cosine_schedule{1e-3, 100, 1000}); }
#elif WRONG_step_with_a_batch
// sentence: trainer.step(rate): rate must be a number, the learning rate of this step
// names: Pixel
void step(trainer& t, tf::tensor<float, Batch, Pixel>& x, digits& y) { t.step(x, y); }
#endif

// Batches of a list.
#if RIGHT
void add(tf::list_source<Batch, float, images, digits>& to, std::span<const float> x, std::int32_t y) {
  to.add(x, std::array{y});
}
#elif WRONG_list_of_a_number_of_rows
// compiler: a number where a template takes a type
// names: type
void add(tf::list_source<32, float, images, digits>& to, std::span<const float> x, std::int32_t y) {
  to.add(x, std::array{y});
}
#elif WRONG_list_without_its_batch
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: float
void add(tf::list_source<float, images, digits>& to, std::span<const float> x, std::int32_t y) {
  to.add(x, std::array{y});
}
#elif WRONG_list_without_its_numbers
// sentence: list_source<Batch, T, Input...>: T must be float or double
// names: Pixel
void add(tf::list_source<Batch, images, digits>& to, std::span<const float> x, std::int32_t y) {
  to.add(x, std::array{y});
}
#elif WRONG_list_of_inputs_without_the_batch
// sentence: list_source<Batch, T, Input...>: an input must be a shape<Batch, ...>, tokens<Vocabulary, Batch, ...> or labels<Vocabulary, Batch, ...>
// names: Pixel
void add(tf::list_source<Batch, float, tf::shape<Pixel>, digits>& to, std::span<const float> x, std::int32_t y) {
  to.add(x, std::array{y});
}
#elif WRONG_list_of_tensors
// sentence: list_source<Batch, T, Input...>: an input must be a shape<Batch, ...>, tokens<Vocabulary, Batch, ...> or labels<Vocabulary, Batch, ...>
// names: tensor
void add(tf::list_source<Batch, float, tf::tensor<float, Batch, Pixel>, digits>& to, std::span<const float> x,
         std::int32_t y) {
  to.add(x, std::array{y});
}
#elif WRONG_label_that_is_no_row
// sentence: list_source.add(row...): there must be a row for each input, a range of its numbers or tokens
// names: int
void add(tf::list_source<Batch, float, images, digits>& to, std::span<const float> x, std::int32_t y) { to.add(x, y); }
#elif WRONG_example_without_its_label
// sentence: list_source.add(row...): there must be a row for each input, a range of its numbers or tokens
// names: float
void add(tf::list_source<Batch, float, images, digits>& to, std::span<const float> x, std::int32_t) { to.add(x); }
#elif WRONG_example_of_doubles
// sentence: list_source.add(row...): there must be a row for each input, a range of its numbers or tokens
// names: double
void add(tf::list_source<Batch, float, images, digits>& to, const std::vector<double>& x, std::int32_t y) {
  to.add(x, std::array{y});
}
#endif

// A training run.
#if RIGHT
void run(batches& from, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, batches> all{from, how, threads};
  all.step();
}
#elif WRONG_run_of_a_source_before_its_trainer
// sentence: training_run<Trainer, Source>: Trainer must be a trainer<Objective, T, Input...>
// names: list_source
void run(batches& from, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<batches, trainer> all{from, how, threads};
  all.step();
}
#elif WRONG_run_of_an_objective
// sentence: training_run<Trainer, Source>: Trainer must be a trainer<Objective, T, Input...>
// names: objective
void run(batches& from, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<objective, batches> all{from, how, threads};
  all.step();
}
#elif WRONG_source_that_is_a_number
// sentence: training_run<Trainer, Source>: Source must have batch_type, the inputs of the trainer
// names: int
void run(batches&, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, int> all{64, how, threads};
  all.step();
}
#elif WRONG_source_that_is_a_vector_of_examples
// sentence: training_run<Trainer, Source>: Source must have batch_type, the inputs of the trainer
// names: vector
void run(std::vector<tf::example>& from, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, std::vector<tf::example>> all{from, how, threads};
  all.step();
}
#elif WRONG_source_that_is_a_lambda
// sentence: training_run<Trainer, Source>: Source must have batch_type, the inputs of the trainer
// names: lambda
inline constexpr auto make = [](std::uint64_t) { return trainer::batch_type{}; };
void run(batches&, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, decltype(make)> all{make, how, threads};
  all.step();
}
#elif WRONG_source_without_a_position
// sentence: training_run<Trainer, Source>: Source must have position() const, which yields a batch_position
// names: mine
struct mine {
  using batch_type = trainer::batch_type;
  batch_type next();
  void go_to(const tf::batch_position&);
  std::map<std::string, std::string> identity() const;
};
void run(mine& from, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, mine> all{from, how, threads};
  all.step();
}
#elif WRONG_source_whose_next_yields_nothing
// sentence: training_run<Trainer, Source>: Source must have next(), which yields a batch_type
// names: mine
struct mine {
  using batch_type = trainer::batch_type;
  void next();
  tf::batch_position position() const;
  void go_to(const tf::batch_position&);
  std::map<std::string, std::string> identity() const;
};
void run(mine& from, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, mine> all{from, how, threads};
  all.step();
}
#elif WRONG_source_without_an_identity
// sentence: training_run<Trainer, Source>: Source must have identity() const, which yields a map from text to text
// names: mine
struct mine {
  using batch_type = trainer::batch_type;
  batch_type next();
  tf::batch_position position() const;
  void go_to(const tf::batch_position&);
};
void run(mine& from, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, mine> all{from, how, threads};
  all.step();
}
#elif WRONG_source_of_other_inputs
// sentence: training_run<Trainer, Source>: the source must yield the inputs of the trainer
// names: Letter, Digit
using of_letters = tf::list_source<Batch, float, images, tf::labels<Letter, Batch>>;
void run(of_letters& from, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, of_letters> all{from, how, threads};
  all.step();
}
#elif WRONG_run_without_threads
// sentence: training_run(source, recipe, threads): threads must be a kernels::threads that outlives the run
// names: list_source
void run(batches& from, const tf::recipe& how, tf::kernels::threads&) {
  tf::training_run<trainer, batches> all{from, how};
  all.step();
}
#elif WRONG_run_of_a_recipe_before_its_source
// sentence: training_run(source, recipe, threads): the source must come first, the recipe second
// names: recipe
void run(batches& from, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, batches> all{how, from, threads};
  all.step();
}
#elif WRONG_run_with_options_for_a_recipe
// sentence: training_run(source, recipe, threads): the source must come first, the recipe second
// names: training_options
void run(batches& from, const tf::training_options& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, batches> all{from, how, threads};
  all.step();
}
#elif WRONG_run_that_goes_on_from_a_path
// sentence: training_run.go_on_from(saved): saved must be a checkpoint_file, as checkpoint_file::open(path) yields
// names: char
void run(batches& from, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, batches> all{from, how, threads};
  all.go_on_from("run.safetensors");
}
#elif WRONG_run_saved_without_a_path
// sentence: training_run.save(file, notes): file must be a path, and notes, if given, a std::map of texts
// names: save
void run(batches& from, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, batches> all{from, how, threads};
  all.save();
}
#elif WRONG_run_saved_to_a_stream
// sentence: training_run.save(file, notes): file must be a path, and notes, if given, a std::map of texts
// names: save
void run(batches& from, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, batches> all{from, how, threads};
  all.save(stdout);
}
#elif WRONG_run_saved_as_weights
// sentence: save(path, weights): the path must come first, and weights be a weights<M>, as run.trainer().trained(); packed_weights, sessions and runs are not saved
// names: training_run
void run(batches& from, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, batches> all{from, how, threads};
  tf::save("run.safetensors", all);
}
#elif WRONG_checkpoint_of_a_run
// sentence: save_checkpoint(file, checkpoint): it takes a path and a checkpoint; a training_run saves itself, run.save(file)
// names: training_run
void run(batches& from, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, batches> all{from, how, threads};
  tf::save_checkpoint("run.safetensors", all);
}
#elif WRONG_fact_of_a_checkpoint_as_an_int
// sentence: checkpoint_file.number<T>(name): T must be std::uint64_t or double
// names: int
void run(batches& from, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, batches> all{from, how, threads};
  tf::checkpoint_file::open("run.safetensors").number<int>("steps");
}
#endif

// Functions that make batches.
#if RIGHT
tf::generator_source<trainer::batch_type> made{[](std::uint64_t) { return trainer::batch_type{}; }, "mine"};
#elif WRONG_generator_that_yields_no_batch
// sentence: generator_source<Batch>(make, name): make(n) must yield a Batch, n an std::uint64_t
// names: lambda
tf::generator_source<trainer::batch_type> made{[](std::uint64_t) { return 1; }, "mine"};
#elif WRONG_generator_without_a_number
// sentence: generator_source<Batch>(make, name): make(n) must yield a Batch, n an std::uint64_t
// names: lambda
tf::generator_source<trainer::batch_type> made{[] { return trainer::batch_type{}; }, "mine"};
#elif WRONG_generator_without_a_number_in_a_run
// sentence: generator_source<Batch>(make, name): make(n) must yield a Batch, n an std::uint64_t
// names: tuple
trainer::batch_type make();
void run(const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<trainer, tf::generator_source<trainer::batch_type>> run{{make, "mine"}, how, threads};
}
#elif WRONG_generator_without_a_name
// sentence: generator_source<Batch>(make, name): it needs a name, which tells runs on other data apart
// names: lambda
tf::generator_source<trainer::batch_type> made{[](std::uint64_t) { return trainer::batch_type{}; }};
#endif

// An encoder-decoder.
#if RIGHT
void pairs(const std::vector<tf::example>& examples, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::transformer_run<backwards, Batch> run{examples, how, threads};
  run.step();
}
#elif WRONG_batch_that_is_a_number
// compiler: a number where a template takes a type
// names: type
void pairs(const std::vector<tf::example>& examples, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::transformer_run<backwards, 32> run{examples, how, threads};
}
#elif WRONG_batch_that_is_forgotten
// compiler: too few template arguments
// names: template arguments
void pairs(const std::vector<tf::example>& examples, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::transformer_run<backwards> run{examples, how, threads};
}
#elif WRONG_batch_that_is_a_type_of_numbers
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: float
void pairs(const std::vector<tf::example>& examples, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::transformer_run<backwards, float> run{examples, how, threads};
}
#elif WRONG_run_of_a_model
// sentence: transformer_run, transformer_trainer<Config, Batch>: Config must be a configuration, which derives from conventions<...>
// names: transformer
void pairs(const std::vector<tf::example>& examples, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::transformer_run<tf::transformer<backwards>, Batch> run{examples, how, threads};
}
#elif WRONG_run_of_a_batch_before_its_config
// sentence: transformer_run, transformer_trainer<Config, Batch>: Config must be a configuration, which derives from conventions<...>
// names: Batch
void pairs(const std::vector<tf::example>& examples, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::transformer_run<Batch, backwards> run{examples, how, threads};
}
#elif WRONG_run_of_a_language_model
// sentence: transformer_run, transformer_trainer<Config, Batch>: Config must be a transformer's, with Source and Target; a language model has a language_model_trainer
// names: letters
void pairs(const std::vector<tf::example>& examples, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::transformer_run<letters, Batch> run{examples, how, threads};
}
#elif WRONG_config_without_a_padding_token
// sentence: Config: training needs padding_token, the token behind a row's end: `static constexpr std::int32_t padding_token = 0;`
// names: unpadded
struct unpadded : backwards {
 private:
  using backwards::padding_token;
};
void pairs(const std::vector<tf::example>& examples, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::transformer_run<unpadded, Batch> run{examples, how, threads};
  run.step();
}
#elif WRONG_config_without_a_source_end
// sentence: padded_batch<Config, Batch>: source and target differ in vocabulary, so Config must name source_end_token
// names: endless
struct endless : backwards {
 private:
  using backwards::source_end_token;
};
void pairs(const std::vector<tf::example>& examples, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::transformer_run<endless, Batch> run{examples, how, threads};
  run.step();
}
#elif WRONG_examples_that_are_text
// sentence: transformer_run(examples, recipe, threads): examples must be a range of example, which outlives the run
// names: vector
void pairs(const std::vector<std::string>& examples, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::transformer_run<backwards, Batch> run{examples, how, threads};
}
#elif WRONG_transformer_run_without_threads
// sentence: training_run(source, recipe, threads): threads must be a kernels::threads that outlives the run
// names: example
void pairs(const std::vector<tf::example>& examples, const tf::recipe& how, tf::kernels::threads&) {
  tf::transformer_run<backwards, Batch> run{examples, how};
}
#elif WRONG_transformer_run_without_a_recipe
// sentence: training_run(source, recipe, threads): the source must come first, the recipe second
// names: threads
void pairs(const std::vector<tf::example>& examples, const tf::recipe&, tf::kernels::threads& threads) {
  tf::transformer_run<backwards, Batch> run{examples, threads};
}
#endif

// A language model.
#if RIGHT
using windows = tf::token_windows<Batch, letters::Position, letters::Vocabulary, std::uint8_t>;
void text(const std::vector<std::uint8_t>& all, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<tf::language_model_trainer<letters, Batch>, windows> run{windows{all}, how, threads};
  run.step();
}
#elif WRONG_language_model_of_a_transformers_config
// sentence: language_model_trainer<Config, Batch>: Config must be a language model's, with Position and Vocabulary; a transformer has a transformer_trainer
// names: backwards
void text(tf::weights<tf::language_model<letters>> w, tf::kernels::threads& threads) {
  tf::language_model_trainer<backwards, Batch> t{std::move(w), {}, threads};
}
#elif WRONG_language_model_trainer_of_a_model
// sentence: language_model_trainer<Config, Batch>: Config must be a configuration, which derives from conventions<...>
// names: language_model
void text(tf::weights<tf::language_model<letters>> w, tf::kernels::threads& threads) {
  tf::language_model_trainer<tf::language_model<letters>, Batch> t{std::move(w), {}, threads};
}
#elif WRONG_windows_of_tokens_of_another_size
// sentence: token_windows<Batch, Position, Vocabulary, Token>(tokens): tokens must be a range of Token, std::uint16_t unless another one is named
// names: int
using windows = tf::token_windows<Batch, letters::Position, letters::Vocabulary>;
windows text(const std::vector<int>& all) { return windows{all}; }
#elif WRONG_windows_of_the_vocabulary_in_the_place_of_positions
// sentence: token_windows<Batch, Position, Vocabulary>: the extents of Batch and Position must be known at run time, up_to<...>
// names: Vocabulary
using windows = tf::token_windows<Batch, letters::Vocabulary, letters::Position, std::uint8_t>;
void text(const std::vector<std::uint8_t>& all, const tf::recipe& how, tf::kernels::threads& threads) {
  tf::training_run<tf::language_model_trainer<letters, Batch>, windows> run{windows{all}, how, threads};
  run.step();
}
#elif WRONG_windows_of_a_length
// compiler: a number where a template takes a type
// names: type
using windows = tf::token_windows<Batch, 16, letters::Vocabulary>;
#elif WRONG_windows_without_a_vocabulary
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: char
using windows = tf::token_windows<Batch, letters::Position, unsigned char>;
windows text(const std::vector<unsigned char>& all) { return windows{all}; }
#endif

// First weights, and means of weights.
#if RIGHT
const auto first = tf::initial_weights<classifier>(1);
#elif WRONG_first_weights_of_a_config
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: backwards
const auto first = tf::initial_weights<backwards>(1);
#elif WRONG_first_weights_without_a_seed
// sentence: initial_weights<M>(seed): the seed must be a whole number
// names: feed_forward
const auto first = tf::initial_weights<classifier>();
#elif WRONG_first_weights_of_an_int
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: int
const auto first = tf::initial_weights<int>(1);
#endif

#if RIGHT
auto mean(const std::vector<std::filesystem::path>& files) { return tf::average<classifier>(files); }
#elif WRONG_mean_of_files_of_a_config
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: backwards
auto mean(const std::vector<std::filesystem::path>& files) { return tf::average<backwards>(files); }
#elif WRONG_mean_of_names
// sentence: average<M>(files): files must be a range of std::filesystem::path
// names: vector
auto mean(const std::vector<std::string>& files) { return tf::average<classifier>(files); }
#elif WRONG_mean_of_weights
// sentence: average<M>(files): files must be a range of std::filesystem::path
// names: weights
auto mean(const std::vector<tf::weights<classifier>>& all) { return tf::average<classifier>(all); }
#endif

// One module in a trainer, in a session and counted: its mistake is one error.
#if RIGHT
struct narrowing {
  using to_inner = tf::linear<Pixel, Inner>;
  using to_digit = tf::linear<Inner, Digit>;
  BOOST_HANA_DEFINE_STRUCT(narrowing, (to_inner, inner), (to_digit, digit));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return digit(tf::let(tf::relu(inner(x)))); });
  }
};
struct narrowing_objective : narrowing {
  using model_type = narrowing;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::mean(tf::cross_entropy(narrowing::operator()(x), label));
  }
};
static_assert(tf::operation_count<narrowing, images> != 0);
void train_and_run(tf::kernels::threads& threads, const tf::tensor<float, Batch, Pixel>& x) {
  tf::trainer<narrowing_objective, float, images, digits> train{tf::initial_weights<narrowing>(1), {}, threads};
  train.step(0.1);
  tf::session<narrowing, float, images> run{train.packed(), threads};
  run(x);
  tf::save("narrowing.safetensors", train.trained());
}
#elif WRONG_layer_forgotten_in_a_trained_module
// sentence: cross_entropy(logits, labels): the labels' vocabulary must be the last axis of the logits
// names: Inner, Digit
struct narrowing {
  using to_inner = tf::linear<Pixel, Inner>;
  using to_digit = tf::linear<Inner, Digit>;
  BOOST_HANA_DEFINE_STRUCT(narrowing, (to_inner, inner), (to_digit, digit));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return tf::relu(inner(x)); });
  }
};
struct narrowing_objective : narrowing {
  using model_type = narrowing;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::mean(tf::cross_entropy(narrowing::operator()(x), label));
  }
};
static_assert(tf::operation_count<narrowing, images> != 0);
void train_and_run(tf::kernels::threads& threads, const tf::tensor<float, Batch, Pixel>& x) {
  tf::trainer<narrowing_objective, float, images, digits> train{tf::initial_weights<narrowing>(1), {}, threads};
  train.step(0.1);
  tf::session<narrowing, float, images> run{train.packed(), threads};
  run(x);
  tf::save("narrowing.safetensors", train.trained());
}
#elif WRONG_layers_of_a_trained_module_exchanged
// sentence: linear(x): the last axis of x must be the layer's In
// names: Pixel, Inner
struct narrowing {
  using to_inner = tf::linear<Pixel, Inner>;
  using to_digit = tf::linear<Inner, Digit>;
  BOOST_HANA_DEFINE_STRUCT(narrowing, (to_inner, inner), (to_digit, digit));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return inner(tf::let(tf::relu(digit(x)))); });
  }
};
struct narrowing_objective : narrowing {
  using model_type = narrowing;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::mean(tf::cross_entropy(narrowing::operator()(x), label));
  }
};
static_assert(tf::operation_count<narrowing, images> != 0);
void train_and_run(tf::kernels::threads& threads, const tf::tensor<float, Batch, Pixel>& x) {
  const tf::packed_weights<narrowing> packed{tf::initial_weights<narrowing>(1)};
  tf::session<narrowing, float, images> before{packed, threads};
  before(x);
  tf::trainer<narrowing_objective, float, images, digits> train{tf::initial_weights<narrowing>(1), {}, threads};
  train.step(0.1);
}
#elif WRONG_call_forgotten_in_a_trained_module
// sentence: relu(x): it takes one argument, an expression; a module is called first, f(x)
// names: linear
struct narrowing {
  using to_inner = tf::linear<Pixel, Inner>;
  using to_digit = tf::linear<Inner, Digit>;
  BOOST_HANA_DEFINE_STRUCT(narrowing, (to_inner, inner), (to_digit, digit));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return digit(tf::let(tf::relu(inner))); });
  }
};
struct narrowing_objective : narrowing {
  using model_type = narrowing;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return tf::mean(tf::cross_entropy(narrowing::operator()(x), label));
  }
};
static_assert(tf::operation_count<narrowing, images> != 0);
void train_and_run(tf::kernels::threads& threads, const tf::tensor<float, Batch, Pixel>& x) {
  tf::trainer<narrowing_objective, float, images, digits> train{tf::initial_weights<narrowing>(1), {}, threads};
  train.step(0.1);
  tf::session<narrowing, float, images> run{train.packed(), threads};
  run(x);
  tf::save("narrowing.safetensors", train.trained());
}
#elif WRONG_weights_of_an_instance
// sentence: initial_weights<M>(seed): M, the model, must be named by its type
auto first_weights() { return tf::initial_weights(classifier{}); }
#endif

// Without template arguments.
#if RIGHT
void name(batches source, tf::kernels::threads& threads) {
  trainer t{tf::initial_weights<classifier>(1), {}, threads};
  tf::training_run<trainer, batches> run{std::move(source), tf::recipe{}, threads};
}
#elif WRONG_trainer_not_named
// sentence: a trainer's objective and inputs must be named: trainer<my_objective, float, shape<Batch, Pixel>, labels<Digit, Batch>>
// names: left_out
void name(batches source, tf::kernels::threads& threads) {
  tf::trainer t{tf::initial_weights<classifier>(1), tf::training_options{}, threads};
  t.step(0.1);
}
#elif WRONG_trainer_not_named_with_options_in_braces
// sentence: a trainer's objective and inputs must be named: trainer<my_objective, float, shape<Batch, Pixel>, labels<Digit, Batch>>
// names: left_out
void name(batches source, tf::kernels::threads& threads) {
  tf::trainer t{tf::initial_weights<classifier>(1), {}, threads};
}
#elif WRONG_training_run_not_named
// sentence: a training_run's trainer and source must be named: training_run<my_trainer, my_source>
// names: left_out
void name(batches source, tf::kernels::threads& threads) {
  tf::training_run run{std::move(source), tf::recipe{}, threads};
}
#endif

// A batch of examples.
#if RIGHT
void pad(const std::vector<tf::example>& all) {
  const std::vector<std::uint32_t> rows{0, 1};
  const tf::padded_batch<backwards, Batch> batch{all, rows};
}
#elif WRONG_batch_of_rows_as_ints
// sentence: padded_batch(examples, rows): rows must be a range of std::uint32_t, the indices of those examples that are wanted
// names: vector
void pad(const std::vector<tf::example>& all) {
  const std::vector<int> rows{0, 1};
  const tf::padded_batch<backwards, Batch> batch{all, rows};
}
#elif WRONG_batch_of_one_row
// sentence: padded_batch(examples, rows): rows must be a range of std::uint32_t, the indices of those examples that are wanted
// names: int
void pad(const std::vector<tf::example>& all) {
  const tf::padded_batch<backwards, Batch> batch{all, 0};
}
#elif WRONG_batch_of_rows_before_examples
// sentence: padded_batch(examples, rows): rows must be a range of std::uint32_t, the indices of those examples that are wanted
// names: vector
void pad(const std::vector<tf::example>& all) {
  const std::vector<std::uint32_t> rows{0, 1};
  const tf::padded_batch<backwards, Batch> batch{rows, all};
}
#endif
