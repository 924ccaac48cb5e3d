#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/scoring.hpp>
#include <typeformer/decode/transformer_decoding.hpp>
#include <typeformer/models/pronounce.hpp>
#include <typeformer/tensor/weights_file.hpp>
#include <typeformer/train/averaging.hpp>
#include <typeformer/train/transformer_run.hpp>

#include "architecture.hpp"
#include "like_length.hpp"

namespace typeformer {

/// Indices of examples in batches, those of like length together.
inline std::vector<std::vector<std::uint32_t>> batches_of(std::span<const example> examples) {
  return batches_of_like_length(examples.size(), bound<pronounce::Batch>, [&](std::size_t i) {
    return std::pair{examples[i].source.size(), examples[i].target.size()};
  });
}

/// Training of a configuration on the axes of pronounce.
template <class Config>
class training_of final : public architecture_training {
  using Batch = pronounce::Batch;
  using model_type = transformer<Config>;
  using batch_type = padded_batch<Config, Batch>;

 public:
  training_of(const pronunciation_list& list, const recipe& how, std::size_t threads, const safetensors::file* start)
      : threads_{threads},
        run_{list.examples, how,
             start ? load<model_type>(*start) : initial_weights<model_type>(kernels::counter_random(how.seed, 0)),
             threads_} {}

  static std::unique_ptr<architecture_training> begin(const pronunciation_list& list, const recipe& how,
                                                      std::size_t threads, const safetensors::file* start) {
    return std::make_unique<training_of>(list, how, threads, start);
  }

  training_progress step() override { return run_.step(); }
  std::size_t steps() const override { return run_.steps(); }
  double epochs() const override { return run_.epochs(); }
  dev_figures measure(const pronunciation_list& list) override {
    const packed_weights<model_type> packed{run_.trainer().averaged()};
    return {loss_of(packed, list.examples), errors_of(packed, words_of(list))};
  }
  void save(const std::filesystem::path& checkpoint, const std::map<std::string, std::string>& notes) override {
    run_.save(checkpoint, notes);
  }
  void go_on_from(const checkpoint_file& saved) override { run_.go_on_from(saved); }
  void write_model(const std::filesystem::path& file,
                   const std::map<std::string, std::string>& metadata) const override {
    typeformer::save(file, run_.trainer().averaged(), metadata);
  }
  void write_average(const std::filesystem::path& file, std::span<const std::filesystem::path> of,
                     const std::map<std::string, std::string>& metadata) const override {
    typeformer::save(file, average<model_type>(of), metadata);
  }

 private:
  double loss_of(const packed_weights<model_type>& packed, std::span<const example> examples) {
    scorer<transformer_decoding<Config, Batch>> score{packed, threads_};
    double sum = 0;
    std::size_t phones = 0;
    for (const auto& rows : batches_of(examples)) {
      const batch_type batch{examples, rows};
      tokens<pronounce::Phone, Batch, pronounce::Target> target(rows.size(), batch.target().shape().last());
      std::vector<std::int32_t> lengths;
      for (std::size_t b = 0; b < rows.size(); ++b) {
        const auto& predicted = examples[rows[b]].target;
        std::ranges::copy(predicted, &target(b, 0));
        lengths.push_back(static_cast<std::int32_t>(predicted.size()));
      }
      const auto result = score(lengths, batch.source(), target, batch.lengths());
      for (const double x : result.log_probabilities) sum -= x;
      phones += batch.target_tokens();
    }
    return sum / static_cast<double>(phones);
  }

  phone_errors errors_of(const packed_weights<model_type>& packed, std::span<const word_with_references> words) {
    std::vector<example> spelled;
    for (const auto& w : words) spelled.push_back({w.letters, {}});
    greedy_decoder<transformer_decoding<Config, Batch>> decode{packed, threads_};
    std::vector<std::vector<std::int32_t>> predicted(words.size());
    for (const auto& rows : batches_of(spelled)) {
      const batch_type batch{spelled, rows};
      const auto result = decode(batch.source(), batch.lengths());
      for (std::size_t b = 0; b < rows.size(); ++b)
        predicted[rows[b]].assign(result.row(b).begin(), result.row(b).end());
    }
    phone_errors errors;
    for (std::size_t i = 0; i < words.size(); ++i) errors.add(predicted[i], words[i].references);
    return errors;
  }

  kernels::threads threads_;
  transformer_run<Config, Batch> run_;
};

/// An architecture, its models loaded by `load`.
template <class Config>
constexpr architecture architecture_by(std::string_view name, std::string_view summary,
                                       std::unique_ptr<pronouncing_model> (*load)(const safetensors::file&,
                                                                                  precision)) {
  using model_type = transformer<Config>;
  return {.name = name,
          .summary = summary,
          .parameters = block_size<model_type>,
          .activation_bytes = transformer_trainer<Config, pronounce::Batch>::activation_bytes,
          // Weights, gradient, two moments, and the weights as kernels read them.
          .block_bytes = (4 * block_size<model_type> + running_block_size<model_type>)*sizeof(float),
          .bf16_bytes = bf16_matrices<model_type>::bytes,
          .load = load,
          .begin = training_of<Config>::begin};
}

}  // namespace typeformer
