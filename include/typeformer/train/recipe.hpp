#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/error.hpp>
#include <typeformer/kernels/loss.hpp>

namespace typeformer::inline v0_1 {

/// How the learning rate moves after it has risen linearly to its peak (schedule.hpp).
enum class rate_schedule : unsigned char { linear, cosine, inverse_root, constant };

/// What training computes products with weights in (docs/decisions/mixed_precision.md). Weights, gradients and moments
/// stay in the trainer's T, and so does everything else that is computed.
enum class training_precision : unsigned char {
  float32,  ///< the trainer's T, by the name of its default
  bf16,     ///< of products with weights, and of their gradients, operands are rounded to bf16, and sums are floats
};

/// "linear", "cosine", "inverse-root", "constant".
std::string_view name_of(rate_schedule);
/// "all", "others".
std::string_view name_of(kernels::smoothing_over);

/// "float32", "bf16".
std::string_view name_of(training_precision);

/// A member of a recipe by name, and its value as text, exact.
struct recipe_member {
  std::string name;                                       ///< as in recipe
  std::string value;                                      ///< such that the number read from it is the same
  bool operator==(const recipe_member&) const = default;  ///< of name and text
};

/// How a model is trained. With the same recipe and the same examples every weight comes out the same, to the last bit,
/// for any number of threads, on processors with the same instruction set.
struct recipe {
  std::size_t steps = 80'000;      ///< a linear or cosine rate has fallen to 0 there
  std::size_t batch_tokens = 800;  ///< target tokens of a step, at least: batches are taken until there are so many
  /// Behind the warmup.
  rate_schedule schedule = rate_schedule::linear;
  double peak_rate = 1.3e-3;   ///< at the end of the warmup
  std::size_t warmup = 2'000;  ///< steps; a constant rate has none
  double smoothing = 0.1;      ///< of labels
  /// Which entries share the smoothing.
  kernels::smoothing_over smoothed = kernels::smoothing_over::all;
  double dropout = 0.2;          ///< where Config chooses dropout_rate<runtime_dropout>
  double max_gradient_norm = 1;  ///< of a step's gradient; 0: any
  double weight_decay = 0;       ///< as kernels::adam_step::decay, of all parameters
  double average_decay = 0;      ///< of the exponential moving average of the weights; 0: none is kept
  std::uint64_t seed = 1;        ///< of the first weights, the order of examples, and dropout
  /// What products with weights are computed in.
  training_precision precision = training_precision::float32;

  /// The learning rate of a step, counted from 1.
  double rate(std::size_t step) const;

  /// All of it but `steps`: training that stopped may go on for more steps, but not otherwise.
  std::vector<recipe_member> members() const;
};

/// Thrown where a checkpoint is of another recipe: the members that differ.
struct recipe_mismatch : error {
  /// A member of the two recipes that is not the same.
  struct difference {
    std::string name;   ///< of the member
    std::string saved;  ///< the checkpoint's value
    std::string given;  ///< the value it was to go on with
  };
  /// `origin` is what errors call the checkpoint.
  recipe_mismatch(std::string origin, std::vector<difference> differences);

  std::string origin;                   ///< what errors call the checkpoint
  std::vector<difference> differences;  ///< at least one
};

}  // namespace typeformer::inline v0_1
