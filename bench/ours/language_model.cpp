// A decoder-only model, as GPT is but for its positions, which are sinusoids, with random weights: so many tokens
// behind each prompt, greedily.
#include <memory>
#include <vector>

#include <typeformer/decode/greedy.hpp>
#include <typeformer/tensor/weights_file.hpp>
#include <typeformer/train/initial_weights.hpp>

#include "decoding.hpp"
#include "models.hpp"

namespace bench::ours {

namespace tf = typeformer;

namespace {

template <class Numbers>
prepared generating(const sizes& batch_prompt_tokens, std::size_t threads) {
  struct state {
    state(std::size_t count, std::size_t tokens)
        : threads{count}, packed{tf::load<decoder_only>(weights_file())}, decode{packed, threads, tokens} {}
    tf::kernels::threads threads;
    tf::packed_weights<decoder_only, Numbers> packed;
    tf::greedy_decoder<generation, Numbers> decode;
  };
  const std::size_t rows = batch_prompt_tokens.at(0), length = batch_prompt_tokens.at(1),
                    tokens = batch_prompt_tokens.at(2);
  if (rows > tf::bound<rows_of_model> || length + tokens > tf::bound<sequence_config::Position>) throw not_here{};
  const auto s = std::make_shared<state>(threads, tokens);
  const auto prompt = std::make_shared<model_tokens>(rows, length);
  fill_tokens(*prompt, 1, tf::bound<sequence_config::Vocabulary>);

  const auto result = s->decode(*prompt);
  std::vector<std::int32_t> predicted;
  for (std::size_t b = 0; b < rows; ++b) predicted.insert(predicted.end(), result.row(b).begin(), result.row(b).end());
  const std::vector<std::int32_t> lengths(rows, static_cast<std::int32_t>(length));
  return {repeated([s, prompt] { s->decode(*prompt); }),
          results_in(known_by<generation>(s->packed, s->threads, lengths, predicted, *prompt))};
}

}  // namespace

template <class Precision>
prepared language_model(const sizes& batch_prompt_tokens, std::size_t threads) {
  return fastest_in(Precision{}, [&]<class Numbers> { return generating<Numbers>(batch_prompt_tokens, threads); });
}

template prepared language_model<float32>(const sizes&, std::size_t);
template prepared language_model<bf16>(const sizes&, std::size_t);
template prepared language_model<int8>(const sizes&, std::size_t);

void write_language_model(const std::string& path) { tf::save(path, stirred(tf::initial_weights<decoder_only>(1))); }

}  // namespace bench::ours
