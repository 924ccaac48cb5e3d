#include "training.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/scoring.hpp>
#include <typeformer/decode/transformer_decoding.hpp>
#include <typeformer/models/pronounce.hpp>
#include <typeformer/tensor/weights_file.hpp>
#include <typeformer/train/averaging.hpp>
#include <typeformer/train/transformer_run.hpp>

#include "../io/sentence.hpp"
#include "embedded_weights.hpp"
#include "phone_names.hpp"
#include "spelling.hpp"
#include "vocabulary.hpp"

namespace typeformer {
namespace {

struct trained_pronounce : with_choices<pronounce, dropout_rate<runtime_dropout>> {};
// A fact of the checkpoint of a run whose model is written.
const std::string finished_note = "finished";

using Batch = pronounce::Batch;
using model_type = transformer<trained_pronounce>;
using batch_type = padded_batch<trained_pronounce, Batch>;

const safetensors::file& embedded() {
  static const auto file = safetensors::file::from_bytes(embedded_pronounce(), "the embedded weights of pronounce");
  return file;
}

// Otherwise the trained file would name other letters or phones than those its first weights are of.
void expect_vocabulary(const safetensors::file& file, const std::string& name, std::size_t size) {
  const vocabulary found{file, name, size}, known{embedded(), name, size};
  for (std::size_t i = 0; i < size; ++i)
    if (const auto token = static_cast<std::int32_t>(i); found[token] != known[token])
      io::refuse(file.origin(), "entry {} of the vocabulary {} is {}, but the model that is trained has {}", i,
                 io::in_quotes(name), io::in_quotes(found[token]), io::in_quotes(known[token]));
}

weights<model_type> first_weights(const recipe& how, const std::filesystem::path& start) {
  if (!start.empty()) {
    const auto file = safetensors::file::open(start);
    expect_vocabulary(file, "source", bound<pronounce::Letter>);
    expect_vocabulary(file, "target", bound<pronounce::Phone>);
    return load<model_type>(file);
  }
  return initial_weights<model_type>(kernels::counter_random(how.seed, 0));
}

// Indices of examples in batches, those of like length together.
std::vector<std::vector<std::uint32_t>> batches_by_length(std::span<const example> examples) {
  std::vector<std::uint32_t> order(examples.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(
      order, {}, [&](std::uint32_t i) { return std::tuple{examples[i].source.size(), examples[i].target.size(), i}; });
  std::vector<std::vector<std::uint32_t>> batches;
  for (auto first = order.begin(); first != order.end();) {
    const auto last = first + std::min<std::ptrdiff_t>(bound<Batch>, order.end() - first);
    batches.emplace_back(first, last);
    first = last;
  }
  return batches;
}

double loss_of(const packed_weights<model_type>& packed, std::span<const example> examples, kernels::threads& threads) {
  scorer<transformer_decoding<trained_pronounce, Batch>> score{packed, threads};
  double sum = 0;
  std::size_t phones = 0;
  for (const auto& rows : batches_by_length(examples)) {
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

phone_errors errors_of(const packed_weights<model_type>& packed, std::span<const word_with_references> words,
                       kernels::threads& threads) {
  std::vector<example> spelled;
  for (const auto& w : words) spelled.push_back({w.letters, {}});
  greedy_decoder<transformer_decoding<trained_pronounce, Batch>> decode{packed, threads};
  std::vector<std::vector<std::int32_t>> predicted(words.size());
  for (const auto& rows : batches_by_length(spelled)) {
    const batch_type batch{spelled, rows};
    const auto result = decode(batch.source(), batch.lengths());
    for (std::size_t b = 0; b < rows.size(); ++b) predicted[rows[b]].assign(result.row(b).begin(), result.row(b).end());
  }
  phone_errors errors;
  for (std::size_t i = 0; i < words.size(); ++i) errors.add(predicted[i], words[i].references);
  return errors;
}

}  // namespace

struct pronounce_training::state {
  state(const pronunciation_list& list, const recipe& how, std::size_t thread_count, const std::filesystem::path& start)
      : threads{thread_count}, run{list.examples, how, first_weights(how, start), threads} {}

  kernels::threads threads;
  transformer_run<trained_pronounce, Batch> run;
};

const std::size_t pronounce_training::parameters = block_size<model_type>;
const std::size_t pronounce_training::activation_bytes =
    transformer_trainer<trained_pronounce, Batch>::activation_bytes;
// Weights, gradient, two moments, and the weights as kernels read them.
const std::size_t pronounce_training::block_bytes =
    (4 * block_size<model_type> + running_block_size<model_type>)*sizeof(float);

pronunciation_list pronounce_training::read(const std::filesystem::path& file, bad_lines policy) {
  const auto& from = embedded();
  const vocabulary letters{from, "source", bound<pronounce::Letter>}, phones{from, "target", bound<pronounce::Phone>};
  return read_pronunciations(file, spelling{letters, from.origin(), batch_type::longest_source},
                             phone_names{phones, batch_type::longest_target}, policy);
}

pronounce_training::pronounce_training(const pronunciation_list& examples, const recipe& how, std::size_t threads,
                                       const std::filesystem::path& start)
    : state_{std::make_unique<state>(examples, how, threads, start)} {}
pronounce_training::~pronounce_training() = default;

training_progress pronounce_training::step() { return state_->run.step(); }
std::size_t pronounce_training::steps() const { return state_->run.steps(); }
double pronounce_training::epochs() const { return state_->run.epochs(); }

dev_figures pronounce_training::measure(const pronunciation_list& list) {
  const packed_weights<model_type> packed{state_->run.trainer().averaged()};
  const auto words = words_of(list);
  return {loss_of(packed, list.examples, state_->threads), errors_of(packed, words, state_->threads)};
}

void pronounce_training::save(const std::filesystem::path& checkpoint) { state_->run.save(checkpoint); }
void pronounce_training::save_finished(const std::filesystem::path& checkpoint) {
  state_->run.save(checkpoint, {{finished_note, "yes"}});
}

resumed_run pronounce_training::resume(const std::filesystem::path& checkpoint) {
  auto [file, passed_over] = read_newest(checkpoint);
  state_->run.go_on_from(file);
  return {std::move(passed_over), file.facts().contains(finished_note)};
}

void pronounce_training::write_model(const std::filesystem::path& file) const {
  typeformer::save(file, state_->run.trainer().averaged(), embedded().metadata());
}

void pronounce_training::write_average(const std::filesystem::path& file, std::span<const std::filesystem::path> of) {
  typeformer::save(file, average<model_type>(of), embedded().metadata());
}

}  // namespace typeformer
