// A program of somebody else's: a formula of its own, and the library's own model.
#include <cstdio>
#include <typeformer/pronounce/pronouncer.hpp>
#include <typeformer/testing.hpp>
#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<8>> {};
struct Model : tf::axis<"d_model", 16> {};
struct Class : tf::axis<"c", 3> {};
using classifier = tf::linear<Model, Class>;

static_assert(tf::testing::yields<classifier, tf::shape<Batch, Class>, tf::shape<Batch, Model>>);
static_assert(tf::testing::has_parameters<classifier, 16 * 3 + 3>);
static_assert(tf::testing::has_operations<classifier, 8 * 3 * (2 * 16 + 1), tf::shape<Batch, Model>>);
static_assert(tf::testing::fits_workspace<classifier, 256, tf::shape<Batch, Model>>);

int main() {
  const tf::weights<classifier> weights;
  const tf::packed_weights<classifier> packed{weights};
  tf::kernels::threads threads{1};
  tf::session<classifier, float, tf::shape<Batch, Model>> classify{packed, threads};
  const auto y = classify(tf::tensor<float, Batch, Model>(2));
  tf::pronouncer pronounce{threads};
  std::printf("%zu of %zu:", y.size(), tf::parameter_count<classifier>);
  for (const auto phone : pronounce("transformer")) std::printf(" %.*s", int(phone.size()), phone.data());
  std::printf("\n");
}
