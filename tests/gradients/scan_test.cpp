#include <typeformer/expressions/contract.hpp>
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/expressions/scan.hpp>
#include <typeformer/expressions/zeros.hpp>

#include "check.hpp"

namespace typeformer::testing {
namespace {

struct Batch : axis<"B", 2> {};
struct Position : axis<"N", 4> {};
struct Outer : axis<"n", 3> {};
struct In : axis<"i", 3> {};
struct Hidden : axis<"h", 3> {};
struct Before : axis<"h'", 3> {};
struct Out : axis<"o", 2> {};
struct One : axis<"1", 1> {};
using sequences = shape<Batch, Position, In>;
using states = shape<Batch, Hidden>;

/// h_t = tanh(x_t w + h u)
struct cell {
  using input_type = weight<In, Hidden>;
  using state_type = weight<Before, Hidden>;
  BOOST_HANA_DEFINE_STRUCT(cell, (input_type, input), (state_type, state));
  template <expression H, expression X>
  constexpr auto operator()(const H& h, const X& x) const {
    return in_frame(*this, x, [&] { return tanh(x * input + rename<Hidden, Before>(h) * state); });
  }
};

/// `cell` along an axis, as a module or as a lambda.
template <class Along, bool AsModule, class Kept = all_positions>
struct recurrent {
  BOOST_HANA_DEFINE_STRUCT(recurrent, (cell, each));
  template <expression H, expression X>
  constexpr auto operator()(const H& start, const X& x) const {
    if constexpr (AsModule) {
      return scan<Along, Kept>(start, x, each);
    } else {
      return scan<Along>(start, x, [&](const auto& h, const auto& x_t) {
        return tanh(x_t * each.input + rename<Hidden, Before>(h) * each.state);
      });
    }
  }
};

/// Outputs of other axes than the state's: y_t = h_t v, where h_t is a value that both read.
struct with_outputs {
  using output_type = weight<Hidden, Out>;
  BOOST_HANA_DEFINE_STRUCT(with_outputs, (cell, each), (output_type, output));
  template <expression H, expression X>
  constexpr auto operator()(const H& start, const X& x) const {
    return scan<Position>(start, x, [&](const auto& h, const auto& x_t) {
      const auto next = each(h, x_t);
      return step_result{next, next * output};
    });
  }
};

}  // namespace

TEST_CASE("gradients: a recurrence") {
  check_gradients<recurrent<Position, false>, states, sequences>();
  check_gradients<recurrent<Position, true>, states, sequences>();
  check_gradients<recurrent<Position, true>, shape<Hidden>, shape<Position, In>>();
  check_gradients<recurrent<One, true>, states, shape<Batch, One, In>>();
}

TEST_CASE("gradients: a recurrence that keeps the first states of segments") {
  check_gradients<recurrent<Position, true, segments<1>>, states, sequences>();
  check_gradients<recurrent<Position, true, segments<2>>, states, sequences>();
  check_gradients<recurrent<Position, true, segments<3>>, states, sequences>();
  check_gradients<recurrent<Position, true, segments<9>>, states, sequences>();
  check_gradients<recurrent<Position, true, segments<3>>, shape<Hidden>, shape<Position, In>>();
}

TEST_CASE("gradients: a recurrence with outputs") { check_gradients<with_outputs, states, sequences>(); }

TEST_CASE("gradients: a recurrence whose state and sequence are formulas, in a formula") {
  check_gradients<formula<decltype([](const auto& start, const auto& x) {
                    return square(scan<Position>(0.5 * start, exp(x), [](const auto& s, const auto& x_t) {
                      return 0.9 * s + hadamard(s, x_t);
                    }));
                  })>,
                  shape<Batch, In>, sequences>();
}

TEST_CASE("gradients: steps that hand on what is a value already") {
  // The state as it was, the output that is the state before, and x itself.
  check_gradients<formula<decltype([](const auto& start, const auto& x) {
                    return scan<Position>(start, x, [](const auto& s, const auto&) { return s; });
                  })>,
                  states, sequences>();
  check_gradients<formula<decltype([](const auto& start, const auto& x) {
                    return scan<Position>(start, x,
                                          [](const auto& s, const auto& x_t) { return step_result{s + x_t, s}; });
                  })>,
                  shape<Batch, In>, sequences>();
  check_gradients<formula<decltype([](const auto& start, const auto& x) {
                    return scan<Position>(start, x, [](const auto&, const auto& x_t) { return x_t; });
                  })>,
                  shape<In>, shape<Position, In>>();
  check_gradients<formula<decltype([](const auto& start, const auto& x) {
                    return scan<Position>(start, x, [](const auto& s, const auto& x_t) {
                      return step_result{rename<In, Hidden>(hadamard(x_t, rename<Hidden, In>(s))),
                                         rename<Hidden, In>(s)};
                    });
                  })>,
                  states, sequences>();
}

TEST_CASE("gradients: a recurrence of rank 0, and one that reads a value from outside") {
  check_gradients<formula<decltype([](const auto& start, const auto& x) {
                    return scan<Position>(sum(start), x, [](const auto& s, const auto& x_t) { return tanh(s + x_t); });
                  })>,
                  shape<In>, shape<Position>>();
  check_gradients<formula<decltype([](const auto& start, const auto& x, const auto& memory) {
                    return scan<Position>(start, x, [&](const auto& s, const auto& x_t) {
                      return contract<Hidden>(rename<In, Hidden>(x_t + s), memory);
                    });
                  })>,
                  shape<Batch, In>, sequences, shape<Batch, Hidden, In>>();
}

TEST_CASE("gradients: a recurrence that begins with zeros") {
  check_gradients<formula<decltype([](const auto& x) {
                    return scan<Position>(zeros<Batch, In>(x), x,
                                          [](const auto& s, const auto& x_t) { return tanh(s + x_t); });
                  })>,
                  sequences>();
}

TEST_CASE("gradients: a recurrence of recurrences") {
  check_gradients<formula<decltype([](const auto& start, const auto& x) {
                    return scan<Outer>(start, x, [](const auto& s, const auto& x_t) {
                      const auto inner =
                          scan<Position>(s, x_t, [](const auto& r, const auto& y) { return tanh(r + hadamard(r, y)); });
                      return step_result{mean<Position>(inner), inner};
                    });
                  })>,
                  shape<Batch, In>, shape<Batch, Outer, Position, In>>();
}

}  // namespace typeformer::testing
