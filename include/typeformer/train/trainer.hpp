#pragma once
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <typeformer/kernels/movement.hpp>
#include <typeformer/kernels/optimizer.hpp>
#include <typeformer/readings/recording.hpp>
#include <typeformer/tensor/weights.hpp>
#include <typeformer/train/first_non_finite.hpp>
#include <typeformer/train/mixed_precision.hpp>
#include <typeformer/train/objective.hpp>
#include <typeformer/train/parameter_group.hpp>
#include <typeformer/train/recipe.hpp>

namespace typeformer {

/// How a step changes the weights.
struct training_options {
  kernels::adam_step adam{.rate = 0};  ///< rate and step are set by each step
  double max_gradient_norm = 0;        ///< gradients are scaled down to this norm; 0: not
  double average_decay = 0;            ///< of averaged(), each step; 0: none is kept
  double dropout = 0;                  ///< the rate, where the model has runtime_dropout
  std::uint64_t seed = 1;              ///< of dropout
  /// The first that has a parameter decides how it is trained; none: all alike.
  std::vector<parameter_group> groups = {};
  /// What products with weights are computed in; bf16 where T is float.
  training_precision precision = training_precision::float32;
};

/// Figures of one step.
struct training_progress {
  double loss;           ///< of each thing that counts, before the step: in nats a token, say
  double gradient_norm;  ///< before it was scaled down
  std::size_t count;     ///< of things: what the objective counts, otherwise batches
};

/// How far training has come; the seed of a batch's dropout follows from `batches`.
struct training_counts {
  std::uint64_t steps = 0;    ///< changes of the weights
  std::uint64_t batches = 0;  ///< calls of accumulate()
};

/// Where an objective cannot be trained: says why, and nothing else, whatever it is made and called with.
template <class Objective, class T, class... Input>
class trainer : public detail::refused_training {
  using rules = decltype(detail::must_be_trainable<Objective, T, Input...>());

 public:
  using detail::refused_training::refused_training;
  template <class W, class H>
  /// Takes what a trainer takes, so that the rule is the only error.
  trainer(W&&, const training_options&, H&&) {}
};

/// Whether a type is a `trainer<…>`: the condition of a rule of training_run.
template <class Trainer>
inline constexpr bool is_trainer = false;
template <class Objective, class T, class... Input>
inline constexpr bool is_trainer<trainer<Objective, T, Input...>> = true;

namespace detail {
/// Whether a trainer's arguments are right, without a look into the class.
template <class Trainer>
inline constexpr bool is_sound_trainer = false;
template <class Objective, class T, class... Input>
inline constexpr bool is_sound_trainer<trainer<Objective, T, Input...>> = is_trainable<Objective, T, Input...>;
template <class W, class Weights>
inline constexpr bool are_weights_of = std::is_convertible_v<W, Weights>;
template <class X>
inline constexpr bool are_options = std::is_convertible_v<X, const training_options&>;
template <class Given>
inline constexpr bool is_rate_of_step = false;

template <class Weights, class... X>
inline constexpr bool make_trainer = sizeof...(X) == 3 && are_weights_of<given_t<0, X...>, Weights> &&
                                     are_options<given_t<1, X...>> && binds_threads<given_t<2, X...>>;

/// The rules of a trainer's constructor, given X&&..., of which the first that is broken is reported.
template <class Weights, class... X>
constexpr void must_make_trainer() {
  if constexpr (!are_weights_of<given_t<0, X...>, Weights>) {
    static_assert(are_weights_of<given_t<0, X...>, Weights>,
                  "trainer(weights, options, threads): weights must be those of the objective's model, in the "
                  "trainer's T");
  } else if constexpr (!are_options<given_t<1, X...>>) {
    static_assert(are_options<given_t<1, X...>>,
                  "trainer(weights, options, threads): options must be training_options; a training_run takes a "
                  "recipe");
  } else {
    static_assert(binds_threads<given_t<2, X...>>,
                  "trainer(weights, options, threads): threads must be a kernels::threads that outlives the trainer");
  }
}
}  // namespace detail

/// Trains a model to make an objective small (objective.hpp), with Adam. `Input`s are what a session takes: shapes,
/// `tokens<…>`, `labels<…>`, masks.
///
///   trainer<objective, float, shape<Batch, Pixel>, labels<Digit, Batch>> t{std::move(weights), options, threads};
///   t.accumulate(images, digits);
///   t.step(rate);
///
/// Gradients and Adam's moments are blocks with the layout of the weights, so the optimizer is one loop. A plan
/// knows all memory, and the constructor allocates it; after the first step, a step allocates nothing. accumulate()
/// sums the gradients of several batches, and step() divides by the count of all. Results are bitwise the same for any
/// number of threads.
template <class Objective, class T, class... Input>
  requires is_trainable<Objective, T, Input...>
class trainer<Objective, T, Input...> {
 public:
  using objective_type = Objective;  ///< whose formula yields the loss
  using element_type = T;            ///< of weights, gradients and moments: float or double
  /// Whose weights are trained: the objective's model_type, or the objective itself.
  using model_type = model_of<Objective>;
  /// What accumulate() takes.
  using batch_type = inputs_of<T, Input...>;

  /// `threads` outlives the trainer.
  ///
  /// throws   an average_decay outside [0, 1); a parameter group of no parameters; bf16 where T is double
  trainer(weights<model_type, T> start, const training_options& options, kernels::threads& threads)
      : options_{options},
        threads_{threads},
        weights_{std::move(start)},
        packed_{weights_},
        bf16_{bf16_of(weights_, options.precision, threads)},
        moment_{weights_.block().size()},
        second_moment_{weights_.block().size()},
        reading_{{packed_.block(), weights_.block().data(), gradient_.block().data(), bf16_.matrices()},
                 activation_bytes,
                 threads},
        ranges_{parameter_ranges<model_type>(options.groups, options.adam.decay)} {
    if (!(options.average_decay >= 0 && options.average_decay < 1))
      throw error{"training_options: average_decay is " + std::to_string(options.average_decay) +
                  ", but must be at least 0 and below 1"};
    if (options.average_decay > 0)
      kernels::copy(weights_.block().size(), weights_.block().data(), average_.emplace().block().data(), threads_);
  }
  template <class W, class H>
    requires(!detail::make_trainer<weights<model_type, T>, W, training_options, H>)
  trainer(W&&, const training_options&, H&&) : trainer{detail::refused_arguments{}} {
    detail::must_make_trainer<weights<model_type, T>, W, training_options, H>();
  }
  template <class... X>
    requires(!detail::make_trainer<weights<model_type, T>, X...> && !detail::is_itself<trainer, X...>)
  trainer(X&&...) : trainer{detail::refused_arguments{}} {
    detail::must_make_trainer<weights<model_type, T>, X...>();
  }

  /// Bytes of the results that the forward pass keeps for the backward pass. As many again are there for gradients, of
  /// which those are used that are needed at once.
  static constexpr std::size_t activation_bytes = recorded_bytes<Objective, T, Input...>;

  /// Adds the gradients of a batch. Returns its loss, of each thing that counts.
  ///
  /// throws   inputs that the model refuses; a batch in which nothing counts
  double accumulate(const detail::argument_t<Input, T>&... batch) {
    if (things_ == 0) {
      kernels::set_zero(gradient_.block().size(), gradient_.block().data(), threads_);
      non_finite_origin_.clear();
    }
    reading_.clear(kernels::counter_random(options_.seed, batches_), options_.dropout);
    const auto loss = let(model<Objective>(detail::input_of(reading_, batch)...));
    const std::size_t things = count_of(loss);
    if (things == 0) throw error{"trainer.accumulate: nothing counts in this batch"};
    ++batches_;
    const auto& sum = sum_of(loss);
    const auto number = static_cast<double>(*sum.data);
    if (!std::isfinite(number) && non_finite_origin_.empty()) non_finite_origin_ = first_non_finite(weights_, reading_);
    const T one = 1;
    reading_.backward(sum, &one);
    things_ += things;
    loss_ += number;
    return number / static_cast<double>(things);
  }
  /// The same of a batch as a batch_source yields it.
  double accumulate(const batch_type& batch) {
    return std::apply([this](const auto&... x) { return this->accumulate(x...); }, batch);
  }
  template <class... X>
    requires(!detail::are_inputs<std::tuple<X...>, batch_type> &&
             !detail::are_inputs<std::tuple<X...>, std::tuple<batch_type>>)
  double accumulate(const X&...) {
    static_assert(is_number_of_inputs<sizeof...(X), Input...>,
                  "trainer.accumulate(x...): there must be one argument for each input");
    if constexpr (is_number_of_inputs<sizeof...(X), Input...>)
      static_assert(detail::are_inputs<std::tuple<X...>, batch_type>,
                    "trainer.accumulate(x...): each argument must have the type and the axes of its input");
    return 0;
  }
  /// Of the batches since the last step: things that count.
  std::size_t accumulated() const { return things_; }

  /// Updates the weights with the accumulated gradient.
  ///
  /// throws  at a loss or gradient that is not finite, and names the layer where non-finite values first appear; then
  ///         it changes nothing
  training_progress step(double rate) {
    if (things_ == 0) throw error{"trainer.step: nothing was accumulated"};
    const auto count = static_cast<double>(things_);
    for (const parameter_range& range : ranges_)
      if (range.frozen) kernels::set_zero(range.size, gradient_.block().data() + range.first, threads_);
    const double norm =
        std::sqrt(kernels::sum_of_squares<T>(gradient_.block().size(), gradient_.block().data(), threads_)) / count;
    const training_progress seen{loss_ / count, norm, things_};
    things_ = 0;
    loss_ = 0;
    if (!std::isfinite(seen.loss) || !std::isfinite(norm))
      throw error{"training: the loss is " + std::to_string(seen.loss) + " and the gradient's norm " +
                  std::to_string(norm) + " at step " + std::to_string(steps_ + 1) + "; " + reason()};
    auto how = options_.adam;
    how.step = ++steps_;
    how.gradient_scale = 1 / count;
    if (options_.max_gradient_norm > 0 && norm > options_.max_gradient_norm)
      how.gradient_scale *= options_.max_gradient_norm / norm;
    for (const parameter_range& range : ranges_) {
      if (range.frozen) continue;
      how.rate = rate * range.rate;
      how.decay = range.decay;
      kernels::adam<T>(how, range.size, gradient_.block().data() + range.first, moment_.data() + range.first,
                       second_moment_.data() + range.first, weights_.block().data() + range.first, threads_);
    }
    pack();
    if (average_)
      kernels::update_average(weights_.block().size(), static_cast<T>(options_.average_decay), weights_.block().data(),
                              average_->block().data(), threads_);
    return seen;
  }

  template <class... X>
    requires(!(sizeof...(X) == 1 && (std::is_convertible_v<X, double> && ...)))
  training_progress step(const X&...) {
    static_assert(detail::is_rate_of_step<std::tuple<X...>>,
                  "trainer.step(rate): rate must be a number, the learning rate of this step");
    return {};
  }

  /// The weights after the last step.
  const weights<model_type, T>& trained() const { return weights_; }
  /// The exponential moving average of the weights, beginning with the initial ones: average ← d·average + (1 −
  /// d)·weights after each step, d the option average_decay. Where that is 0, the weights themselves.
  const weights<model_type, T>& averaged() const { return average_ ? *average_ : weights_; }
  /// The weights as kernels read them, for decoding between steps.
  const packed_weights<model_type, T>& packed() const { return packed_; }
  /// How many steps have changed the weights, those before a checkpoint included.
  std::size_t steps() const { return steps_; }

  /// The blocks that steps change, by name, each with the layout of the weights. Beside the options, a step depends
  /// only on them and on counts(), except between accumulate() and step().
  std::map<std::string, std::span<T>> blocks() {
    std::map<std::string, std::span<T>> all{
        {"weights", weights_.block()}, {"moment", moment_.span()}, {"second_moment", second_moment_.span()}};
    if (average_) all.emplace("average", average_->block());
    return all;
  }
  /// What go_on_from() takes beside the blocks.
  training_counts counts() const { return {steps_, batches_}; }
  /// Resumes after the blocks() of another trainer, which had these counts, were copied into ours.
  void go_on_from(const training_counts& counts) {
    steps_ = counts.steps;
    batches_ = counts.batches;
    things_ = 0;
    loss_ = 0;
    pack();
  }

 private:
  explicit trainer(detail::refused_arguments)
      : trainer{detail::no_value<weights<model_type, T>>(), training_options{}, detail::no_value<kernels::threads&>()} {
  }

  template <class Loss>
  static const auto& sum_of(const Loss& loss) {
    if constexpr (is_counted<Loss>) {
      return loss.sum;
    } else {
      return loss;
    }
  }
  template <class Loss>
  static std::size_t count_of(const Loss& loss) {
    if constexpr (is_counted<Loss>) {
      return static_cast<std::size_t>(*loss.count.data);
    } else {
      return 1;
    }
  }

  static bf16_matrices<model_type> bf16_of(const weights<model_type, T>& w, training_precision precision,
                                           kernels::threads& threads) {
    if (precision == training_precision::float32) return {};
    if constexpr (std::is_same_v<T, float>) {
      return {w, threads};
    } else {
      throw error{"training_options: precision is bf16, but the trainer's T is double, and must be float"};
    }
  }
  /// Takes over the weights as products read them.
  void pack() {
    packed_.update(weights_, threads_);
    if constexpr (std::is_same_v<T, float>) bf16_.update(weights_, threads_);
  }

  /// Why a loss or gradient is not finite, as far as the numbers show.
  std::string reason() const {
    std::string where = non_finite_origin_;
    if (where.empty()) where = first_non_finite(weights_, reading_);
    if (where.empty()) where = first_non_finite_gradient(gradient_, reading_);
    return where.empty() ? "all weights, results and gradients are finite" : where;
  }

  training_options options_;
  kernels::threads& threads_;
  weights<model_type, T> weights_, gradient_;
  std::optional<weights<model_type, T>> average_;
  packed_weights<model_type, T> packed_;
  bf16_matrices<model_type> bf16_;
  buffer<T> moment_, second_moment_;
  recording<T> reading_;
  std::vector<parameter_range> ranges_;
  double loss_ = 0;
  std::string non_finite_origin_;  // where non-finite values first appeared in this step, if a loss was not finite
  std::size_t things_ = 0;
  std::uint64_t steps_ = 0, batches_ = 0;
};

// Without template arguments; the options may be in braces.
template <class... X>
trainer(const X&...) -> trainer<typename detail::left_out_beside<X...>::type, float>;
template <class W, class H>
trainer(const W&, const training_options&, const H&) -> trainer<typename detail::left_out_beside<W, H>::type, float>;

}  // namespace typeformer
