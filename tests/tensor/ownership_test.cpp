#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/tensor/quantized_weights.hpp>
#include <typeformer/tensor/tokens.hpp>
#include <typeformer/tensor/weights_file.hpp>

#include "../catch.hpp"
#include "../io/temporary_folder.hpp"

// Who owns elements, and what is left of an owner that was moved from.
namespace {
namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Model : tf::axis<"d_model", 4> {};
struct Inner : tf::axis<"d_ff", 6> {};
struct Letter : tf::axis<"letters", 5> {};
using model_type = tf::feed_forward<Model, Inner>;
using matrix = tf::tensor<float, Batch, Model>;
using session_type = tf::session<model_type, float, tf::shape<Batch, Model>>;

matrix numbers() {
  matrix x(3);
  float next = 0;
  for (float& e : x.elements()) e = next += 0.25f;
  return x;
}

tf::weights<model_type> some_weights() {
  tf::weights<model_type> w;
  float next = 0;
  for (float& e : w.block()) e = next += 0.125f;
  return w;
}

template <class F>
std::string sentence_of(F f) {
  try {
    f();
  } catch (const tf::error& problem) {
    return problem.what();
  }
  return "";
}

TEST_CASE("a copy of a tensor has elements of its own") {
  matrix x = numbers();
  matrix copy = x;
  REQUIRE(copy.shape().extents() == x.shape().extents());
  CHECK(std::ranges::equal(copy.elements(), x.elements()));
  copy(0, 0) = 9;
  CHECK(x(0, 0) == 0.25f);

  matrix other(1);
  other = x;
  CHECK(std::ranges::equal(other.elements(), x.elements()));
  other = std::as_const(other);
  CHECK(std::ranges::equal(other.elements(), x.elements()));
}

TEST_CASE("a tensor is made from a view") {
  const matrix x = numbers();
  const matrix from_const{x.view()};
  CHECK(std::ranges::equal(from_const.elements(), x.elements()));
  matrix y = numbers();
  matrix from_mutable{y.view()};
  y(2, 3) = 7;
  CHECK(from_mutable(2, 3) == 3);
}

TEST_CASE("tokens are copied, too") {
  tf::tokens<Letter, Batch> x(2);
  x(1) = 4;
  tf::tokens<Letter, Batch> copy = x;
  copy(1) = 3;
  CHECK(x(1) == 4);
}

TEST_CASE("a tensor that was moved from is empty and says so") {
  const std::string sentence = "tensor: this one of [B 3, d_model 4] was moved from";
  matrix x = numbers();
  const matrix taken = std::move(x);
  CHECK(taken.size() == 12);
  CHECK(x.size() == 0);
  CHECK(x.elements().empty());
  CHECK(sentence_of([&] { x.view(); }) == sentence);
  CHECK(sentence_of([&] { x(0, 0); }) == sentence);
  CHECK(sentence_of([&] { matrix{x}; }) == sentence);
  CHECK(sentence_of([&] { static_cast<void>(static_cast<tf::view<const float, matrix::shape_type>>(x)); }) == sentence);
  x = numbers();
  CHECK(x(0, 0) == 0.25f);

  tf::tokens<Letter, Batch> t(2);
  const auto taken_tokens = std::move(t);
  CHECK(sentence_of([&] { static_cast<void>(static_cast<tf::token_view<Letter, tf::shape<Batch>>>(t)); }) ==
        "tensor: this one of [B 2] was moved from");

  matrix none(0);
  const matrix taken_none = std::move(none);
  CHECK(taken_none.view().size() == 0);
}

TEST_CASE("weights that were moved from are empty and say so") {
  const std::string sentence = "weights: these were moved from";
  auto w = some_weights();
  const auto taken = std::move(w);
  CHECK(w.block().empty());
  CHECK(sentence_of([&] { w[tf::model<model_type>.inner.weight]; }) == sentence);
  CHECK(sentence_of([&] { tf::packed_weights<model_type>{w}; }) == sentence);
  CHECK(sentence_of([&] { tf::packed_weights<model_type, tf::bf16_weights>{w}; }) == sentence);
  const tf::test::temporary_folder folder;
  CHECK(sentence_of([&] { tf::save(folder.path() / "w", w); }) == sentence);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "w"));
  tf::kernels::threads threads{1};
  tf::packed_weights<model_type> packed{taken};
  CHECK(sentence_of([&] { packed.update(w, threads); }) == sentence);
  CHECK(sentence_of([&] { packed.update(taken, threads); }) == "");
}

TEST_CASE("packed weights that were moved from say so, and sessions made before go on") {
  const std::string sentence = "packed_weights: these were moved from";
  tf::kernels::threads threads{1};
  const auto w = some_weights();
  tf::packed_weights<model_type> packed{w};
  session_type before{packed, threads};
  const matrix x = numbers();
  const matrix expected{before(x)};
  const auto taken = std::move(packed);
  CHECK(sentence_of([&] { session_type{packed, threads}; }) == sentence);
  CHECK(sentence_of([&] { packed.update(w, threads); }) == sentence);
  CHECK(std::ranges::equal(before(x).elements(), expected.elements()));

  tf::packed_weights<model_type, tf::int8_weights> quantized{w};
  const auto taken_quantized = std::move(quantized);
  CHECK(sentence_of([&] { quantized.block(); }) == sentence);
}

TEST_CASE("a session is moved, into a vector or an optional, and gives the same") {
  tf::kernels::threads threads{1};
  const tf::packed_weights<model_type> packed{some_weights()};
  const matrix x = numbers();
  session_type first{packed, threads};
  const auto y = first(x);
  const matrix expected{y};
  session_type second{std::move(first)};
  CHECK(std::ranges::equal(y.elements(), expected.elements()));  // the view still holds
  CHECK(std::ranges::equal(second(x).elements(), expected.elements()));

  const std::string sentence = "session: this one was moved from";
  CHECK(sentence_of([&] { first(x); }) == sentence);
  CHECK(sentence_of([&] { first.used_bytes(); }) == sentence);

  std::vector<session_type> all;
  all.push_back(std::move(second));
  all.emplace_back(packed, threads);
  all.emplace_back(packed, threads);
  for (auto& session : all) CHECK(std::ranges::equal(session(x).elements(), expected.elements()));
  first = std::move(all.front());
  CHECK(std::ranges::equal(first(x).elements(), expected.elements()));
}

}  // namespace
