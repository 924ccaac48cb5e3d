#include <typeformer/expressions/function.hpp>
#include <typeformer/expressions/where_mask.hpp>

#include "check.hpp"

namespace typeformer::testing {
namespace {

struct Batch : axis<"B", 2> {};
struct Query : axis<"N", 5> {};
struct Width : same_sequence<Query, "d", 3> {};
using values = shape<Batch, Query, Width>;
using rows = shape<Batch, Query>;
using columns = shape<Width>;
using turned = shape<Width, Query, Batch>;

/// e^(x/2), since logarithms and roots have no derivative below 0.
template <class X>
constexpr auto positive(const X& x) {
  return exp(0.5 * x);
}

template <kernels::unary_function F>
struct function_of_positive {
  template <class X>
  constexpr auto operator()(const X& x) const {
    return apply_function(F, positive(x));
  }
};
template <kernels::unary_function F>
struct function_of {
  template <class X>
  constexpr auto operator()(const X& x) const {
    return apply_function(F, x);
  }
};
constexpr bool wants_positive(kernels::unary_function f) {
  using enum kernels::unary_function;
  return f == log || f == sqrt || f == rsqrt || f == reciprocal;
}

/// Vectors of parameters in every place.
struct with_vectors {
  using columns_type = vector<Width>;
  using rows_type = vector<Query>;
  BOOST_HANA_DEFINE_STRUCT(with_vectors, (columns_type, along_columns), (rows_type, along_rows));
  template <class X>
  constexpr auto operator()(const X& x) const {
    return hadamard(along_columns, x + along_rows) - along_columns;
  }
};

/// Two operands with x's axes or some of them, and back.
template <class Op>
struct both_ways {
  template <class X, class Y, class Z>
  constexpr auto operator()(const X& x, const Y& y, const Z& z) const {
    return make_node(Op{}, make_node(Op{}, y, x), z);
  }
};

}  // namespace

TEST_CASE("gradients: functions of single elements") {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto check = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
      constexpr kernels::unary_function f = kernels::all_unary_functions[J];
      INFO("function " << J);
      if constexpr (wants_positive(f)) {
        check_gradients<formula<function_of_positive<f>>, values>();
      } else {
        check_gradients<formula<function_of<f>>, values>();
      }
    };
    (check(std::integral_constant<std::size_t, I>{}), ...);
  }(std::make_index_sequence<kernels::all_unary_functions.size()>{});
}

TEST_CASE("gradients: operands of the same axes") {
  check_gradients<formula<both_ways<add_operation>>, values, values, values>();
  check_gradients<formula<both_ways<subtract_operation>>, values, values, values>();
  check_gradients<formula<both_ways<hadamard_operation>>, values, values, values>();
  check_gradients<formula<both_ways<maximum_operation>>, values, values, values>();
  check_gradients<formula<both_ways<minimum_operation>>, values, values, values>();
  check_gradients<formula<decltype([](const auto& x, const auto& y) { return divide(x, positive(y)); })>, values,
                  values>();
}

TEST_CASE("gradients: operands that are repeated, or have their axes in another order") {
  check_gradients<formula<both_ways<add_operation>>, rows, values, columns>();
  check_gradients<formula<both_ways<subtract_operation>>, rows, values, columns>();
  check_gradients<formula<both_ways<hadamard_operation>>, columns, values, rows>();
  check_gradients<formula<both_ways<maximum_operation>>, rows, values, columns>();
  check_gradients<formula<both_ways<hadamard_operation>>, turned, values, columns>();
  check_gradients<formula<both_ways<subtract_operation>>, shape<>, values, rows>();
  check_gradients<formula<decltype([](const auto& x, const auto& y) { return divide(positive(x), positive(y)); })>,
                  columns, values>();
  check_gradients<with_vectors, values>();
}

TEST_CASE("gradients: numbers, comparisons and choices") {
  check_gradients<formula<decltype([](const auto& x) { return 1 - 2 * x / 3 + 4; })>, values>();
  check_gradients<formula<decltype([](const auto& x) { return 1 / positive(-x) - 0.5; })>, values>();
  check_gradients<formula<decltype([](const auto& x) { return clamp(x, -0.5, 0.5); })>, values>();
  check_gradients<
      formula<decltype([](const auto& x, const auto& y) { return where(greater(x, 0), hadamard(x, y), 0.1 * x); })>,
      values, rows>();
  check_gradients<formula<decltype([](const auto& x, const auto& y) { return where(equal(y, y), x, y); })>, values,
                  values>();
}

TEST_CASE("gradients: choices by masks") {
  using masked =
      formula<decltype([](const auto& x, const auto& y, const auto& mask) { return where(mask, square(x), 3 * y); })>;
  check_gradients<masked, values, columns, causal<Query, Width>>();
  check_gradients<masked, values, values, padding<Batch, Query, Width>>();
}

TEST_CASE("gradients: chains that are cut, and values used twice") {
  check_gradients<formula<decltype([](const auto& x, const auto& y) {
                    return exp(sin(x) + cos(hadamard(x, y))) - hadamard(sigmoid(x + y), softplus(y) + square(x));
                  })>,
                  values, columns>();
  // exp(y) is of fewer axes: it is computed once for all that it is repeated for.
  check_gradients<formula<decltype([](const auto& x, const auto& y) { return hadamard(x, exp(y)) + x; })>, values,
                  columns>();
}

}  // namespace typeformer::testing
