// Long, because it holds a whole model in plain loops that the weights are compared with.
#include <cmath>
#include <numeric>

#include <typeformer/decode/cross_attention.hpp>
#include <typeformer/readings/module_names.hpp>

#include "../catch.hpp"
#include "random_words.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

using model_type = tf::transformer<small>;
using matrix = std::vector<std::vector<double>>;
using heads = std::vector<matrix>;
using tokens = std::vector<std::int32_t>;

/// `small` for one source and one target, in double.
struct plain_model {
  const tf::weights<model_type, double>& w;

  /// Cross-attention [layer][head][target][source] for a target as the decoder reads it.
  std::vector<heads> cross_attention(const tokens& source, const tokens& target) const {
    const auto& m = tf::model<model_type>;
    matrix memory = embedded(m.source_embedding, source);
    for (const auto& layer : m.encoder.layers) {
      memory = normed(layer.self_attention_norm, memory, attended(layer.self_attention, memory, memory, false).first);
      memory = normed(layer.feed_forward_norm, memory, fed_forward(layer.feed_forward, memory));
    }
    std::vector<heads> all;
    matrix x = embedded(m.target_embedding, target);
    for (const auto& layer : m.decoder.layers) {
      x = normed(layer.self_attention_norm, x, attended(layer.self_attention, x, x, true).first);
      const auto [y, weights] = attended(layer.cross_attention, x, memory, false);
      all.push_back(weights);
      x = normed(layer.cross_attention_norm, x, y);
      x = normed(layer.feed_forward_norm, x, fed_forward(layer.feed_forward, x));
    }
    return all;
  }

 private:
  static constexpr std::size_t model_width = tf::bound<small::Model>, head_count = tf::bound<small::Head>,
                               width = tf::bound<small::Width>;

  template <class Embedding>
  matrix embedded(const Embedding& e, const tokens& t) const {
    matrix x(t.size(), std::vector<double>(model_width));
    for (std::size_t i = 0; i < t.size(); ++i)
      for (std::size_t d = 0; d < model_width; ++d) {
        const double exponent = static_cast<double>(d - d % 2) / model_width;
        const double angle = static_cast<double>(i) / std::pow(10000, exponent);
        x[i][d] = w[e.weight](t[i], d) * std::sqrt(model_width) + (d % 2 ? std::cos(angle) : std::sin(angle));
      }
    return x;
  }

  template <class Linear>
  matrix mapped(const Linear& l, const matrix& x) const {
    const auto a = w[l.weight];
    const auto b = w[l.bias];
    matrix y(x.size(), std::vector<double>(b.size()));
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t o = 0; o < b.size(); ++o) {
        y[i][o] = b(o);
        for (std::size_t d = 0; d < x[i].size(); ++d) y[i][o] += a(o, d) * x[i][d];
      }
    return y;
  }

  template <class FeedForward>
  matrix fed_forward(const FeedForward& f, const matrix& x) const {
    matrix y = mapped(f.inner, x);
    for (auto& row : y)
      for (double& element : row) element = std::max(element, 0.0);
    return mapped(f.outer, y);
  }

  template <class Norm>
  matrix normed(const Norm& n, matrix x, const matrix& y) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
      double mean = 0, variance = 0;
      for (std::size_t d = 0; d < model_width; ++d) mean += (x[i][d] += y[i][d]) / model_width;
      for (const double element : x[i]) variance += (element - mean) * (element - mean) / model_width;
      for (std::size_t d = 0; d < model_width; ++d)
        x[i][d] = (x[i][d] - mean) / std::sqrt(variance + 1e-5) * w[n.weight](d) + w[n.bias](d);
    }
    return x;
  }

  template <class Attention>
  std::pair<matrix, heads> attended(const Attention& a, const matrix& x, const matrix& z, bool is_causal) const {
    const matrix q = mapped(a.query, x), k = mapped(a.key, z), v = mapped(a.value, z);
    heads weights(head_count, matrix(x.size(), std::vector<double>(z.size())));
    matrix joined(x.size(), std::vector<double>(model_width));
    for (std::size_t h = 0; h < head_count; ++h)
      for (std::size_t i = 0; i < x.size(); ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < z.size() && !(is_causal && j > i); ++j) {
          double score = 0;
          for (std::size_t d = h * width; d < (h + 1) * width; ++d) score += q[i][d] * k[j][d];
          sum += weights[h][i][j] = std::exp(score / std::sqrt(width));
        }
        for (std::size_t j = 0; j < z.size(); ++j) {
          weights[h][i][j] /= sum;
          for (std::size_t d = h * width; d < (h + 1) * width; ++d) joined[i][d] += weights[h][i][j] * v[j][d];
        }
      }
    return {mapped(a.output, joined), weights};
  }
};

/// Five words with targets of 0 to 11 tokens; behind their ends is what must not matter.
struct fixture {
  random_words<small> words{{5, 9, 2, 7, 6}, 16};
  std::vector<std::int32_t> lengths{3, 11, 0, 1, 7};
  tf::tokens<small::Phone, small::Batch, small::Target> target{5, 12};

  fixture() {
    std::mt19937 generator{3};
    for (std::int32_t& token : target.elements()) token = static_cast<std::int32_t>(generator() % 70);
  }
  tokens source_of(std::size_t b) const { return {&words.source(b, 0), &words.source(b, 0) + words.lengths[b]}; }
  tokens read_of(std::size_t b) const {
    tokens read{small::start_token};
    read.insert(read.end(), &target(b, 0), &target(b, 0) + lengths[b]);
    return read;
  }
};

template <class T>
constexpr double tolerance = std::is_same_v<T, float> ? 1e-5 : 1e-13;

TEMPLATE_TEST_CASE("cross-attention is what plain loops compute for every layer and head, with masked sources", "",
                   float, double) {
  using T = TestType;
  const tf::packed_weights<model_type, T> weights{random_weights<model_type, T>(800)};
  const auto stored = random_weights<model_type, double>(800);
  const plain_model plain{stored};
  const fixture with;
  for (const std::size_t count : {1, 2}) {
    tf::kernels::threads threads{count};
    tf::cross_attention<small, small::Batch, T> attention{weights, threads};
    const auto seen = attention(with.words.source, with.words.lengths, with.target, with.lengths);
    CHECK(seen.shape().extents() == std::array<std::size_t, 5>{2, 5, 4, 12, 9});
    double largest_error = 0, most = 0;
    for (std::size_t b = 0; b < 5; ++b) {
      const auto expected = plain.cross_attention(with.source_of(b), with.read_of(b));
      for (std::size_t layer = 0; layer < 2; ++layer)
        for (std::size_t h = 0; h < 4; ++h)
          for (std::size_t i = 0; i < 12; ++i) {
            double sum = 0;
            for (std::size_t j = 0; j < 9; ++j) {
              const double weight = seen(layer, b, h, i, j);
              sum += weight;
              most = std::max(most, weight);
              if (static_cast<std::int32_t>(j) >= with.words.lengths[b]) {
                CHECK(weight == 0);
              } else if (static_cast<std::int32_t>(i) <= with.lengths[b]) {
                largest_error = std::max(largest_error, std::abs(weight - expected[layer][h][i][j]));
              }
            }
            CHECK(std::abs(sum - 1) < tolerance<T>);
          }
    }
    CHECK(largest_error < tolerance<T>);
    CHECK(most > 0.9);  // else they might all be much the same
  }
}

TEST_CASE("a word's cross-attention does not depend on the batch that it is in") {
  const tf::packed_weights<model_type, double> weights{random_weights<model_type, double>(800)};
  tf::kernels::threads threads;
  tf::cross_attention<small, small::Batch, double> attention{weights, threads};
  const fixture with;
  const auto all = attention(with.words.source, with.words.lengths, with.target, with.lengths);
  for (std::size_t b = 0; b < 5; ++b) {
    const auto positions = static_cast<std::size_t>(with.lengths[b]);
    tf::tokens<small::Phone, small::Batch, small::Target> one(1, positions);
    std::copy_n(&with.target(b, 0), positions, one.data());
    const auto seen =
        attention(with.words.alone(b), std::vector{with.words.lengths[b]}, one, std::vector{with.lengths[b]});
    const auto letters = static_cast<std::size_t>(with.words.lengths[b]);
    CHECK(seen.shape().extents() == std::array<std::size_t, 5>{2, 1, 4, positions + 1, letters});
    double largest_difference = 0;
    for (std::size_t layer = 0; layer < 2; ++layer)
      for (std::size_t h = 0; h < 4; ++h)
        for (std::size_t i = 0; i <= positions; ++i)
          for (std::size_t j = 0; j < letters; ++j)
            largest_difference =
                std::max(largest_difference, std::abs(seen(layer, 0, h, i, j) - all(layer, b, h, i, j)));
    CHECK(largest_difference < 1e-13);
  }
}

TEST_CASE("watching shows every attention with its module and in order, and changes no result") {
  const tf::packed_weights<model_type> weights{random_weights<model_type, float>(800)};
  tf::kernels::threads threads;
  const fixture with;
  using source_type = random_words<small>::source_type;
  using target_type = std::remove_const_t<decltype(with.target)>;
  tf::session<model_type, float, source_type, target_type, tf::row_lengths> run{weights, threads};
  const tf::row_lengths lengths{with.words.lengths};
  const auto expected = run(with.words.source, with.target, lengths);

  const auto names = tf::module_names::of<model_type>();
  std::vector<std::string> seen;
  const auto observe = [&](const tf::seen_attention<float>& a) {
    const std::string* const name = names.find(a.module);
    seen.push_back((name ? *name : "nowhere") + " " + std::to_string(a.batch) + " " + std::to_string(a.heads) + " " +
                   std::to_string(a.queries) + " " + std::to_string(a.keys));
  };
  tf::watching<float, decltype(observe)> reading{weights.block(), decltype(run)::workspace_bytes, threads, observe};
  const tf::token_view<small::Letter, source_type::shape_type> source = with.words.source;
  const tf::token_view<small::Phone, target_type::shape_type> target = with.target;
  const auto y = let(tf::model<model_type>(reading.input(source), reading.input(target), lengths));
  CHECK(std::equal(expected.data, expected.data + expected.size(), y.data));
  CHECK(seen == std::vector<std::string>{"encoder.0.self_attention 5 4 9 9", "encoder.1.self_attention 5 4 9 9",
                                         "decoder.0.self_attention 5 4 12 12", "decoder.0.cross_attention 5 4 12 9",
                                         "decoder.1.self_attention 5 4 12 12", "decoder.1.cross_attention 5 4 12 9"});
}

TEST_CASE("cross-attention throws for impossible inputs") {
  const tf::packed_weights<model_type> weights{random_weights<model_type, float>(800)};
  tf::kernels::threads threads;
  tf::cross_attention<small, small::Batch> attention{weights, threads};
  const fixture with;
  const auto refusal = [&](const std::vector<std::int32_t>& source_lengths, const std::vector<std::int32_t>& lengths) {
    try {
      attention(with.words.source, source_lengths, with.target, lengths);
    } catch (const tf::error& e) {
      return std::string{e.what()};
    }
    return std::string{};
  };
  CHECK(refusal({5}, with.lengths) == "cross_attention: there are 1 lengths for the rows of [B 5, N 9]");
  CHECK(
      refusal(with.words.lengths, {3, 12, 0, 1, 7}) ==
      "cross_attention: a row's length is 12 in tokens of [B 5, L 12], of which at most 11 are read behind the start");
  CHECK(refusal(with.words.lengths, with.lengths).empty());
}

}  // namespace
