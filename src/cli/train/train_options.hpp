#pragma once
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include <typeformer/train/recipe.hpp>

namespace typeformer::cli {

/// The options of `typeformer train`.
struct train_options {
  std::string model, architecture = "transformer", data, dev, out, start, log, plot;
  recipe how{};
  double minutes = 0;       ///< 0: no limit
  std::size_t stop_at = 0;  ///< a step; 0: the last
  std::size_t threads = 0;
  std::size_t evaluate_every = 1'500, checkpoint_every = 500;
  std::size_t average = 0;  ///< of how many snapshots the mean is taken; 0: none
  bool resume = false, skip_bad = false;

  std::size_t last_step() const { return stop_at == 0 ? how.steps : std::min(stop_at, how.steps); }
  std::filesystem::path checkpoint() const { return out + ".checkpoint"; }
  /// Weights as they were after a step, until their mean is taken.
  std::filesystem::path snapshot(std::size_t step) const { return out + ".step-" + std::to_string(step); }
};

/// The option that sets a member of the recipe (recipe::members()): "--rate" for "peak_rate".
std::string_view option_of(std::string_view member);

/// `given` outlives the command.
void add_train_options(CLI::App& command, train_options& given);

}  // namespace typeformer::cli
