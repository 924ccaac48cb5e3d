#include "transformer.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

TEMPLATE_TEST_CASE("gradients of a transformer whose norms stand after are those of PyTorch's autograd", "", float,
                   double) {
  check_transformer_gradients<after<tf::tied_output>, TestType>("tied_output_after");
  if constexpr (std::is_same_v<TestType, double>) {  // which tables are shared does not depend on the type
    check_transformer_gradients<after<tf::one_table>, TestType>("one_table_after");
    check_transformer_gradients<after<tf::three_tables>, TestType>("three_tables_after");
  }
}

}  // namespace
