#pragma once
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "../catch.hpp"
#include "../small_model.hpp"

/// Recurrent layers as plain loops in double, and a run's operations with what they cost.
namespace typeformer::testing::plain {

using row = std::vector<double>;

/// The numbers of a model's parameters by their names.
template <class M>
struct by_name {
  typeformer::weights<M, double> weights = random_weights<M, double>(5);

  std::vector<double> operator[](const std::string& wanted) const {
    std::vector<double> found;
    for_each_named_parameter(model<M>, [&]<class P>(const std::string& name, const P& p) {
      if (name == wanted)
        found.assign(weights.block().begin() + p.offset, weights.block().begin() + p.offset + P::size);
    });
    INFO(wanted);
    REQUIRE(!found.empty());
    return found;
  }
};

/// x w + b; matrices are stored column by column.
inline row map(const row& x, const std::vector<double>& w, const std::vector<double>& b = {}) {
  row y(w.size() / x.size());
  for (std::size_t j = 0; j < y.size(); ++j) {
    for (std::size_t i = 0; i < x.size(); ++i) y[j] += x[i] * w[j * x.size() + i];
    if (!b.empty()) y[j] += b[j];
  }
  return y;
}
inline row tanh(row x) {
  for (double& v : x) v = std::tanh(v);
  return x;
}
inline double sigma(double x) { return 1 / (1 + std::exp(-x)); }

enum class kind { rnn, gru, lstm };

/// A cell's next state, by its formula alone. `cell` is what its parameters' names begin with.
template <class Weights>
row next(kind which, const Weights& w, const std::string& cell, const row& state, const row& x) {
  const std::size_t hidden = which == kind::lstm ? state.size() / 2 : state.size();
  const row h(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(hidden));
  const row of_x = map(x, w[cell + "input.weight"], w[cell + "input.bias"]);
  const row of_h =
      which == kind::gru ? map(h, w[cell + "state.weight"], w[cell + "state.bias"]) : map(h, w[cell + "state.weight"]);
  row y(state.size());
  for (std::size_t j = 0; j < hidden; ++j) {
    const auto gate = [&](std::size_t i) { return of_x[i * hidden + j] + of_h[i * hidden + j]; };
    if (which == kind::rnn) {
      y[j] = std::tanh(gate(0));
    } else if (which == kind::gru) {
      const double r = sigma(gate(0)), z = sigma(gate(1));
      const double n = std::tanh(of_x[2 * hidden + j] + r * of_h[2 * hidden + j]);
      y[j] = (1 - z) * n + z * h[j];
    } else {
      y[hidden + j] = sigma(gate(1)) * state[hidden + j] + sigma(gate(0)) * std::tanh(gate(2));
      y[j] = sigma(gate(3)) * std::tanh(y[hidden + j]);
    }
  }
  return y;
}

/// The outputs at all positions.
template <class Weights>
std::vector<row> recur(kind which, const Weights& w, const std::string& cell, row state, const std::vector<row>& x) {
  std::vector<row> y;
  const std::size_t hidden = which == kind::lstm ? state.size() / 2 : state.size();
  for (const row& now : x) {
    state = next(which, w, cell, state, now);
    y.emplace_back(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(hidden));
  }
  return y;
}

/// The operations of a run that cost something, with what they cost.
template <class M, class... Input>
std::vector<std::string> costs_of() {
  std::vector<std::string> lines;
  for (const auto& s : steps_of<M, Input...>().steps)
    if (s.operations.value() > 0) lines.push_back(s.operation + ": " + s.operations.text());
  return lines;
}

}  // namespace typeformer::testing::plain
