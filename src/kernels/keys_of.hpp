#pragma once
#include <algorithm>
#include <cstddef>

#include <typeformer/kernels/attention.hpp>

namespace typeformer::kernels {

/// The keys that some query in this row of the batch attends to: the first so many.
template <class T>
std::size_t keys_of(const attention_problem<T>& problem, std::size_t row) {
  const auto& mask = problem.mask;
  auto keys = static_cast<std::ptrdiff_t>(problem.keys);
  if (mask.causal) keys = std::min(keys, static_cast<std::ptrdiff_t>(problem.queries) + mask.offset);
  if (mask.lengths) keys = std::min<std::ptrdiff_t>(keys, mask.lengths[row]);
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(keys, 0));
}

}  // namespace typeformer::kernels
