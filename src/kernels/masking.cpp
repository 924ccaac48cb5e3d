#include <limits>

#include <typeformer/kernels/masking.hpp>

namespace typeformer::kernels {

template <class T>
void mask_scores(std::size_t batch, std::size_t heads, std::size_t queries, std::size_t keys, attention_mask mask,
                 const T* x, T* y) {
  constexpr T unseen = -std::numeric_limits<T>::infinity();
  for (std::size_t b = 0; b < batch; ++b)
    for (std::size_t h = 0; h < heads; ++h)
      for (std::size_t i = 0; i < queries; ++i, x += keys, y += keys)
        for (std::size_t j = 0; j < keys; ++j) {
          const bool early = !mask.causal || static_cast<std::ptrdiff_t>(j) <= static_cast<std::ptrdiff_t>(i) + mask.offset;
          const bool inside = !mask.lengths || static_cast<std::ptrdiff_t>(j) < mask.lengths[b];
          y[j] = early && inside ? x[j] : unseen;
        }
}

template void mask_scores(std::size_t, std::size_t, std::size_t, std::size_t, attention_mask, const float*, float*);
template void mask_scores(std::size_t, std::size_t, std::size_t, std::size_t, attention_mask, const double*, double*);

}  // namespace typeformer::kernels
