#include <set>
#include <string>
#include <vector>

#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/train/fingerprint.hpp>

#include "../catch.hpp"

namespace {
namespace tf = typeformer;

struct Model : tf::axis<"d_model", 4> {};
struct Inner : tf::axis<"d_ff", 6> {};

// The same numbers under other names, and in other shapes.
struct renamed {
  BOOST_HANA_DEFINE_STRUCT(renamed, (tf::linear<Model, Inner>, first), (tf::linear<Inner, Model>, other));
};
struct turned {
  BOOST_HANA_DEFINE_STRUCT(turned, (tf::linear<Inner, Model>, first), (tf::linear<Model, Inner>, second));
};
struct plain {
  BOOST_HANA_DEFINE_STRUCT(plain, (tf::linear<Model, Inner>, first), (tf::linear<Inner, Model>, second));
};

TEST_CASE("the fingerprint of examples is one of all their tokens in their order") {
  const std::vector<tf::example> examples = {{{1, 2}, {3}}, {{4}, {5, 6}}};
  const std::vector<std::vector<tf::example>> different = {
      {{{1, 2}, {3}}, {{4}, {5, 7}}},            // a token
      {{{4}, {5, 6}}, {{1, 2}, {3}}},            // the order
      {{{1}, {2, 3}}, {{4}, {5, 6}}},            // where the source ends
      {{{1, 2}, {3, 4}}, {{}, {5, 6}}},          // where the example ends
      {{{1, 2}, {3}}},                           // an example less
      {{{1, 2}, {3}}, {{4}, {5, 6}}, {{}, {}}},  // one more
      {},
  };
  std::set<std::string> seen = {tf::fingerprint(examples)};
  for (const auto& other : different) CHECK(seen.insert(tf::fingerprint(other)).second);
  CHECK(tf::fingerprint(std::vector<tf::example>(examples)) == tf::fingerprint(examples));
  // Checkpoints hold it, so it stays.
  CHECK(tf::fingerprint(examples) == "2 examples, fcd68e90e437bc1e");
}

TEST_CASE("the fingerprint of a model is one of its parameters' names and shapes") {
  CHECK(tf::fingerprint<plain>() == "4 parameters, 58 numbers, 850fbe9bf0c67fa9");
  const std::set<std::string> all = {tf::fingerprint<plain>(), tf::fingerprint<renamed>(), tf::fingerprint<turned>()};
  CHECK(all.size() == 3);
}

}  // namespace
