#include <algorithm>
#include <set>

#include <typeformer/error.hpp>
#include <typeformer/kernels/random.hpp>
#include <typeformer/train/batch_order.hpp>

#include "../catch.hpp"

namespace typeformer::testing {
namespace {

std::vector<example> words_of_many_lengths(std::size_t count) {
  std::vector<example> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    all[i].source.resize(1 + kernels::counter_random(1, i) % 9);
    all[i].target.resize(1 + kernels::counter_random(2, i) % 9);
  }
  return all;
}

std::vector<std::vector<std::uint32_t>> batches(batch_order& order, std::size_t count) {
  std::vector<std::vector<std::uint32_t>> all;
  for (std::size_t i = 0; i < count; ++i) {
    const auto batch = order.next();
    all.emplace_back(batch.begin(), batch.end());
  }
  return all;
}

}  // namespace

TEST_CASE("a epoch has every example once, among others of like length") {
  const auto examples = words_of_many_lengths(1'003);
  batch_order order{examples, 10, 5};
  REQUIRE(order.batches_per_epoch() == 101);
  for (const int epoch : {0, 1}) {
    INFO("epoch " << epoch);
    std::set<std::uint32_t> seen;
    std::size_t with_one_length = 0;
    for (const auto& batch : batches(order, 101)) {
      seen.insert(batch.begin(), batch.end());
      const auto [shortest, longest] =
          std::ranges::minmax(batch, {}, [&](std::uint32_t i) { return examples[i].source.size(); });
      with_one_length += examples[shortest].source.size() == examples[longest].source.size();
    }
    CHECK(seen.size() == examples.size());
    // Nine lengths meet in at most eight batches.
    CHECK(with_one_length >= 101 - 8);
  }
  CHECK(order.at() == batch_order::position{1, 101});
}

TEST_CASE("the order differs from epoch to epoch and from seed to seed, and is otherwise the same") {
  const auto examples = words_of_many_lengths(500);
  batch_order order{examples, 10, 5}, same{examples, 10, 5}, other{examples, 10, 6};
  const auto first = batches(order, 50);
  CHECK(batches(same, 50) == first);
  CHECK(batches(other, 50) != first);
  CHECK(batches(order, 50) != first);
}

TEST_CASE("an order goes on from any position") {
  const auto examples = words_of_many_lengths(203);
  batch_order order{examples, 10, 5};
  for (std::size_t before = 0; before < 70; ++before) {
    INFO("after " << before << " batches");
    batch_order other{examples, 10, 5};
    batches(other, 40);
    other.go_to(order.at());
    batch_order expected = order;
    CHECK(batches(other, 30) == batches(expected, 30));
    order.next();
  }
  CHECK_THROWS_AS(order.go_to({0, 22}), error);
}

TEST_CASE("an order of nothing is refused") {
  CHECK_THROWS_AS((batch_order{{}, 10, 1}), error);
  const auto examples = words_of_many_lengths(3);
  CHECK_THROWS_AS((batch_order{examples, 0, 1}), error);
}

}  // namespace typeformer::testing
