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

/// Trains a model on the batches of a source by a recipe, step by step. A run that goes on from a checkpoint does what
/// the run that saved it would have done, to the last bit.
///
///   training_run<trainer<objective, float, shape<Batch, Pixel>, labels<Digit, Batch>>, my_batches> run{…};
///
/// requires  a source of the trainer's batches
template <class Trainer, is_batch_source Source>
class training_run {
  using T = typename Trainer::element_type;

 public:
  using model_type = typename Trainer::model_type;

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
                  .seed = kernels::counter_random(how.seed, 2)},
                 threads} {}

  /// Batches until recipe.batch_tokens things count, and one change of the weights.
  training_progress step() {
    static_assert(yields_batches_of<Source, typename Trainer::batch_type>,
                  "training_run<Trainer, Source>: the source must yield the inputs of the trainer");
    if constexpr (yields_batches_of<Source, typename Trainer::batch_type>) {
      do {
        trainer_.accumulate(source_.next());
      } while (trainer_.accumulated() < recipe_.batch_tokens);
    }
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

  /// Goes on where the run was that saved this. The number of steps may be another one.
  ///
  /// throws   a checkpoint of another model, of other data, of another recipe
  void go_on_from(const checkpoint_file& saved) {
    for (const auto& [name, value] : identity()) saved.expect(name, value);
    std::vector<recipe_mismatch::difference> differences;
    for (const auto& [name, value] : recipe_.members())
      if (const std::string& found = saved.fact(recipe_fact(name)); found != value)
        differences.push_back({name, found, value});
    if (!differences.empty()) throw recipe_mismatch{saved.origin(), std::move(differences)};
    batch_position position = source_.position();
    for (auto& [name, number] : position) number = saved.number<std::uint64_t>(name);
    const training_counts counts{saved.number<std::uint64_t>("steps"), saved.number<std::uint64_t>("batches")};
    source_.go_to(position);
    saved.copy<T>(trainer_.blocks());
    trainer_.go_on_from(counts);
  }

  std::size_t steps() const { return trainer_.steps(); }
  const Source& source() const { return source_; }
  const Trainer& trainer() const { return trainer_; }

 private:
  /// What two runs must have in common for one to go on where the other was, beside the recipe.
  std::map<std::string, std::string> identity() const {
    std::map<std::string, std::string> facts = source_.identity();
    facts.insert({{"model", fingerprint<model_type>()}, {"choices", choices()}});
    return facts;
  }
  static std::string recipe_fact(const std::string& member) { return "recipe." + member; }

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

}  // namespace typeformer
