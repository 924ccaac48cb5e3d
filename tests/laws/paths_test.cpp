#include <vector>

#include <typeformer/expressions/contract.hpp>
#include <typeformer/expressions/paths.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/multi_head_attention.hpp>

#include "../catch.hpp"
#include "../small_model.hpp"

/// The longest path against what changes: a number at one position is changed, and one looks at which positions of the
/// result are others, layer by layer.
namespace {
namespace tf = typeformer;
using namespace tf::testing;

constexpr std::size_t N = 13;
struct Query : tf::axis<"N", N> {};
struct Model : tf::axis<"d", 6> {};
struct Head : tf::axis<"h", 2> {};
struct Width : tf::quotient<"w", Model, Head> {};
struct Kernel : tf::axis<"k", 3> {};
using sequence = tf::shape<Query, Model>;

template <std::ptrdiff_t First>
struct convolution {
  using map_type = tf::linear<tf::product<Kernel, Model>, Model>;
  BOOST_HANA_DEFINE_STRUCT(convolution, (map_type, map));
  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return map(tf::merge<Kernel, Model>(tf::windows<Query, Kernel>(x, First)));
  }
};
using attention = tf::multi_head_attention<Head, Width, Model>;

/// For each pair of positions, whether the result at the first depends on the input at the second: of one application.
template <class M, class... Mask>
std::vector<std::vector<bool>> seen(const Mask&... mask) {
  const tf::packed_weights<M, double> weights{random_weights<M, double>(3)};
  tf::kernels::threads threads{1};
  tf::session<M, double, sequence, Mask...> run{weights, threads};
  tf::tensor<double, Query, Model> x;
  for (std::size_t i = 0; i < x.size(); ++i) x.data()[i] = 0.1 * static_cast<double>(i * 7 % 11);
  const auto result = [&] {
    const auto y = run(x, mask...);
    return std::vector<double>(y.data, y.data + y.shape.size());
  };
  const std::vector<double> before = result();
  std::vector<std::vector<bool>> all(N, std::vector<bool>(N));
  for (std::size_t j = 0; j < N; ++j) {
    double& changed = x.data()[j * 6];
    const double kept = std::exchange(changed, 5.0);
    const std::vector<double> after = result();
    changed = kept;
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t e = 0; e < 6; ++e)
        if (before[i * 6 + e] != after[i * 6 + e]) all[i][j] = true;
  }
  return all;
}

/// How many applications one after the other it takes until nothing new is seen.
std::size_t applications(const std::vector<std::vector<bool>>& once) {
  auto all = once;
  for (std::size_t i = 0; i < N; ++i) all[i][i] = true;  // a residual
  for (std::size_t n = 1;; ++n) {
    auto more = all;
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t k = 0; k < N; ++k)
        for (std::size_t j = 0; j < N; ++j)
          if (once[i][k] && all[k][j]) more[i][j] = true;
    if (more == all) return n;
    all = more;
  }
}

template <class M, class... Mask>
void check(const Mask&... mask) {
  CHECK(applications(seen<M>(mask...)) == tf::longest_path<M, Query, sequence, Mask...>.length);
}

TEST_CASE("the longest path is how many layers it takes until the farthest positions see each other") {
  check<attention>();
  check<attention>(tf::causal<Query>{});
  check<attention>(tf::sliding_window<Query, 2>{});
  check<attention>(tf::sliding_window<Query, 4>{});
  check<attention>(tf::sliding_window<Query, 5>{});
  check<convolution<-1>>();
  check<convolution<-2>>();
  check<convolution<0>>();
}

TEST_CASE("the longest path is written in the axes' names") {
  CHECK(tf::longest_path<attention, Query, sequence>.text() == "1");
  CHECK(tf::longest_path<attention, Query, sequence, tf::sliding_window<Query, 4>>.text() == "N/4");
  CHECK(tf::longest_path<convolution<-1>, Query, sequence>.text() == "N/k");
  CHECK(tf::longest_path<tf::linear<Model, Model>, Query, sequence>.text() == "none");
  CHECK(tf::growth{1, 1}.text("N") == "N·log N");
  CHECK(tf::growth{0, 2}.text("N") == "(log N)²");
  CHECK(tf::growth{12}.text("N") == "N¹²");
  CHECK(tf::growth{}.text("N") == "1");
  CHECK(tf::operation_polynomial<attention, Query>.order().text() == "N·d·h·w + h·N²·w");
}
}  // namespace
