#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/attention.hpp>
#include <typeformer/tensor/quantized_weights.hpp>

#include "../reference/reference.hpp"
#include "../small_model.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;
using tf::let;

struct Batch : tf::axis<"B", tf::up_to<2>> {};
struct Query : tf::axis<"N", tf::up_to<150>> {};
struct Key : tf::same_sequence<Query, "M", tf::up_to<1200>> {};
struct Head : tf::axis<"h", 2> {};
struct Width : tf::axis<"d̃", 20> {};

// Few queries and many take different ways through the kernel; the keys of the last fill more than one of its blocks.
struct extents {
  std::size_t queries, keys;
};
constexpr extents some_extents[] = {{1, 1}, {3, 40}, {5, 7}, {33, 65}, {150, 150}, {70, 1101}};

template <class T>
struct inputs {
  tf::tensor<T, Batch, Head, Query, Width> q;
  tf::tensor<T, Batch, Head, Key, Width> k, v;

  explicit inputs(extents e) : q(2, e.queries), k(2, e.keys), v(2, e.keys) {
    fill_at_random(q.elements(), 1);
    fill_at_random(k.elements(), 2);
    fill_at_random(v.elements(), 3);
  }

  template <class Mask = tf::no_mask>
  std::vector<T> attend(const Mask& mask = {}) const {
    runner<no_parameters, T> run{{}};
    const auto y = let(tf::attention(run(q), run(k), run(v), mask));
    return {y.data, y.data + y.shape.size()};
  }
};

TEMPLATE_TEST_CASE("the order of keys does not change attention", "[row: attention head][laws]", float, double) {
  using T = TestType;
  for (const extents e : some_extents) {
    INFO(e.queries << " queries, " << e.keys << " keys");
    const inputs<T> x{e};
    std::vector<std::size_t> order(e.keys);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), std::mt19937{5});
    inputs<T> permuted = inputs<T>{e};
    for (std::size_t matrix = 0; matrix < 2 * tf::bound<Head>; ++matrix)
      for (std::size_t j = 0; j < e.keys; ++j) {
        const std::size_t from = (matrix * e.keys + order[j]) * tf::bound<Width>;
        const std::size_t to = (matrix * e.keys + j) * tf::bound<Width>;
        std::copy_n(x.k.data() + from, tf::bound<Width>, permuted.k.data() + to);
        std::copy_n(x.v.data() + from, tf::bound<Width>, permuted.v.data() + to);
      }
    const auto expected = x.attend(), found = permuted.attend();
    double furthest = 0;
    for (std::size_t i = 0; i < expected.size(); ++i)
      furthest = std::max(furthest, std::fabs(static_cast<double>(found[i] - expected[i])));
    // Sums of weighted values, at most 4 or so, in another order.
    CHECK(furthest <= 32.0 * static_cast<double>(std::numeric_limits<T>::epsilon()));
  }
}

struct WideWidth : tf::axis<"w", 64> {};

TEST_CASE("where products are in bf16 those of attention may be, too") {
  tf::tensor<float, Batch, Head, Query, WideWidth> q(2, 70), y(2, 70);
  tf::tensor<float, Batch, Head, Key, WideWidth> k(2, 90), v(2, 90);
  fill_at_random(q.elements(), 1);
  fill_at_random(k.elements(), 2);
  fill_at_random(v.elements(), 3);
  const auto attend = [&]<class Numbers>(tf::running<Numbers>&& reading) {
    const auto z = let(tf::attention(reading.input(q.view()), reading.input(k.view()), reading.input(v.view())));
    return std::vector<float>{z.data, z.data + z.shape.size()};
  };
  tf::kernels::threads threads{2};
  const auto rounded = attend(tf::running<tf::bf16_products>{{}, std::size_t{4} << 20, threads});
  const auto exact = attend(tf::running<float>{{}, std::size_t{4} << 20, threads});
  // The kernel says where it rounds; the formula, that it may.
  const std::size_t queries = 70, keys = 90, heads = 2, width = 64;
  const tf::kernels::head_strides of_queries{heads * queries * width, queries * width, width};
  const tf::kernels::head_strides of_keys{heads * keys * width, keys * width, width};
  const tf::buffer<float> workspace{tf::kernels::attention_workspace(2, heads, queries, keys, width, width)};
  for (const bool rounds : {false, true}) {
    tf::kernels::attention<float>(
        {2,          heads,   queries, keys,       width,  width, q.data(), k.data(), v.data(), y.data(),
         of_queries, of_keys, of_keys, of_queries, 0.125F, {},    1,        {},       nullptr,  rounds},
        workspace.data(), threads);
    CHECK(std::ranges::equal(y.elements(), rounds ? rounded : exact));
  }
}

struct RunTimeWidth : tf::axis<"w", tf::up_to<64>> {};

TEST_CASE("heads of a width known only at run time are split, attended to and joined") {
  using joined = tf::product<Head, RunTimeWidth>;
  runner<no_parameters, float> run{{}};
  tf::tensor<float, Batch, Query, joined> q(2, 5, 2 * 20);
  tf::tensor<float, Batch, Key, joined> k(2, 7, 2 * 20), v(2, 7, 2 * 20);
  fill_at_random(q.elements(), 1);
  fill_at_random(k.elements(), 2);
  fill_at_random(v.elements(), 3);
  const auto sq = tf::split_heads<Head, RunTimeWidth>(run(q));
  const auto sk = tf::split_heads<Head, RunTimeWidth>(run(k)), sv = tf::split_heads<Head, RunTimeWidth>(run(v));
  const auto found = let(tf::join_heads(tf::softmax(sq * tf::transpose(sk)) * sv));
  const auto scores = let(let(sq) * tf::transpose(let(sk)));
  const auto expected = let(tf::join_heads(let(let(tf::softmax(scores)) * let(sv))));
  REQUIRE(found.shape.extents() == std::array<std::size_t, 3>{2, 5, 40});
  for (std::size_t i = 0; i < found.shape.size(); ++i) CHECK(std::fabs(found.data[i] - expected.data[i]) <= 1e-5f);
}

struct Group : tf::axis<"g", 3> {};

TEST_CASE("heads that share keys and values are those of an attention that has each of them as often",
          "[row: grouped-query attention][forward][laws][reference]") {
  using heads = tf::product<Head, Group>;
  for (const extents e : {extents{1, 1}, {3, 40}, {5, 7}, {70, 130}}) {
    INFO(e.queries << " queries, " << e.keys << " keys");
    runner<no_parameters, float> run{{}};
    tf::tensor<float, Batch, Query, tf::product<heads, Width>> q(2, e.queries);
    tf::tensor<float, Batch, Key, tf::product<Head, Width>> k(2, e.keys), v(2, e.keys);
    fill_at_random(q.elements(), 1);
    fill_at_random(k.elements(), 2);
    fill_at_random(v.elements(), 3);
    const auto sq = tf::split_heads<heads, Width>(run(q));
    const auto sk = tf::split_heads<Head, Width>(run(k)), sv = tf::split_heads<Head, Width>(run(v));
    const auto shared =
        let(tf::join_heads(tf::attention(sq, tf::repeat_heads<Group>(sk), tf::repeat_heads<Group>(sv))));
    const auto each_k = let(tf::repeat_heads<Group>(let(sk))), each_v = let(tf::repeat_heads<Group>(let(sv)));
    const auto repeated = let(tf::join_heads(let(tf::attention(let(sq), each_k, each_v))));
    REQUIRE(shared.shape.extents() == repeated.shape.extents());
    CHECK(std::equal(shared.data, shared.data + shared.shape.size(), repeated.data));
    for (std::size_t head = 0; head < tf::bound<heads>; ++head)
      CHECK(each_k.data[head * e.keys * tf::bound<Width>] == k.data()[head / tf::bound<Group> * tf::bound<Width>]);
  }
}

/// Makes the keys and values that `unseen(row, key)` names NaN.
template <class T, class Unseen>
inputs<T> with_nan(inputs<T> x, const Unseen& unseen) {
  const std::size_t keys = x.k.shape().template extent<2>();
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t h = 0; h < tf::bound<Head>; ++h)
      for (std::size_t j = 0; j < keys; ++j)
        if (unseen(b, j))
          for (std::size_t i = 0; i < tf::bound<Width>; ++i)
            x.k(b, h, j, i) = x.v(b, h, j, i) = std::numeric_limits<T>::quiet_NaN();
  return x;
}

TEMPLATE_TEST_CASE("what is in keys and values beyond a row's length does not matter, NaN neither",
                   "[row: padding mask][laws]", float, double) {
  using T = TestType;
  for (const extents e : some_extents) {
    INFO(e.queries << " queries, " << e.keys << " keys");
    const std::int32_t lengths[] = {static_cast<std::int32_t>(e.keys / 2 + 1), static_cast<std::int32_t>(e.keys / 3)};
    const auto beyond = [&](std::size_t b, std::size_t j) { return static_cast<std::int32_t>(j) >= lengths[b]; };
    const tf::padding<Batch, Query, Key> mask{lengths};
    const inputs<T> x{e};
    const auto expected = x.attend(mask);
    CHECK(std::none_of(expected.begin(), expected.end(), [](T y) { return std::isnan(y); }));
    CHECK(with_nan(inputs<T>{e}, beyond).attend(mask) == expected);
  }
}

TEMPLATE_TEST_CASE("under a causal mask a query depends on earlier keys alone, even if a later one is NaN",
                   "[row: causal mask][laws]", float, double) {
  using T = TestType;
  for (const extents e : some_extents)
    for (const std::ptrdiff_t offset : {0, 3, -2})
      for (const std::size_t first : {e.keys / 2, e.keys - 1}) {
        INFO(e.queries << " queries, " << e.keys << " keys, offset " << offset << ", NaN from " << first);
        const tf::causal<Query, Key> mask{offset};
        const inputs<T> x{e};
        const auto expected = x.attend(mask);
        const auto found = with_nan(inputs<T>{e}, [&](std::size_t, std::size_t j) { return j >= first; }).attend(mask);
        std::size_t wrong = 0, finite_queries = 0;
        for (std::size_t i = 0; i < expected.size(); ++i) {
          const std::size_t query = i / tf::bound<Width> % e.queries;
          if (static_cast<std::ptrdiff_t>(first) > static_cast<std::ptrdiff_t>(query) + offset)
            wrong += found[i] != expected[i];
          else
            finite_queries += std::isnan(found[i]) ? 0 : 1;
        }
        CHECK(wrong == 0);
        CHECK(finite_queries == 0);  // NaN that is seen propagates
      }
}

TEMPLATE_TEST_CASE("a mask hides keys before and after the scale", "", float, double) {
  using T = TestType;
  const tf::causal<Query, Key> causal{2};
  const std::int32_t lengths[] = {30, 5};
  const tf::padding<Batch, Query, Key> padding{lengths};
  for (const extents e : {extents{3, 40}, extents{33, 65}}) {
    INFO(e.queries << " queries, " << e.keys << " keys");
    const inputs<T> x{e};
    runner<no_parameters, T> run{{}};
    const auto q = run(x.q);
    const auto k = run(x.k);
    const auto v = run(x.v);
    const auto expected = x.attend(causal);
    const auto y = let(softmax((q * transpose(k) + causal) / tf::root<Width>) * v);
    CHECK(std::equal(expected.begin(), expected.end(), y.data));

    const auto by_both = x.attend(causal & padding);
    const std::vector<double> both(by_both.begin(), by_both.end());
    const auto z = let(softmax((q * transpose(k) + causal) / tf::root<Width> + padding) * v);
    CHECK(relative_difference<T>({z.data, z.shape.size()}, both) < tolerance<T>);
  }
}

TEST_CASE("heads that stand for a batch have their own lengths") {
  using Joined = tf::product<Head, Width>;
  tf::tensor<float, Query, Joined> x(9);
  fill_at_random(x.elements(), 1);
  const std::int32_t lengths[] = {9, 4};
  const tf::padding<Head, Query> mask{lengths};
  runner<no_parameters, float> run{{}};
  const auto heads = let(tf::split_heads<Head, Width>(run(x)));
  const auto expected = let(tf::join_heads(let(tf::attention(heads, heads, heads, mask))));
  const auto lazy = tf::split_heads<Head, Width>(run(x));
  const auto y = let(tf::join_heads(tf::attention(lazy, lazy, lazy, mask)));
  CHECK(std::equal(expected.data, expected.data + expected.shape.size(), y.data));
}

TEMPLATE_TEST_CASE("a sliding window hides keys as a mask on scores does", "[row: sliding window][laws]", float,
                   double) {
  using T = TestType;
  for (const extents e : {extents{3, 40}, extents{33, 65}}) {
    INFO(e.queries << " queries, " << e.keys << " keys");
    const inputs<T> x{e};
    runner<no_parameters, T> run{{}};
    const auto q = run(x.q);
    const auto k = run(x.k);
    const auto v = run(x.v);
    const tf::sliding_window<Query, 6, Key> window{4};
    const auto found = x.attend(window);
    const auto scores = let(q * transpose(k) / tf::root<Width>);
    const auto y = let(let(softmax(scores + window)) * v);
    CHECK(relative_difference<T>({y.data, y.shape.size()}, std::vector<double>(found.begin(), found.end())) <
          tolerance<T>);
    CHECK(x.attend(tf::sliding_window<Query, 1000, Key>{4}) == x.attend(tf::causal<Query, Key>{4}));
  }
}

TEST_CASE("a causal mask may reach as far as numbers do") {
  constexpr auto far = std::numeric_limits<std::ptrdiff_t>::max();
  const inputs<float> x{{5, 7}};
  CHECK(x.attend(tf::causal<Query, Key>{far}) == x.attend());
  const auto nothing = x.attend(tf::causal<Query, Key>{-far});
  CHECK(std::ranges::all_of(nothing, [](float y) { return y == 0; }));
}

}  // namespace
