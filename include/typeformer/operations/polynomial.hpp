#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <typeformer/axis/axis.hpp>
#include <typeformer/axis/shape.hpp>

namespace typeformer {

namespace detail {
/// "N", "N²", "N¹²"
inline std::string raised(std::string base, std::size_t power) {
  constexpr std::array<std::string_view, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (power > 1)
    for (const char digit : std::to_string(power)) base += digits[static_cast<std::size_t>(digit - '0')];
  return base;
}
}  // namespace detail

/// A factor of a count: an axis, by its name and extent, or its binary logarithm rounded up, which is how many rounds a
/// sort along it takes.
struct factor {
  std::string_view name;                                     ///< the axis's, as formulas write it
  std::size_t extent = 1;                                    ///< or its bound, where it is known at run time
  bool is_logarithm = false;                                 ///< of the extent, in place of it
  constexpr bool operator==(const factor&) const = default;  ///< name, extent and kind are equal

  /// The extent, or ⌈log₂ of it⌉.
  constexpr std::size_t value() const { return is_logarithm ? (extent > 1 ? std::bit_width(extent - 1) : 0) : extent; }
};

/// A coefficient times axes: 2·B·N·d_model. The last of most_factors is the product of all that follow, without their
/// names.
struct monomial {
  static constexpr std::size_t most_factors = 10;  ///< as many as are kept by name
  std::size_t coefficient = 1;                     ///< in front of the axes
  /// The first `count` of them; an axis is among them as often as its power.
  std::array<factor, most_factors> factors{};
  std::size_t count = 0;  ///< factors in use

  /// The product of the coefficient and all factors.
  constexpr std::size_t value() const {
    std::size_t v = coefficient;
    for (std::size_t i = 0; i < count; ++i) v *= factors[i].value();
    return v;
  }
  /// Multiplies coefficients and appends the other's factors.
  constexpr monomial& operator*=(const monomial& m) {
    coefficient *= m.coefficient;
    for (std::size_t i = 0; i < m.count; ++i) {
      if (count == most_factors) {
        factors.back() = {"…", factors.back().value() * m.factors[i].value()};
      } else {
        factors[count++] = m.factors[i];
      }
    }
    return *this;
  }
  /// How often a factor is among the factors.
  constexpr std::size_t power_of(const factor& f) const {
    std::size_t power = 0;
    for (std::size_t i = 0; i < count; ++i) power += factors[i] == f;
    return power;
  }
  /// Whether all its factors are among those of another, as often as here.
  constexpr bool divides(const monomial& m) const {
    for (std::size_t i = 0; i < count; ++i)
      if (power_of(factors[i]) > m.power_of(factors[i])) return false;
    return true;
  }
  /// Whether it has the same axes, in any order.
  constexpr bool is_alike(const monomial& m) const { return count == m.count && divides(m); }
};

namespace detail {
/// "2·B·N²·d_model"
inline std::string text_of_monomial(const monomial& m) {
  std::string t = m.coefficient != 1 || m.count == 0 ? std::to_string(m.coefficient) : "";
  for (std::size_t i = 0; i < m.count; ++i) {
    const factor& f = m.factors[i];
    if (monomial{1, m.factors, i}.power_of(f) > 0) continue;
    const std::size_t power = m.power_of(f);
    const std::string base = (f.is_logarithm ? "log₂ " : "") + std::string{f.name};
    (t += t.empty() ? "" : "·") += raised(f.is_logarithm && power > 1 ? "(" + base + ")" : base, power);
  }
  return t;
}
}  // namespace detail

/// A number of operations as a sum of products of axes, and so also as a number: 2·B·N·d_model·d_ff + B·N·d_ff. The
/// last of MostTerms is the sum of all that follow, as a number without names.
template <std::size_t MostTerms>
class basic_polynomial {
 public:
  static constexpr std::size_t most_terms = MostTerms;  ///< as many as are kept by name

  constexpr basic_polynomial() = default;
  /// A constant number of operations. Not explicit, so that numbers and polynomials add up.
  constexpr basic_polynomial(std::size_t number) { add({number, {}, 0}); }  // NOLINT: numbers are polynomials
  /// One product of axes. Not explicit, either.
  constexpr basic_polynomial(const monomial& m) { add(m); }  // NOLINT
  /// From a polynomial that keeps fewer terms; nothing is lost.
  template <std::size_t Fewer>
    requires(Fewer < MostTerms)
  constexpr basic_polynomial(const basic_polynomial<Fewer>& p) {  // NOLINT
    *this += p;
  }

  /// Each of other axes; where there are too many, the last is a number.
  constexpr std::span<const monomial> terms() const { return {terms_.data(), count_}; }
  /// The number for the extents that the axes have, modulo 2⁶⁴.
  constexpr std::size_t value() const {
    std::size_t v = 0;
    for (const monomial& m : terms()) v += m.value();
    return v;
  }

  /// Adds each term of another, where there is room under its axes.
  template <std::size_t Others>
  constexpr basic_polynomial& operator+=(const basic_polynomial<Others>& p) {
    for (const monomial& m : p.terms()) add(m);
    return *this;
  }
  /// Their sum, term by term.
  friend constexpr basic_polynomial operator+(basic_polynomial p, const basic_polynomial& q) { return p += q; }
  /// The product: each term of one with each of the other.
  friend constexpr basic_polynomial operator*(const basic_polynomial& p, const basic_polynomial& q) {
    basic_polynomial r;
    for (const monomial& m : p.terms())
      for (const monomial& n : q.terms()) {
        monomial product = m;
        r.add(product *= n);
      }
    return r;
  }
  /// Whether it has the same terms, in any order: for all extents, not only for those that the axes have.
  friend constexpr bool operator==(const basic_polynomial& p, const basic_polynomial& q) {
    if (p.count_ != q.count_) return false;
    for (const monomial& m : p.terms()) {
      bool is_found = false;
      for (const monomial& n : q.terms()) is_found = is_found || (m.coefficient == n.coefficient && m.is_alike(n));
      if (!is_found) return false;
    }
    return true;
  }

  /// Without coefficients, and without terms of which another has all factors: what its order is, N²·d + N·d².
  constexpr basic_polynomial order() const {
    basic_polynomial highest;
    for (const monomial& m : terms()) {
      bool is_lower = false;
      for (const monomial& n : terms()) is_lower = is_lower || (m.divides(n) && m.count < n.count);
      if (!is_lower) highest.add({1, m.factors, m.count});
    }
    return highest;
  }

  /// "2·B·N·d_model·d_ff + B·N·d_ff", "h·N²·d̃"
  std::string text() const {
    std::string t;
    for (const monomial& m : terms()) (t += t.empty() ? "" : " + ") += detail::text_of_monomial(m);
    return t.empty() ? "0" : t;
  }

 private:
  constexpr void add(const monomial& m) {
    if (m.coefficient == 0) return;
    for (std::size_t i = 0; i < count_; ++i)
      if (terms_[i].is_alike(m)) {
        terms_[i].coefficient += m.coefficient;
        return;
      }
    if (count_ == most_terms) {
      terms_.back() = {terms_.back().value() + m.value(), {}, 0};
    } else {
      terms_[count_++] = m;
    }
  }

  std::array<monomial, most_terms> terms_{};
  std::size_t count_ = 0;
};

/// Writes its text.
template <class Stream, std::size_t MostTerms>
  requires requires(Stream& to) { to.flush(); }
auto& operator<<(Stream& to, const basic_polynomial<MostTerms>& p) {
  return to << p.text();
}

/// Of one operation.
using polynomial = basic_polynomial<6>;
/// Of a whole module.
using long_polynomial = basic_polynomial<48>;

namespace detail {
template <class A>
struct factors_of {
  static constexpr polynomial count(std::size_t extent) {
    constexpr std::string_view name = axis_or_any<A>::name;
    if (name == "1") return extent;  // a column beside others is called so
    return monomial{1, {factor{name, extent}}, 1};
  }
};
// A product's factors count one by one. Only one can be known at run time: it takes what the others leave.
template <class... A>
struct factors_of<product<A...>> {
  static constexpr polynomial count(std::size_t extent) {
    constexpr std::size_t fixed = (std::size_t{1} * ... * (has_static_extent<A> ? bound<A> : 1));
    polynomial p{1};
    ((p = p * factors_of<A>::count(has_static_extent<A> ? bound<A> : extent / fixed)), ...);
    return p;
  }
};
// A sum counts as the sum of its parts; where parts are known only at run time, at the bounds of all alone, and else as
// one factor.
template <class... A>
struct factors_of<direct_sum<A...>> {
  static constexpr polynomial count(std::size_t extent) {
    if (extent == (std::size_t{0} + ... + bound<A>)) return (polynomial{} + ... + factors_of<A>::count(bound<A>));
    return monomial{1, {factor{"(⊕)", extent}}, 1};
  }
};
}  // namespace detail

/// The number of elements of a shape's axes, as a polynomial.
template <class... A>
constexpr polynomial count_of(const shape<A...>& s) {
  polynomial p{1};
  [[maybe_unused]] const auto extents = s.extents();  // a shape without axes reads none
  std::size_t i = 0;
  ((p = p * detail::factors_of<A>::count(extents[i++])), ...);
  return p;
}

/// ⌈log₂ of an axis's extent⌉: how many rounds a sort along it takes.
template <is_axis A>
constexpr polynomial log2_of(const dimension<A>& d) {
  return monomial{1, {factor{A::name, d.extent(), true}}, 1};
}

/// The extent of the I-th axis from the last.
template <std::size_t I, class Shape>
constexpr polynomial count_from_last(const Shape& s) {
  return detail::factors_of<axis_from_last<Shape, I>>::count(s.template extent<Shape::rank - 1 - I>());
}

}  // namespace typeformer
