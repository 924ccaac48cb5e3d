#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include <typeformer/expressions/contract.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/train/generator_source.hpp>
#include <typeformer/train/list_source.hpp>
#include <typeformer/train/training_run.hpp>

#include "../catch.hpp"
#include "../io/temporary_folder.hpp"

// A trainer of any module, on objectives that are formulas.
namespace typeformer::testing {
namespace {

struct Batch : axis<"B", up_to<8>> {};
struct In : axis<"in", 3> {};
struct Hidden : axis<"h", 5> {};
struct Class : axis<"c", 4> {};
using model_type = feed_forward<In, Hidden, Class>;
using numbers = shape<Batch, In>;
using classes = labels<Class, Batch>;
using targets = shape<Batch, Class>;

struct likelihood : model_type {
  using model_type = testing::model_type;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return per(sum(cross_entropy(model_type::operator()(x), label)), count(label));
  }
};
struct squared_error : model_type {
  using model_type = testing::model_type;
  constexpr auto operator()(const auto& x, const auto& y) const {
    return mean_squared_error(model_type::operator()(x), y);
  }
};
struct answer : model_type {
  using model_type = testing::model_type;
  constexpr auto operator()(const auto& x) const { return argmax<Class>(model_type::operator()(x)); }
};
struct accuracy : model_type {
  using model_type = testing::model_type;
  constexpr auto operator()(const auto& x, const auto& label) const {
    return per(sum(equal(argmax<Class>(model_type::operator()(x)), label)), count(label));
  }
};
using classifier = trainer<likelihood, float, numbers, classes>;
using source = list_source<Batch, float, numbers, classes>;

/// Points whose class is that of their largest number, or 3 where all are negative.
source points(std::size_t count, std::uint64_t seed) {
  source all{seed};
  for (std::size_t i = 0; i < count; ++i) {
    std::array<float, 3> x;
    for (std::size_t j = 0; j < 3; ++j)
      x[j] = static_cast<float>(kernels::counter_random(seed, 3 * i + j) >> 40) * 0x1p-23f - 1;
    const auto largest = std::ranges::max_element(x) - x.begin();
    all.add(x, std::array{static_cast<std::int32_t>(x[static_cast<std::size_t>(largest)] > 0 ? largest : 3)});
  }
  return all;
}

std::vector<float> block_of(const auto& trainer) {
  return {trainer.trained().block().begin(), trainer.trained().block().end()};
}

const recipe how{.steps = 400, .batch_tokens = 16, .peak_rate = 1e-2, .warmup = 20};

}  // namespace

TEST_CASE("any module learns an objective, from a list in memory") {
  kernels::threads threads{1};
  training_run<classifier, source> run{points(500, 1), how, threads};
  double first = 0, last = 0;
  while (run.steps() < how.steps) {
    const training_progress seen = run.step();
    CHECK(seen.count >= how.batch_tokens);
    last = seen.loss;
    if (run.steps() == 1) first = last;
  }
  INFO("from " << first << " to " << last);
  CHECK(first > 1);
  CHECK(last < 0.5);

  // The model's weights run another formula of it.
  session<answer, float, numbers> classify{run.trainer().packed(), threads};
  source unseen = points(8, 2);
  std::array<std::uint32_t, 8> all;
  std::iota(all.begin(), all.end(), 0u);
  const auto [x, expected] = unseen.take(all);
  const auto found = classify(x);
  std::size_t right = 0;
  for (std::size_t i = 0; i < 8; ++i) right += found.data[i] == expected.data[i];
  CHECK(right >= 7);
  session<accuracy, float, numbers, classes> rate{run.trainer().packed(), threads};
  const auto rated = rate(x, expected);
  CHECK(rated.sum() == static_cast<float>(right));
  CHECK(rated.count() == 8);

  // No label equals nothing, not even what no model answers.
  std::array<std::int32_t, 8> wanted;
  for (std::size_t i = 0; i < 8; ++i) wanted[i] = i < 3 ? found.data[i] : i < 6 ? (found.data[i] + 1) % 4 : -1;
  const auto some = rate(x, label_view<Class, shape<Batch>>{wanted.data(), expected.shape});
  CHECK(some.sum() == 3);
  CHECK(some.count() == 6);
}

TEST_CASE("a session of an objective yields its sum and its count") {
  kernels::threads threads{1};
  const packed_weights<model_type> weights{initial_weights<model_type>(1)};
  session<likelihood, float, numbers, classes> loss{weights, threads};
  session<model_type, float, numbers> logits{weights, threads};
  source unseen = points(8, 2);
  std::array<std::uint32_t, 8> all;
  std::iota(all.begin(), all.end(), 0u);
  const auto [x, label] = unseen.take(all);
  const auto found = loss(x, label);
  const auto y = logits(x);
  double expected = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    double powers = 0;
    for (std::size_t c = 0; c < 4; ++c) powers += std::exp(static_cast<double>(y(i, c)));
    expected += std::log(powers) - static_cast<double>(y(i, static_cast<std::size_t>(label.data[i])));
  }
  CHECK(std::abs(static_cast<double>(found.sum()) - expected) <= 1e-6 * expected);
  CHECK(found.count() == 8);
}

TEST_CASE("a run of any module goes on from a checkpoint to the same bits") {
  const test::temporary_folder folder;
  kernels::threads threads{2};
  training_run<classifier, source> whole{points(50, 1), how, threads}, first{points(50, 1), how, threads};
  for (int i = 0; i < 30; ++i) whole.step();
  for (int i = 0; i < 13; ++i) first.step();
  first.save(folder.path() / "checkpoint");
  training_run<classifier, source> second{points(50, 1), how, threads};
  second.go_on_from(checkpoint_file::open(folder.path() / "checkpoint"));
  while (second.steps() < 30) second.step();
  CHECK(block_of(second.trainer()) == block_of(whole.trainer()));

  training_run<classifier, source> of_other_data{points(51, 1), how, threads};
  CHECK_THROWS_AS(of_other_data.go_on_from(checkpoint_file::open(folder.path() / "checkpoint")), error);
}

TEST_CASE("batches that count are summed as one batch of all, batches of a scalar as their mean") {
  kernels::threads threads{1};
  source all = points(8, 3);
  const auto take = [&](std::vector<std::uint32_t> rows) { return all.take(rows); };
  {
    classifier one{initial_weights<model_type>(1), {}, threads}, two{initial_weights<model_type>(1), {}, threads};
    one.accumulate(take({0, 1, 2, 3, 4, 5, 6, 7}));
    two.accumulate(take({0, 1, 2}));
    two.accumulate(take({3, 4, 5, 6, 7}));
    CHECK(two.accumulated() == 8);
    const auto a = one.step(1e-2), b = two.step(1e-2);
    CHECK(a.count == b.count);
    CHECK(std::fabs(a.loss - b.loss) <= 1e-6);
    CHECK(std::fabs(a.gradient_norm - b.gradient_norm) <= 1e-6);
  }
  tensor<float, Batch, In> x(2);
  tensor<float, Batch, Class> y(2), z(2);
  std::ranges::fill(z.elements(), 1.0f);
  trainer<squared_error, float, numbers, targets> t{initial_weights<model_type>(1), {}, threads};
  const double of_y = t.accumulate(x, y), of_z = t.accumulate(x, z);
  CHECK(of_y != of_z);
  const auto seen = t.step(1e-2);
  CHECK(seen.count == 2);
  CHECK(std::fabs(seen.loss - (of_y + of_z) / 2) <= 1e-6);
}

TEST_CASE("labels that are none count for nothing, and a batch of none is refused") {
  kernels::threads threads{1};
  classifier t{initial_weights<model_type>(1), {}, threads};
  tensor<float, Batch, In> x(3);
  classes y(3);
  y(1) = -1;
  t.accumulate(x, y);
  CHECK(t.accumulated() == 2);
  std::ranges::fill(y.elements(), -7);
  CHECK_THROWS_AS(t.accumulate(x, y), error);
  y(2) = 4;
  CHECK_THROWS_AS(t.accumulate(x, y), error);
}

TEST_CASE("parameters of a name or a role are trained in their own way") {
  kernels::threads threads{1};
  const auto& m = model<model_type>;
  const auto trained = [&](std::vector<parameter_group> groups, double decay) {
    classifier t{
        initial_weights<model_type>(1), {.adam = {.rate = 0, .decay = decay}, .groups = std::move(groups)}, threads};
    source all = points(8, 3);
    for (int step = 0; step < 3; ++step) {
      t.accumulate(all.next());
      t.step(1e-2);
    }
    weights<model_type> w;
    std::ranges::copy(t.trained().block(), w.block().begin());
    return w;
  };
  using weights_type = weights<model_type>;
  const auto equal = [&](const weights_type& a, const weights_type& b, const auto& p) {
    return std::ranges::equal(a[p].elements(), b[p].elements());
  };
  const weights_type all = trained({}, 0), decayed = trained({}, 0.5), start = initial_weights<model_type>(1);

  const weights_type frozen = trained({{.name = "inner.*", .frozen = true}}, 0.5);
  CHECK(equal(frozen, start, m.inner.weight));
  CHECK(equal(frozen, start, m.inner.bias));
  CHECK_FALSE(equal(frozen, start, m.outer.weight));

  const weights_type no_decay = trained({{.roles = {role::vector, role::gain}, .decay = 0}}, 0.5);
  CHECK_FALSE(equal(no_decay, decayed, m.inner.bias));
  CHECK_FALSE(equal(no_decay, all, m.inner.weight));

  const weights_type not_at_all = trained({{.name = "*bias", .rate = 0}}, 0);
  CHECK(equal(not_at_all, start, m.outer.bias));
  const weights_type as_all = trained({{.name = "outer.weight", .rate = 1, .decay = 0}}, 0);
  CHECK(std::ranges::equal(as_all.block(), all.block()));

  CHECK_THROWS_AS(trained({{.name = "encoder.*"}}, 0), error);
  CHECK_THROWS_AS(trained({{.name = "*"}, {.name = "inner.*"}}, 0), error);
  CHECK_THROWS_AS(trained({{.rate = -1}}, 0), error);
}

TEST_CASE("a pattern's stars stand for any text") {
  CHECK(matches("*", ""));
  CHECK(matches("encoder.*.weight", "encoder.0.query.weight"));
  CHECK(matches("*norm*", "encoder.norm"));
  CHECK(matches("a*b*c", "aXbYbZc"));
  CHECK_FALSE(matches("encoder.*", "decoder.0"));
  CHECK_FALSE(matches("*.weight", "inner.weights"));
  CHECK_FALSE(matches("", "a"));
}

TEST_CASE("a generator's batches are those of their number") {
  using batch = inputs_of<float, numbers>;
  tensor<float, Batch, In> x(1);
  generator_source<batch> numbered{[&](std::uint64_t n) {
                                     x(0, 0) = static_cast<float>(n);
                                     return batch{x};
                                   },
                                   "numbers"};
  const auto next = [&] { return std::get<0>(numbered.next()).data[0]; };
  CHECK(next() == 0);
  CHECK(next() == 1);
  const auto here = numbered.position();
  CHECK(next() == 2);
  numbered.go_to(here);
  CHECK(next() == 2);
}

TEST_CASE("a list yields each example once an epoch, and refuses rows of another size") {
  source all = points(20, 5);
  for (int epoch = 0; epoch < 2; ++epoch) {
    std::multiset<float> found, expected;
    for (const std::size_t rows : {8, 8, 4}) {
      const auto [x, label] = all.next();
      CHECK(x.shape.extent<0>() <= rows + 4);
      for (std::size_t i = 0; i < x.shape.extent<0>(); ++i) found.insert(x.data[3 * i]);
    }
    for (std::uint32_t i = 0; i < 20; ++i) expected.insert(std::get<0>(all.take(std::array{i})).data[0]);
    CHECK(found == expected);
  }
  CHECK_THROWS_AS(all.add(std::array{1.0f, 2.0f}, std::array{0}), error);
  CHECK(all.size() == 20);
  CHECK_THROWS_AS((source{}.next()), error);
}

}  // namespace typeformer::testing
