#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <typeformer/train/batch_order.hpp>
#include <typeformer/train/checkpoint.hpp>
#include <typeformer/train/fingerprint.hpp>
#include <typeformer/train/first_non_finite.hpp>
#include <typeformer/train/initial_weights.hpp>
#include <typeformer/train/padded_batch.hpp>
#include <typeformer/train/recipe.hpp>
#include <typeformer/train/trainer.hpp>
#include <typeformer/train/type_name.hpp>

namespace typeformer {

/// Learns a list of examples by a recipe, step by step. A run that goes on from a checkpoint does what the run that
/// saved it would have done, to the last bit.
template <class Config, is_axis Batch, class T = float>
class training_run {
  using config = typename decltype(detail::training_config_of<Config>())::type;

 public:
  using model_type = transformer<Config>;

  /// `examples` and `threads` outlive the run.
  training_run(std::span<const example> examples, const recipe& how, kernels::threads& threads)
      : training_run{examples, how, initial_weights<model_type, T>(kernels::counter_random(how.seed, 0)), threads} {}
  /// Begins with given weights.
  training_run(std::span<const example> examples, const recipe& how, weights<model_type, T> start,
               kernels::threads& threads)
      : examples_{examples},
        recipe_{how},
        order_{examples, bound<Batch>, kernels::counter_random(how.seed, 1)},
        trainer_{std::move(start),
                 {.adam = {.rate = 0, .decay = how.weight_decay},
                  .smoothing = how.smoothing,
                  .smoothed = how.smoothed,
                  .max_gradient_norm = how.max_gradient_norm,
                  .average_decay = how.average_decay,
                  .dropout = how.dropout,
                  .seed = kernels::counter_random(how.seed, 2)},
                 threads} {}

  /// Batches until there are recipe.batch_tokens target tokens, and one change of the weights.
  training_progress step() {
    std::size_t tokens = 0;
    do {
      const padded_batch<Config, Batch> batch{examples_, order_.next()};
      trainer_.accumulate(batch.view());
      tokens += batch.target_tokens();
    } while (tokens < recipe_.batch_tokens);
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
                                                         {"batches", std::to_string(batches)},
                                                         {"epoch", std::to_string(order_.at().epoch)},
                                                         {"batch of the epoch", std::to_string(order_.at().batch)}});
    saved.facts.insert(notes.begin(), notes.end());
    for (const auto& [name, numbers] : trainer_.blocks()) saved.blocks.emplace(name, std::span<const T>{numbers});
    save_checkpoint(file, saved);
  }

  /// Goes on where the run was that saved this. The number of steps may be another one.
  ///
  /// throws   a checkpoint of another model, of other examples, of another recipe
  void go_on_from(const checkpoint_file& saved) {
    for (const auto& [name, value] : identity()) saved.expect(name, value);
    std::vector<recipe_mismatch::difference> differences;
    for (const auto& [name, value] : recipe_.members())
      if (const std::string& found = saved.fact(recipe_fact(name)); found != value)
        differences.push_back({name, found, value});
    if (!differences.empty()) throw recipe_mismatch{saved.origin(), std::move(differences)};
    const batch_order::position place{saved.number<std::uint64_t>("epoch"),
                                      saved.number<std::uint64_t>("batch of the epoch")};
    const training_counts counts{saved.number<std::uint64_t>("steps"), saved.number<std::uint64_t>("batches")};
    order_.go_to(place);
    saved.copy<T>(trainer_.blocks());
    trainer_.go_on_from(counts);
  }

  std::size_t steps() const { return trainer_.steps(); }
  /// Epochs, the part of one included.
  double epochs() const {
    return static_cast<double>(order_.at().epoch) +
           static_cast<double>(order_.at().batch) / static_cast<double>(order_.batches_per_epoch());
  }
  const typeformer::trainer<Config, Batch, T>& trainer() const { return trainer_; }

 private:
  /// What two runs must have in common for one to go on where the other was, beside the recipe.
  std::map<std::string, std::string> identity() const {
    return {{"model", fingerprint<model_type>()}, {"choices", choices()}, {"examples", fingerprint(examples_)}};
  }
  static std::string recipe_fact(const std::string& member) { return "recipe." + member; }

  /// What parameters do not show: "64 rows a batch, 4 heads, tokens 1 to 2, 3f9d0c6e5b2a1788", the last of the
  /// conventions' types.
  static std::string choices() {
    using made = typename Config::choices;
    std::string conventions;
    for (const std::string& name : {type_name<typename made::normalization>(), type_name<typename made::activation>(),
                                    type_name<typename made::dropout::type>(),
                                    type_name<typename made::embedding_scale>(), type_name<typename made::sinusoids>(),
                                    type_name<typename Config::embeddings>(), type_name<norm_of<Config>>()})
      conventions += name + ' ';
    return std::to_string(bound<Batch>) + " rows a batch, " + std::to_string(bound<typename Config::Head>) +
           " heads, tokens " + std::to_string(config::start_token) + " to " + std::to_string(config::end_token) + ", " +
           fingerprint(conventions);
  }

  std::span<const example> examples_;
  recipe recipe_;
  batch_order order_;
  typeformer::trainer<Config, Batch, T> trainer_;
};

}  // namespace typeformer
