#include <algorithm>
#include <cstdint>
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

struct pronouncer::state {
  state(const safetensors::file& from, std::size_t threads)
      : letters{from, "source", bound<pronounce::Letter>},
        phones{from, "target", bound<pronounce::Phone>},
        spelled{letters, from.origin(), longest_word},
        weights{load<transformer<pronounce>>(from)},
        workers{threads},
        decode{weights, workers} {}

  /// `rows` words, each its tokens; what is said is handed to say(row, phones).
  template <class Say>
  void run(std::span<const std::vector<std::int32_t>* const> rows, const Say& say) {
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

  vocabulary letters, phones;
  spelling spelled;
  packed_weights<transformer<pronounce>> weights;
  kernels::threads workers;
  greedy_decoder<pronounce, pronounce::Batch> decode;
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
  for (std::size_t first = 0; first < order.size(); first += batch) {
    const std::span of_batch{order.data() + first, std::min(batch, order.size() - first)};
    std::vector<const std::vector<std::int32_t>*> rows;
    for (const std::size_t i : of_batch) rows.push_back(&spelled[i]);
    state_->run(rows, [&](std::size_t b, auto said) { results[of_batch[b]] = std::move(said); });
  }
  return results;
}

}  // namespace typeformer
