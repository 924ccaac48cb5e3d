#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include <typeformer/error.hpp>
#include <typeformer/kernels/random.hpp>
#include <typeformer/train/batch_order.hpp>

namespace typeformer {
namespace {

/// Fisher and Yates, since what std::shuffle does is left to the library.
void shuffle(std::vector<std::uint32_t>& list, std::uint64_t key) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[kernels::counter_random(key, i) % i]);
}

std::vector<std::uint64_t> lengths_of(std::span<const example> examples) {
  std::vector<std::uint64_t> lengths;
  lengths.reserve(examples.size());
  for (const example& e : examples) lengths.push_back(std::uint64_t{e.source.size()} << 32 | e.target.size());
  return lengths;
}

}  // namespace

batch_order::batch_order(std::span<const example> examples, std::size_t rows, std::uint64_t seed)
    : batch_order{lengths_of(examples), rows, seed} {}
batch_order::batch_order(std::size_t examples, std::size_t rows, std::uint64_t seed)
    : batch_order{std::vector<std::uint64_t>(examples), rows, seed} {}

batch_order::batch_order(std::vector<std::uint64_t> lengths, std::size_t rows, std::uint64_t seed)
    : lengths_{std::move(lengths)}, rows_{rows}, seed_{seed} {
  if (lengths_.empty()) throw error{"batch_order: there are no examples to learn from"};
  if (rows == 0) throw error{"batch_order: a batch must have at least one row"};
  if (lengths_.size() > std::numeric_limits<std::uint32_t>::max())
    throw error{"batch_order: there are " + std::to_string(lengths_.size()) + " examples, but at most 2^32 - 1 fit"};
  order_.resize(lengths_.size());
  batches_.resize(batches_per_epoch());
  arrange();
}

std::span<const std::uint32_t> batch_order::next() {
  if (at_.batch == batches_.size()) {
    at_ = {at_.epoch + 1, 0};
    arrange();
  }
  const std::size_t first = batches_[at_.batch++] * rows_;
  return {order_.data() + first, std::min(rows_, order_.size() - first)};
}

void batch_order::go_to(position p) {
  if (p.batch > batches_.size())
    throw error{"batch_order: there is no batch " + std::to_string(p.batch) + ": a epoch has " +
                std::to_string(batches_.size())};
  const bool arranged = p.epoch == at_.epoch;
  at_ = p;
  if (!arranged) arrange();
}

void batch_order::arrange() {
  const std::uint64_t key = kernels::counter_random(seed_, at_.epoch);
  // Those of equal length stand in an order at random.
  std::vector<std::uint32_t> rank(order_.size());
  std::iota(order_.begin(), order_.end(), 0u);
  shuffle(order_, key);
  for (std::uint32_t place = 0; place < order_.size(); ++place) rank[order_[place]] = place;
  std::ranges::sort(order_, {}, [&](std::uint32_t i) { return std::pair{lengths_[i], rank[i]}; });
  std::iota(batches_.begin(), batches_.end(), 0u);
  shuffle(batches_, ~key);
}

}  // namespace typeformer
