// The base model of 37,000 words: a whole forward pass, and a step of decoding with caches.
#include <memory>
#include <vector>

#include <typeformer/decode/decoding_session.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/models/paper_base.hpp>
#include <typeformer/tensor/quantized_weights.hpp>
#include <typeformer/tensor/weights_file.hpp>
#include <typeformer/train/initial_weights.hpp>

#include "kinds.hpp"

namespace bench::ours {

namespace tf = typeformer;

namespace {

using config = tf::paper_base;
using model_type = tf::transformer<config>;
using words = config::Vocabulary;
constexpr std::size_t vocabulary = tf::bound<words>;

/// B, N and L known to the compiler, as a program has them that serves one size.
template <std::size_t B, std::size_t N>
struct sized : config {
  struct Batch : tf::axis<"B", B> {};
  struct Source : tf::axis<"N", N> {};
  struct Target : tf::axis<"L", N> {};
};

template <class Numbers, std::size_t B, std::size_t N>
prepared forward(std::size_t threads) {
  using Config = sized<B, N>;
  using sized_model = tf::transformer<Config>;
  using source_tokens = tf::tokens<words, typename Config::Batch, typename Config::Source>;
  using target_tokens = tf::tokens<words, typename Config::Batch, typename Config::Target>;
  struct state {
    explicit state(std::size_t count) : threads{count}, packed{tf::load<sized_model>(weights_file())} {}
    tf::kernels::threads threads;
    tf::packed_weights<sized_model, Numbers> packed;
    tf::session<sized_model, Numbers, source_tokens, target_tokens> session{packed, threads};
    source_tokens source;
    target_tokens target;
  };
  const auto s = std::make_shared<state>(threads);
  fill_tokens(s->source, 1, vocabulary);
  fill_tokens(s->target, 2, vocabulary);
  const auto y = s->session(s->source, s->target);
  return {repeated([s] { s->session(s->source, s->target); }), result_in(y.data, y.size())};
}

struct Batch : tf::axis<"B", 1> {};

/// A step at `position`, after tokens that were read step by step.
template <class Numbers>
prepared step_with(const sizes& source_position, std::size_t threads) {
  using decoded = tf::decoding_of<model_type, config::Target, tf::tokens<words, Batch, config::Source>,
                                  tf::tokens<words, Batch, config::Target>, tf::row_lengths>;
  using session = tf::decoding_session<decoded, Numbers>;
  struct state {
    explicit state(std::size_t count) : threads{count}, packed{tf::load<model_type>(weights_file())} {}
    tf::kernels::threads threads;
    tf::packed_weights<model_type, Numbers> packed;
    session read{packed, threads};
    std::vector<std::int32_t> tokens;
  };
  const std::size_t positions = source_position.at(0), position = source_position.at(1);
  const auto s = std::make_shared<state>(threads);
  tf::tokens<words, Batch, config::Source> source(positions);
  fill_tokens(source, 1, vocabulary);
  s->tokens.resize(position + 1);
  for (std::size_t i = 0; i <= position; ++i) s->tokens[i] = static_cast<std::int32_t>(counted(2, i) % vocabulary);

  const auto token = [s](std::size_t at) {
    const tf::shape<Batch, config::Target> one{
        tf::hana::make_tuple(tf::dimension<Batch>{}, tf::dimension<config::Target>{1})};
    return typename session::piece{&s->tokens[at], one};
  };
  const auto step = [s, token](std::size_t at) {
    s->read.rewind(at);
    return s->read.decode_step(token(at)).data;
  };
  s->read.prefill(source, token(0), tf::row_lengths{});
  for (std::size_t i = 1; i < position; ++i) step(i);
  const float* const logits = step(position);
  return {repeated([step, position] { step(position); }), result_in(logits, vocabulary)};
}

}  // namespace

template <class Precision>
prepared paper_base(const sizes& batch_source_target, std::size_t threads) {
  return fastest_in(Precision{}, [&]<class Numbers> {
    if (batch_source_target == sizes{1, 32, 32}) return forward<Numbers, 1, 32>(threads);
    if (batch_source_target == sizes{16, 64, 64}) return forward<Numbers, 16, 64>(threads);
    throw not_here{};
  });
}
template <class Precision>
prepared decoding_step(const sizes& source_position, std::size_t threads) {
  return fastest_in(Precision{}, [&]<class Numbers> { return step_with<Numbers>(source_position, threads); });
}

template prepared paper_base<float32>(const sizes&, std::size_t);
template prepared paper_base<bf16>(const sizes&, std::size_t);
template prepared paper_base<int8>(const sizes&, std::size_t);
template prepared decoding_step<float32>(const sizes&, std::size_t);
template prepared decoding_step<bf16>(const sizes&, std::size_t);
template prepared decoding_step<int8>(const sizes&, std::size_t);

void write_paper_base(const std::string& path) { tf::save(path, stirred(tf::initial_weights<model_type>(1))); }

}  // namespace bench::ours
