#include "../../src/pronounce/like_length.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "catch.hpp"

namespace tf = typeformer;

namespace {

using batches = std::vector<std::vector<std::uint32_t>>;

batches of(const std::vector<std::size_t>& lengths, std::size_t rows) {
  return tf::batches_of_like_length(lengths.size(), rows, [&](std::size_t i) { return lengths[i]; });
}

}  // namespace

TEST_CASE("a batch that has half of its rows ends where lists become longer", "[pronounce]") {
  CHECK(of({}, 4).empty());
  CHECK(of({3}, 4) == batches{{0}});
  CHECK(of({5, 3, 5, 3, 5}, 4) == batches{{1, 3}, {0, 2, 4}});
  CHECK(of({5, 3, 5, 4, 6}, 4) == batches{{1, 3}, {0, 2}, {4}});
  CHECK(of({2, 2, 2, 2, 2}, 4) == batches{{0, 1, 2, 3}, {4}});
  CHECK(of({2, 1}, 1) == batches{{1}, {0}});
}

TEST_CASE("batches of like length have each list once, and one length behind their half", "[pronounce]") {
  std::mt19937 random(7);
  for (const std::size_t count : {17U, 100U, 1000U}) {
    std::vector<std::size_t> lengths(count);
    for (std::size_t& length : lengths) length = 2 + random() % 6 + random() % 6;
    const batches cut = of(lengths, 32);
    std::vector<std::uint32_t> order;
    for (const auto& batch : cut) {
      CHECK(batch.size() <= 32);
      for (std::size_t i = 16; i < batch.size(); ++i) CHECK(lengths[batch[i]] == lengths[batch[i - 1]]);
      order.insert(order.end(), batch.begin(), batch.end());
    }
    CHECK(cut.size() < count / 16 + 2);
    CHECK(std::ranges::is_sorted(order, {}, [&](std::uint32_t i) { return lengths[i]; }));
    std::ranges::sort(order);
    std::vector<std::uint32_t> each(count);
    std::iota(each.begin(), each.end(), 0U);
    CHECK(order == each);
  }
}
