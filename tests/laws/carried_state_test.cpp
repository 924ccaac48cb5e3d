#include <algorithm>
#include <vector>

#include <typeformer/expressions/move.hpp>
#include <typeformer/expressions/scan.hpp>
#include <typeformer/expressions/session.hpp>

#include "../reference/reference.hpp"
#include "../small_model.hpp"

/// A reading that runs a formula position by position carries the state of its scans.
namespace {
namespace tf = typeformer;
using namespace tf::testing;
using tf::let;

struct Batch : tf::axis<"B", tf::up_to<3>> {};
struct Position : tf::axis<"N", tf::up_to<6>> {};
struct In : tf::axis<"i", 5> {};
struct Hidden : tf::axis<"h", 7> {};
struct Before : tf::axis<"h'", 7> {};

/// h_t = tanh(x_t w + h u)
struct recurrent {
  using input_type = tf::weight<In, Hidden>;
  using state_type = tf::weight<Before, Hidden>;
  BOOST_HANA_DEFINE_STRUCT(recurrent, (input_type, input), (state_type, state));
  template <tf::expression S, tf::expression X>
  constexpr auto operator()(const S& start, const X& x) const {
    return tf::scan<Position>(start, x * input, [&](const auto& h, const auto& x_t) {
      return tanh(x_t + tf::rename<Hidden, Before>(h) * state);
    });
  }
};

/// Runs a formula on the newest positions alone, and carries the state of its scans from one call to the next.
class carrying {
  using run_type = tf::running<float>;

 public:
  using element_type = float;
  using stored_type = float;
  static constexpr bool records = false;

  carrying(tf::packed_block<float> weights, tf::kernels::threads& threads) : run_{weights, 1 << 14, threads} {}

  template <class Shape>
  tf::value<carrying, Shape> input(tf::view<const float, Shape> x) {
    return own(run_.input(x));
  }
  template <class Op, class... X>
  auto apply(const Op& operation, const X&... x) {
    return own(run_.apply(operation, x...));
  }
  template <class Body>
  void repeat(std::size_t count, const tf::polynomial& times, const Body& body) {
    run_.repeat(count, times, body);
  }
  tf::arena_plan& arena() { return run_.arena(); }

  template <class A, class First, class Run>
  void carried_state(const First& first, const Run& run) {
    using shape = tf::shape_t<First>;
    std::vector<float>& state = kept[scans++];
    const auto last = [&] {
      if (state.empty()) return run(let(first));
      static_assert(shape::run_time_axes == 1);
      return run(tf::value<carrying, shape>{this, state.data(), shape::of({state.size() / tf::bound<Hidden>})});
    }();
    state.assign(last.data, last.data + last.shape.size());
  }

  std::vector<float> kept[2];
  std::size_t scans = 0;

 private:
  template <class Shape>
  tf::value<carrying, Shape> own(const tf::value<float, Shape>& x) {
    return {this, x.data, x.shape};
  }

  run_type run_;
};

/// Two recurrences, one over the other's states.
struct two {
  using between_type = tf::weight<Hidden, In>;
  BOOST_HANA_DEFINE_STRUCT(two, (recurrent, first), (between_type, between), (recurrent, second));
  template <tf::expression S, tf::expression X>
  constexpr auto operator()(const S& start, const X& x) const {
    return second(0.5 * start, first(2 * start, x) * between);
  }
};
}  // namespace

TEST_CASE("scan: a reading that carries the state yields the same bits, position by position") {
  const tf::packed_weights<two, float> weights{random_weights<two, float>(3)};
  tf::kernels::threads threads{1};
  const std::size_t rows = 2, positions = 6, in = tf::bound<In>, hidden = tf::bound<Hidden>;
  tf::tensor<float, Batch, Hidden> start(rows);
  tf::tensor<float, Batch, Position, In> x(rows, positions);
  fill_at_random(start.elements(), 1);
  fill_at_random(x.elements(), 2);
  tf::session<two, float, tf::shape<Batch, Hidden>, tf::shape<Batch, Position, In>> run{weights, threads};
  const auto expected = run(start, x);

  carrying reading{weights.block(), threads};
  const tf::tensor<float, Batch, Hidden> unread(rows);
  std::size_t first = 0;
  for (const std::size_t count : {std::size_t{3}, std::size_t{1}, std::size_t{2}}) {
    tf::tensor<float, Batch, Position, In> newest(rows, count);
    for (std::size_t b = 0; b < rows; ++b)
      std::copy_n(x.data() + (b * positions + first) * in, count * in, newest.data() + b * count * in);
    reading.arena().clear();
    reading.scans = 0;
    const auto y = tf::model<two>(reading.input(std::as_const(first == 0 ? start : unread).view()),
                                  reading.input(std::as_const(newest).view()));
    CHECK(reading.scans == 2);
    for (std::size_t b = 0; b < rows; ++b)
      CHECK(std::equal(y.data + b * count * hidden, y.data + (b + 1) * count * hidden,
                       expected.data + (b * positions + first) * hidden));
    first += count;
  }
}
