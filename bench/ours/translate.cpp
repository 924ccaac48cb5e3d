// Translation by the base model of 37,000 words with random weights: greedily, and by beam search.
#include <memory>
#include <vector>

#include <typeformer/decode/beam.hpp>
#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/transformer_decoding.hpp>
#include <typeformer/models/paper_base.hpp>
#include <typeformer/tensor/weights_file.hpp>

#include "decoding.hpp"

namespace bench::ours {

namespace tf = typeformer;

namespace {

struct config : tf::paper_base {
  struct Source : tf::axis<"N", tf::up_to<32>> {};
  struct Target : tf::axis<"L", tf::up_to<32>> {};
};
using model_type = tf::transformer<config>;
using words = config::Vocabulary;

struct Batch : tf::axis<"B", tf::up_to<32>> {};
struct Beam : tf::axis<"k", 4> {};
using Beams = tf::beams<Batch, Beam>;
using source_tokens = tf::tokens<words, Batch, config::Source>;
using target_tokens = tf::tokens<words, Batch, config::Target>;

template <class Rows>
struct decoding : tf::decoding_of<model_type, config::Target, tf::tokens<words, Rows, config::Source>,
                                  tf::tokens<words, Rows, config::Target>, tf::row_lengths> {
  static constexpr std::int32_t start_token = 1;
  using first_batch = Batch;
};

template <class Numbers>
using greedy_decoder = tf::greedy_decoder<decoding<Batch>, Numbers>;
template <class Numbers>
using beam_decoder = tf::beam_decoder<decoding<Beams>, Numbers>;

template <class Numbers, class Decoder, class... Options>
prepared translating(const sizes& batch_source_target, std::size_t count, const auto& tokens_of, Options... options) {
  struct state {
    explicit state(std::size_t n, Options... o)
        : threads{n}, packed{tf::load<model_type>(weights_file())}, decode{packed, threads, o...} {}
    tf::kernels::threads threads;
    tf::packed_weights<model_type, Numbers> packed;
    Decoder decode;
  };
  const std::size_t rows = batch_source_target.at(0), length = batch_source_target.at(2);
  if (rows > tf::bound<Batch>) throw not_here{};
  const auto s = std::make_shared<state>(count, options...);
  const auto source = std::make_shared<source_tokens>(rows, batch_source_target.at(1));
  fill_tokens(*source, 1, tf::bound<words>);
  target_tokens target(rows, length);
  fill_tokens(target, 2, tf::bound<words>);

  const auto result = s->decode(*source, tf::row_lengths{});
  std::vector<std::int32_t> predicted;
  for (std::size_t b = 0; b < rows; ++b) {
    const auto row = tokens_of(result, b);
    predicted.insert(predicted.end(), row.begin(), row.end());
  }
  const std::vector<std::int32_t> lengths(rows, static_cast<std::int32_t>(length));
  const auto known =
      known_by<decoding<Batch>>(s->packed, s->threads, lengths, predicted, *source, target, tf::row_lengths{});
  return {repeated([s, source] { s->decode(*source, tf::row_lengths{}); }), results_in(known)};
}

}  // namespace

template <class Precision>
prepared translate(const sizes& batch_source_target, std::size_t threads) {
  return fastest_in(Precision{}, [&]<class Numbers> {
    return translating<Numbers, greedy_decoder<Numbers>>(
        batch_source_target, threads, [](const auto& result, std::size_t b) { return result.row(b); },
        batch_source_target.at(2));
  });
}
template <class Precision>
prepared translate_beam(const sizes& batch_source_target_width, std::size_t threads) {
  if (batch_source_target_width.at(3) > tf::bound<Beam>) throw not_here{};
  return fastest_in(Precision{}, [&]<class Numbers> {
    return translating<Numbers, beam_decoder<Numbers>>(
        batch_source_target_width, threads, [](const auto& result, std::size_t b) { return result.row(b)[0].tokens; },
        tf::beam_options{.width = batch_source_target_width[3], .end = tf::search_end::with_target}, tf::no_penalty{},
        batch_source_target_width[2]);
  });
}

template prepared translate<float32>(const sizes&, std::size_t);
template prepared translate<bf16>(const sizes&, std::size_t);
template prepared translate<int8>(const sizes&, std::size_t);
template prepared translate_beam<float32>(const sizes&, std::size_t);
template prepared translate_beam<bf16>(const sizes&, std::size_t);
template prepared translate_beam<int8>(const sizes&, std::size_t);

}  // namespace bench::ours
