#include <algorithm>
#include <cstdint>
#include <exception>
#include <memory>
#include <numeric>
#include <utility>

#include <typeformer/decode/greedy.hpp>
#include <typeformer/kernels/threads.hpp>
#include <typeformer/models/pronounce.hpp>
#include <typeformer/models/pronouncer.hpp>
#include <typeformer/tensor/weights_file.hpp>

#include "embedded_pronounce.hpp"
#include "spelling.hpp"
#include "vocabulary.hpp"

namespace typeformer {

static_assert(pronouncer::batch == bound<pronounce::Batch>);
static_assert(pronouncer::longest_word == bound<pronounce::Source> - 1, "a place is left for the end");

namespace {

/// Works on one batch at a time, alone: batches are shared among threads, since the products of one are too small to
/// be (two threads in each product took 1.2 times as long as one).
struct batch_worker {
  explicit batch_worker(const packed_weights<transformer<pronounce>>& weights) : decode{weights, alone} {}

  /// `rows` words, each its tokens; what is said is handed to say(row, phones).
  template <class Say>
  void run(std::span<const std::vector<std::int32_t>* const> rows, const vocabulary& phones, const Say& say) {
    std::size_t longest = 0;
    for (const auto* row : rows) longest = std::max(longest, row->size());
    tokens<pronounce::Letter, pronounce::Batch, pronounce::Source> source(rows.size(), longest + 1);
    std::vector<std::int32_t> lengths;
    for (std::size_t b = 0; b < rows.size(); ++b) {
      std::ranges::copy(*rows[b], &source(b, 0));
      source(b, rows[b]->size()) = pronounce::end_token;
      lengths.push_back(static_cast<std::int32_t>(rows[b]->size() + 1));
    }
    const auto result = decode(source, lengths);
    for (std::size_t b = 0; b < rows.size(); ++b) {
      std::vector<std::string_view> said;
      for (const std::int32_t token : result.row(b))
        if (token >= static_cast<std::int32_t>(vocabulary::markers)) said.push_back(phones[token]);
      say(b, std::move(said));
    }
  }

  kernels::threads alone{1};
  greedy_decoder<pronounce, pronounce::Batch> decode;
};

}  // namespace

struct pronouncer::state {
  state(const safetensors::file& from, std::size_t thread_count)
      : letters{from, "source", bound<pronounce::Letter>},
        phones{from, "target", bound<pronounce::Phone>},
        spelled{letters, from.origin(), longest_word},
        weights{load<transformer<pronounce>>(from)},
        threads{thread_count} {}

  /// A worker for each batch, as far as there are threads.
  std::span<const std::unique_ptr<batch_worker>> workers_for(std::size_t batches) {
    const std::size_t count = std::min({batches, threads.count(), most_workers});
    while (workers.size() < count) workers.push_back(std::make_unique<batch_worker>(weights));
    return {workers.data(), count};
  }

  // Each has up to 40 MB of caches and arena; of more than this, none finds a batch of its own in a thousand words.
  static constexpr std::size_t most_workers = 16;

  vocabulary letters, phones;
  spelling spelled;
  packed_weights<transformer<pronounce>> weights;
  kernels::threads threads;
  std::vector<std::unique_ptr<batch_worker>> workers;
};

pronouncer::pronouncer(std::size_t threads)
    : state_{std::make_unique<state>(
          safetensors::file::from_bytes(embedded_pronounce(), "the embedded weights of pronounce"), threads)} {}
pronouncer::pronouncer(const std::filesystem::path& weights, std::size_t threads)
    : state_{std::make_unique<state>(safetensors::file::open(weights), threads)} {}
pronouncer::pronouncer(pronouncer&&) noexcept = default;
pronouncer& pronouncer::operator=(pronouncer&&) noexcept = default;
pronouncer::~pronouncer() = default;

std::string pronouncer::refusal(std::string_view word) const { return state_->spelled.refusal(word); }

std::vector<std::string_view> pronouncer::operator()(std::string_view word) {
  return std::move((*this)(std::span{&word, 1}).front());
}

std::vector<std::vector<std::string_view>> pronouncer::operator()(std::span<const std::string_view> words) {
  std::vector<std::vector<std::int32_t>> spelled;
  for (const std::string_view word : words) {
    if (const std::string sentence = refusal(word); !sentence.empty()) throw error{sentence};
    spelled.push_back(state_->spelled.tokens(word));
  }
  std::vector<std::size_t> order(words.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair{spelled[i].size(), i}; });

  std::vector<std::vector<std::string_view>> results(words.size());
  const auto run_batch = [&](batch_worker& worker, std::size_t first) {
    const std::span of_batch{order.data() + first, std::min(batch, order.size() - first)};
    std::vector<const std::vector<std::int32_t>*> rows;
    for (const std::size_t i : of_batch) rows.push_back(&spelled[i]);
    worker.run(rows, state_->phones, [&](std::size_t b, auto said) { results[of_batch[b]] = std::move(said); });
  };
  const auto workers = state_->workers_for((words.size() + batch - 1) / batch);
  std::vector<std::exception_ptr> problems(workers.size());
  state_->threads.for_each(workers.size(), [&](std::size_t w, void*) {
    try {
      for (std::size_t first = w * batch; first < order.size(); first += workers.size() * batch)
        run_batch(*workers[w], first);
    } catch (...) {
      problems[w] = std::current_exception();
    }
  });
  for (const auto& problem : problems)
    if (problem) std::rethrow_exception(problem);
  return results;
}

}  // namespace typeformer
