#include <typeformer/expressions/activation.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/move.hpp>
#include <typeformer/expressions/scan.hpp>
#include <typeformer/layers/linear.hpp>

#include "layer_gradients.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Query : tf::axis<"N", tf::up_to<8>> {};
struct Width : tf::axis<"d", 6> {};
struct Hidden : tf::axis<"h", 7> {};
struct Before : tf::axis<"h'", 7> {};
using Gates = tf::direct_sum<Hidden, Hidden, Hidden>;

struct rnn {
  using input_type = tf::linear<Width, Hidden>;
  using state_type = tf::linear<Before, Hidden>;
  BOOST_HANA_DEFINE_STRUCT(rnn, (input_type, input), (state_type, state));
  template <tf::expression S, tf::expression X>
  constexpr auto operator()(const S& start, const X& x) const {
    return tf::scan<Query>(start, input(x), [&](const auto& h, const auto& x_t) {
      return tanh(x_t + state(tf::rename<Hidden, Before>(h)));
    });
  }
};

/// The reset gate is applied behind the linear map, as cuDNN has it.
struct gru {
  using input_type = tf::linear<Width, Gates>;
  using state_type = tf::linear<Hidden, Gates>;
  BOOST_HANA_DEFINE_STRUCT(gru, (input_type, input), (state_type, state));
  template <tf::expression S, tf::expression X>
  constexpr auto operator()(const S& start, const X& x) const {
    constexpr std::size_t h = tf::bound<Hidden>;
    return tf::scan<Query>(start, input(x), [&](const auto& s, const auto& x_t) {
      const auto of_state = let(state(s));
      const auto from_x = [&](std::size_t first) { return tf::slice<Gates, Hidden>(x_t, first); };
      const auto from_s = [&](std::size_t first) { return tf::slice<Gates, Hidden>(of_state, first); };
      const auto reset = sigmoid(from_x(0) + from_s(0));
      const auto update = let(sigmoid(from_x(h) + from_s(h)));
      const auto next = tanh(from_x(2 * h) + hadamard(reset, from_s(2 * h)));
      return hadamard(1 - update, next) + hadamard(update, s);
    });
  }
};

template <class M, class T>
void check_recurrence(const std::string& name) {
  const auto file = reference_file("recurrences");
  const auto start = read<T, Batch, Hidden>(file, "start");
  const auto x = read<T, Batch, Query, Width>(file, "x");
  runner<M, T> run{read_weights<M, T>(file, name)};
  check(tf::model<M>(run(start), run(x)), file, name + "/y");
  check_layer_gradients<M, T>(file, name, start, x);
}

}  // namespace

TEMPLATE_TEST_CASE("scans are PyTorch's recurrent layers, forward and backward through time", "", float, double) {
  check_recurrence<rnn, TestType>("rnn");
  check_recurrence<gru, TestType>("gru");
}
