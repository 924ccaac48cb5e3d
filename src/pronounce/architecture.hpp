#pragma once
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <typeformer/io/safetensors.hpp>
#include <typeformer/train/checkpoint.hpp>
#include <typeformer/train/recipe.hpp>
#include <typeformer/train/trainer.hpp>

#include "pronouncing_model.hpp"
#include "training.hpp"

/// The architectures of `pronounce`. A new one is a configuration (models/pronounce_architectures.hpp), a file in
/// architectures/ that instantiates it, and a line of architectures().
namespace typeformer {

/// Training of one architecture, as pronounce_training has it.
class architecture_training {
 public:
  virtual ~architecture_training() = default;
  virtual training_progress step() = 0;
  virtual std::size_t steps() const = 0;
  virtual double epochs() const = 0;
  virtual dev_figures measure(const pronunciation_list& words) = 0;
  virtual void save(const std::filesystem::path& checkpoint, const std::map<std::string, std::string>& notes) = 0;
  virtual void go_on_from(const checkpoint_file& saved) = 0;
  virtual void write_model(const std::filesystem::path& file,
                           const std::map<std::string, std::string>& metadata) const = 0;
  virtual void write_average(const std::filesystem::path& file, std::span<const std::filesystem::path> of,
                             const std::map<std::string, std::string>& metadata) const = 0;
};

struct architecture {
  std::string_view name, summary;
  /// As pronounce_training has them.
  std::size_t parameters, activation_bytes, block_bytes;
  std::size_t bf16_bytes;  // that mixed precision adds
  std::unique_ptr<pronouncing_model> (*load)(const safetensors::file& from, precision computes_in);
  /// `start`: a file of weights to begin with, or none. The list outlives the training.
  std::unique_ptr<architecture_training> (*begin)(const pronunciation_list& list, const recipe& how,
                                                  std::size_t threads, const safetensors::file* start);
};

/// Those of the build (meson_options.txt); the first is that of the embedded weights.
std::span<const architecture* const> architectures();

/// throws   for a name that none has
const architecture& architecture_named(std::string_view name);

/// A fact of model files and checkpoints: which architecture they are of. Those without it are Transformers.
inline constexpr const char* architecture_fact = "architecture";
const std::string& architecture_of(const std::map<std::string, std::string>& facts);

// In a file each, which compile side by side.
extern const architecture transformer_architecture, rnn_architecture, rnn_attention_architecture,
    gru_attention_architecture, lstm_attention_architecture, convolution_architecture, linear_architecture;

}  // namespace typeformer
