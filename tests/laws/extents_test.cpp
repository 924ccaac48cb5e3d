#include <sstream>

#include <typeformer/expressions/concatenate.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/move.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/attention.hpp>
#include <typeformer/layers/linear.hpp>
#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/tensor/quantized_weights.hpp>

#include "../reference/reference.hpp"

/// Equal axes with different extents, which only show at run time, are refused where they meet. And what becomes of an
/// extent of 0.
namespace {
namespace tf = typeformer;
using namespace tf::testing;
using tf::let;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Query : tf::axis<"N", tf::up_to<8>> {};
struct Key : tf::axis<"M", tf::up_to<8>> {};
struct Head : tf::axis<"h", 2> {};
struct Width : tf::axis<"d̃", 3> {};
struct More : tf::axis<"c", 5> {};
using Joined = tf::product<Head, Width>;

/// The sentence with which f() is refused, or nothing.
template <class F>
std::string refusal(F&& f) {
  try {
    f();
  } catch (const tf::error& e) {
    return e.what();
  }
  return {};
}

TEST_CASE("values of the same axes and other extents are refused") {
  runner<no_parameters, float> run{{}};
  const tf::tensor<float, Batch, Query, Width> x(2, 5), fewer_rows(1, 5), fewer_positions(2, 4);
  const tf::tensor<float, Batch, Query, More> y(2, 5), other(2, 4);
  const tf::tensor<float, Batch, Query, Key> logits(2, 5, 7);
  const tf::tensor<float, Batch, Key, Width> v(2, 7), fewer_keys(2, 6), other_batch(3, 7);

  CHECK(refusal([&] { let(run(x) + run(x)); }).empty());
  CHECK(refusal([&] { let(run(x) + run(fewer_positions)); }) ==
        "add: axis N has extent 5 in [B 2, N 5, d̃ 3], but 4 in [B 2, N 4, d̃ 3]");
  CHECK(refusal([&] { let(tf::concatenate(run(x), run(y))); }).empty());
  const tf::tensor<float, Batch, Query, Width> three_rows(3, 2);
  const tf::tensor<float, Batch, Query, More> three_positions(2, 3);
  CHECK(refusal([&] { let(tf::concatenate(run(three_rows), run(three_positions))); }) ==
        "concatenate: axis B has extent 3 in [B 3, N 2, d̃ 3], but 2 in [B 2, N 3, c 5]");
  CHECK(refusal([&] { let(tf::concatenate(run(x), run(other))); }) ==
        "concatenate: axis N has extent 5 in [B 2, N 5, d̃ 3], but 4 in [B 2, N 4, c 5]");
  CHECK(refusal([&] { let(run(logits) * run(v)); }).empty());
  CHECK(refusal([&] { let(run(logits) * run(fewer_keys)); }) ==
        "contraction: axis M has extent 7 in [B 2, N 5, M 7], but 6 in [B 2, M 6, d̃ 3]");
  CHECK(refusal([&] { let(run(logits) * run(other_batch)); }) ==
        "contraction: axis B has extent 2 in [B 2, N 5, M 7], but 3 in [B 3, M 7, d̃ 3]");
}

TEST_CASE("a linear map throws for a residual of other extents") {
  using map = tf::linear<Width, Width>;
  runner<map, float> run{tf::weights<map>{}};
  const tf::tensor<float, Batch, Query, Width> x(2, 5), fewer_positions(2, 4);
  CHECK(refusal([&] { let(run(x) + tf::model<map>(run(x))); }).empty());
  CHECK(refusal([&] { let(run(fewer_positions) + tf::model<map>(run(x))); }) ==
        "linear: axis N has extent 5 in [B 2, N 5, d̃ 3], but 4 in [B 2, N 4, d̃ 3]");
}

TEST_CASE("a merged axis has an extent that its parts can have") {
  using Some = tf::product<Query, Width>;
  using Sum = tf::direct_sum<More, Query>;
  const auto make = [&]<class A>(std::type_identity<A>, std::size_t extent) {
    return refusal([&] { const tf::tensor<float, A> x(extent); });
  };
  const std::type_identity<Some> some;
  const std::type_identity<Sum> sum;
  CHECK(make(some, 0).empty());
  CHECK(make(some, 24).empty());
  CHECK(make(some, 7) == "axis N·d̃: its extent is 7, but must be a multiple of 3");
  CHECK(make(some, 27) == "axis N·d̃: its extent is 27, but at most 24 were promised");
  CHECK(make(sum, 5).empty());
  CHECK(make(sum, 4) == "axis c⊕N: its extent is 4, but must be at least 5");
}

TEST_CASE("a tensor has no more elements than can be counted") {
  struct Many : tf::axis<"m", tf::up_to<(std::size_t{1} << 62)>> {};
  struct Others : tf::axis<"o", tf::up_to<(std::size_t{1} << 62)>> {};
  const std::size_t n = std::size_t{1} << 32;
  CHECK(refusal([&] { const tf::tensor<float, Many, Others> x(n, n); }) ==
        "tensor: [m 4294967296, o 4294967296] has more elements than can be counted");
  CHECK_THROWS_AS((tf::tensor<float, Many>(std::size_t{1} << 62)), std::bad_alloc);
}

TEST_CASE("attention throws for keys and values of different positions, and different batches") {
  runner<no_parameters, float> run{{}};
  const tf::tensor<float, Batch, Query, Joined> q(2, 5);
  const tf::tensor<float, Batch, Key, Joined> k(2, 7), fewer(2, 6), other_batch(1, 7);
  const auto plain = [&](const auto& keys, const auto& values) {
    return refusal([&] {
      let(tf::attention(let(tf::split_heads<Head, Width>(run(q))), let(tf::split_heads<Head, Width>(run(keys))),
                        let(tf::split_heads<Head, Width>(run(values)))));
    });
  };
  const auto joined = [&](const auto& keys, const auto& values) {
    return refusal([&] {
      let(tf::join_heads(tf::attention(tf::split_heads<Head, Width>(run(q)), tf::split_heads<Head, Width>(run(keys)),
                                       tf::split_heads<Head, Width>(run(values)))));
    });
  };
  CHECK(plain(k, k).empty());
  CHECK(joined(k, k).empty());
  CHECK(plain(k, fewer) == "attention: axis M has extent 7 in [B 2, h 2, M 7, d̃ 3], but 6 in [B 2, h 2, M 6, d̃ 3]");
  CHECK(joined(k, fewer) == "attention: axis M has extent 7 in [B 2, M 7, h·d̃ 6], but 6 in [B 2, M 6, h·d̃ 6]");
  CHECK(plain(other_batch, other_batch) ==
        "attention: axis B has extent 2 in [B 2, h 2, N 5, d̃ 3], but 1 in [B 1, h 2, M 7, d̃ 3]");
  CHECK(joined(other_batch, other_batch) ==
        "attention: axis B has extent 2 in [B 2, N 5, h·d̃ 6], but 1 in [B 1, M 7, h·d̃ 6]");
}

template <class Numbers, class In, class Out>
std::vector<float> mapped() {
  using map = tf::linear<In, Out>;
  tf::weights<map> w;
  for (float& x : w.block()) x = 2;
  const tf::packed_weights<map, Numbers> packed{w};
  tf::kernels::threads threads{1};
  tf::session<map, Numbers, tf::shape<Query, In>> run{packed, threads};
  const auto y = run(tf::tensor<float, Query, In>(2));
  return {y.elements().begin(), y.elements().end()};
}

TEST_CASE("a linear map to an axis of extent 0 yields nothing, and one from it the bias") {
  struct Nothing : tf::axis<"z", 0> {};
  const std::vector<float> bias(6, 2);
  CHECK(mapped<float, Width, Nothing>().empty());
  CHECK(mapped<tf::bf16_weights, Width, Nothing>().empty());
  CHECK(mapped<tf::int8_weights, Width, Nothing>().empty());
  CHECK(mapped<float, Nothing, Width>() == bias);
  CHECK(mapped<tf::bf16_weights, Nothing, Width>() == bias);
  CHECK(mapped<tf::int8_weights, Nothing, Width>() == bias);
}

TEST_CASE("parts of no rows are none") {
  runner<no_parameters, float> run{{}};
  const tf::tensor<float, Batch, Query, Width> x(0, 5);
  CHECK(let(tf::slice<Query, Head>(run(x), 3)).shape.extents() == std::array<std::size_t, 3>{0, 2, 3});
}

TEST_CASE("negative extents and indices are refused as the numbers that they are") {
  using matrix = tf::tensor<float, Query, Width>;
  const matrix x(2);
  CHECK(refusal([] { matrix{-1}; }) == "tensor(extents…): an extent is -1, which is negative");
  CHECK(refusal([&] { x(-1, 0); }) == "x(i, j, …): an index is -1, which is negative");
  CHECK(matrix(std::size_t{2}).size() == 6);
}

TEST_CASE("shapes and counts are written to streams as their texts") {
  const tf::tensor<float, Query, Width> x(5);
  std::ostringstream to;
  to << x.shape() << ", " << tf::count_of(x.shape());
  CHECK(to.str() == "[N 5, d̃ 3], N·d̃");
}

}  // namespace
