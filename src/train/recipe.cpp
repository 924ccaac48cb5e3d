#include <fmt/format.h>

#include <typeformer/train/recipe.hpp>
#include <typeformer/train/schedule.hpp>

namespace typeformer {

double recipe::rate(std::size_t step) const {
  switch (schedule) {
    case rate_schedule::linear:
      return linear_schedule{peak_rate, warmup, steps}(step);
    case rate_schedule::cosine:
      return cosine_schedule{peak_rate, warmup, steps}(step);
    case rate_schedule::inverse_root:
      return inverse_root_schedule{peak_rate, warmup}(step);
    case rate_schedule::constant:
      break;
  }
  return constant_schedule{peak_rate}(step);
}

std::string recipe::text() const {
  // {} writes a double with as many digits as tell it from every other.
  return fmt::format(
      "batch_tokens {} schedule {} peak_rate {} warmup {} smoothing {} over {} dropout {} max_gradient_norm {} "
      "weight_decay {} average_decay {} seed {}",
      batch_tokens, static_cast<unsigned>(schedule), peak_rate, warmup, smoothing, static_cast<unsigned>(smoothed),
      dropout, max_gradient_norm, weight_decay, average_decay, seed);
}

}  // namespace typeformer
