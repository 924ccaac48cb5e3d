#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <typeformer/expressions/let.hpp>

#include "../reference/reference.hpp"
#include "../small_model.hpp"

/// Queries, keys and values at random, what a mechanism of attention makes of them, and the same in plain loops.
namespace typeformer::testing {

struct Batch : axis<"B", up_to<2>> {};
struct Query : axis<"N", up_to<150>> {};
struct Key : same_sequence<Query, "M"> {};
struct Head : axis<"h", 2> {};
struct Width : axis<"d̃", 5> {};
struct ValueWidth : axis<"e", 3> {};

using vector_of_head = std::span<const double, bound<Width>>;

template <class QueryAxis, class KeyAxis>
struct attention_inputs {
  tensor<double, Batch, Head, QueryAxis, Width> q;
  tensor<double, Batch, Head, KeyAxis, Width> k;
  tensor<double, Batch, Head, KeyAxis, ValueWidth> v;

  attention_inputs(std::size_t queries, std::size_t keys) : q(2, queries), k(2, keys), v(2, keys) {
    fill_at_random(q.elements(), 1);
    fill_at_random(k.elements(), 2);
    fill_at_random(v.elements(), 3);
  }

  template <class Mechanism, class Mask = no_mask>
  std::vector<double> attend(const Mechanism& mechanism, const Mask& mask = {}) const {
    runner<no_parameters, double> run{{}};
    const auto y = let(mechanism(run(q), run(k), run(v), mask));
    return {y.data, y.data + y.shape.size()};
  }

  /// Σ_j w_ij v_j over the keys that sees(b, i, j), whose similarity(q_i, k_j) weigh(…) makes weights of.
  template <class Sees, class Similarity, class Weigh>
  std::vector<double> expected(const Sees& sees, const Similarity& similarity, const Weigh& weigh) const {
    const std::size_t queries = q.shape().template extent<2>(), keys = k.shape().template extent<2>();
    std::vector<double> y;
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t h = 0; h < bound<Head>; ++h)
        for (std::size_t i = 0; i < queries; ++i) {
          std::vector<double> weights;
          std::vector<std::size_t> seen;
          for (std::size_t j = 0; j < keys; ++j) {
            if (!sees(b, i, j)) continue;
            seen.push_back(j);
            weights.push_back(
                similarity(vector_of_head(&q(b, h, i, 0), bound<Width>), vector_of_head(&k(b, h, j, 0), bound<Width>)));
          }
          if (!seen.empty()) weigh(weights);
          std::array<double, bound<ValueWidth>> sums{};
          for (std::size_t j = 0; j < seen.size(); ++j)
            for (std::size_t x = 0; x < sums.size(); ++x) sums[x] += weights[j] * v(b, h, seen[j], x);
          y.insert(y.end(), sums.begin(), sums.end());
        }
    return y;
  }
};

/// Weights that are divided by their sum; zeros where that is 0.
inline void divide_by_sum(std::vector<double>& weights) {
  double sum = 0;
  for (const double w : weights) sum += w;
  for (double& w : weights) w = sum == 0 ? 0 : w / sum;
}

constexpr auto sees_all = [](std::size_t, std::size_t, std::size_t) { return true; };
constexpr auto sees_earlier = [](std::size_t, std::size_t i, std::size_t j) { return j <= i; };

inline double difference(const std::vector<double>& found, const std::vector<double>& expected) {
  REQUIRE(found.size() == expected.size());
  return relative_difference<double>(found, expected);
}

}  // namespace typeformer::testing
