// A decoder-only model, as GPT is but for its positions, which are sinusoids, with random weights: so many tokens
// behind each prompt, greedily.
#include <memory>
#include <vector>

#include <typeformer/decode/decoding_of.hpp>
#include <typeformer/decode/greedy.hpp>
#include <typeformer/layers/language_model.hpp>
#include <typeformer/tensor/weights_file.hpp>
#include <typeformer/train/initial_weights.hpp>

#include "decoding.hpp"

namespace bench::ours {

namespace tf = typeformer;

namespace {

struct Batch : tf::axis<"B", tf::up_to<16>> {};
struct config : tf::conventions<tf::norm_before, tf::gelu_activation> {
  struct Position : tf::axis<"N", tf::up_to<64>> {};
  struct Vocabulary : tf::axis<"V", 8192> {};
  struct Model : tf::axis<"d_model", 512> {};
  struct Head : tf::axis<"h", 8> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 2048> {};
  static constexpr std::size_t decoder_layers = 6;
  using embeddings = tf::tied_output;
};
using model_type = tf::language_model<config>;
using sequence = tf::tokens<config::Vocabulary, Batch, config::Position>;
struct decoding : tf::decoding_of<model_type, config::Position, sequence> {};

template <class Numbers>
prepared generating(const sizes& batch_prompt_tokens, std::size_t threads) {
  struct state {
    state(std::size_t count, std::size_t tokens)
        : threads{count}, packed{tf::load<model_type>(weights_file())}, decode{packed, threads, tokens} {}
    tf::kernels::threads threads;
    tf::packed_weights<model_type, Numbers> packed;
    tf::greedy_decoder<decoding, Numbers> decode;
  };
  const std::size_t rows = batch_prompt_tokens.at(0), length = batch_prompt_tokens.at(1),
                    tokens = batch_prompt_tokens.at(2);
  if (rows > tf::bound<Batch> || length + tokens > tf::bound<config::Position>) throw not_here{};
  const auto s = std::make_shared<state>(threads, tokens);
  const auto prompt = std::make_shared<sequence>(rows, length);
  fill_tokens(*prompt, 1, tf::bound<config::Vocabulary>);

  const auto result = s->decode(*prompt);
  std::vector<std::int32_t> predicted;
  for (std::size_t b = 0; b < rows; ++b) predicted.insert(predicted.end(), result.row(b).begin(), result.row(b).end());
  const std::vector<std::int32_t> lengths(rows, static_cast<std::int32_t>(length));
  return {repeated([s, prompt] { s->decode(*prompt); }),
          results_in(known_by<decoding>(s->packed, s->threads, lengths, predicted, *prompt))};
}

}  // namespace

template <class Precision>
prepared language_model(const sizes& batch_prompt_tokens, std::size_t threads) {
  return fastest_in(Precision{}, [&]<class Numbers> { return generating<Numbers>(batch_prompt_tokens, threads); });
}

template prepared language_model<float32>(const sizes&, std::size_t);
template prepared language_model<bf16>(const sizes&, std::size_t);
template prepared language_model<int8>(const sizes&, std::size_t);

void write_language_model(const std::string& path) { tf::save(path, stirred(tf::initial_weights<model_type>(1))); }

}  // namespace bench::ours
