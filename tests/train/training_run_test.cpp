#include <filesystem>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <typeformer/train/transformer_run.hpp>

#include "../catch.hpp"
#include "../io/temporary_folder.hpp"
#include "../small_model.hpp"
#include "mirror.hpp"

namespace typeformer::testing {
namespace {

using model_type = transformer<mirror>;

TEST_CASE("weights that are not finite are not saved, and the checkpoint before stays") {
  const test::temporary_folder folder;
  const auto file = folder.path() / "run.checkpoint";
  const std::vector<example> examples{{{3, 4, 5}, {5, 4, 3}}};
  kernels::threads threads{1};
  transformer_run<mirror, Examples>{examples, recipe{}, threads}.save(file);
  REQUIRE(std::filesystem::exists(file));
  const auto written = std::filesystem::last_write_time(file);

  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    auto w = initial_weights<model_type>(kernels::counter_random(1, 0));
    w[model<model_type>.decoder.layers[0].feed_forward.inner.bias](3) = bad;
    transformer_run<mirror, Examples> run{examples, recipe{}, std::move(w), threads};
    std::string sentence;
    try {
      run.save(file);
    } catch (const error& problem) {
      sentence = problem.what();
    }
    CHECK(sentence == "training: after step 0 the weights are not finite, first decoder.0.feed_forward.inner.bias; " +
                          file.string() + " stays as it was");
    CHECK(std::filesystem::last_write_time(file) == written);
    CHECK_FALSE(std::filesystem::exists(previous_of(file)));
  }
}

struct of_more_heads : small {
  struct Head : axis<"h", 8> {};
  struct Width : quotient<"d̃", Model, Head> {};
};
struct of_another_function : with_choices<small, gelu_activation> {};

template <class Config>
transformer_run<Config, small::Batch> run_of(std::span<const example> examples, kernels::threads& threads) {
  return {examples, {}, threads};
}

/// What a run of Config throws when it continues another's checkpoint; empty if it does not.
template <class Config>
std::string refusal(const checkpoint_file& saved, std::span<const example> examples, kernels::threads& threads) {
  try {
    run_of<Config>(examples, threads).go_on_from(saved);
  } catch (const error& problem) {
    return problem.what();
  }
  return "";
}

TEST_CASE("a run does not go on from a checkpoint of a model with other choices, though its parameters are alike") {
  const test::temporary_folder folder;
  const auto file = folder.path() / "checkpoint";
  const std::vector<example> examples{{{3, 4}, {5, 6, 7}}, {{8}, {9}}};
  kernels::threads threads{1};
  run_of<small>(examples, threads).save(file);
  const auto saved = checkpoint_file::open(file);
  CHECK(refusal<small>(saved, examples, threads).empty());
  const auto heads = refusal<of_more_heads>(saved, examples, threads);
  CHECK(heads.find("its choices is '4 heads,") != heads.npos);
  CHECK(heads.find("this training's is '8 heads,") != heads.npos);
  CHECK(refusal<of_another_function>(saved, examples, threads).find("its choices is '…") != heads.npos);
}

TEST_CASE("a checkpoint that names no precision is of float32") {
  const test::temporary_folder folder;
  const auto file = folder.path() / "checkpoint";
  const std::vector<example> examples{{{3, 4}, {5, 6, 7}}, {{8}, {9}}};
  kernels::threads threads{1};
  run_of<small>(examples, threads).save(file);
  const auto now = checkpoint_file::open(file);
  checkpoint before{.facts = now.facts(), .blocks = {}};
  REQUIRE(before.facts.erase("recipe.precision") == 1);
  std::map<std::string, std::vector<float>> numbers;
  std::map<std::string, std::span<float>> blocks;
  for (const char* const name : {"weights", "moment", "second_moment"})
    blocks[name] = numbers[name] = std::vector<float>(block_size<transformer<small>>);
  now.copy<float>(blocks);
  for (const auto& [name, block] : blocks) before.blocks.emplace(name, std::span<const float>{block});
  save_checkpoint(file, before);

  const auto saved = checkpoint_file::open(file);
  CHECK(refusal<small>(saved, examples, threads).empty());
  transformer_run<small, small::Batch> in_bf16{examples, {.precision = training_precision::bf16}, threads};
  CHECK_THROWS_AS(in_bf16.go_on_from(saved), recipe_mismatch);
}

}  // namespace
}  // namespace typeformer::testing
