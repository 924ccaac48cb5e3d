#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <typeformer/decode/decoding_session.hpp>
#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/transformer_decoding.hpp>
#include <typeformer/layers/convolutional_encoder.hpp>
#include <typeformer/layers/encoder_model.hpp>
#include <typeformer/layers/language_model.hpp>
#include <typeformer/layers/recurrent/encoder_decoder.hpp>
#include <typeformer/readings/step_list.hpp>

#include "../gradients/check.hpp"
#include "../small_model.hpp"
#include "plain_loops.hpp"

/// Recurrent and convolutional encoder-decoders against plain loops in double.
namespace {
namespace tf = typeformer;
using namespace tf::testing;
using namespace plain;

struct Kernel : tf::axis<"k", 3> {};

struct tiny : tf::conventions<tf::norm_before, tf::no_positions> {
  struct Batch : tf::axis<"B", tf::up_to<2>> {};
  struct Source : tf::axis<"N", tf::up_to<4>> {};
  struct Target : tf::axis<"L", tf::up_to<3>> {};
  struct Letter : tf::axis<"letter", 5> {};
  struct Phone : tf::axis<"phone", 6> {};
  struct Model : tf::axis<"d_model", 4> {};
  struct Head : tf::axis<"h", 2> {};
  struct Width : tf::axis<"d̃", 2> {};
  struct Inner : tf::axis<"d_ff", 5> {};
  using SourceVocabulary = Letter;
  using TargetVocabulary = Phone;
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
  static constexpr std::int32_t start_token = 1, end_token = 2;
  using embeddings = tf::tied_output;
};
template <class Cells, class Attention>
struct recurrent_of : tf::with_choices<tiny, tf::recurrent_encoder<Cells>, tf::recurrent_decoder<Cells, Attention>> {};
using rnn_without = recurrent_of<tf::rnn_cells, tf::without_attention>;
using rnn_with = recurrent_of<tf::rnn_cells, tf::luong_attention>;
using gru_with = recurrent_of<tf::gru_cells, tf::luong_attention>;
using lstm_with = recurrent_of<tf::lstm_cells, tf::luong_attention>;
struct convolutional : tf::with_choices<tiny, tf::convolutional_encoder<Kernel>> {};
struct dilated : tf::with_choices<tiny, tf::convolutional_encoder<Kernel, 2>, tf::norm_after,
                                  tf::recurrent_decoder<tf::gru_cells, tf::luong_attention>> {};
/// One table for the letters and the phones, where they are the same.
struct of_one_table : rnn_with {
  using SourceVocabulary = Phone;
  using embeddings = tf::one_table;
};

/// Models of one sequence.
struct of_letters : tiny {
  using Position = Source;
  using Vocabulary = Letter;
  struct Class : tf::axis<"c", 3> {};
};

template <class Config>
using source_of = tf::tokens<typename Config::SourceVocabulary, typename Config::Batch, typename Config::Source>;
template <class Config>
using target_of = tf::tokens<typename Config::TargetVocabulary, typename Config::Batch, typename Config::Target>;

constexpr std::array<std::int32_t, 2> lengths{4, 2};
constexpr std::size_t width = tf::bound<tiny::Model>, phones = tf::bound<tiny::Phone>;

template <class Tokens>
Tokens at_random(Tokens x, unsigned seed) {
  std::mt19937 generator{seed};
  for (std::int32_t& token : x.elements())
    token = static_cast<std::int32_t>(generator() % tf::bound<typename Tokens::vocabulary>);
  return x;
}

/// Logits of two rows, the first of four letters, the second of two.
template <class Config>
struct run_of {
  by_name<tf::transformer<Config>> w;
  tf::kernels::threads threads{1};
  tf::packed_weights<tf::transformer<Config>, double> packed{w.weights};
  tf::session<tf::transformer<Config>, double, source_of<Config>, target_of<Config>, tf::row_lengths> run{packed,
                                                                                                          threads};
  source_of<Config> source = at_random(source_of<Config>(2, 4), 1);
  target_of<Config> target = at_random(target_of<Config>(2, 3), 2);

  std::vector<double> operator()() {
    const auto y = run(source, target, tf::row_lengths{lengths});
    return {y.data, y.data + y.shape.size()};
  }
};

double difference(const std::vector<double>& x, const std::vector<double>& y) {
  REQUIRE(x.size() == y.size());
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::fabs(x[i] - y[i]));
  return most;
}

template <class Tokens, class Table>
std::vector<row> embedded(const Tokens& x, std::size_t b, std::size_t count, const Table& table) {
  std::vector<row> y;
  for (std::size_t i = 0; i < count; ++i) {
    const auto first = table.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(x(b, i)) * width);
    y.emplace_back(first, first + width);
    for (double& v : y.back()) v *= std::sqrt(static_cast<double>(width));
  }
  return y;
}

/// The recurrent model of Config, row by row and position by position.
template <class Config>
std::vector<double> by_loops(const run_of<Config>& of, kind which, bool attends) {
  const auto& w = of.w;
  const std::string source_table =
      tf::bound<typename Config::SourceVocabulary> == phones ? "embedding.weight" : "source_embedding.weight";
  const auto phone_table = w[source_table == "embedding.weight" ? source_table : "target_embedding.weight"];
  const std::size_t state = which == kind::lstm ? 2 * width : width;
  std::vector<double> logits;
  for (std::size_t b = 0; b < 2; ++b) {
    auto h = embedded(of.source, b, static_cast<std::size_t>(lengths[b]), w[source_table]);
    for (const char* layer : {"0", "1"}) h = recur(which, w, std::string{"encoder."} + layer + ".cell.", row(state), h);
    auto s = embedded(of.target, b, 3, phone_table);
    for (const std::string layer : {"0", "1"}) {
      const row start =
          tanh(map(h.back(), w["decoder.starts." + layer + ".weight"], w["decoder.starts." + layer + ".bias"]));
      s = recur(which, w, "decoder.layers." + layer + ".cell.", start, s);
    }
    for (row& y : s) {
      if (attends) {
        row score, both(2 * width);
        for (const row& x : h) {
          double dot = 0;
          for (std::size_t e = 0; e < width; ++e) dot += y[e] * x[e];
          score.push_back(std::exp(dot));
        }
        double sum = 0;
        for (const double v : score) sum += v;
        for (std::size_t j = 0; j < h.size(); ++j)
          for (std::size_t e = 0; e < width; ++e) both[e] += score[j] / sum * h[j][e];
        std::copy_n(y.begin(), width, both.begin() + width);
        y = tanh(map(both, w["decoder.attention.output.weight"]));
      }
      for (std::size_t v = 0; v < phones; ++v) {
        double logit = 0;
        for (std::size_t e = 0; e < width; ++e) logit += y[e] * phone_table[v * width + e];
        logits.push_back(logit);
      }
    }
  }
  return logits;
}

template <class Config>
void check_by_loops(kind which, bool attends) {
  run_of<Config> of;
  CHECK(difference(of(), by_loops(of, which, attends)) <= 1e-13);
}

/// Positions behind a row's end change nothing: other letters there, fewer of them.
template <class Config>
void check_rows() {
  run_of<Config> of;
  const auto y = of();
  of.source(1, 2) = (of.source(1, 2) + 1) % 5;
  of.source(1, 3) = (of.source(1, 3) + 2) % 5;
  CHECK(difference(of(), y) == 0);
  source_of<Config> shorter(1, 2);
  target_of<Config> second(1, 3);
  for (std::size_t i = 0; i < 2; ++i) shorter(0, i) = of.source(1, i);
  for (std::size_t i = 0; i < 3; ++i) second(0, i) = of.target(1, i);
  const std::array<std::int32_t, 1> two{2};
  const auto z = of.run(shorter, second, tf::row_lengths{two});
  const std::vector<double> found(z.data, z.data + z.shape.size());
  CHECK(difference(found, {y.begin() + static_cast<std::ptrdiff_t>(y.size() / 2), y.end()}) <= 1e-14);
}

/// Decoding token by token yields what the whole yields.
template <class Config>
void check_decoding() {
  using decoding = tf::transformer_decoding<Config, typename Config::Batch>;
  run_of<Config> of;
  for (std::size_t b = 0; b < 2; ++b) of.target(b, 0) = Config::start_token;
  const auto y = of();
  tf::decoding_session<decoding, double> read{of.packed, of.threads};
  for (std::size_t i = 0; i < 3; ++i) {
    target_of<Config> newest(2, 1);
    for (std::size_t b = 0; b < 2; ++b) newest(b, 0) = of.target(b, i);
    const auto step = i == 0 ? read.prefill(of.source, tf::row_lengths{lengths}) : read.decode_step(newest);
    double most = 0;
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t v = 0; v < phones; ++v)
        most = std::max(most, std::fabs(step.data[b * phones + v] - y[(b * 3 + i) * phones + v]));
    CHECK(most <= 1e-13);
  }
}

template <class Config>
void check_model_gradients() {
  check_gradients<tf::transformer<Config>, source_of<Config>, target_of<Config>, tf::row_lengths>();
}

/// x + relu(conv(LN(x))) twice, and LN, with zeros behind the rows' ends.
std::vector<double> convolved_by_loops(const by_name<tf::convolutional_layers<convolutional, Kernel, 1>>& w,
                                       std::vector<row> x) {
  const auto normalized = [&](const row& r, const std::string& norm) {
    double mean = 0, square = 0;
    for (const double v : r) mean += v / width;
    for (const double v : r) square += (v - mean) * (v - mean) / width;
    const auto gain = w[norm + ".weight"], bias = w[norm + ".bias"];
    row y;
    for (std::size_t e = 0; e < width; ++e) y.push_back((r[e] - mean) / std::sqrt(square + 1e-5) * gain[e] + bias[e]);
    return y;
  };
  for (const std::string layer : {"0.", "1."}) {
    std::vector<row> z;
    for (const row& r : x) z.push_back(normalized(r, layer + "norm"));
    const auto weight = w[layer + "convolution.map.weight"], bias = w[layer + "convolution.map.bias"];
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < width; ++j) {
        double sum = bias[j];
        for (std::size_t k = 0; k < 3; ++k)
          if (i + k >= 1 && i + k - 1 < x.size())
            for (std::size_t e = 0; e < width; ++e) sum += z[i + k - 1][e] * weight[(j * 3 + k) * width + e];
        x[i][j] += std::max(sum, 0.0);
      }
  }
  std::vector<double> y;
  for (const row& r : x) std::ranges::copy(normalized(r, "norm"), std::back_inserter(y));
  return y;
}

}  // namespace

TEST_CASE("recurrent encoder-decoders are their formulas",
          "[row: RNN encoder-decoder][row: RNN with attention][row: encoder-decoder p(y|x)][forward][reference]") {
  check_by_loops<rnn_without>(kind::rnn, false);
  check_by_loops<rnn_with>(kind::rnn, true);
  check_by_loops<gru_with>(kind::gru, true);
  check_by_loops<lstm_with>(kind::lstm, true);
  check_by_loops<of_one_table>(kind::rnn, true);
}

TEST_CASE("encoder-decoders of other parts have the gradients of differences",
          "[row: RNN encoder-decoder][row: RNN with attention][row: convolutional encoder][row: encoder-decoder "
          "p(y|x)][gradient]") {
  check_model_gradients<rnn_without>();
  check_model_gradients<lstm_with>();
  check_model_gradients<of_one_table>();
  check_model_gradients<convolutional>();
  check_model_gradients<dilated>();
}

TEST_CASE("positions behind a row's end change nothing",
          "[row: RNN encoder-decoder][row: RNN with attention][row: convolutional encoder][row: encoder-decoder "
          "p(y|x)][laws]") {
  check_rows<rnn_without>();
  check_rows<gru_with>();
  check_rows<convolutional>();
  check_rows<dilated>();
}

TEST_CASE("encoder-decoders of other parts decode what they compute of the whole",
          "[row: RNN encoder-decoder][row: RNN with attention][row: convolutional encoder][row: encoder-decoder "
          "p(y|x)][laws]") {
  check_decoding<rnn_without>();
  check_decoding<gru_with>();
  check_decoding<lstm_with>();
  check_decoding<convolutional>();
  check_decoding<dilated>();
}

TEST_CASE("a convolutional encoder is its formula",
          "[row: convolutional encoder][row: encoder-only][forward][reference]") {
  using encoder = tf::convolutional_layers<convolutional, Kernel, 1>;
  using mask = tf::padding<tiny::Batch, tiny::Source>;
  using sequence = tf::shape<tiny::Batch, tiny::Source, tiny::Model>;
  const by_name<encoder> w;
  tf::kernels::threads threads{1};
  const tf::packed_weights<encoder, double> packed{w.weights};
  tf::session<encoder, double, sequence, mask> run{packed, threads};
  tf::tensor<double, tiny::Batch, tiny::Source, tiny::Model> x(2, 4);
  fill_at_random(x.elements(), 1);
  const auto y = run(x, mask{lengths});
  for (std::size_t b = 0; b < 2; ++b) {
    const auto count = static_cast<std::size_t>(lengths[b]);
    std::vector<row> rows;
    for (std::size_t i = 0; i < count; ++i) {
      const double* const numbers = x.data() + (b * 4 + i) * width;
      rows.emplace_back(numbers, numbers + width);
    }
    const double* const found = y.data + b * 4 * width;
    CHECK(difference(convolved_by_loops(w, rows), {found, found + count * width}) <= 1e-13);
  }
}

TEST_CASE("attention of a recurrent decoder stands behind its recurrence",
          "[row: RNN encoder-decoder][row: RNN with attention][row: encoder-decoder p(y|x)][trace]") {
  using inputs = std::pair<source_of<rnn_with>, target_of<rnn_with>>;
  const auto without =
      costs_of<tf::transformer<rnn_without>, inputs::first_type, inputs::second_type, tf::row_lengths>();
  const auto with = costs_of<tf::transformer<rnn_with>, inputs::first_type, inputs::second_type, tf::row_lengths>();
  const std::string logits = "linear: 2·B·L·d_model·phone";
  CHECK(std::ranges::count(without, "linear: 2·L·B·d_model²") == 2);              // the states of two layers
  CHECK(std::ranges::count(without, "linear: 2·B·d_model² + 2·B·d_model") == 2);  // what they begin with
  auto expected = without;
  REQUIRE(expected.back() == logits);
  expected.back() = "attention: 4·B·L·N·d_model + 6·B·L·N";
  expected.insert(expected.end(), {"linear: 4·B·L·d_model² + B·L·d_model", logits});
  CHECK(with == expected);
}

TEST_CASE("a convolutional encoder has a product for each layer", "[row: convolutional encoder][trace]") {
  using encoder = tf::convolutional_layers<convolutional, Kernel, 1>;
  const auto costs =
      costs_of<encoder, tf::shape<tiny::Batch, tiny::Source, tiny::Model>, tf::padding<tiny::Batch, tiny::Source>>();
  // With the bias, the activation and the residual.
  CHECK(std::ranges::count(costs, "linear: 2·B·N·k·d_model² + 3·B·N·d_model") == 2);
  CHECK(std::ranges::count_if(costs, [](const auto& line) { return line.starts_with("linear"); }) == 2);
}

TEST_CASE("an encoder alone looks at the positions that are there", "[row: encoder-only][laws]") {
  using model = tf::encoder_model<of_letters>;
  const by_name<model> w;
  tf::kernels::threads threads{1};
  const tf::packed_weights<model, double> packed{w.weights};
  tf::session<model, double, source_of<of_letters>, tf::row_lengths> run{packed, threads}, again{packed, threads};
  auto letters = at_random(source_of<of_letters>(2, 4), 1);
  const auto y = run(letters, tf::row_lengths{lengths});
  letters(1, 3) = (letters(1, 3) + 1) % 5;
  const auto z = again(letters, tf::row_lengths{lengths});
  CHECK(std::equal(y.data, y.data + y.shape.size(), z.data));
}

TEST_CASE("models of one sequence attend in each layer, and end with one product",
          "[row: decoder-only p(y)][row: encoder-only][trace]") {
  const auto decoder = costs_of<tf::language_model<of_letters>, source_of<of_letters>>();
  CHECK(std::ranges::count(decoder, "attention: 4·B·h·N²·d̃ + 6·B·h·N²") == 2);
  CHECK(decoder.back() == "linear: 2·B·N·d_model·letter");
  const auto encoder = costs_of<tf::encoder_model<of_letters>, source_of<of_letters>, tf::row_lengths>();
  CHECK(std::ranges::count(encoder, "attention: 4·B·h·N²·d̃ + 6·B·h·N²") == 2);
  CHECK(encoder.back() == "linear: 2·B·d_model·c + B·c");
}
