#include "round_ticks.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace typeformer::cli {

double round_step(double span, double wanted) {
  const double rough = span / wanted, power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1, 2, 5})
    if (rough < 1.5 * factor * power) return factor * power;
  return 10 * power;
}

round_ticks::round_ticks(double apart, double low, double high) : step{apart} {
  // Ends that are multiples but for rounding count.
  const double last = std::floor(high / step + 1e-6);
  for (double n = std::ceil(low / step - 1e-6); n <= last; ++n) positions.push_back(n == 0 ? 0 : n * step);
}

std::string round_ticks::label(double place) const {
  if (std::abs(place) >= 1e9 || step < 1e-6) return fmt::format("{:.10g}", place);
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  std::string digits = fmt::format("{:.{}f}", std::abs(place), decimals);
  const std::size_t whole = std::min(digits.find('.'), digits.size());
  for (std::size_t i = whole; i > 3; i -= 3) digits.insert(i - 3, ",");
  return place < 0 ? "−" + digits : digits;
}

}  // namespace typeformer::cli
