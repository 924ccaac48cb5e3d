#include <algorithm>
#include <utility>

#include <typeformer/kernels/lsh_attention.hpp>

#include "ranges.hpp"
#include "table.hpp"

namespace typeformer::kernels::inline v0_1 {
namespace {

/// Multiplications a task has at least.
constexpr std::size_t least_lsh_work = 1 << 14;

template <class T>
std::size_t bits_of(const lsh_attention_problem<T>& p) {
  return lsh_bits(p.positions, p.chunk);
}

/// The hyperplanes of all rounds, [rounds, width, bits], at the beginning of the workspace.
template <class T>
void make_directions(const lsh_attention_problem<T>& p, double* directions, threads& threads) {
  const std::size_t bits = bits_of(p);
  for_each_grouped(p.rounds * p.width, bits * 24, least_lsh_work, threads, [&](std::size_t task, void*) {
    const std::size_t round = task / p.width, row = task % p.width;
    for (std::size_t c = 0; c < bits; ++c) directions[task * bits + c] = lsh_direction(round, row, c);
  });
}

/// Sorts positions by their bucket, stably, by counting, and numbers the pieces that chunks cut buckets into: the next
/// piece of a bucket has the next number, and from one bucket to the next a number is left out.
void sort_positions(std::size_t positions, std::size_t buckets, std::size_t chunk, const std::uint32_t* bucket,
                    std::uint32_t* first_of, std::uint32_t* order, std::uint32_t* pieces) {
  std::fill_n(first_of, buckets + 1, std::uint32_t{0});
  for (std::size_t i = 0; i < positions; ++i) ++first_of[bucket[i] + 1];
  for (std::size_t b = 0; b < buckets; ++b) first_of[b + 1] += first_of[b];
  for (std::size_t i = 0; i < positions; ++i) order[first_of[bucket[i]]++] = static_cast<std::uint32_t>(i);
  std::uint32_t piece = 0;
  for (std::size_t at = 0; at < positions; ++at) {
    if (at > 0) {
      if (bucket[order[at]] != bucket[order[at - 1]]) {
        piece += 2;
      } else if (at % chunk == 0) {
        ++piece;
      }
    }
    pieces[order[at]] = piece;
  }
}

/// Hashes and sorts the positions of each head of each row, and hands it to run(head, row · heads + head).
template <class T, class Run>
void for_each_head(const lsh_attention_problem<T>& p, T* workspace, threads& threads, Run run) {
  auto* const directions = reinterpret_cast<double*>(workspace);
  make_directions(p, directions, threads);
  T* const heads = workspace + 2 * p.rounds * p.width * bits_of(p);
  const std::size_t keys = 2 * std::min(p.chunk, p.positions);
  const auto hash = chosen_table<T>().lsh_attention.hash;
  const std::size_t work = p.positions * p.rounds * keys * (p.width + p.value_width);
  for_each_grouped(p.batch * p.heads, work, least_lsh_work, threads, [&](std::size_t task, void*) {
    const std::size_t all = p.positions, most = p.rounds * all;
    T* next = heads + task * lsh_attention_head_workspace(all, p.rounds, p.chunk);
    const auto take = [&](std::size_t size) { return std::exchange(next, next + size); };
    const auto take_indices = [&](std::size_t size) { return reinterpret_cast<std::uint32_t*>(take(size)); };

    std::size_t positions = all;
    if (p.mask.lengths)
      positions = std::min<std::size_t>(all, static_cast<std::size_t>(std::max(0, p.mask.lengths[task / p.heads])));
    const std::ptrdiff_t far = static_cast<std::ptrdiff_t>(all);
    lsh_head<T> head{};
    head.positions = positions;
    head.stride = all;
    head.width = p.width;
    head.value_width = p.value_width;
    head.rounds = p.rounds;
    head.scale = p.scale;
    head.last_offset = p.mask.causal ? p.mask.offset : far;
    head.first_offset = p.mask.causal ? p.mask.offset - p.mask.window + 1 : -far;
    head.sees_itself = head.first_offset <= 0 && 0 <= head.last_offset;
    head.x = p.x + task * all * p.width;
    head.v = p.v + task * all * p.value_width;
    head.y = p.y + task * all * p.value_width;
    std::uint32_t *const order = take_indices(most), *const pieces = take_indices(most);
    std::uint32_t* const bucket = take_indices(all);
    std::uint32_t* const first_of = take_indices(lsh_buckets(all, p.chunk) + 1);
    head.order = order;
    head.pieces = pieces;
    head.keys = take_indices(keys);
    head.inverse_norms = take(all);
    head.maxima = take(all);
    head.total = take(all);
    head.slopes = take(all);
    head.weights = take(keys);
    head.derivatives = take(keys);
    head.scores = take(keys);

    const std::size_t bits = lsh_bits(positions, p.chunk), stride = bits_of(p);
    for (std::size_t round = 0; round < p.rounds; ++round) {
      hash(head, directions + round * p.width * stride, stride, bits, bucket);
      sort_positions(positions, std::size_t{1} << bits, p.chunk, bucket, first_of, order + round * all,
                     pieces + round * all);
    }
    run(head, task);
  });
}

}  // namespace

template <class T>
void lsh_attention(const lsh_attention_problem<T>& p, T* workspace, threads& threads) {
  if (p.positions == 0 || p.value_width == 0) return;
  const auto attend = chosen_table<T>().lsh_attention.attend;
  for_each_head(p, workspace, threads, [=](const lsh_head<T>& head, std::size_t) {
    attend(head);
    std::fill(head.y + head.positions * p.value_width, head.y + p.positions * p.value_width, T(0));
  });
}

template <class T>
void add_lsh_attention_gradient(const lsh_attention_problem<T>& p, const T* dy, T* dx, T* dv, T* workspace,
                                threads& threads) {
  if (p.positions == 0 || p.value_width == 0) return;
  const auto gradient = chosen_table<T>().lsh_attention.gradient;
  for_each_head(p, workspace, threads, [=](lsh_head<T> head, std::size_t task) {
    head.dy = dy + task * p.positions * p.value_width;
    head.dx = dx + task * p.positions * p.width;
    head.dv = dv + task * p.positions * p.value_width;
    gradient(head);
  });
}

template void lsh_attention(const lsh_attention_problem<float>&, float*, threads&);
template void lsh_attention(const lsh_attention_problem<double>&, double*, threads&);
template void add_lsh_attention_gradient(const lsh_attention_problem<float>&, const float*, float*, float*, float*,
                                         threads&);
template void add_lsh_attention_gradient(const lsh_attention_problem<double>&, const double*, double*, double*, double*,
                                         threads&);

}  // namespace typeformer::kernels::inline v0_1
