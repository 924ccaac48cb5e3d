#include <string>

#include <typeformer/models/paper_base.hpp>
#include <typeformer/train/type_name.hpp>

#include "../catch.hpp"

namespace typeformer {
namespace {

struct unnamed {};
template <class...>
struct list {
  struct member {};
};
template <class, int>
struct of_a_number {};

TEST_CASE("a type's name is the same from every compiler") {
  CHECK(type_name<norm_before>() == "typeformer::norm_before");
  CHECK(type_name<norm_of<paper_base>>() ==
        "typeformer::layer_norm<typeformer::paper_base::Model,typeformer::inside_root<1/1000000>>");
  CHECK(type_name<std::ratio<1, 10>>() == "1/10");
  CHECK(type_name<unnamed>() == "typeformer::unnamed");
  CHECK(type_name<list<>>() == "typeformer::list<>");
  CHECK(type_name<list<list<unnamed>, const int*, list<>>>() ==
        "typeformer::list<typeformer::list<typeformer::unnamed>,constint*,typeformer::list<>>");
  CHECK(type_name<list<unnamed>::member>() == "typeformer::list<typeformer::unnamed>::member");
  CHECK(type_name<of_a_number<unnamed, 3>>() == "typeformer::of_a_number<typeformer::unnamed,3>");
}

}  // namespace
}  // namespace typeformer
