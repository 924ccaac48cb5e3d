#include <typeformer/expressions/function.hpp>
#include <typeformer/expressions/move.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/expressions/softmax.hpp>
#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/tensor/quantized_weights.hpp>

#include "../kernels/executors.hpp"
#include "../reference/reference.hpp"
#include "../small_model.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;
using tf::let;

struct Batch : tf::axis<"B", tf::up_to<8>> {};
struct Row : tf::axis<"N", tf::up_to<300>> {};
struct Position : tf::axis<"L", tf::up_to<300>> {};
struct Few : tf::axis<"n", 2> {};
struct Model : tf::axis<"d", 48> {};
struct Head : tf::axis<"h", 5> {};
struct Width : tf::axis<"w", 16> {};
using attention = tf::multi_head_attention<Head, Width, Model>;
using Joined = tf::product<Head, Width>;

/// How many regions run(reading) takes, on an executor.
template <class T, class F>
std::size_t regions_of(const tf::packed_weights<attention, T>& packed, const F& run) {
  backwards executor;
  tf::kernels::threads threads{executor};
  tf::running<T> reading{packed.block(), std::size_t{4} << 20, threads};
  run(reading);
  return executor.regions;
}

template <class Name, class A, class B>
bool same(const tf::value<Name, A>& a, const tf::value<Name, B>& b) {
  return std::equal(a.data, a.data + a.shape.size(), b.data, b.data + b.shape.size());
}

TEMPLATE_TEST_CASE("several expressions at once have the values that each has alone, in one region", "", float,
                   double) {
  using T = TestType;
  const tf::packed_weights<attention, T> packed{random_weights<attention, T>(5)};
  const auto& m = tf::model<attention>;
  for (const std::size_t rows : {1, 20, 130}) {
    INFO(rows);
    tf::tensor<T, Batch, Row, Model> x(2, rows);
    fill_at_random(x.elements(), 3);
    const auto together = [&](auto& reading) {
      const auto z = reading.input(x.view());
      return let(m.query(z), m.key(z), m.value(z));
    };
    const auto one_by_one = [&](auto& reading) {
      const auto z = reading.input(x.view());
      const auto q = let(m.query(z));
      const auto k = let(m.key(z));
      return std::tuple{q, k, let(m.value(z))};
    };
    // What is one task alone is run by its caller.
    CHECK(regions_of(packed, together) == (rows >= 20 ? 1 : 0));
    CHECK(regions_of(packed, one_by_one) == (rows >= 20 ? 3 : 0));

    tf::kernels::threads threads{2};
    tf::running<T> a{packed.block(), std::size_t{4} << 20, threads}, b{packed.block(), std::size_t{4} << 20, threads};
    const auto [q, k, v] = together(a);
    const auto [q1, k1, v1] = one_by_one(b);
    CHECK(std::equal(q.data, q.data + q.shape.size(), q1.data));
    CHECK(std::equal(k.data, k.data + k.shape.size(), k1.data));
    CHECK(std::equal(v.data, v.data + v.shape.size(), v1.data));
  }
}

struct Inner : tf::axis<"F", 200> {};
using feed_forward = tf::feed_forward<Model, Inner>;
/// The same where what is between the products has a name, so that others might read it.
struct with_named_inner {
  BOOST_HANA_DEFINE_STRUCT(with_named_inner, (feed_forward, layer));

  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return tf::in_frame(*this, x, [&] { return layer.outer(let(relu(layer.inner(x)))); });
  }
};

/// y of both, and the bytes of the sessions that yield it.
template <class Numbers>
std::array<std::size_t, 2> check_inner() {
  using input = tf::shape<Batch, Row, Model>;
  const auto w = random_weights<feed_forward, float>(5);
  tf::weights<with_named_inner> same_weights;
  std::ranges::copy(w.block(), same_weights.block().begin());
  const tf::packed_weights<feed_forward, Numbers> packed{w};
  const tf::packed_weights<with_named_inner, Numbers> named{same_weights};
  tf::kernels::threads threads{2};
  tf::session<feed_forward, Numbers, input> run{packed, threads};
  tf::session<with_named_inner, Numbers, input> run_named{named, threads};
  for (const std::size_t rows : {1, 20, 300}) {
    tf::tensor<float, Batch, Row, Model> x(2, rows);
    fill_at_random(x.elements(), 3);
    const auto y = run(x), expected = run_named(x);
    CHECK(std::ranges::equal(y.elements(), expected.elements()));
    CHECK(run.used_bytes() <= run.workspace_bytes);
  }
  return {run.workspace_bytes, run_named.workspace_bytes};
}

TEST_CASE("what one product in bf16 leaves to another is rounded where it is written, and takes less memory") {
  const auto [in_bf16, named_in_bf16] = check_inner<tf::bf16_products>();
  CHECK(in_bf16 < named_in_bf16);
  const auto [in_floats, named_in_floats] = check_inner<float>();
  CHECK(in_floats == named_in_floats);
  check_inner<tf::int8_products>();
}

struct normed {
  using norm_type = tf::layer_norm<Model>;
  using map_type = tf::linear<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(normed, (norm_type, norm), (map_type, map));
};

TEST_CASE("what a norm leaves to others and to products comes rounded, too, where products are in bf16") {
  const auto& m = tf::model<normed>;
  const auto w = random_weights<normed, float>(5);
  const tf::packed_weights<normed, tf::bf16_products> packed{w};
  tf::kernels::threads threads{2};
  for (const std::size_t rows : {1, 20, 130}) {
    tf::tensor<float, Batch, Row, Model> x(2, rows);
    fill_at_random(x.elements(), 3);
    tf::running<tf::bf16_products> reading{packed.block(), std::size_t{4} << 20, threads};
    auto z = let(m.norm(reading.input(x.view())));
    REQUIRE(z.rounded.words);
    const auto y = let(m.map(z));
    z.rounded = {};
    CHECK(same(y, let(m.map(z))));
  }
  STATIC_REQUIRE(std::is_empty_v<decltype(tf::value<float, tf::shape<Row, Model>>{}.rounded)>);
}

TEST_CASE("what is no product of values is made at once, before products that wait, and in its order") {
  const auto weights = random_weights<attention, float>(5);
  runner<attention, float> run{weights};
  const auto& m = tf::model<attention>;
  tf::tensor<float, Batch, Row, Model> x(2, 40);
  fill_at_random(x.elements(), 3);
  const auto z = run(x);
  // A sum inside, a softmax of a product, a value, an activation behind.
  const auto [a, b, c, d] = let(m.query(z + z), tf::softmax(m.key(z)), z, tf::relu(m.value(z)));
  CHECK(same(a, let(m.query(let(z + z)))));
  CHECK(same(b, let(tf::softmax(let(m.key(z))))));
  CHECK(c.data == z.data);
  CHECK(same(d, let(tf::relu(let(m.value(z))))));
}

/// A value of the module's own under another axis.
struct Other : tf::axis<"o", 48> {};
struct renamed {
  BOOST_HANA_DEFINE_STRUCT(renamed);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] {
      const auto y = let(tf::exp(x));
      return tf::rename<Model, Other>(y);
    });
  }
};
struct with_more_behind {
  BOOST_HANA_DEFINE_STRUCT(with_more_behind, (renamed, first));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] {
      const auto y = first(x);
      const auto z = let(tf::softmax(tf::square(x)));  // the square is a temporary where the inner frame was
      return hadamard(tf::rename<Other, Model>(y), z);
    });
  }
};

TEST_CASE("what a module returns under other axes outlives its frame") {
  const tf::packed_weights<with_more_behind> packed{tf::weights<with_more_behind>{}};
  tf::kernels::threads threads{1};
  tf::session<with_more_behind, float, tf::shape<Batch, Model>> run{packed, threads};
  tf::tensor<float, Batch, Model> x(3);
  fill_at_random(x.elements(), 4);
  const auto y = run(x);
  for (std::size_t row = 0; row < 3; ++row) {
    const auto number = [&](std::size_t i) { return static_cast<double>(x(row, i)); };
    double total = 0;
    for (std::size_t i = 0; i < 48; ++i) total += std::exp(number(i) * number(i));
    for (std::size_t i = 0; i < 48; ++i) {
      const double expected = std::exp(number(i)) * std::exp(number(i) * number(i)) / total;
      CHECK(std::fabs(static_cast<double>(y.data[row * 48 + i]) - expected) <= 1e-6 * (1 + expected));
    }
  }
}

struct Two : tf::axis<"m", 2> {};
using pair_of = tf::shape<Two, Few>;
/// A value of another reading, as one kept from it would be.
struct borrowed {
  tf::value<float, pair_of> value{};
};
struct sum_with {
  BOOST_HANA_DEFINE_STRUCT(sum_with);
  constexpr auto operator()(const tf::expression auto& x, const borrowed& y) const { return x + y.value; }
};

TEST_CASE("a value of another reading is refused when the formula runs") {
  tf::kernels::threads threads{1};
  const tf::weights<sum_with> none;
  const tf::packed_weights<sum_with> packed{none};
  tf::tensor<float, Two, Few> x;
  fill_at_random(x.elements(), 1);
  tf::running<float> other{packed.block(), 1 << 10, threads};
  tf::session<sum_with, float, pair_of, borrowed> sum{packed, threads};
  CHECK_THROWS_AS(sum(x, borrowed{other.input(x.view())}), tf::error);
}
}  // namespace
