#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <typeformer/decode/scoring.hpp>
#include <typeformer/kernels/threads.hpp>

#include "kinds.hpp"

/// What rows of decoding have in common. They predict so many tokens, whatever these are, so that all do the same work.
namespace bench::ours {

/// What decoding is known by: log p of given tokens, one of each row, and in floats the tokens that were predicted too.
/// With quantized weights these soon are others, where weights are random, and the same text follows no longer.
template <class D, class Numbers, class... X>
std::vector<double> known_by(const typeformer::packed_weights<typename D::module, Numbers>& packed,
                             typeformer::kernels::threads& threads, const std::vector<std::int32_t>& lengths,
                             const std::vector<std::int32_t>& predicted, const X&... inputs) {
  typeformer::scorer<D, Numbers> score{packed, threads};
  const auto scored = score(lengths, inputs...).log_probabilities;
  std::vector<double> all(scored.begin(), scored.end());
  if constexpr (std::is_same_v<Numbers, float>) all.insert(all.end(), predicted.begin(), predicted.end());
  return all;
}

}  // namespace bench::ours
