#include "transformer.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

TEMPLATE_TEST_CASE("a transformer whose norms stand after is PyTorch's layers put together",
                   "[row: encoder-decoder p(y|x)][forward][reference]", float, double) {
  check_transformer<after<tf::tied_output>, TestType>("tied_output_after");
  if constexpr (std::is_same_v<TestType, double>) {  // which tables are shared does not depend on the type
    check_transformer<after<tf::one_table>, TestType>("one_table_after");
    check_transformer<after<tf::three_tables>, TestType>("three_tables_after");
  }
}

}  // namespace
