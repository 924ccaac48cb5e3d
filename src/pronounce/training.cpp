#include "training.hpp"

#include <map>
#include <utility>

#include <typeformer/models/pronounce.hpp>
#include <typeformer/train/padded_batch.hpp>

#include "../io/sentence.hpp"
#include "architecture.hpp"
#include "embedded_weights.hpp"
#include "phone_names.hpp"
#include "spelling.hpp"
#include "vocabulary.hpp"

namespace typeformer {
namespace {

// A fact of the checkpoint of a run whose model is written.
const std::string finished_note = "finished";

using batch_type = padded_batch<pronounce, pronounce::Batch>;

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

/// Model files and checkpoints of the embedded weights' architecture are as they were when there was no other.
std::map<std::string, std::string> with_architecture(std::map<std::string, std::string> facts, const architecture& of) {
  if (&of != architectures().front()) facts.emplace(architecture_fact, of.name);
  return facts;
}

void expect_architecture(const std::string& origin, const std::map<std::string, std::string>& facts,
                         const architecture& wanted) {
  if (const std::string& found = architecture_of(facts); found != wanted.name)
    io::refuse(origin, "is of the architecture {}, but this run is of {}", io::printable(found), wanted.name);
}

std::unique_ptr<architecture_training> begin(const architecture& which, const pronunciation_list& list,
                                             const recipe& how, std::size_t threads,
                                             const std::filesystem::path& start) {
  if (start.empty()) return which.begin(list, how, threads, nullptr);
  const auto file = safetensors::file::open(start);
  expect_vocabulary(file, "source", bound<pronounce::Letter>);
  expect_vocabulary(file, "target", bound<pronounce::Phone>);
  expect_architecture(file.origin(), file.metadata(), which);
  return which.begin(list, how, threads, &file);
}

}  // namespace

pronunciation_list pronounce_training::read(const std::filesystem::path& file, bad_lines policy) {
  const auto& from = embedded();
  const vocabulary letters{from, "source", bound<pronounce::Letter>}, phones{from, "target", bound<pronounce::Phone>};
  return read_pronunciations(file, spelling{letters, from.origin(), batch_type::longest_source},
                             phone_names{phones, batch_type::longest_target}, policy);
}

std::vector<std::pair<std::string_view, std::string_view>> pronounce_training::architectures() {
  std::vector<std::pair<std::string_view, std::string_view>> all;
  for (const architecture* a : typeformer::architectures()) all.emplace_back(a->name, a->summary);
  return all;
}

pronounce_training::pronounce_training(const pronunciation_list& examples, const recipe& how, std::size_t threads,
                                       const std::filesystem::path& start, std::string_view of)
    : architecture_{architecture_named(of)},
      precision_{how.precision},
      run_{begin(architecture_, examples, how, threads, start)} {}
pronounce_training::~pronounce_training() = default;

std::size_t pronounce_training::parameters() const { return architecture_.parameters; }
std::size_t pronounce_training::activation_bytes() const { return architecture_.activation_bytes; }
std::size_t pronounce_training::block_bytes() const {
  return architecture_.block_bytes + (precision_ == training_precision::bf16 ? architecture_.bf16_bytes : 0);
}

training_progress pronounce_training::step() { return run_->step(); }
std::size_t pronounce_training::steps() const { return run_->steps(); }
double pronounce_training::epochs() const { return run_->epochs(); }

dev_figures pronounce_training::measure(const pronunciation_list& list) { return run_->measure(list); }

void pronounce_training::save(const std::filesystem::path& checkpoint) {
  run_->save(checkpoint, with_architecture({}, architecture_));
}
void pronounce_training::save_finished(const std::filesystem::path& checkpoint) {
  run_->save(checkpoint, with_architecture({{finished_note, "yes"}}, architecture_));
}

resumed_run pronounce_training::resume(const std::filesystem::path& checkpoint) {
  auto [file, passed_over] = read_newest(checkpoint);
  expect_architecture(file.origin(), file.facts(), architecture_);
  run_->go_on_from(file);
  return {std::move(passed_over), file.facts().contains(finished_note)};
}

void pronounce_training::write_model(const std::filesystem::path& file) const {
  run_->write_model(file, with_architecture(embedded().metadata(), architecture_));
}

void pronounce_training::write_average(const std::filesystem::path& file,
                                       std::span<const std::filesystem::path> of) const {
  run_->write_average(file, of, with_architecture(embedded().metadata(), architecture_));
}

}  // namespace typeformer
