#pragma once
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <typeformer/train/recipe.hpp>
#include <typeformer/train/trainer.hpp>

#include "phone_errors.hpp"
#include "pronunciation_list.hpp"

namespace typeformer {

/// How well a model predicts words that it was not trained on.
struct dev_figures {
  double loss;          ///< nats a phone, the ends included, without smoothing
  phone_errors errors;  ///< of greedy decoding
};

/// How a run was resumed.
struct resumed_run {
  std::string passed_over;  ///< why it is not the last checkpoint, if it is not (train/checkpoint.hpp)
  bool is_finished;         ///< its model is written: save_finished() has saved it
};

struct architecture;
class architecture_training;

/// Trains the model `pronounce`, with dropout where Vaswani et al. 2017 have it, or a model of another architecture for
/// the same task. Its vocabularies are those of the weights in the library.
class pronounce_training {
 public:
  /// Words with at least one pronunciation, as this model reads them.
  ///
  /// throws   as read_pronunciations (pronunciation_list.hpp) does
  static pronunciation_list read(const std::filesystem::path& file, bad_lines policy);

  /// The architectures that there are, each with a summary; the first is that of the weights in the library.
  static std::vector<std::pair<std::string_view, std::string_view>> architectures();

  /// `start`: a file of weights to begin with; empty: at random. `threads` of 0: one for each processor.
  ///
  /// throws   for a file of another model's weights, or of other vocabularies; for an architecture that is not there
  pronounce_training(const pronunciation_list& examples, const recipe& how, std::size_t threads,
                     const std::filesystem::path& start = {}, std::string_view of = architectures().front().first);
  ~pronounce_training();

  std::size_t parameters() const;
  /// Bytes that a batch's results may take, and at most as many their gradients; and those of weights and moments.
  std::size_t activation_bytes() const;
  std::size_t block_bytes() const;

  training_progress step();
  std::size_t steps() const;
  double epochs() const;

  dev_figures measure(const pronunciation_list& words);

  /// Saves a checkpoint (train/training_run.hpp).
  void save(const std::filesystem::path& checkpoint);
  /// The same once the model of the last step is written.
  void save_finished(const std::filesystem::path& checkpoint);
  /// Goes on from the newest checkpoint that can be read.
  ///
  /// throws   for one of another architecture, model, data or recipe
  resumed_run resume(const std::filesystem::path& checkpoint);

  /// Writes the weights, or their moving average if the recipe has one, as a file that pronouncers read.
  void write_model(const std::filesystem::path& file) const;
  /// Writes the mean of such files.
  void write_average(const std::filesystem::path& file, std::span<const std::filesystem::path> of) const;

 private:
  const architecture& architecture_;
  training_precision precision_;
  std::unique_ptr<architecture_training> run_;
};

}  // namespace typeformer
