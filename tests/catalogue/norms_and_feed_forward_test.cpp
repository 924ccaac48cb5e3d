// Norms, residuals and feed-forward layers: each claim of their rows in the catalogue. All of them act on each position
// alone: so a reference is a function of one row, written from the formula. Long, because there are seventeen of them.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <ratio>
#include <string>
#include <vector>

#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/layers/layer_norm.hpp>
#include <typeformer/layers/linear.hpp>
#include <typeformer/layers/residual.hpp>

#include "../gradients/check.hpp"
#include "../reference/reference.hpp"
#include "../small_model.hpp"
#include "trace.hpp"

namespace typeformer::testing {
namespace {

struct Batch : axis<"B", 2> {};
struct Row : axis<"C", 4> {};
struct Position : axis<"C", up_to<9>> {};
struct Model : axis<"E", 6> {};
struct Inner : axis<"F", 8> {};
struct Vocabulary : axis<"V", 11> {};

using row = std::vector<double>;
using tenth = std::ratio<1, 10>;  // so large that its place shows

// ------------------------------------------------------------------------------------------------ modules of formulas
template <class Epsilon>
struct plain_norm {
  BOOST_HANA_DEFINE_STRUCT(plain_norm);
  constexpr auto operator()(const auto& x) const { return normalize<Model, Epsilon>(x); }
};
struct norm_of_product {
  using map_type = linear<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(norm_of_product, (map_type, map));
  constexpr auto operator()(const auto& x) const { return normalize<Inner, inside_root<tenth>>(map(x)); }
};
template <class Normalization>
struct residual_of {
  using sublayer_type = linear<Model, Model>;
  using norm_type = layer_norm<Model, inside_root<tenth>>;
  BOOST_HANA_DEFINE_STRUCT(residual_of, (sublayer_type, sublayer), (norm_type, norm));
  constexpr auto operator()(const auto& x) const {
    return in_frame(*this, x, [&] { return Normalization::template residual<std::ratio<0>>(norm, x, sublayer); });
  }
};

using rms = rms_norm<Model, tenth>;
using inner_activated = feed_forward<Model, Inner>;
using outer_activated = output_activated_feed_forward<Model, Inner>;
using to_vocabulary = feed_forward<Model, Inner, Vocabulary, gelu_activation>;
template <class Activation>
using gated_by = gated_feed_forward<Model, Inner, Model, Activation>;
using glu = gated_by<sigmoid_activation>;
using swiglu = gated_by<swish_activation>;
using geglu = gated_by<gelu_activation>;

// ------------------------------------------------------------------------------------------------ the formulas in
// double
/// x W + b, of weights [Out, In].
template <class L, class W>
row affine(const L& layer, const W& w, const row& x) {
  const auto weight = w[layer.weight].elements();
  row y(w[layer.bias].elements().begin(), w[layer.bias].elements().end());
  for (std::size_t o = 0; o < y.size(); ++o)
    for (std::size_t i = 0; i < x.size(); ++i) y[o] += x[i] * weight[o * x.size() + i];
  return y;
}
row each(row x, const std::function<double(double)>& f) {
  std::ranges::transform(x, x.begin(), f);
  return x;
}
double mean(const row& x) { return std::accumulate(x.begin(), x.end(), 0.) / static_cast<double>(x.size()); }
double variance(const row& x) {
  const double middle = mean(x);
  return mean(each(x, [=](double z) { return (z - middle) * (z - middle); }));
}
row normalized(const row& x, double deviation) {
  const double middle = mean(x);
  return each(x, [=](double z) { return (z - middle) / deviation; });
}
row times_plus(row x, const auto& gain, const auto& bias) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = x[i] * gain[i] + bias[i];
  return x;
}
row sum_of(row x, const row& y) {
  std::ranges::transform(x, y, x.begin(), std::plus{});
  return x;
}
double by_root_of_sum(const row& x) { return std::sqrt(variance(x) + 0.1); }
double by_sum_with_root(const row& x) { return std::sqrt(variance(x)) + 0.1; }
double relu_of(double x) { return x > 0 ? x : 0; }
double sigmoid_of(double x) { return 1 / (1 + std::exp(-x)); }
double swish_of(double x) { return x * sigmoid_of(x); }
double gelu_of(double x) { return x * (1 + std::erf(x / std::sqrt(2.))) / 2; }

// ---------------------------------------------------------------------------------------------------------- the
// harness
template <class M, class T = double>
class run_of {
  packed_weights<M, T> packed_;
  kernels::threads threads_;
  session<M, T, shape<Batch, Position, Model>> run_;

 public:
  explicit run_of(const weights<M, T>& w, std::size_t threads = 1)
      : packed_{w}, threads_{threads}, run_{packed_, threads_} {}
  std::vector<T> operator()(const tensor<T, Batch, Position, Model>& x) {
    const auto y = run_(x);
    return {y.elements().begin(), y.elements().end()};
  }
};

template <class T = double>
tensor<T, Batch, Position, Model> some_positions(std::size_t n, unsigned seed = 4) {
  tensor<T, Batch, Position, Model> x(n);
  fill_at_random(x.elements(), seed, 1.5, 0.5);
  return x;
}
/// One position's numbers.
template <class X>
row row_of(const X& x, std::size_t i, std::size_t size) {
  return {x.begin() + static_cast<std::ptrdiff_t>(i * size), x.begin() + static_cast<std::ptrdiff_t>((i + 1) * size)};
}

/// The numbers of each position are the formula's, in float too; they do not depend on the other positions, nor on the
/// number of threads.
template <class M, class Expected>
void check(const Expected& expected) {
  const auto w = random_weights<M, double>(3);
  weights<M, float> narrow;
  std::ranges::copy(w.block(), narrow.block().begin());
  run_of<M> run{w};
  run_of<M, float> run_narrow{narrow}, on_three_threads{narrow, 3};
  for (const std::size_t n : {1, 5, 9}) {
    const auto x = some_positions(n);
    const auto y = run(x);
    auto x_narrow = some_positions<float>(n);
    std::ranges::copy(x.elements(), x_narrow.elements().begin());
    const auto y_narrow = run_narrow(x_narrow);
    CHECK(on_three_threads(x_narrow) == y_narrow);
    const std::size_t rows = bound<Batch> * n, width = y.size() / rows;
    for (std::size_t i = 0; i < rows; ++i) {
      const row z = expected(w, row_of(x.elements(), i, bound<Model>));
      CHECK(relative_difference<double>(row_of(y, i, width), z) < 1e-13);
      CHECK(relative_difference<double>(row_of(y_narrow, i, width), z) < 2e-5);
    }
    auto turned = some_positions(n);
    std::ranges::reverse_copy(x.elements(), turned.elements().begin());  // the last position first, and each backwards
    for (std::size_t i = 0; i < rows; ++i)
      std::reverse(&turned.elements()[i * bound<Model>], &turned.elements()[i * bound<Model>] + bound<Model>);
    const auto from_behind = run(turned);
    for (std::size_t i = 0; i < rows; ++i) CHECK(row_of(from_behind, rows - 1 - i, width) == row_of(y, i, width));
  }
}

template <class Epsilon>
void check_norm(double (*deviation)(const row&)) {
  check<layer_norm<Model, Epsilon>>([=](const auto& w, const row& x) {
    const auto& norm = model<layer_norm<Model, Epsilon>>;
    return times_plus(normalized(x, deviation(x)), w[norm.weight].elements(), w[norm.bias].elements());
  });
  check<plain_norm<Epsilon>>([=](const auto&, const row& x) { return normalized(x, deviation(x)); });
}
template <class Activation>
void check_gated(double (*f)(double)) {
  check<gated_by<Activation>>([=](const auto& w, const row& x) {
    const auto& m = model<gated_by<Activation>>;
    row gate = each(affine(m.gate, w, x), f);
    std::ranges::transform(gate, affine(m.inner, w, x), gate.begin(), std::multiplies{});
    return affine(m.outer, w, gate);
  });
}

// ---------------------------------------------------------------------------------------------------- forward,
// reference
TEST_CASE("norms are their formulas in double",
          "[row: layer norm over √(σ² + ε)][row: layer norm over √(σ² + ε), without γ and β]"
          "[row: layer norm over √σ² + ε][row: layer norm over √σ² + ε, without γ and β]"
          "[row: layer norm over σ + ε][row: layer norm over σ + ε, without γ and β]"
          "[row: norm(XW + b)][row: RMS norm][forward][reference]") {
  check_norm<inside_root<tenth>>(by_root_of_sum);
  check_norm<added_to_root<tenth>>(by_sum_with_root);
  check_norm<added_to_deviation<tenth>>(by_sum_with_root);
  check<norm_of_product>([](const auto& w, const row& x) {
    const row y = affine(model<norm_of_product>.map, w, x);
    return normalized(y, by_root_of_sum(y));
  });
  check<rms>([](const auto& w, const row& x) {
    const double root = std::sqrt(mean(each(x, [](double z) { return z * z; })) + 0.1);
    return times_plus(each(x, [=](double z) { return z / root; }), w[model<rms>.weight].elements(), row(x.size()));
  });
}

TEST_CASE("residuals are their formulas in double",
          "[row: LN(X + Sublayer(X))][row: X + Sublayer(N(X))][forward][reference]") {
  const auto normed = [](const auto& m, const auto& w, const row& x) {
    return times_plus(normalized(x, by_root_of_sum(x)), w[m.norm.weight].elements(), w[m.norm.bias].elements());
  };
  check<residual_of<norm_after>>([=](const auto& w, const row& x) {
    const auto& m = model<residual_of<norm_after>>;
    return normed(m, w, sum_of(x, affine(m.sublayer, w, x)));
  });
  check<residual_of<norm_before>>([=](const auto& w, const row& x) {
    const auto& m = model<residual_of<norm_before>>;
    return sum_of(x, affine(m.sublayer, w, normed(m, w, x)));
  });
}

TEST_CASE("feed-forward layers are their formulas in double",
          "[row: feed-forward f(XW₁ + b₁)W₂ + b₂][row: feed-forward ReLU((XW₁ + b₁)W₂ + b₂)]"
          "[row: feed-forward B×C×E → B×C×V][row: GLU][row: SwiGLU][row: GEGLU][forward][reference]") {
  check<inner_activated>([](const auto& w, const row& x) {
    const auto& m = model<inner_activated>;
    return affine(m.outer, w, each(affine(m.inner, w, x), relu_of));
  });
  check<outer_activated>([](const auto& w, const row& x) {
    const auto& m = model<outer_activated>;
    return each(affine(m.outer, w, affine(m.inner, w, x)), relu_of);
  });
  check<to_vocabulary>([](const auto& w, const row& x) {
    const auto& m = model<to_vocabulary>;
    return affine(m.outer, w, each(affine(m.inner, w, x), gelu_of));
  });
  check_gated<sigmoid_activation>(sigmoid_of);
  check_gated<swish_activation>(swish_of);
  check_gated<gelu_activation>(gelu_of);
}

// -------------------------------------------------------------------------------------------------------------
// gradients
using sequence = shape<Batch, Row, Model>;

TEST_CASE("gradients of norms are central differences",
          "[row: layer norm over √(σ² + ε)][row: layer norm over √(σ² + ε), without γ and β]"
          "[row: layer norm over √σ² + ε][row: layer norm over √σ² + ε, without γ and β]"
          "[row: layer norm over σ + ε][row: layer norm over σ + ε, without γ and β]"
          "[row: norm(XW + b)][row: RMS norm][gradient]") {
  check_gradients<layer_norm<Model, inside_root<tenth>>, sequence>();
  check_gradients<layer_norm<Model, added_to_root<tenth>>, sequence>();
  check_gradients<layer_norm<Model, added_to_deviation<tenth>>, sequence>();
  check_gradients<plain_norm<inside_root<tenth>>, sequence>();
  check_gradients<plain_norm<added_to_root<tenth>>, sequence>();
  check_gradients<plain_norm<added_to_deviation<tenth>>, sequence>();
  check_gradients<norm_of_product, sequence>();
  check_gradients<rms, sequence>();
}

TEST_CASE("gradients of residuals and of feed-forward layers are central differences",
          "[row: LN(X + Sublayer(X))][row: X + Sublayer(N(X))]"
          "[row: feed-forward f(XW₁ + b₁)W₂ + b₂][row: feed-forward ReLU((XW₁ + b₁)W₂ + b₂)]"
          "[row: feed-forward B×C×E → B×C×V][row: GLU][row: SwiGLU][row: GEGLU][gradient]") {
  check_gradients<residual_of<norm_after>, sequence>();
  check_gradients<residual_of<norm_before>, sequence>();
  check_gradients<inner_activated, sequence>();
  check_gradients<outer_activated, sequence>();
  check_gradients<to_vocabulary, sequence>();
  check_gradients<glu, sequence>();
  check_gradients<swiglu, sequence>();
  check_gradients<geglu, sequence>();
}

// ------------------------------------------------------------------------------------------------------------------
// laws
/// The largest difference of two results.
double furthest(const row& x, const row& y) {
  REQUIRE(x.size() == y.size());
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::fabs(x[i] - y[i]));
  return most;
}

template <class Epsilon>
void check_laws_of_norm(double (*deviation)(const row&)) {
  const auto x = some_positions(9);
  run_of<plain_norm<Epsilon>> run{weights<plain_norm<Epsilon>, double>{}};
  const auto y = run(x);
  for (std::size_t i = 0; i < bound<Batch> * 9; ++i) {
    const row before = row_of(x.elements(), i, bound<Model>), after = row_of(y, i, bound<Model>);
    CHECK(std::fabs(mean(after)) < 1e-14);
    const double ratio = std::sqrt(variance(before)) / deviation(before);  // below 1, for ε
    CHECK(ratio < 1);
    CHECK(std::fabs(std::sqrt(variance(after)) - ratio) < 1e-14);
  }
  auto moved = some_positions(9);
  for (double& z : moved.elements()) z += 8;
  CHECK(furthest(run(moved), y) < 1e-13);

  // γ and β are applied to that, and with 1 and 0 nothing changes.
  using layer = layer_norm<Model, Epsilon>;
  weights<layer, double> w;
  std::ranges::fill(w[model<layer>.weight].elements(), 1.);
  std::ranges::fill(w[model<layer>.bias].elements(), 0.);
  CHECK(run_of<layer>{w}(x) == y);
  std::ranges::fill(w[model<layer>.weight].elements(), -2.);
  std::ranges::fill(w[model<layer>.bias].elements(), 3.);
  CHECK(furthest(run_of<layer>{w}(x), each(y, [](double z) { return -2 * z + 3; })) < 1e-14);
}

TEST_CASE("normalized rows have mean 0 and the deviation that ε leaves, wherever the row was",
          "[row: layer norm over √(σ² + ε)][row: layer norm over √(σ² + ε), without γ and β]"
          "[row: layer norm over √σ² + ε][row: layer norm over √σ² + ε, without γ and β]"
          "[row: layer norm over σ + ε][row: layer norm over σ + ε, without γ and β][laws]") {
  check_laws_of_norm<inside_root<tenth>>(by_root_of_sum);
  check_laws_of_norm<added_to_root<tenth>>(by_sum_with_root);
  check_laws_of_norm<added_to_deviation<tenth>>(by_sum_with_root);
}

TEST_CASE("an RMS norm is odd, and of twice a row with four times ε the same", "[row: RMS norm][laws]") {
  const auto x = some_positions(9);
  auto negative = some_positions(9), twice = some_positions(9);
  for (double& z : negative.elements()) z = -z;
  for (double& z : twice.elements()) z *= 2;
  const auto w = random_weights<rms, double>(3);
  const auto y = run_of<rms>{w}(x);
  CHECK(run_of<rms>{w}(negative) == each(y, std::negate{}));
  using with_more = rms_norm<Model, std::ratio<4, 10>>;
  weights<with_more, double> same;
  std::ranges::copy(w.block(), same.block().begin());
  CHECK(furthest(run_of<with_more>{same}(twice), y) < 1e-14);
}

TEST_CASE("a norm of a linear map does not see what is added to all of its columns", "[row: norm(XW + b)][laws]") {
  const auto x = some_positions(9);
  auto w = random_weights<norm_of_product, double>(3);
  const auto y = run_of<norm_of_product>{w}(x);
  const auto& map = model<norm_of_product>.map;
  for (double& b : w[map.bias].elements()) b += 5;
  for (std::size_t i = 0; i < bound<Model>; ++i)
    for (std::size_t o = 0; o < bound<Inner>; ++o)
      w[map.weight].elements()[o * bound<Model> + i] += static_cast<double>(i);
  CHECK(furthest(run_of<norm_of_product>{w}(x), y) < 1e-12);
}

TEST_CASE("of a sublayer that yields zeros, LN(X + 0) is left, or X",
          "[row: LN(X + Sublayer(X))][row: X + Sublayer(N(X))][laws]") {
  const auto x = some_positions(9);
  const auto zeros_in = [](auto w, const auto& sublayer) {
    std::ranges::fill(w[sublayer.weight].elements(), 0.);
    std::ranges::fill(w[sublayer.bias].elements(), 0.);
    return w;
  };
  using after = residual_of<norm_after>;
  using before = residual_of<norm_before>;
  const auto w = zeros_in(random_weights<after, double>(3), model<after>.sublayer);
  weights<after::norm_type, double> of_norm;
  std::ranges::copy(w[model<after>.norm.weight].elements(), of_norm[model<after::norm_type>.weight].elements().begin());
  std::ranges::copy(w[model<after>.norm.bias].elements(), of_norm[model<after::norm_type>.bias].elements().begin());
  CHECK(run_of<after>{w}(x) == run_of<after::norm_type>{of_norm}(x));
  const auto y = run_of<before>{zeros_in(random_weights<before, double>(3), model<before>.sublayer)}(x);
  CHECK(std::ranges::equal(y, x.elements()));
}

TEST_CASE("without biases, feed-forward layers with ReLU grow with x",
          "[row: feed-forward f(XW₁ + b₁)W₂ + b₂][row: feed-forward ReLU((XW₁ + b₁)W₂ + b₂)][laws]") {
  const auto x = some_positions(9);
  auto twice = some_positions(9);
  for (double& z : twice.elements()) z *= 2;
  const auto check_growth = [&]<class M>(std::type_identity<M>) {
    const auto w = random_weights<M, double>(3);
    CHECK(run_of<M>{w}(twice) == each(run_of<M>{w}(x), [](double z) { return 2 * z; }));
  };
  check_growth(std::type_identity<feed_forward<Model, Inner, Model, relu_activation, without_bias>>{});
  check_growth(std::type_identity<output_activated_feed_forward<Model, Inner, Model, relu_activation, without_bias>>{});
}

TEST_CASE("with the activation outside, two linear maps are one", "[row: feed-forward ReLU((XW₁ + b₁)W₂ + b₂)][laws]") {
  const auto x = some_positions(9);
  const auto w = random_weights<outer_activated, double>(3);
  const auto y = run_of<outer_activated>{w}(x);
  const auto& m = model<outer_activated>;
  // W = W₁ W₂, b = b₁ W₂ + b₂.
  using one_map = linear<Model, Model>;
  weights<one_map, double> one;
  row bias = affine(m.outer, w, row(w[m.inner.bias].elements().begin(), w[m.inner.bias].elements().end()));
  std::ranges::copy(bias, one[model<one_map>.bias].elements().begin());
  for (std::size_t i = 0; i < bound<Model>; ++i) {
    row unit(bound<Model>);
    unit[i] = 1;
    const row column = affine(m.outer, w, affine(m.inner, w, unit));
    for (std::size_t o = 0; o < bound<Model>; ++o)
      one[model<one_map>.weight].elements()[o * bound<Model> + i] = column[o] - bias[o];
  }
  CHECK(furthest(each(run_of<one_map>{one}(x), relu_of), y) < 1e-13);
  CHECK(std::ranges::min(y) == 0);
}

TEST_CASE("each entry of a vocabulary has its own column", "[row: feed-forward B×C×E → B×C×V][laws]") {
  const auto x = some_positions(9);
  auto w = random_weights<to_vocabulary, double>(3);
  const auto y = run_of<to_vocabulary>{w}(x);
  const auto& outer = model<to_vocabulary>.outer;
  for (std::size_t i = 0; i < bound<Inner>; ++i) w[outer.weight].elements()[4 * bound<Inner> + i] = 0;
  w[outer.bias].elements()[4] = 7;
  const auto z = run_of<to_vocabulary>{w}(x);
  for (std::size_t i = 0; i < y.size(); ++i) CHECK(z[i] == (i % bound<Vocabulary> == 4 ? 7 : y[i]));
}

template <class Activation>
void check_gate(double of_zero) {
  using M = gated_by<Activation>;
  const auto x = some_positions(9);
  auto w = random_weights<M, double>(3);
  const auto& m = model<M>;
  std::ranges::fill(w[m.gate.weight].elements(), 0.);
  std::ranges::fill(w[m.gate.bias].elements(), 0.);
  const auto y = run_of<M>{w}(x);
  for (std::size_t i = 0; i < bound<Batch> * 9; ++i) {
    row inner = affine(m.inner, w, row_of(x.elements(), i, bound<Model>));
    CHECK(furthest(row_of(y, i, bound<Model>), affine(m.outer, w, each(inner, [=](double z) { return of_zero * z; }))) <
          1e-13);
  }
  // Far above 0, a gate of swish or GELU lets through what is times itself; a sigmoid, what is.
  std::ranges::fill(w[m.gate.bias].elements(), 50.);
  const auto open = run_of<M>{w}(x);
  const double through = of_zero == 0 ? 50 : 1;
  for (std::size_t i = 0; i < bound<Batch> * 9; ++i) {
    row inner = affine(m.inner, w, row_of(x.elements(), i, bound<Model>));
    CHECK(furthest(row_of(open, i, bound<Model>),
                   affine(m.outer, w, each(inner, [=](double z) { return through * z; }))) < 1e-11);
  }
}

TEST_CASE("a gate of zeros lets half through, or nothing; an open one all",
          "[row: GLU][row: SwiGLU][row: GEGLU][laws]") {
  check_gate<sigmoid_activation>(0.5);
  check_gate<swish_activation>(0);
  check_gate<gelu_activation>(0);
}

// -----------------------------------------------------------------------------------------------------------------
// trace
/// The operations of a trace with their counts, which sum to the module's.
template <class M>
std::vector<std::string> trace_of() {
  std::size_t sum = 0;
  for (const step& s : steps_of<M, sequence>().steps) sum += s.operations.value();
  CHECK(sum == operation_count<M, sequence>);
  return traced<M, sequence>();
}
using texts = std::vector<std::string>;

TEST_CASE("traces of norms",
          "[row: layer norm over √(σ² + ε)][row: layer norm over √(σ² + ε), without γ and β]"
          "[row: layer norm over √σ² + ε][row: layer norm over √σ² + ε, without γ and β]"
          "[row: layer norm over σ + ε][row: layer norm over σ + ε, without γ and β]"
          "[row: norm(XW + b)][row: RMS norm][trace]") {
  CHECK(trace_of<layer_norm<Model, inside_root<>>>() == texts{"layer norm 8·B·C·E"});
  CHECK(trace_of<layer_norm<Model, added_to_root<>>>() == texts{"layer norm 8·B·C·E"});
  CHECK(trace_of<layer_norm<Model, added_to_deviation<>>>() == texts{"layer norm 8·B·C·E"});
  CHECK(trace_of<plain_norm<inside_root<>>>() == texts{"layer norm 6·B·C·E"});
  CHECK(trace_of<plain_norm<added_to_root<>>>() == texts{"layer norm 6·B·C·E"});
  CHECK(trace_of<plain_norm<added_to_deviation<>>>() == texts{"layer norm 6·B·C·E"});
  CHECK(trace_of<norm_of_product>() == texts{"linear 2·B·C·E·F + B·C·F", "layer norm 6·B·C·F"});
  CHECK(trace_of<rms>() == texts{"elementwise B·C·E", "mean B·C·E", "elementwise 2·B·C", "elementwise 2·B·C·E"});
}

TEST_CASE("traces of residuals and of feed-forward layers",
          "[row: LN(X + Sublayer(X))][row: X + Sublayer(N(X))]"
          "[row: feed-forward f(XW₁ + b₁)W₂ + b₂][row: feed-forward ReLU((XW₁ + b₁)W₂ + b₂)]"
          "[row: feed-forward B×C×E → B×C×V][row: GLU][row: SwiGLU][row: GEGLU][trace]") {
  CHECK(trace_of<residual_of<norm_after>>() == texts{"linear 2·B·C·E² + B·C·E", "layer norm 9·B·C·E"});
  CHECK(trace_of<residual_of<norm_before>>() == texts{"layer norm 8·B·C·E", "linear 2·B·C·E² + 2·B·C·E"});
  CHECK(trace_of<inner_activated>() == texts{"linear 2·B·C·E·F + 2·B·C·F", "linear 2·B·C·F·E + B·C·E"});
  CHECK(trace_of<outer_activated>() == texts{"linear 2·B·C·E·F + B·C·F", "linear 2·B·C·F·E + 2·B·C·E"});
  CHECK(trace_of<to_vocabulary>() == texts{"linear 2·B·C·E·F + 2·B·C·F", "linear 2·B·C·F·V + B·C·V"});
  const texts gate{"linear 2·B·C·E·F + B·C·F", "linear 2·B·C·E·F + B·C·F", "elementwise 2·B·C·F",
                   "linear 2·B·C·F·E + B·C·E"};
  CHECK(trace_of<glu>() == gate);
  CHECK(trace_of<swiglu>() == gate);
  CHECK(trace_of<geglu>() == gate);
}

}  // namespace
}  // namespace typeformer::testing
