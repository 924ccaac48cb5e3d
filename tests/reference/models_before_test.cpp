#include "transformer.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

/// The other choices: no bias in attention, GELU, embeddings as they are, sines before cosines.
template <class Embeddings>
struct before : after<Embeddings> {
  using normalization = tf::norm_before;
  using attention_bias = tf::without_bias;
  using activation = tf::gelu_activation;
  using embedding_scale = tf::unscaled;
  using sinusoids = tf::halved_sinusoids;
};

TEMPLATE_TEST_CASE("a transformer whose norms stand before is PyTorch's layers put together", "", float, double) {
  check_transformer<before<tf::one_table>, TestType>("one_table_before");
  check_transformer<before<tf::tied_output>, TestType>("tied_output_before");
  check_transformer<before<tf::three_tables>, TestType>("three_tables_before");
}

}  // namespace
