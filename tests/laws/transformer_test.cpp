#include <cmath>
#include <limits>

#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/scoring.hpp>
#include <typeformer/decode/transformer_decoding.hpp>
#include <typeformer/expressions/session.hpp>

#include "../reference/reference.hpp"
#include "../small_model.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;
using tf::let;

template <class Config, class T>
void check_causality() {
  using model_type = tf::transformer<Config>;
  const auto& m = tf::model<model_type>;
  runner<model_type, T> run{random_weights<model_type, T>(5)};
  tf::tensor<T, small::Batch, small::Source, small::Model> memory(2, 7);
  fill_at_random(memory.elements(), 6);
  tf::tokens<small::Phone, small::Batch, small::Target> target(2, 12);
  for (std::size_t i = 0; i < target.size(); ++i) target.data()[i] = static_cast<std::int32_t>(i * 7 % 70);
  tf::tokens<small::Phone, small::Batch, small::Target> other(2, 12);
  std::copy_n(target.data(), target.size(), other.data());
  constexpr std::size_t changed = 8;
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t i = changed; i < 12; ++i) other(b, i) = 69 - other(b, i);

  const auto y = let(m.decode(run(target), run(memory))), z = let(m.decode(run(other), run(memory)));
  constexpr std::size_t width = tf::bound<small::Phone>;
  for (std::size_t b = 0; b < 2; ++b) {
    const T* const a = y.data + b * 12 * width;
    const T* const c = z.data + b * 12 * width;
    CHECK(std::equal(a, a + changed * width, c));
    CHECK(!std::equal(a + changed * width, a + 12 * width, c + changed * width));
  }
}

TEMPLATE_TEST_CASE("later tokens of a target change nothing before them, bit by bit", "[row: decoder][laws]", float,
                   double) {
  check_causality<small, TestType>();
  check_causality<small_before, TestType>();
}

template <class Config, class T>
void check_padding() {
  using encoder = tf::encoder<Config>;
  runner<encoder, T> run{random_weights<encoder, T>(5)};
  tf::tensor<T, small::Batch, small::Source, small::Model> x(2, 9);
  fill_at_random(x.elements(), 7);
  const std::int32_t lengths[] = {4, 9};
  const tf::padding<small::Batch, small::Source> mask{lengths};
  tf::tensor<T, small::Batch, small::Source, small::Model> with_nan(2, 9);
  std::copy_n(x.data(), x.size(), with_nan.data());
  for (std::size_t i = 4; i < 9; ++i)
    for (std::size_t j = 0; j < 24; ++j) with_nan(0, i, j) = std::numeric_limits<T>::quiet_NaN();

  const auto y = let(tf::model<encoder>(run(x), mask)), z = let(tf::model<encoder>(run(with_nan), mask));
  CHECK(std::equal(y.data, y.data + 4 * 24, z.data));
  CHECK(std::equal(y.data + 9 * 24, y.data + 18 * 24, z.data + 9 * 24));
  CHECK(std::isnan(z.data[4 * 24]));
}

TEMPLATE_TEST_CASE("NaN behind a row's end does not reach the row nor the others, through all of an encoder",
                   "[row: encoder][laws]", float, double) {
  check_padding<small, TestType>();
  check_padding<small_before, TestType>();
}

TEST_CASE("lengths of rows are refused where there is no batch") {
  const auto& m = tf::model<tf::transformer<small>>;
  runner<tf::transformer<small>, float> run{random_weights<tf::transformer<small>, float>(5)};
  const tf::tokens<small::Letter, small::Source> source(5);
  const tf::tokens<small::Phone, small::Target> target(4);
  const std::int32_t lengths[] = {2};
  CHECK_NOTHROW(let(m(run(source), run(target))));
  CHECK_THROWS_WITH(let(m(run(source), run(target), tf::row_lengths{lengths})),
                    "transformer: lengths are those of the rows of one batch axis, but the tokens are [N 5]");
}

TEST_CASE("a session throws for impossible row lengths") {
  using source_tokens = tf::tokens<small::Letter, small::Batch, small::Source>;
  using target_tokens = tf::tokens<small::Phone, small::Batch, small::Target>;
  using model_type = tf::transformer<small>;
  const tf::packed_weights<model_type> weights{random_weights<model_type, float>(5)};
  tf::kernels::threads threads;
  tf::session<model_type, float, source_tokens, target_tokens, tf::row_lengths> run{weights, threads};
  const source_tokens source(3, 6);
  const target_tokens target(3, 4);
  const auto sentence = [&](std::vector<std::int32_t> lengths) {
    try {
      run(source, target, tf::row_lengths{lengths});
    } catch (const tf::error& e) {
      return std::string{e.what()};
    }
    return std::string{};
  };
  CHECK(sentence({0, 6, 3}).empty());  // a row without tokens attends to nothing, which yields zeros
  CHECK(sentence({}).empty());
  CHECK(sentence({6, 6}) == "attention: the mask has 2 lengths, but axis B has extent 3");
  const std::string rest = ", but it must lie between 0 and the extent of axis N, 6";
  CHECK(sentence({6, 99, 6}) == "attention: the mask's length of row 1 is 99" + rest);
  CHECK(sentence({6, 6, -3}) == "attention: the mask's length of row 2 is -3" + rest);
}

// A decoder reads its weights whenever it runs.
using some_weights = tf::packed_weights<tf::transformer<small>>;
template <class User>
constexpr bool takes_temporary_weights = std::is_constructible_v<User, some_weights, tf::kernels::threads&>;
static_assert(!takes_temporary_weights<tf::greedy_decoder<tf::transformer_decoding<small, small::Batch>>>);
static_assert(!takes_temporary_weights<tf::scorer<tf::transformer_decoding<small, small::Batch>>>);

}  // namespace
