#include <algorithm>
#include <numeric>
#include <span>

#include <typeformer/models/description.hpp>

namespace typeformer {
namespace {

using terms = std::vector<monomial>;

/// m / f, which is one of its factors.
monomial without(monomial m, const factor& f) {
  const auto at = std::find(m.factors.begin(), m.factors.begin() + m.count, f);
  std::copy(at + 1, m.factors.begin() + m.count, at);
  m.factors[--m.count] = {};
  return m;
}

/// The largest monomial that divides all.
monomial common(const terms& all) {
  monomial shared{0, {}, 0};
  for (const monomial& m : all) shared.coefficient = std::gcd(shared.coefficient, m.coefficient);
  monomial rest = all.front();
  while (rest.count > 0) {
    const factor f = rest.factors[0];
    rest = without(rest, f);
    const std::size_t power = shared.power_of(f) + 1;
    if (std::ranges::all_of(all, [&](const monomial& m) { return m.power_of(f) >= power; }))
      shared *= monomial{1, {f}, 1};
  }
  return shared;
}

/// The factor that most terms have, the first of equals; with how many have it.
std::pair<factor, std::size_t> most_frequent(const terms& all) {
  std::pair<factor, std::size_t> most{{}, 0};
  for (const monomial& m : all)
    for (const factor& f : std::span{m.factors}.first(m.count)) {
      const auto have =
          static_cast<std::size_t>(std::ranges::count_if(all, [&](const monomial& n) { return n.power_of(f) > 0; }));
      if (have > most.second) most = {f, have};
    }
  return most;
}

std::string sum_of(terms all);

/// What divides all terms, times the sum of what is left.
std::string product_of(terms all) {
  const monomial shared = common(all);
  for (monomial& m : all) {
    m.coefficient /= shared.coefficient;
    for (const factor& f : std::span{shared.factors}.first(shared.count)) m = without(m, f);
  }
  const std::string before = detail::text_of_monomial(shared);
  if (all.size() == 1) return before;
  return before == "1" ? sum_of(all) : before + "·(" + sum_of(all) + ")";
}

/// Terms of which nothing divides all: those that share a factor together, then the others.
std::string sum_of(terms all) {
  const auto [f, have] = most_frequent(all);
  if (have < 2) {
    std::string t;
    for (const monomial& m : all) (t += t.empty() ? "" : " + ") += detail::text_of_monomial(m);
    return t;
  }
  terms with_it, others;  // std::stable_partition of libstdc++ 12 calls what is deprecated
  for (const monomial& m : all) (m.power_of(f) > 0 ? with_it : others).push_back(m);
  const std::string first = product_of(with_it);
  return others.empty() ? first : first + " + " + product_of(others);
}

}  // namespace

std::string v0_1::factored_text(const long_polynomial& p) {
  return p.terms().empty() ? "0" : product_of({p.terms().begin(), p.terms().end()});
}

}  // namespace typeformer
