#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <typeformer/train/language_model_objective.hpp>
#include <typeformer/train/token_windows.hpp>
#include <typeformer/train/training_run.hpp>

#include "../catch.hpp"
#include "../io/temporary_folder.hpp"

namespace typeformer::testing {
namespace {

struct Batch : axis<"B", up_to<4>> {};
struct tiny : conventions<norm_before, rms_norms<>, gated, swish_activation, trained_positions> {
  struct Position : axis<"N", up_to<8>> {};
  struct Vocabulary : axis<"V", 12> {};
  struct Model : axis<"d_model", 8> {};
  struct Head : axis<"h", 2> {};
  struct Width : axis<"w", 4> {};
  struct Inner : axis<"d_ff", 12> {};
  static constexpr std::size_t decoder_layers = 1;
  using embeddings = tied_output;
};
struct Numbers : axis<"V", 65536> {};
using source = token_windows<Batch, tiny::Position, Numbers>;
constexpr std::size_t length = 8;

/// Tokens that tell where they stand.
std::vector<std::uint16_t> numbered(std::size_t count, std::uint16_t first = 0) {
  std::vector<std::uint16_t> all(count);
  std::iota(all.begin(), all.end(), first);
  return all;
}

/// Where the windows of an epoch begin, in their order; each must be one piece, and `next` shifted by one.
std::vector<std::int32_t> epoch_of(source& windows, std::size_t count, std::size_t rows_of_last = 0) {
  std::vector<std::int32_t> begins;
  while (begins.size() < count) {
    const auto [x, next] = windows.next();
    const std::size_t rows = x.shape.extent<0>();
    REQUIRE(x.shape.extent<1>() == length);
    REQUIRE(next.shape.extents() == x.shape.extents());
    for (std::size_t b = 0; b < rows; ++b) {
      begins.push_back(x.data[b * length]);
      for (std::size_t i = 0; i < length; ++i) {
        CHECK(x.data[b * length + i] == begins.back() + static_cast<std::int32_t>(i));
        CHECK(next.data[b * length + i] == x.data[b * length + i] + 1);
      }
    }
    if (begins.size() == count && rows_of_last) CHECK(rows == rows_of_last);
  }
  REQUIRE(begins.size() == count);
  return begins;
}

std::vector<std::int32_t> batch_of(source& windows) {
  const auto [x, next] = windows.next();
  std::vector<std::int32_t> all(x.data, x.data + x.shape.size());
  all.insert(all.end(), next.data, next.data + next.shape.size());
  return all;
}

template <class F>
std::string refusal(const F& f) {
  try {
    f();
  } catch (const error& e) {
    return e.what();
  }
  return {};
}

}  // namespace

TEST_CASE("each window comes once an epoch, from another place and in another order in each") {
  // 100 tokens have room for 11 windows, wherever the first begins: two batches of 4 rows and one of 3.
  const auto all = numbered(100);
  source windows{all, 3};
  std::set<std::int32_t> places;
  std::set<std::vector<std::int32_t>> orders;
  for (int epoch = 0; epoch < 20; ++epoch) {
    auto begins = epoch_of(windows, 11);
    CHECK(windows.position() == batch_position{{"epoch", epoch}, {"batch of the epoch", 3}});
    const std::int32_t place = *std::ranges::min_element(begins);
    CHECK(place < static_cast<std::int32_t>(length));
    places.insert(place);
    std::vector<std::int32_t> order;
    for (const std::int32_t begin : begins) order.push_back((begin - place) / static_cast<std::int32_t>(length));
    orders.insert(order);
    std::ranges::sort(begins);
    for (std::size_t i = 0; i < begins.size(); ++i) CHECK(begins[i] == place + static_cast<std::int32_t>(i * length));
  }
  CHECK(places.size() >= 6);
  CHECK(orders.size() >= 19);
}

TEST_CASE("the fewest tokens that can be cut into windows are all used, and none behind them is read") {
  const auto all = numbered(2 * length + 1);
  source windows{all};
  std::set<std::int32_t> begins;
  for (int epoch = 0; epoch < 200; ++epoch) begins.insert(epoch_of(windows, 1, 1)[0]);
  CHECK(begins == std::set<std::int32_t>{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("windows of a seed are the same again, those of another differ") {
  const auto all = numbered(100);
  source one{all, 3}, same{all, 3}, other{all, 4};
  bool differ = false;
  for (int batch = 0; batch < 10; ++batch) {
    const auto found = batch_of(one);
    CHECK(batch_of(same) == found);
    differ |= batch_of(other) != found;
  }
  CHECK(differ);
}

TEST_CASE("windows go on from each position as if they had not been left") {
  const auto all = numbered(100);
  source whole{all, 3};
  for (int batch = 0; batch < 10; ++batch) {
    const auto here = whole.position();
    const auto expected = batch_of(whole);
    source another{all, 3};
    another.go_to(here);
    CHECK(another.position() == here);
    CHECK(batch_of(another) == expected);
    CHECK(another.position() == whole.position());
  }
  // And back.
  whole.go_to({{"epoch", 0}, {"batch of the epoch", 0}});
  source first{all, 3};
  CHECK(batch_of(whole) == batch_of(first));
  CHECK_THROWS_AS(whole.go_to({{"epoch", 0}, {"batch of the epoch", 4}}), error);
}

TEST_CASE("what windows are cut from, and how, is told by their identity") {
  const auto all = numbered(100), others = numbered(100, 1), fewer = numbered(99);
  const auto identity = source{all, 3}.identity();
  CHECK(source{all, 3}.identity() == identity);
  const auto copy = all;
  CHECK(source{copy, 3}.identity() == identity);
  CHECK(source{others, 3}.identity() != identity);
  CHECK(source{fewer, 3}.identity() != identity);
  CHECK(source{all, 4}.identity() != identity);
  struct Shorter : axis<"N", up_to<7>> {};
  struct Wider : axis<"B", up_to<5>> {};
  CHECK(token_windows<Batch, Shorter, Numbers>{all, 3}.identity() != identity);
  CHECK(token_windows<Wider, tiny::Position, Numbers>{all, 3}.identity() != identity);
}

TEST_CASE("tokens of another type are cut into the same windows") {
  const auto all = numbered(100);
  const std::vector<std::int32_t> wide(all.begin(), all.end());
  source windows{all, 3};
  token_windows<Batch, tiny::Position, Numbers, std::int32_t> of_wide{wide, 3};
  for (int batch = 0; batch < 5; ++batch) {
    const auto found = batch_of(windows);
    const auto [x, next] = of_wide.next();
    CHECK(std::equal(x.data, x.data + x.shape.size(), found.begin()));
  }
}

TEST_CASE("fewer tokens than two windows have are refused") {
  const auto all = numbered(100);
  const auto of = [&](std::size_t count) { return refusal([&] { source{std::span{all}.first(count)}; }); };
  const std::string needed = " tokens, but two windows of 8 and the token behind them are needed";
  CHECK(of(16) == "token_windows: there are 16" + needed);
  CHECK(of(0) == "token_windows: there are 0" + needed);
  CHECK(of(17).empty());
}

// ------------------------------------------------------------------------------------------------- a language model
namespace {
using trainer_type = language_model_trainer<tiny, Batch>;
using text = token_windows<Batch, tiny::Position, tiny::Vocabulary>;
using run_type = training_run<trainer_type, text>;

/// 0 1 2 … 11 0 1 …, in which each token says what the next is.
std::vector<std::uint16_t> counted(std::size_t count) {
  auto all = numbered(count);
  for (auto& token : all) token %= 12;
  return all;
}
const recipe how{.steps = 150, .batch_tokens = 40, .peak_rate = 2e-2, .warmup = 10};

std::vector<float> block_of(const auto& trainer) {
  return {trainer.trained().block().begin(), trainer.trained().block().end()};
}
}  // namespace

TEST_CASE("a language model learns what follows, from windows") {
  kernels::threads threads{1};
  const auto all = counted(500);
  run_type run{text{all}, how, threads};
  double first = 0, last = 0;
  while (run.steps() < how.steps) {
    const auto seen = run.step();
    CHECK(seen.count % length == 0);
    CHECK(seen.count >= how.batch_tokens);
    last = seen.loss;
    if (run.steps() == 1) first = last;
  }
  INFO("from " << first << " to " << last);
  CHECK(first > 2);
  CHECK(last < 0.1);
}

TEST_CASE("a language model's run goes on from a checkpoint to the same bits") {
  const test::temporary_folder folder;
  kernels::threads threads{1};
  const auto all = counted(100), others = counted(101);
  run_type whole{text{all}, how, threads}, first{text{all}, how, threads};
  for (int i = 0; i < 12; ++i) whole.step();
  for (int i = 0; i < 5; ++i) first.step();
  first.save(folder.path() / "checkpoint");
  run_type second{text{all}, how, threads};
  second.go_on_from(checkpoint_file::open(folder.path() / "checkpoint"));
  while (second.steps() < 12) second.step();
  CHECK(block_of(second.trainer()) == block_of(whole.trainer()));

  run_type of_others{text{others}, how, threads};
  CHECK_THROWS_AS(of_others.go_on_from(checkpoint_file::open(folder.path() / "checkpoint")), error);
}

TEST_CASE("a token outside the vocabulary is refused when its window comes") {
  kernels::threads threads{1};
  auto all = counted(17);
  all[8] = 12;
  run_type run{text{all}, how, threads};
  CHECK(refusal([&] { run.step(); }).find("is not in a vocabulary of 12") != std::string::npos);
}

}  // namespace typeformer::testing
