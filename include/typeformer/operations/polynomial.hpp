#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <typeformer/axis/axis.hpp>
#include <typeformer/axis/shape.hpp>

namespace typeformer {

/// An axis as a factor of a count: its name and extent.
struct factor {
  std::string_view name;
  std::size_t extent = 1;
  constexpr bool operator==(const factor&) const = default;
};

/// A coefficient times axes: 2·B·N·d_model. The last of most_factors is the product of all that follow, without their
/// names.
struct monomial {
  static constexpr std::size_t most_factors = 10;
  std::size_t coefficient = 1;
  std::array<factor, most_factors> factors{};
  std::size_t count = 0;

  constexpr std::size_t value() const {
    std::size_t v = coefficient;
    for (std::size_t i = 0; i < count; ++i) v *= factors[i].extent;
    return v;
  }
  constexpr monomial& operator*=(const monomial& m) {
    coefficient *= m.coefficient;
    for (std::size_t i = 0; i < m.count; ++i) {
      if (count == most_factors) {
        factors.back() = {"…", factors.back().extent * m.factors[i].extent};
      } else {
        factors[count++] = m.factors[i];
      }
    }
    return *this;
  }
  /// Whether it has the same axes, in any order.
  constexpr bool is_alike(const monomial& m) const {
    return count == m.count && std::is_permutation(factors.begin(), factors.begin() + count, m.factors.begin());
  }
};

/// A number of operations as a sum of products of axes, and so also as a number: 2·B·N·d_model·d_ff + B·N·d_ff. The
/// last of most_terms is the sum of all that follow, as a number without names.
class polynomial {
 public:
  static constexpr std::size_t most_terms = 6;

  constexpr polynomial() = default;
  constexpr polynomial(std::size_t number) { add({number, {}, 0}); }  // NOLINT: numbers are polynomials
  constexpr polynomial(const monomial& m) { add(m); }

  constexpr std::size_t value() const {
    std::size_t v = 0;
    for (std::size_t i = 0; i < count_; ++i) v += terms_[i].value();
    return v;
  }

  friend constexpr polynomial operator+(polynomial p, const polynomial& q) {
    for (std::size_t i = 0; i < q.count_; ++i) p.add(q.terms_[i]);
    return p;
  }
  friend constexpr polynomial operator*(const polynomial& p, const polynomial& q) {
    polynomial r;
    for (std::size_t i = 0; i < p.count_; ++i)
      for (std::size_t j = 0; j < q.count_; ++j) {
        monomial m = p.terms_[i];
        r.add(m *= q.terms_[j]);
      }
    return r;
  }

  /// "2·B·N·d_model·d_ff + B·N·d_ff"
  std::string text() const {
    std::string t;
    for (std::size_t i = 0; i < count_; ++i) {
      const monomial& m = terms_[i];
      if (i) t += " + ";
      if (m.coefficient != 1 || m.count == 0) t += std::to_string(m.coefficient);
      for (std::size_t j = 0; j < m.count; ++j) (t += (j || m.coefficient != 1) ? "·" : "") += m.factors[j].name;
    }
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

namespace detail {
template <class A>
struct factors_of {
  static constexpr polynomial count(std::size_t extent) { return monomial{1, {factor{A::name, extent}}, 1}; }
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
// A sum counts as the sum of its parts; where a part is known only at run time, as one factor.
template <class... A>
struct factors_of<direct_sum<A...>> {
  static constexpr polynomial count(std::size_t extent) {
    if constexpr ((has_static_extent<A> && ...)) {
      return (polynomial{} + ... + factors_of<A>::count(bound<A>));
    } else {
      return monomial{1, {factor{"(⊕)", extent}}, 1};
    }
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

/// The extent of the I-th axis from the last.
template <std::size_t I, class Shape>
constexpr polynomial count_from_last(const Shape& s) {
  return detail::factors_of<axis_from_last<Shape, I>>::count(s.template extent<Shape::rank - 1 - I>());
}

}  // namespace typeformer
