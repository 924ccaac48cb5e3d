#include <limits>

#include <typeformer/kernels/masking.hpp>

namespace typeformer::kernels::inline v0_1 {
namespace {

/// Calls f(index, is_seen) for each score.
template <class F>
void for_each_score(std::size_t batch, std::size_t heads, std::size_t queries, std::size_t keys, attention_mask mask,
                    F f) {
  std::size_t index = 0;
  for (std::size_t b = 0; b < batch; ++b)
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t i = 0; i < queries; ++i)
        for (std::size_t j = 0; j < keys; ++j) {
          const auto key = static_cast<std::ptrdiff_t>(j);
          const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(i) + mask.offset;
          const bool is_in_window = !mask.causal || (key <= last && key > last - mask.window);
          f(index++, is_in_window && (!mask.lengths || key < mask.lengths[b]));
        }
}

}  // namespace

template <class T>
void mask_scores(std::size_t batch, std::size_t heads, std::size_t queries, std::size_t keys, attention_mask mask,
                 const T* x, T* y) {
  constexpr T unseen = -std::numeric_limits<T>::infinity();
  for_each_score(batch, heads, queries, keys, mask, [=](std::size_t i, bool seen) { y[i] = seen ? x[i] : unseen; });
}

template <class T>
void add_mask_gradient(std::size_t batch, std::size_t heads, std::size_t queries, std::size_t keys, attention_mask mask,
                       const T* dy, T* dx) {
  for_each_score(batch, heads, queries, keys, mask, [=](std::size_t i, bool seen) {
    if (seen) dx[i] += dy[i];
  });
}

template void mask_scores(std::size_t, std::size_t, std::size_t, std::size_t, attention_mask, const float*, float*);
template void mask_scores(std::size_t, std::size_t, std::size_t, std::size_t, attention_mask, const double*, double*);
template void add_mask_gradient(std::size_t, std::size_t, std::size_t, std::size_t, attention_mask, const float*,
                                float*);
template void add_mask_gradient(std::size_t, std::size_t, std::size_t, std::size_t, attention_mask, const double*,
                                double*);

}  // namespace typeformer::kernels::inline v0_1
