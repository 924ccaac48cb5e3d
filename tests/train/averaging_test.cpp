#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/train/averaging.hpp>

#include "../catch.hpp"
#include "../io/safetensors_bytes.hpp"
#include "../io/temporary_folder.hpp"
#include "../small_model.hpp"

namespace {
namespace tf = typeformer;
using tf::safetensors::test::sentence_of;

struct Model : tf::axis<"d_model", 4> {};
struct Inner : tf::axis<"d_ff", 6> {};
struct Wider : tf::axis<"d_ff", 8> {};
using model_type = tf::feed_forward<Model, Inner>;

TEST_CASE("the mean of weights in files is that of plain code") {
  const tf::test::temporary_folder folder;
  for (const unsigned count : {1u, 2u, 5u, 20u}) {
    std::vector<std::filesystem::path> files;
    std::vector<tf::weights<model_type>> all;
    for (unsigned i = 0; i < count; ++i) {
      all.push_back(tf::testing::random_weights<model_type, float>(100 * i + 1));
      files.push_back(folder.path() / std::to_string(i));
      tf::save(files.back(), all.back());
    }
    const auto mean = tf::average<model_type>(files);
    for (std::size_t i = 0; i < mean.block().size(); ++i) {
      long double sum = 0;
      for (const auto& w : all) sum += static_cast<long double>(w.block()[i]);
      const auto expected = static_cast<float>(sum / count);
      const float ulp =
          std::nextafter(std::fabs(expected), std::numeric_limits<float>::infinity()) - std::fabs(expected);
      REQUIRE(std::fabs(mean.block()[i] - expected) <= ulp);
    }
  }
}

TEST_CASE("a mean is summed in double and propagates what is not finite") {
  tf::block_mean<float> mean{3};
  const float inf = std::numeric_limits<float>::infinity();
  mean.add(std::vector<float>{0x1p24f, 1, std::nanf("")});
  mean.add(std::vector<float>{1, inf, 1});
  mean.add(std::vector<float>{1, 1, 1});
  mean.add(std::vector<float>{-0x1p24f, 1, 1});
  std::vector<float> found(3);
  mean.read(found);
  CHECK(found[0] == 0.5f);
  CHECK(found[1] == inf);
  CHECK(std::isnan(found[2]));
}

TEST_CASE("there is no mean of nothing, nor of different models") {
  CHECK(sentence_of([] { tf::average<model_type>({}); }) == "block_mean: there is no block to take the mean of");
  const tf::test::temporary_folder folder;
  const std::vector<std::filesystem::path> files = {folder.path() / "a", folder.path() / "b"};
  tf::save(files[0], tf::weights<model_type>{});
  tf::save(files[1], tf::weights<tf::feed_forward<Model, Wider>>{});
  CHECK(sentence_of([&] { tf::average<model_type>(files); }).starts_with(files[1].string() + ": tensor '"));

  tf::block_mean<double> mean{3};
  std::vector<double> two(2);
  CHECK(sentence_of([&] { mean.add(two); }) == "block_mean: a block of 2 numbers was added to a mean of 3");
  mean.add(std::vector<double>(3));
  CHECK(sentence_of([&] { mean.read(two); }) == "block_mean: 2 numbers cannot hold a mean of 3");
}

}  // namespace
