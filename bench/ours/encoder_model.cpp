// An encoder-only model, as BERT is but for its positions, which are sinusoids, with random weights: from tokens to a
// class of each row.
#include <memory>

#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/encoder_model.hpp>
#include <typeformer/tensor/weights_file.hpp>
#include <typeformer/train/initial_weights.hpp>

#include "kinds.hpp"

namespace bench::ours {

namespace tf = typeformer;

namespace {

struct Batch : tf::axis<"B", tf::up_to<16>> {};
struct config : tf::conventions<tf::norm_before, tf::gelu_activation> {
  struct Position : tf::axis<"N", tf::up_to<64>> {};
  struct Vocabulary : tf::axis<"V", 8192> {};
  struct Class : tf::axis<"class", 64> {};
  struct Model : tf::axis<"d_model", 512> {};
  struct Head : tf::axis<"h", 8> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 2048> {};
  static constexpr std::size_t encoder_layers = 6;
};
using model_type = tf::encoder_model<config>;
using sequence = tf::tokens<config::Vocabulary, Batch, config::Position>;

template <class Numbers>
prepared classifying(const sizes& batch_positions, std::size_t threads) {
  struct state {
    explicit state(std::size_t count) : threads{count}, packed{tf::load<model_type>(weights_file())} {}
    tf::kernels::threads threads;
    tf::packed_weights<model_type, Numbers> packed;
    tf::session<model_type, Numbers, sequence> run{packed, threads};
  };
  if (batch_positions.at(0) > tf::bound<Batch> || batch_positions.at(1) > tf::bound<config::Position>) throw not_here{};
  const auto s = std::make_shared<state>(threads);
  const auto tokens = std::make_shared<sequence>(batch_positions[0], batch_positions[1]);
  fill_tokens(*tokens, 1, tf::bound<config::Vocabulary>);
  const auto y = s->run(*tokens);
  return {repeated([s, tokens] { s->run(*tokens); }), result_in(y.data, y.size())};
}

}  // namespace

template <class Precision>
prepared encoder_model(const sizes& batch_positions, std::size_t threads) {
  return fastest_in(Precision{}, [&]<class Numbers> { return classifying<Numbers>(batch_positions, threads); });
}

template prepared encoder_model<float32>(const sizes&, std::size_t);
template prepared encoder_model<bf16>(const sizes&, std::size_t);
template prepared encoder_model<int8>(const sizes&, std::size_t);

void write_encoder_model(const std::string& path) { tf::save(path, stirred(tf::initial_weights<model_type>(1))); }

}  // namespace bench::ours
