#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <typeformer/train/batch_source.hpp>
#include <typeformer/train/checkpoint.hpp>
#include <typeformer/train/fingerprint.hpp>
#include <typeformer/train/first_non_finite.hpp>
#include <typeformer/train/initial_weights.hpp>
#include <typeformer/train/recipe.hpp>
#include <typeformer/train/trainer.hpp>
#include <typeformer/train/type_name.hpp>

namespace typeformer {

namespace detail {
/// The rules of training_run<Trainer, Source>, of which the first that is broken is reported.
template <class Trainer, class Source>
constexpr auto must_be_run() {
  if constexpr (is_refused<Trainer> || is_refused<Source>) {
  } else if constexpr (!is_given<Trainer>) {
    static_assert(is_given<Trainer>,
                  "a training_run's trainer and source must be named: training_run<my_trainer, my_source>");
  } else if constexpr (!is_trainer<Trainer>) {
    static_assert(is_trainer<Trainer>,
                  "training_run<Trainer, Source>: Trainer must be a trainer<Objective, T, Input...>");
  } else if constexpr (!has_batch_type<Source>) {
    static_assert(has_batch_type<Source>,
                  "training_run<Trainer, Source>: Source must have batch_type, the inputs of the trainer");
  } else if constexpr (!is_batch_source<Source>) {
    static_assert(has_next<Source>,
                  "training_run<Trainer, Source>: Source must have next(), which yields a batch_type");
    static_assert(has_batch_position<Source>,
                  "training_run<Trainer, Source>: Source must have position() const, which yields a batch_position");
    static_assert(has_go_to<Source>, "training_run<Trainer, Source>: Source must have go_to(const batch_position&)");
    static_assert(has_identity<Source>,
                  "training_run<Trainer, Source>: Source must have identity() const, which yields a map from text to "
                  "text");
  } else {
    static_assert(yields_batches_of<Source, typename Trainer::batch_type>,
                  "training_run<Trainer, Source>: the source must yield the inputs of the trainer");
  }
}

template <class Given, class Source>
inline constexpr bool are_batches_of = std::is_convertible_v<Given, Source>;
template <class... X>
inline constexpr bool is_save_of_run = false;
template <class File, class... Notes>
  requires(sizeof...(Notes) <= 1)
inline constexpr bool is_save_of_run<File, Notes...> =
    std::is_convertible_v<const File&, const std::filesystem::path&> &&
    (std::is_convertible_v<const Notes&, const std::map<std::string, std::string>&> && ...);
template <class X>
inline constexpr bool is_checkpoint_file = std::is_convertible_v<const X&, const checkpoint_file&>;
template <class X>
inline constexpr bool is_recipe = std::is_convertible_v<X, const recipe&>;

/// Whether X&&... are a source, a recipe, weights or none, and threads; and the rules.
template <class Source, class Weights, class... X>
inline constexpr bool make_run =
    are_batches_of<given_t<0, X...>, Source> && is_recipe<given_t<1, X...>> &&
    ((sizeof...(X) == 3 && binds_threads<given_t<2, X...>>) ||
     (sizeof...(X) == 4 && are_weights_of<given_t<2, X...>, Weights> && binds_threads<given_t<3, X...>>));
template <class Source, class Weights, class... X>
constexpr void must_make_run() {
  using source = given_t<0, X...>;
  using how = given_t<1, X...>;
  using last = given_t<(sizeof...(X) < 4 ? 2 : 3), X...>;
  if constexpr (!are_batches_of<source, Source> || !is_recipe<how>) {
    static_assert(are_batches_of<source, Source> && is_recipe<how>,
                  "training_run(source, recipe, threads): the source must come first, the recipe second");
  } else if constexpr (sizeof...(X) > 3 && !are_weights_of<given_t<2, X...>, Weights>) {
    static_assert(are_weights_of<given_t<2, X...>, Weights>,
                  "training_run(source, recipe, weights, threads): weights must be those of the objective's model, in "
                  "the trainer's T");
  } else {
    static_assert(binds_threads<last>,
                  "training_run(source, recipe, threads): threads must be a kernels::threads that outlives the run");
  }
}
}  // namespace detail

/// Where Trainer is no trainer, or Source no source of its batches: says why, and nothing else.
template <class Trainer, class Source>
class training_run : public detail::refused_training {
  static_assert(sizeof(Trainer) > 0);  // its own rules first
  using rules = decltype(detail::must_be_run<Trainer, Source>());

 public:
  using detail::refused_training::refused_training;
  template <class From, class... X>
  /// Takes what a run takes, so that the rule is the only error.
  training_run(From&&, const recipe&, X&&...) {}
  template <class... X>
  training_run(detail::any_argument, const recipe&, X&&...) {}
};

/// Trains a model on the batches of a source by a recipe, step by step. A run that goes on from a checkpoint does what
/// the run that saved it would have done, to the last bit.
///
///   training_run<trainer<objective, float, shape<Batch, Pixel>, labels<Digit, Batch>>, my_batches> run{…};
///
/// requires  a source of the trainer's batches
template <class Trainer, is_batch_source Source>
  requires(detail::is_sound_trainer<Trainer> && yields_batches_of<Source, typename Trainer::batch_type>)
class training_run<Trainer, Source> {
  using T = typename Trainer::element_type;

 public:
  using model_type = typename Trainer::model_type;  ///< whose weights are trained

  /// What the source refers to, and `threads`, outlive the run.
  training_run(Source source, const recipe& how, kernels::threads& threads)
      : training_run{std::move(source), how, initial_weights<model_type, T>(kernels::counter_random(how.seed, 0)),
                     threads} {}
  /// Begins with given weights.
  training_run(Source source, const recipe& how, weights<model_type, T> start, kernels::threads& threads)
      : recipe_{how},
        source_{std::move(source)},
        trainer_{std::move(start),
                 {.adam = {.rate = 0, .decay = how.weight_decay},
                  .max_gradient_norm = how.max_gradient_norm,
                  .average_decay = how.average_decay,
                  .dropout = how.dropout,
                  .seed = kernels::counter_random(how.seed, 2),
                  .precision = how.precision},
                 threads} {}
  template <class From, class... X>
    requires(!detail::make_run<Source, weights<model_type, T>, From, recipe, X...>)
  training_run(From&&, const recipe&, X&&...) : training_run{detail::refused_arguments{}} {
    detail::must_make_run<Source, weights<model_type, T>, From, recipe, X...>();
  }
  template <class... X>
    requires(!detail::make_run<Source, weights<model_type, T>, X...> && !detail::is_itself<training_run, X...>)
  training_run(X&&...) : training_run{detail::refused_arguments{}} {
    detail::must_make_run<Source, weights<model_type, T>, X...>();
  }

  /// Batches until recipe.batch_tokens things count, and one change of the weights.
  training_progress step() {
    do {
      trainer_.accumulate(source_.next());
    } while (trainer_.accumulated() < recipe_.batch_tokens);
    return trainer_.step(recipe_.rate(trainer_.steps() + 1));
  }

  /// Saves all that later steps depend on, and keeps the checkpoint before (checkpoint.hpp). `notes`: facts of the
  /// caller's own, for whoever goes on.
  ///
  /// throws   weights that are not finite, from which no step leads on: after which step, and the first parameter
  void save(const std::filesystem::path& file, const std::map<std::string, std::string>& notes = {}) {
    for (const auto* kept : {&trainer_.trained(), &trainer_.averaged()})
      if (const std::string origin = first_non_finite(*kept); !origin.empty())
        throw error{"training: after step " + std::to_string(steps()) + " the weights are not finite, first " + origin +
                    "; " + file.string() + " stays as it was"};
    const auto [steps, batches] = trainer_.counts();
    checkpoint saved{.facts = identity(), .blocks = {}};
    for (const auto& [name, value] : recipe_.members()) saved.facts.emplace(recipe_fact(name), value);
    saved.facts.merge(std::map<std::string, std::string>{{"steps", std::to_string(steps)},
                                                         {"planned steps", std::to_string(recipe_.steps)},
                                                         {"batches", std::to_string(batches)}});
    for (const auto& [name, number] : batch_position{source_.position()})
      saved.facts.emplace(name, std::to_string(number));
    saved.facts.insert(notes.begin(), notes.end());
    for (const auto& [name, numbers] : trainer_.blocks()) saved.blocks.emplace(name, std::span<const T>{numbers});
    save_checkpoint(file, saved);
  }
  template <class... X>
    requires(!detail::is_save_of_run<X...>)
  void save(const X&...) {
    static_assert(detail::is_save_of_run<X...>,
                  "training_run.save(file, notes): file must be a path, and notes, if given, a std::map of texts");
  }

  /// Goes on where the run was that saved this. The number of steps may be another one.
  ///
  /// throws   a checkpoint of another model, of other data, of another recipe
  void go_on_from(const checkpoint_file& saved) {
    for (const auto& [name, value] : identity()) saved.expect(name, value);
    std::vector<recipe_mismatch::difference> differences;
    for (const auto& [name, value] : recipe_.members())
      if (const std::string found = saved_member(saved, name); found != value)
        differences.push_back({name, found, value});
    if (!differences.empty()) throw recipe_mismatch{saved.origin(), std::move(differences)};
    batch_position position = source_.position();
    for (auto& [name, number] : position) number = saved.number<std::uint64_t>(name);
    const training_counts counts{saved.number<std::uint64_t>("steps"), saved.number<std::uint64_t>("batches")};
    source_.go_to(position);
    saved.copy<T>(trainer_.blocks());
    trainer_.go_on_from(counts);
  }
  template <class Saved>
    requires(!std::is_convertible_v<const Saved&, const checkpoint_file&>)
  void go_on_from(const Saved&) {
    static_assert(detail::is_checkpoint_file<Saved>,
                  "training_run.go_on_from(saved): saved must be a checkpoint_file, "
                  "as checkpoint_file::open(path) yields");
  }

  /// How many steps have changed the weights, those before a checkpoint included.
  std::size_t steps() const { return trainer_.steps(); }
  /// The source, at the batch that comes next.
  const Source& source() const { return source_; }
  /// The trainer, for its weights and counts.
  const Trainer& trainer() const { return trainer_; }

 protected:
  /// What constructors of wrong arguments call: nothing runs, since a rule is broken.
  explicit training_run(detail::refused_arguments)
      : training_run{detail::no_value<Source>(), recipe{}, detail::no_value<weights<model_type, T>>(),
                     detail::no_value<kernels::threads&>()} {}

 private:
  /// What two runs must have in common for one to go on where the other was, beside the recipe.
  std::map<std::string, std::string> identity() const {
    std::map<std::string, std::string> facts = source_.identity();
    facts.insert({{"model", fingerprint<model_type>()}, {"choices", choices()}});
    return facts;
  }
  static std::string recipe_fact(const std::string& member) { return "recipe." + member; }
  /// Checkpoints of versions that knew one precision do not say which.
  static std::string saved_member(const checkpoint_file& saved, const std::string& member) {
    const std::string name = recipe_fact(member);
    if (member == "precision" && !saved.facts().contains(name))
      return std::string{name_of(training_precision::float32)};
    return saved.fact(name);
  }

  /// What parameters do not show.
  static std::string choices() {
    using objective = typename Trainer::objective_type;
    if constexpr (requires { objective::choices(); }) {
      return objective::choices();
    } else {
      return type_name<objective>();
    }
  }

  recipe recipe_;
  Source source_;
  Trainer trainer_;
};

// Without template arguments.
template <class... X>
training_run(const X&...) -> training_run<typename detail::left_out_beside<X...>::type, left_out>;

}  // namespace typeformer
