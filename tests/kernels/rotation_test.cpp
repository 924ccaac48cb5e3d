#include <complex>

#include <typeformer/kernels/rotation.hpp>

#include "helpers.hpp"

namespace typeformer::kernels {
namespace {

using namespace testing;

/// The elements of pair p of a vector.
std::pair<std::size_t, std::size_t> elements_of_pair(const rotation& r, std::size_t p) {
  return r.layout == rotary_layout::halves ? std::pair{p, p + r.width / 2} : std::pair{2 * p, 2 * p + 1};
}

/// Pairs are complex numbers, which e^(iφ) turns. An element has the errors of two products, a sum, and an angle's
/// sine.
template <class T>
void check(const rotation& r) {
  threads one(1), three(3);
  const std::size_t row = r.pieces * r.width, size = r.sequences * r.length * row;
  const std::vector<T> x = random_values<T>(size, 1), before = random_values<T>(size, 2);
  std::vector<T> y(size), y_of_three(size), dx(before), dx_of_three(before);
  rotate(r, x.data(), y.data(), one);
  rotate(r, x.data(), y_of_three.data(), three);
  add_rotation_gradient(r, x.data(), dx.data(), one);
  add_rotation_gradient(r, x.data(), dx_of_three.data(), three);
  CHECK(same(y, y_of_three));
  CHECK(same(dx, dx_of_three));
  double worst = 0;
  for (std::size_t vector = 0; vector < size / r.width; ++vector)
    for (std::size_t p = 0; p < r.width / 2; ++p) {
      const std::size_t position = r.first + vector / r.pieces % r.length;
      const double angle = static_cast<double>(position) *
                           std::pow(r.base, -2.0 * static_cast<double>(p) / static_cast<double>(r.width));
      const auto [a, b] = elements_of_pair(r, p);
      const std::size_t first = vector * r.width + a, second = vector * r.width + b;
      const std::complex<double> z{x[first], x[second]};
      const auto turned = z * std::polar(1.0, angle), back = z * std::polar(1.0, -angle);
      const double allowed = epsilon<T> * 4 * std::abs(z);
      worst = std::max({worst, error_ratio(y[first], turned.real(), allowed),
                        error_ratio(y[second], turned.imag(), allowed),
                        error_ratio(dx[first], before[first] + back.real(), allowed + 4 * epsilon<T>),
                        error_ratio(dx[second], before[second] + back.imag(), allowed + 4 * epsilon<T>)});
    }
  CHECK(worst <= 1);
}

TEST_CASE("rotation turns each pair by its angle, and its gradient turns back", "[rotation]") {
  for (const rotary_layout layout : {rotary_layout::interleaved, rotary_layout::halves})
    for (const rotation& r : {rotation{1, 1, 1, 2, 0, 10000, layout}, rotation{2, 7, 3, 6, 5, 10000, layout},
                              rotation{1, 300, 2, 64, 0, 500, layout}, rotation{3, 2, 1, 1030, 4000, 10000, layout},
                              rotation{2, 0, 3, 4, 1, 10000, layout}, rotation{0, 3, 3, 4, 1, 10000, layout}}) {
      INFO(static_cast<int>(layout) << " width " << r.width);
      check<float>(r);
      check<double>(r);
    }
}

}  // namespace
}  // namespace typeformer::kernels
