#pragma once
#include <algorithm>
#include <compare>
#include <cstddef>
#include <string>
#include <string_view>

#include <typeformer/operations/polynomial.hpp>

namespace typeformer {

/// How a count grows with one axis: as its extent to a power, times a power of its logarithm.
struct growth {
  std::size_t power = 0;       ///< of the extent
  std::size_t logarithms = 0;  ///< the power of its logarithm
  /// The higher power is more; of equal powers, the higher power of the logarithm.
  constexpr auto operator<=>(const growth&) const = default;

  /// "N²", "N·log N", "1"
  std::string text(std::string_view name) const {
    const std::string logarithm = logarithms == 0 ? "" : "log " + std::string{name};
    std::string t = power == 0 ? "" : detail::raised(std::string{name}, power);
    if (logarithms > 0)
      t += (t.empty() ? "" : "·") + detail::raised(logarithms > 1 ? "(" + logarithm + ")" : logarithm, logarithms);
    return t.empty() ? "1" : t;
  }
};

/// The growth of a count with an axis, which is found by its name and bound.
///
/// throws   a polynomial of more terms than are kept; in a constant expression that does not compile
template <is_axis A, std::size_t Terms>
constexpr growth growth_in(const basic_polynomial<Terms>& p) {
  if (p.terms().size() == Terms) throw error{"growth_in: the polynomial has more terms than are kept"};
  growth most;
  for (const monomial& m : p.terms())
    most = std::max(most, growth{m.power_of({A::name, bound<A>}), m.power_of({A::name, bound<A>, true})});
  return most;
}

}  // namespace typeformer
