// The encoder-only model with random weights: from tokens to a class of each row.
#include <memory>

#include <typeformer/expressions/session.hpp>
#include <typeformer/tensor/weights_file.hpp>
#include <typeformer/train/initial_weights.hpp>

#include "kinds.hpp"
#include "models.hpp"

namespace bench::ours {

namespace tf = typeformer;

namespace {

template <class Numbers>
prepared classifying(const sizes& batch_positions, std::size_t threads) {
  struct state {
    explicit state(std::size_t count) : threads{count}, packed{tf::load<encoder_only>(weights_file())} {}
    tf::kernels::threads threads;
    tf::packed_weights<encoder_only, Numbers> packed;
    tf::session<encoder_only, Numbers, model_tokens> run{packed, threads};
  };
  if (batch_positions.at(0) > tf::bound<rows_of_model> || batch_positions.at(1) > tf::bound<sequence_config::Position>)
    throw not_here{};
  const auto s = std::make_shared<state>(threads);
  const auto tokens = std::make_shared<model_tokens>(batch_positions[0], batch_positions[1]);
  fill_tokens(*tokens, 1, tf::bound<sequence_config::Vocabulary>);
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

void write_encoder_model(const std::string& path) { tf::save(path, stirred(tf::initial_weights<encoder_only>(1))); }

}  // namespace bench::ours
