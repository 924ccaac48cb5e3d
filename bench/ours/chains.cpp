// Elementwise operations in a row, tanh(x) · σ(y) + ½ x with x, y of [rows, 512]: as one formula, which is one pass
// over memory, and with a value made of each operation, which is one pass for each. Forward, and forward and backward.
#include <memory>

#include <typeformer/expressions/activation.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/readings/recording.hpp>
#include <typeformer/readings/running.hpp>

#include "kinds.hpp"

namespace bench::ours {

namespace tf = typeformer;

namespace {

struct Row : tf::axis<"n", tf::up_to<32'768>> {};
struct Column : tf::axis<"d", 512> {};
using matrix = tf::shape<Row, Column>;

struct one_pass {
  constexpr auto operator()(const auto& x, const auto& y) const { return let(hadamard(tanh(x), sigmoid(y)) + 0.5 * x); }
};
struct a_pass_each {
  constexpr auto operator()(const auto& x, const auto& y) const {
    const auto product = let(hadamard(let(tanh(x)), let(sigmoid(y))));
    return let(product + let(0.5 * x));
  }
};

struct operands {
  operands(const sizes& rows_columns, std::size_t count) : x{rows_columns.at(0)}, y{x.shape()}, threads{count} {
    if (rows_columns.at(1) != tf::bound<Column>) throw not_here{};
    fill(x.data(), x.size(), 1);
    fill(y.data(), y.size(), 2);
  }
  tf::tensor<float, Row, Column> x, y;
  tf::kernels::threads threads;
  /// Of a value for each operation, with gradients.
  std::size_t bytes() const { return 16 * x.size() * sizeof(float); }
};

template <class Formula>
prepared forward(const sizes& rows_columns, std::size_t threads) {
  struct state : operands {
    state(const sizes& s, std::size_t count) : operands{s, count} {}
    tf::running<float> reading{{}, bytes(), threads};
    const float* run() {
      reading.arena().clear();
      return Formula{}(reading.input(x.view()), reading.input(y.view())).data;
    }
  };
  const auto s = std::make_shared<state>(rows_columns, threads);
  return {repeated([s] { s->run(); }), result_in(s->run(), s->x.size())};
}

template <class Formula>
prepared gradient(const sizes& rows_columns, std::size_t threads) {
  struct state : operands {
    state(const sizes& s, std::size_t count) : operands{s, count} { fill(dz.data(), dz.size(), 3); }
    tf::recording<float> reading{{{}, nullptr, nullptr}, bytes(), threads};
    tf::buffer<float> dz{x.size()};
    const float* run() {
      reading.clear();
      const auto input = reading.input(x.view());
      reading.backward(Formula{}(input, reading.input(y.view())), dz.data());
      return reading.gradient_of(input).data;
    }
  };
  const auto s = std::make_shared<state>(rows_columns, threads);
  return {repeated([s] { s->run(); }), result_in(s->run(), s->x.size())};
}

}  // namespace

prepared chain(const sizes& s, std::size_t threads) { return forward<one_pass>(s, threads); }
prepared chain_apart(const sizes& s, std::size_t threads) { return forward<a_pass_each>(s, threads); }
prepared chain_gradient(const sizes& s, std::size_t threads) { return gradient<one_pass>(s, threads); }
prepared chain_gradient_apart(const sizes& s, std::size_t threads) { return gradient<a_pass_each>(s, threads); }

}  // namespace bench::ours
