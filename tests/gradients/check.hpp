#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <random>
#include <string_view>
#include <tuple>

#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/transformer.hpp>
#include <typeformer/readings/recording.hpp>

#include "../catch.hpp"
#include "checked.hpp"

/// A module's gradients against central differences, in double.
namespace typeformer::testing {

/// A formula without parameters as a module.
template <class F>
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula);
  template <class... X>
  constexpr auto operator()(const X&... x) const {
    return F{}(x...);
  }
};

inline double random_number(std::mt19937& generator) { return std::normal_distribution<double>{0, 0.7}(generator); }

template <class Input>
struct random_input;
template <class... A>
struct random_input<shape<A...>> {
  static auto make(std::mt19937& generator) {
    tensor<double, A...> x{shape<A...>{}};
    for (double& v : x.elements()) v = random_number(generator);
    return x;
  }
};
template <class V, class... A>
struct random_input<tokens<V, A...>> {
  static auto make(std::mt19937& generator) {
    tokens<V, A...> x{shape<A...>{}};
    for (std::int32_t& v : x.elements()) v = static_cast<std::int32_t>(generator() % bound<V>);
    return x;
  }
};
template <class V, class... A>
struct random_input<labels<V, A...>> {
  static auto make(std::mt19937& generator) {
    labels<V, A...> x{shape<A...>{}};
    for (std::int32_t& v : x.elements()) v = static_cast<std::int32_t>(generator() % (bound<V> + 2)) - 2;
    return x;
  }
};
template <class Mask>
  requires is_mask<Mask>
struct random_input<Mask> {
  static Mask make(std::mt19937&) {
    Mask mask{};
    if constexpr (requires { mask.lengths; }) {
      static constexpr std::int32_t lengths[] = {3, 0};  // part of a row is seen, nothing is
      static_assert(bound<typename Mask::batch> <= std::size(lengths));
      mask.lengths = lengths;
    }
    return mask;
  }
};
template <>
struct random_input<row_lengths> {
  static row_lengths make(std::mt19937&) {
    static constexpr std::int32_t lengths[] = {3, 1};
    return {lengths};
  }
};

template <class T, class X>
auto recorded_input(recording<T>& reading, const X& x) {
  if constexpr (are_labels<X>) {
    return reading.input(label_view<typename X::vocabulary, typename X::shape_type>(x));
  } else if constexpr (requires { typename X::vocabulary; }) {
    return reading.input(token_view<typename X::vocabulary, typename X::shape_type>(x));
  } else if constexpr (requires { x.view(); }) {
    return reading.input(x.view());
  } else {
    return x;
  }
}

/// Σ c·y is the loss, c at random. Checks the derivative by every parameter and every number of every input:
/// |found − expected| ≤ 1e-5 + 1e-3·|expected| with differences of 1e-6 to either side, whose own error is some 1e-9.
/// The differences are of what a run computes; of a recording where there is dropout, since a run has none.
template <class M, class... Input>
void check_gradients(unsigned seed = 7) {
  std::mt19937 generator{seed};
  weights<M, double> w, gradient;
  for (double& v : w.block()) v = random_number(generator);
  std::tuple inputs{random_input<Input>::make(generator)...};

  kernels::threads threads{1};
  packed_weights<M, double> packed{w};
  recording<double> reading{
      {packed.block(), w.block().data(), gradient.block().data()}, recorded_bytes<M, double, Input...>, threads};
  const auto record = [&] {
    return std::apply([&](const auto&... x) { return std::tuple{recorded_input(reading, x)...}; }, inputs);
  };
  const auto values = record();
  const auto y = let(std::apply(model<M>, values));
  CHECK(reading.arena().highest() == recorded_bytes<M, double, Input...>);
  std::vector<double> c(y.shape.size());
  for (double& v : c) v = random_number(generator);
  reading.backward(y, c.data());

  const auto traced = detail::trace<M, double, traced_operations, true, Input...>().notes;
  std::vector<std::string_view> recorded;
  reading.for_each_operation_backwards([&](const recorded_operation& o) { recorded.push_back(o.name); });
  std::ranges::reverse(recorded);
  CHECK(recorded == traced.names);

  session<M, double, Input...> run{packed, threads};
  const auto result = [&] {
    if (!traced.drops) return std::apply(run, inputs).data;
    reading.clear();
    return let(std::apply(model<M>, record())).data;
  };
  const auto loss = [&] {
    packed.update(w, threads);
    const double* const z = result();
    double sum = 0;
    for (std::size_t i = 0; i < c.size(); ++i) sum += c[i] * z[i];
    return sum;
  };
  const auto check = [&](double& number, double found) {
    constexpr double step = 1e-6;
    const double before = number;
    number = before + step;
    const double above = loss();
    number = before - step;
    const double below = loss();
    number = before;
    const double expected = (above - below) / (2 * step);
    INFO("expected " << expected << ", found " << found);
    CHECK(std::fabs(found - expected) <= 1e-5 + 1e-3 * std::fabs(expected));
  };
  for_each_named_parameter(model<M>, [&]<class P>(const std::string& name, const P& p) {
    INFO(name);
    for (std::size_t i = 0; i < P::size; ++i) check(w.block()[p.offset + i], gradient.block()[p.offset + i]);
  });
  const auto check_input = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
    auto& x = std::get<I>(inputs);
    if constexpr (requires { reading.gradient_of(std::get<I>(values)); }) {
      INFO("input " << I);
      const auto found = reading.gradient_of(std::get<I>(values));
      for (std::size_t i = 0; i < x.size(); ++i) check(x.elements()[i], found.data[i]);
    }
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (check_input(std::integral_constant<std::size_t, I>{}), ...);
  }(std::index_sequence_for<Input...>{});
  note_checked<M, Input...>(traced);
}

}  // namespace typeformer::testing
