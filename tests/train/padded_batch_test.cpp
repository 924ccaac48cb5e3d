#include <typeformer/train/initial_weights.hpp>
#include <typeformer/train/padded_batch.hpp>
#include <typeformer/train/recipe.hpp>
#include <typeformer/train/schedule.hpp>

#include "../catch.hpp"
#include "../small_model.hpp"

namespace typeformer::testing {
namespace {

struct padding : small {
  static constexpr std::int32_t padding_token = 0;
};
using batch_type = padded_batch<padding, small::Batch>;

struct two_ends : padding {
  static constexpr std::int32_t source_end_token = 16, end_token = 69;
};
struct one_vocabulary : conventions<> {
  using Source = small::Source;
  using Target = small::Target;
  using SourceVocabulary = small::Phone;
  using TargetVocabulary = small::Phone;
  using Model = small::Model;
  using Head = small::Head;
  using Width = small::Width;
  using Inner = small::Inner;
  using embeddings = one_table;
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
  static constexpr std::int32_t padding_token = 0, start_token = 1, end_token = 2;
};

}  // namespace

TEST_CASE("a batch is padded to its longest words, with ends and next tokens") {
  const std::vector<example> all{{{5, 6, 7}, {20}}, {{8}, {}}, {{9, 10}, {21, 22}}};
  const std::vector<std::uint32_t> rows{2, 1};
  const batch_type batch{all, rows};
  CHECK(std::vector<std::int32_t>(batch.source().data(), batch.source().data() + batch.source().size()) ==
        std::vector<std::int32_t>{9, 10, 2, 8, 2, 0});
  CHECK(std::vector<std::int32_t>(batch.lengths().begin(), batch.lengths().end()) == std::vector<std::int32_t>{3, 2});
  CHECK(std::vector<std::int32_t>(batch.target().data(), batch.target().data() + batch.target().size()) ==
        std::vector<std::int32_t>{1, 21, 22, 1, 0, 0});
  CHECK(std::vector<std::int32_t>(batch.next().data(), batch.next().data() + batch.next().size()) ==
        std::vector<std::int32_t>{21, 22, 2, 2, -1, -1});
  CHECK(batch.target_tokens() == 4);
}

TEST_CASE("a source ends with the source's end, a target with its own") {
  const std::vector<example> all{{{5, 6}, {20}}};
  const std::vector<std::uint32_t> rows{0};
  const padded_batch<two_ends, small::Batch> batch{all, rows};
  CHECK(std::vector<std::int32_t>(batch.source().data(), batch.source().data() + 3) ==
        std::vector<std::int32_t>{5, 6, 16});
  CHECK(std::vector<std::int32_t>(batch.next().data(), batch.next().data() + batch.next().size()) ==
        std::vector<std::int32_t>{20, 69});
}

TEST_CASE("of one vocabulary, end_token ends source and target") {
  const std::vector<example> all{{{5}, {20}}};
  const std::vector<std::uint32_t> rows{0};
  const padded_batch<one_vocabulary, small::Batch> batch{all, rows};
  CHECK(batch.source()(0, 1) == 2);
  CHECK(batch.next()(0, 1) == 2);
}

TEST_CASE("what does not fit a batch is refused") {
  std::vector<example> all(6, example{{5}, {20}});
  const std::vector<std::uint32_t> too_many{0, 1, 2, 3, 4, 5}, one{0};
  CHECK_THROWS_AS((batch_type{all, too_many}), error);
  all[0].source.assign(9, 5);
  CHECK_THROWS_AS((batch_type{all, one}), error);
  all[0].source.assign(8, 5);
  CHECK_NOTHROW(batch_type{all, one});
  all[0].target.assign(12, 20);
  CHECK_THROWS_AS((batch_type{all, one}), error);
}

TEST_CASE("first weights are of the promised spread, and their seed's") {
  using M = transformer<small>;
  const auto w = initial_weights<M>(3), same = initial_weights<M>(3), other = initial_weights<M>(4);
  CHECK(std::ranges::equal(w.block(), same.block()));
  CHECK_FALSE(std::ranges::equal(w.block(), other.block()));
  for_each_named_parameter(model<M>, [&]<class P>(const std::string& name, const P& p) {
    INFO(name);
    const auto numbers = w[p].elements();
    if constexpr (is_vector<P>) {
      CHECK(std::ranges::all_of(numbers, [&](float x) { return x == (name.ends_with("norm.weight") ? 1 : 0); }));
    } else {
      const double in = bound<axis_at<P, 0>>, out = bound<axis_at<P, 1>>;
      const double variance = is_table<P> ? 1 / out : 2 / (in + out);
      double mean = 0, squares = 0;
      for (const float x : numbers) mean += x, squares += double{x} * x;
      const auto n = static_cast<double>(P::size);
      // Five standard deviations of the mean; of a uniform number's square, its own deviation is 0.9 of its mean.
      CHECK(std::fabs(mean / n) < 5 * std::sqrt(variance / n));
      CHECK(std::fabs(squares / n - variance) < 5 * 0.9 * variance / std::sqrt(n));
    }
  });
}

TEST_CASE("a recipe's rate is its schedule's, and its members tell recipes apart") {
  recipe r{.steps = 900, .peak_rate = 0.25, .warmup = 100};
  for (const std::size_t step : {1u, 50u, 100u, 500u, 900u, 1000u}) {
    INFO(step);
    r.schedule = rate_schedule::linear;
    CHECK(r.rate(step) == linear_schedule{0.25, 100, 900}(step));
    r.schedule = rate_schedule::cosine;
    CHECK(r.rate(step) == cosine_schedule{0.25, 100, 900}(step));
    r.schedule = rate_schedule::inverse_root;
    CHECK(r.rate(step) == inverse_root_schedule{0.25, 100}(step));
    r.schedule = rate_schedule::constant;
    CHECK(r.rate(step) == 0.25);
  }
  recipe other = r;
  CHECK(other.members() == r.members());
  other.peak_rate = std::nextafter(r.peak_rate, 1);
  CHECK(other.members() != r.members());
}

}  // namespace typeformer::testing
