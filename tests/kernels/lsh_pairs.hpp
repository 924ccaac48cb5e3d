#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include <typeformer/kernels/lsh_attention.hpp>

/// LSH attention from its definition, for tests.
namespace typeformer::kernels::testing {

/// Of each row on which sides of hyperplanes it lies, as bits, and how near to one the nearest is, as a part of the
/// farthest.
template <class E>
struct lsh_hashes {
  std::vector<std::size_t> of;
  E margin = 1;

  template <class T>
  lsh_hashes(const T* rows, std::size_t n, std::size_t width, std::size_t round, std::size_t bits) : of(n, 0) {
    for (std::size_t i = 0; i < n && bits > 0; ++i) {
      std::vector<E> distances;
      for (std::size_t c = 0; c < bits; ++c) {
        E projected = 0;
        for (std::size_t j = 0; j < width; ++j)
          projected += static_cast<E>(rows[i * width + j]) * lsh_direction(round, j, c);
        if (projected < 0) of[i] += std::size_t{1} << c;
        distances.push_back(std::fabs(projected));
      }
      margin = std::min(margin, std::ranges::min(distances) / std::ranges::max(distances));
    }
  }
};

/// Of n rows x, whether query i attends to key j: where in a round they are hashed alike, and j is in the chunk of i or
/// in the one before; where the mask allows it; and to itself where there is no other key.
template <class E, class T>
std::vector<std::vector<bool>> lsh_pairs(const T* rows, std::size_t n, std::size_t width, std::size_t rounds,
                                         std::size_t chunk, const attention_mask& mask = {}) {
  std::size_t bits = 0;  // so many that a bucket has half a chunk at least, on average
  if (n > chunk)
    for (const std::size_t most = 2 * ((n + chunk - 1) / chunk);
         (std::size_t{2} << bits) <= most && (std::size_t{1} << bits) < n;)
      ++bits;
  std::vector<std::vector<bool>> pairs(n, std::vector<bool>(n, false));
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::vector<std::size_t> hash = lsh_hashes<E>{rows, n, width, round, bits}.of;
    std::vector<std::size_t> order(n), chunk_of(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair{hash[i], i}; });
    for (std::size_t at = 0; at < n; ++at) chunk_of[order[at]] = at / chunk;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (hash[i] == hash[j] && (chunk_of[i] == chunk_of[j] || chunk_of[i] == chunk_of[j] + 1)) pairs[i][j] = true;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto last = static_cast<std::ptrdiff_t>(i) + mask.offset;
    const auto allows = [&](std::size_t j) {
      const auto key = static_cast<std::ptrdiff_t>(j);
      return !mask.causal || (key <= last && key > last - mask.window);
    };
    for (std::size_t j = 0; j < n; ++j) pairs[i][j] = pairs[i][j] && j != i && allows(j);
    if (std::ranges::find(pairs[i], true) == pairs[i].end()) pairs[i][i] = allows(i);
  }
  return pairs;
}

}  // namespace typeformer::kernels::testing
