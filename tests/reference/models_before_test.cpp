#include "transformer.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

TEMPLATE_TEST_CASE("a transformer whose norms stand before is PyTorch's layers put together",
                   "[row: encoder-decoder p(y|x)][forward][reference]", float, double) {
  check_transformer<before<tf::tied_output>, TestType>("tied_output_before");
  if constexpr (std::is_same_v<TestType, double>) {  // which tables are shared does not depend on the type
    check_transformer<before<tf::one_table>, TestType>("one_table_before");
    check_transformer<before<tf::three_tables>, TestType>("three_tables_before");
  }
}

}  // namespace
