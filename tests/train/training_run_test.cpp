#include <typeformer/train/training_run.hpp>

#include "../catch.hpp"
#include "../io/temporary_folder.hpp"
#include "../small_model.hpp"

namespace {
namespace tf = typeformer;
using tf::testing::small;

struct of_more_heads : small {
  struct Head : tf::axis<"h", 8> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
};
struct of_another_function : small {
  using activation = tf::gelu_activation;
};

template <class Config>
tf::training_run<Config, small::Batch> run_of(std::span<const tf::example> examples, tf::kernels::threads& workers) {
  return {examples, {}, workers};
}

/// How a run of Config refuses to go on where another was; empty if it does not.
template <class Config>
std::string refusal(const tf::checkpoint_file& saved, std::span<const tf::example> examples,
                    tf::kernels::threads& workers) {
  try {
    run_of<Config>(examples, workers).go_on_from(saved);
  } catch (const tf::error& problem) {
    return problem.what();
  }
  return "";
}

TEST_CASE("a run does not go on from a checkpoint of a model with other choices, though its parameters are alike") {
  const tf::test::temporary_folder folder;
  const auto file = folder.path() / "checkpoint";
  const std::vector<tf::example> examples{{{3, 4}, {5, 6, 7}}, {{8}, {9}}};
  tf::kernels::threads workers{1};
  run_of<small>(examples, workers).save(file);
  const auto saved = tf::checkpoint_file::open(file);
  CHECK(refusal<small>(saved, examples, workers).empty());
  const auto heads = refusal<of_more_heads>(saved, examples, workers);
  CHECK(heads.find("its choices is '…4 heads,") != heads.npos);
  CHECK(heads.find("this training's is '…8 heads,") != heads.npos);
  CHECK(refusal<of_another_function>(saved, examples, workers).find("its choices is '…") != heads.npos);
}

}  // namespace
