#include <typeformer/expressions/concatenate.hpp>
#include <typeformer/expressions/contract.hpp>
#include <typeformer/expressions/reduce.hpp>

#include "check.hpp"

namespace typeformer::testing {
namespace {

struct Batch : axis<"B", 2> {};
struct Query : axis<"N", 5> {};
struct Key : axis<"M", 4> {};
struct Width : axis<"d", 3> {};
struct Other : axis<"o", 3> {};
struct Renamed : axis<"n", 5> {};
struct Pair : axis<"p", 2> {};
struct Kernel : axis<"k", 3> {};
using values = shape<Batch, Query, Width>;
using keys = shape<Batch, Key, Width>;

template <class W>
struct mapped {
  BOOST_HANA_DEFINE_STRUCT(mapped, (W, weight));
  template <class X>
  constexpr auto operator()(const X& x) const {
    return contract<Query>(x, weight);
  }
};

}  // namespace

TEST_CASE("gradients: sums, means and maxima") {
  check_gradients<formula<decltype([](const auto& x) { return sum<Query>(x); })>, values>();
  check_gradients<formula<decltype([](const auto& x) { return mean<Batch, Width>(x); })>, values>();
  check_gradients<formula<decltype([](const auto& x) { return max<Width>(x); })>, values>();
  check_gradients<formula<decltype([](const auto& x) { return max<Batch, Query>(x); })>, values>();
  check_gradients<formula<decltype([](const auto& x) { return variance<Width>(x); })>, values>();
}

TEST_CASE("gradients: a value of rank 0") {
  check_gradients<formula<decltype([](const auto& x) { return mean(square(x)); })>, values>();
  check_gradients<formula<decltype([](const auto& x) { return exp(sum(x)) - 1; })>, shape<Width>>();
  check_gradients<formula<decltype([](const auto& x) { return x - mean(x); })>, values>();
}

TEST_CASE("gradients: sums over the positions that are there") {
  check_gradients<formula<decltype([](const auto& x, auto mask) { return mean<Query>(x, mask); })>, values,
                  padding<Batch, Query>>();
  check_gradients<formula<decltype([](const auto& x, auto mask) { return sum<Query>(x, mask); })>,
                  shape<Batch, Width, Query>, padding<Batch, Query>>();
}

TEST_CASE("gradients: contractions") {
  using formula_of_width = formula<decltype([](const auto& x, const auto& y) { return contract<Width>(x, y); })>;
  check_gradients<formula_of_width, values, keys>();
  check_gradients<formula_of_width, values, shape<Key, Width, Batch>>();
  check_gradients<formula_of_width, shape<Width>, values>();
  check_gradients<formula_of_width, shape<Query, Width, Other>, shape<Key, Width, Pair>>();
  check_gradients<formula<decltype([](const auto& x, const auto& y) { return contract<Query, Width>(x, y); })>, values,
                  shape<Width, Batch, Query>>();
  check_gradients<formula<decltype([](const auto& x, const auto& y) { return contract<>(x, y); })>, shape<Query>,
                  shape<Key>>();
  check_gradients<formula<decltype([](const auto& x, const auto& y) { return contract<Batch, Query>(x, y); })>,
                  shape<Batch, Query>, shape<Batch, Query>>();
  check_gradients<mapped<weight<Query, Other>>, values>();
}

TEST_CASE("gradients: axes merged, split, renamed and in another order") {
  check_gradients<formula<decltype([](const auto& x) { return square(merge<Query, Width>(x)); })>, values>();
  check_gradients<formula<decltype([](const auto& x) { return split<Query, Width>(merge<Query, Width>(x)); })>,
                  values>();
  check_gradients<formula<decltype([](const auto& x) { return contract<Width>(rename<Query, Renamed>(x), x); })>,
                  values>();
  check_gradients<formula<decltype([](const auto& x) { return permute<Width, Batch, Query>(x); })>, values>();
  check_gradients<formula<decltype([](const auto& x) { return permute<Width, Query, Batch>(x); })>, values>();
  check_gradients<formula<decltype([](const auto& x) { return permute<Batch, Query, Width>(x); })>, values>();
}

TEST_CASE("gradients: parts, concatenations, stacks and windows") {
  check_gradients<formula<decltype([](const auto& x) { return slice<Query, Pair>(x, 2); })>, values>();
  check_gradients<formula<decltype([](const auto& x, const auto& y, const auto& z) {
                    return concat<direct_sum<Query, Key, Query>>(x, y, z);
                  })>,
                  values, keys, values>();
  check_gradients<formula<decltype([](const auto& x, const auto& y) { return stack<Pair>(x, y); })>, values, values>();
  check_gradients<formula<decltype([](const auto& x) { return windows<Query, Kernel>(x); })>, values>();
  check_gradients<formula<decltype([](const auto& x) { return windows<Query, Kernel>(x, -2); })>, values>();
}

}  // namespace typeformer::testing
