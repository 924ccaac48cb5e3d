#include <algorithm>
#include <cstdint>
#include <exception>
#include <utility>

#include <typeformer/kernels/threads.hpp>
#include <typeformer/models/pronounce.hpp>
#include <typeformer/pronounce/pronouncer.hpp>

#include "../io/sentence.hpp"
#include "embedded_weights.hpp"
#include "like_length.hpp"
#include "phone_names.hpp"
#include "pronouncer_parts.hpp"
#include "pronouncing_model.hpp"
#include "spelling.hpp"
#include "vocabulary.hpp"

namespace typeformer {

static_assert(pronouncer::longest_word == bound<pronounce::Source> - 1, "one position is left for the end");

namespace {

constexpr std::size_t most_read_phones = bound<pronounce::Target> - 1;  // one position is left for the start

token_lists some(std::span<const token_list> lists, std::span<const std::uint32_t> indices,
                 std::vector<const token_list*>& chosen) {
  chosen.clear();
  for (const std::uint32_t i : indices) chosen.push_back(&lists[i]);
  return chosen;
}

safetensors::file embedded_file() {
  return safetensors::file::from_bytes(embedded_pronounce(), "the embedded weights of pronounce");
}

}  // namespace

struct pronouncer::state {
  template <class Threads>  // its own, or shared ones
  state(const safetensors::file& from, precision computes_in, Threads&& given)
      : state{from, load_pronouncing_model(from, computes_in), std::forward<Threads>(given)} {}
  state(const safetensors::file& from, std::unique_ptr<pronouncing_model> loaded,
        std::unique_ptr<kernels::threads> started)
      : state{from, std::move(loaded), *started} {
    own_threads = std::move(started);
  }
  state(const safetensors::file& from, std::unique_ptr<pronouncing_model> loaded, kernels::threads& shared)
      : letters{from, "source", bound<pronounce::Letter>},
        phones{from, "target", bound<pronounce::Phone>},
        spelled{letters, from.origin(), longest_word},
        known_phones{phones, most_read_phones},
        model{std::move(loaded)},
        threads{shared} {}

  std::vector<token_list> spell(std::span<const std::string_view> words) const {
    std::vector<token_list> all;
    for (const std::string_view word : words) {
      if (const std::string sentence = spelled.refusal(word); !sentence.empty()) throw error{sentence};
      all.push_back(spelled.tokens(word));
    }
    return all;
  }

  std::vector<std::string_view> names_of(std::span<const std::int32_t> tokens) const {
    std::vector<std::string_view> names;
    for (const std::int32_t token : tokens)
      if (token >= static_cast<std::int32_t>(vocabulary::markers)) names.push_back(phones[token]);
    return names;
  }

  /// A decoding context for each batch, as far as there are threads.
  std::span<const std::unique_ptr<pronouncing_context>> contexts_for(std::size_t batches) {
    const std::size_t count = std::min({batches, threads.count(), most_contexts});
    while (contexts.size() < count) contexts.push_back(model->make_context(threads));
    return {contexts.data(), count};
  }

  /// Calls run(context, indices) for batches of at most `rows` words of like length, each on a thread; a single one on
  /// all threads, if that pays.
  template <class Run>
  void for_each_batch(std::span<const token_list> words, std::size_t rows, const Run& run) {
    const auto batches = batches_of_like_length(words.size(), rows, [&](std::size_t i) { return words[i].size(); });
    const auto used = contexts_for(batches.size());
    if (batches.size() == 1 && batches.front().size() >= model->least_words_on_all_threads())
      return run(*used.front(), batches.front());
    std::vector<std::exception_ptr> problems(used.size());
    threads.for_each(used.size(), [&](std::size_t w, void*) {
      try {
        for (std::size_t b = w; b < batches.size(); b += used.size()) run(*used[w], batches[b]);
      } catch (...) {
        problems[w] = std::current_exception();
      }
    });
    for (const auto& problem : problems)
      if (problem) std::rethrow_exception(problem);
  }

  // Each has up to 25 MB of caches and arena for greedy decoding; of more than this, none finds a batch of its own in a
  // thousand words.
  static constexpr std::size_t most_contexts = 32;

  vocabulary letters, phones;
  spelling spelled;
  phone_names known_phones;
  std::unique_ptr<pronouncing_model> model;
  std::unique_ptr<kernels::threads> own_threads;
  kernels::threads& threads;
  std::vector<std::unique_ptr<pronouncing_context>> contexts;
};

pronouncer::pronouncer(std::size_t threads, precision computes_in)
    : state_{std::make_unique<state>(embedded_file(), computes_in, std::make_unique<kernels::threads>(threads))} {}
pronouncer::pronouncer(kernels::threads& threads, precision computes_in)
    : state_{std::make_unique<state>(embedded_file(), computes_in, threads)} {}
pronouncer::pronouncer(const std::filesystem::path& weights, std::size_t threads, precision computes_in)
    : state_{std::make_unique<state>(safetensors::file::open(weights), computes_in,
                                     std::make_unique<kernels::threads>(threads))} {}
pronouncer::pronouncer(const std::filesystem::path& weights, kernels::threads& threads, precision computes_in)
    : state_{std::make_unique<state>(safetensors::file::open(weights), computes_in, threads)} {}
pronouncer::pronouncer(std::unique_ptr<state> made) : state_{std::move(made)} {}
pronouncer::pronouncer(pronouncer&&) noexcept = default;
pronouncer& pronouncer::operator=(pronouncer&&) noexcept = default;
pronouncer::~pronouncer() = default;

pronouncer::state& pronouncer::checked_state() const {
  if (!state_) throw error{"this pronouncer was moved from"};
  return *state_;
}

pronouncer_parts pronouncer_parts::of(const pronouncer& p) {
  const auto& parts = p.checked_state();
  return {parts.spelled, parts.phones, parts.model->parameters()};
}

pronouncer pronouncer_parts::make(const safetensors::file& from, std::unique_ptr<pronouncing_model> model,
                                  std::size_t threads) {
  return pronouncer{
      std::make_unique<pronouncer::state>(from, std::move(model), std::make_unique<kernels::threads>(threads))};
}

std::string pronouncer::refusal(std::string_view word) const { return checked_state().spelled.refusal(word); }

std::vector<std::string_view> pronouncer::operator()(std::string_view word) {
  return std::move((*this)(std::span{&word, 1}).front());
}

std::vector<std::vector<std::string_view>> pronouncer::operator()(std::span<const std::string_view> words) {
  state& parts = checked_state();
  const auto spelled = parts.spell(words);
  std::vector<std::vector<std::string_view>> results(words.size());
  parts.for_each_batch(spelled, batch, [&](pronouncing_context& context, std::span<const std::uint32_t> indices) {
    std::vector<const token_list*> rows;
    const auto predicted = context.greedy(some(spelled, indices, rows));
    for (std::size_t b = 0; b < indices.size(); ++b) results[indices[b]] = parts.names_of(predicted[b]);
  });
  return results;
}

std::vector<std::vector<pronunciation>> pronouncer::search(std::span<const std::string_view> words, std::size_t width,
                                                           std::size_t count) {
  if (width < 1 || width > widest_beam)
    throw error{
        fmt::format("pronouncer.search: the width is {}, but it must lie between 1 and {}", width, widest_beam)};
  if (count < 1 || count > width)
    throw error{fmt::format("pronouncer.search: {} pronunciations are asked for, but a beam of {} finds 1 to {}", count,
                            width, width)};
  // Two that differ by a marker, which nothing keeps a model from predicting, sound alike, so that more must be found.
  const std::size_t n_best = count == 1 ? 1 : width;
  const auto spelled = checked_state().spell(words);
  std::vector<std::vector<pronunciation>> results(words.size());
  const auto run = [&](pronouncing_context& context, std::span<const std::uint32_t> indices) {
    std::vector<const token_list*> rows;
    const auto found = context.search(some(spelled, indices, rows), width, n_best);
    for (std::size_t b = 0; b < indices.size(); ++b) {
      auto& kept = results[indices[b]];
      for (const auto& f : found[b]) {
        auto names = checked_state().names_of(f.phones);
        if (kept.size() < count && std::ranges::find(kept, names, &pronunciation::phones) == kept.end())
          kept.push_back({std::move(names), f.log_probability});
      }
    }
  };
  const std::size_t rows = pronouncing_context::searched_at_once(words.size(), width);
  checked_state().for_each_batch(spelled, rows, run);
  return results;
}

std::string pronouncer::refusal_of_phones(std::span<const std::string_view> phones) const {
  if (phones.empty()) return "";  // the model can predict the end at once
  return checked_state().known_phones.refusal(phones);
}

std::vector<double> pronouncer::score(std::span<const std::string_view> words,
                                      std::span<const std::vector<std::string_view>> phones) {
  if (words.size() != phones.size())
    throw error{fmt::format("pronouncer.score: {} and {} of phones are given, but each word has one list",
                            io::counted(words.size(), "word"), io::counted(phones.size(), "list"))};
  const auto spelled = checked_state().spell(words);
  std::vector<token_list> targets(words.size());
  for (std::size_t i = 0; i < phones.size(); ++i) {
    if (const std::string sentence = refusal_of_phones(phones[i]); !sentence.empty()) throw error{sentence};
    targets[i] = checked_state().known_phones.tokens(phones[i]);
  }
  std::vector<double> results(words.size());
  const auto run = [&](pronouncing_context& context, std::span<const std::uint32_t> indices) {
    std::vector<const token_list*> rows, target_rows;
    const auto scores = context.score(some(spelled, indices, rows), some(targets, indices, target_rows));
    for (std::size_t b = 0; b < indices.size(); ++b) results[indices[b]] = scores[b];
  };
  checked_state().for_each_batch(spelled, batch, run);
  return results;
}

attention_map pronouncer::attention(std::string_view word) {
  const auto spelled = checked_state().spell(std::span{&word, 1});
  pronouncing_context& context = *checked_state().contexts_for(1).front();
  const token_list* const words[]{&spelled.front()};
  const token_list predicted = std::move(context.greedy(words).front());
  const auto names = [](const token_list& tokens, const vocabulary& known) {
    std::vector<std::string> all;
    for (const std::int32_t token : tokens) all.emplace_back(known[token]);
    all.emplace_back(known[pronounce::end_token]);
    return all;
  };
  attention_map map{names(spelled.front(), checked_state().letters), names(predicted, checked_state().phones),
                    context.attention(spelled.front(), predicted)};
  map.phones.resize(map.weights.size() / map.letters.size());  // where the phones were cut off there is no end
  return map;
}

}  // namespace typeformer
