#include "transformer.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

TEMPLATE_TEST_CASE("gradients of a transformer whose norms stand before are those of PyTorch's autograd", "", float,
                   double) {
  check_transformer_gradients<before<tf::tied_output>, TestType>("tied_output_before");
  if constexpr (std::is_same_v<TestType, double>) {  // which tables are shared does not depend on the type
    check_transformer_gradients<before<tf::one_table>, TestType>("one_table_before");
    check_transformer_gradients<before<tf::three_tables>, TestType>("three_tables_before");
  }
}

}  // namespace
