#include <algorithm>

#include <typeformer/kernels/static_product.hpp>

#include "helpers.hpp"
#include "static_product_cases.hpp"

namespace typeformer::kernels {
namespace {

using namespace testing;

/// Calls f for the cases of this file's flags, and of those files with other flags that this machine can run.
template <class F>
void for_each_flags(F f) {
  const auto both = [&](const static_cases<float>& of_float, const static_cases<double>& of_double) {
    f(of_float);
    f(of_double);
  };
  both(cases_of_own_flags<float>(), cases_of_own_flags<double>());
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("fma")) return;
#define TYPEFORMER_STATIC_SET(NAME, FEATURE) \
  if (__builtin_cpu_supports(#FEATURE)) both(NAME##_static_cases, NAME##_static_cases_of_double);
  TYPEFORMER_STATIC_SETS(TYPEFORMER_STATIC_SET)
#undef TYPEFORMER_STATIC_SET
#endif
}

template <class F>
void for_each_case(F f) {
  for_each_flags([&](const auto& cases) {
    for (std::size_t i = 0; i < cases.count; ++i) {
      const auto& c = cases.first[i];
      INFO("case " << i << ": rows " << c.rows << " columns " << c.columns << " inner " << c.inner << " panels "
                   << c.panels << " bias " << c.bias << " rectified linear " << c.rectified_linear << " residual "
                   << c.residual << " fused " << cases.fused);
      f(c, cases.fused);
    }
  });
}

/// Arrays no larger than they must be, so that a sanitizer sees what is read beyond them.
template <class T>
struct operands {
  static_case<T> c;
  std::vector<T> x, w, bias, residual;

  explicit operands(const static_case<T>& s)
      : c(s),
        x(random_values<T>(c.rows * c.inner, 1)),
        w(random_values<T>(c.inner * c.columns, 2)),
        bias(random_values<T>(c.columns, 3)),
        residual(random_values<T>(c.rows * c.columns, 4)) {}

  std::size_t place(std::size_t k, std::size_t n) const {
    return c.panels ? offset_in_panels(k, n, c.inner, c.columns) : k * c.columns + n;
  }
  std::vector<T> result(bool in_place) const {
    std::vector<T> y = in_place ? residual : std::vector<T>(residual.size(), T(77));
    c.run(x.data(), w.data(), y.data(), bias.data(), in_place ? y.data() : residual.data());
    return y;
  }
  /// What product() makes of them.
  std::vector<T> table_result() const {
    std::vector<T> panels(w.size()), y(residual.size(), T(77));
    for (std::size_t k = 0; k < c.inner; ++k)
      for (std::size_t n = 0; n < c.columns; ++n) panels[offset_in_panels(k, n, c.inner, c.columns)] = w[place(k, n)];
    threads threads;
    product_problem<T> p{};
    p.rows = c.rows;
    p.columns = c.columns;
    p.inner = c.inner;
    p.x = x.data();
    p.x_stride = c.inner;
    p.w = {panels.data()};
    p.y = y.data();
    p.y_stride = c.columns;
    p.bias = c.bias ? bias.data() : nullptr;
    p.function = c.rectified_linear ? activation::relu : activation::none;
    p.residual = c.residual ? residual.data() : nullptr;
    p.residual_stride = c.columns;
    product(p, threads);
    return y;
  }
  /// The largest error of an element in units of what is allowed: each of the sum's steps, the bias and the residual
  /// rounds by half an ε of no more than the sum of all sizes.
  double worst(const std::vector<T>& y) const {
    double result = 0;
    for (std::size_t m = 0; m < c.rows; ++m)
      for (std::size_t n = 0; n < c.columns; ++n) {
        long double sum = 0, size = 0;
        const auto add = [&](long double term) {
          sum += term;
          size += std::fabs(term);
        };
        for (std::size_t k = 0; k < c.inner; ++k) add(static_cast<long double>(x[m * c.inner + k]) * w[place(k, n)]);
        if (c.bias) add(bias[n]);
        if (c.rectified_linear && sum < 0) sum = 0;
        if (c.residual) add(residual[m * c.columns + n]);
        const double allowed = epsilon<T> * static_cast<double>(c.inner + 2) * static_cast<double>(size) + 1e-300;
        result = std::max(result, error_ratio(y[m * c.columns + n], sum, allowed));
      }
    return result;
  }
};

TEST_CASE("a static product is the plain loop's, in place or not", "[static_product]") {
  for_each_case([]<class T>(const static_case<T>& c, bool) {
    const operands<T> all(c);
    CHECK(all.worst(all.result(false)) <= 1);
    if (c.residual) CHECK(all.worst(all.result(true)) <= 1);
  });
}

TEST_CASE("NaN and infinity go where the plain loop brings them in a static product", "[static_product]") {
  for_each_case([]<class T>(const static_case<T>& c, bool) {
    operands<T> all(c);
    if (all.x.empty() || all.w.empty()) return;
    all.x.back() = not_a_number<T>;
    all.w.back() = infinity<T>;
    CHECK(all.worst(all.result(false)) <= 1);
  });
}

/// Whether product() rounds a multiplication and an addition once. It does with AVX-512 only where the compiler
/// optimizes, as it does not under the sanitizers.
template <class T>
bool table_fuses() {
  const T a = 1 + std::ldexp(T(1), -std::numeric_limits<T>::digits / 2 - 1);
  const T square = a * a;
  const T x[]{1, a}, w[]{-square, a};
  T y = 0;
  threads one;
  product(
      product_problem<T>{.rows = 1, .columns = 1, .inner = 2, .x = x, .x_stride = 2, .w = {w}, .y = &y, .y_stride = 1},
      one);
  return y != 0;
}

TEST_CASE("a static product is bitwise the table's where both fuse or neither does", "[static_product]") {
  std::size_t compared = 0;
  for_each_instruction_set([&] {
    for_each_case([&]<class T>(const static_case<T>& c, bool fused) {
      if (fused != table_fuses<T>()) return;
      const operands<T> all(c);
      CHECK(same(all.result(false), all.table_result()));
      ++compared;
    });
  });
  CHECK(compared > 0);
}

}  // namespace
}  // namespace typeformer::kernels
