#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/attention.hpp>

#include "reference.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;
using tf::let;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Query : tf::axis<"N", tf::up_to<8>> {};
struct Key : tf::same_sequence<Query, "M"> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"d̃", 6> {};
struct ValueWidth : tf::axis<"d̃_v", 10> {};

/// attention.q, .k and .v of the file, with their lengths, and a reading to run on.
template <class T>
struct fixture {
  tf::safetensors::file file = reference_file("operations");
  tf::tensor<T, Batch, Head, Query, Width> queries = read<T, Batch, Head, Query, Width>(file, "attention.q");
  tf::tensor<T, Batch, Head, Key, Width> keys = read<T, Batch, Head, Key, Width>(file, "attention.k");
  tf::tensor<T, Batch, Head, Key, ValueWidth> values = read<T, Batch, Head, Key, ValueWidth>(file, "attention.v");
  std::vector<std::int32_t> lengths = read_numbers(file, "attention.lengths");
  runner<no_parameters, T> run{{}};

  /// Calls f(name, mask) for each mask.
  template <class F>
  void for_each_mask(F f) const {
    using causal = tf::causal<Query, Key>;
    using padding = tf::padding<Batch, Query, Key>;
    f("plain", tf::no_mask{});
    f("causal", causal{});
    f("causal_later", causal{2});
    f("causal_earlier", causal{-2});
    f("window", tf::sliding_window<Query, 3, Key>{1});
    f("padding", padding{lengths});
    f("both", causal{1} & padding{lengths});
    f("both", padding{lengths} & causal{1});
  }
};

TEMPLATE_TEST_CASE("masked scores are PyTorch's", "", float, double) {
  fixture<TestType> with;
  const auto scores = let(with.run(with.queries) * tf::transpose(with.run(with.keys)));
  check(scores, with.file, "attention.scores");
  with.for_each_mask([&]<class Mask>(const std::string& name, const Mask& mask) {
    if constexpr (!std::is_same_v<Mask, tf::no_mask>) check(let(scores + mask), with.file, "attention.scores_" + name);
  });
}

TEMPLATE_TEST_CASE("attention is PyTorch's, fused and step by step; a query that sees nothing yields zeros",
                   "[row: causal mask][row: padding mask][row: sliding window][forward][reference]", float, double) {
  fixture<TestType> with;
  const auto q = with.run(with.queries);
  const auto k = with.run(with.keys);
  const auto v = with.run(with.values);
  with.for_each_mask([&](const std::string& name, const auto& mask) {
    check(let(tf::attention(q, k, v, mask)), with.file, "attention." + name);

    const auto scores = let(q * tf::transpose(k));
    const auto scaled = let(scores / tf::root<Width>);
    const auto weights = let(tf::softmax(let(scaled + mask)));
    check(let(weights * v), with.file, "attention." + name);
  });
}

TEMPLATE_TEST_CASE("attention of one head without a batch is PyTorch's", "[row: attention head][forward][reference]",
                   float, double) {
  using T = TestType;
  fixture<T> with;
  // The first head of the first row is at the beginning.
  const auto first_head = [&]<class Row, class Last>(const tf::tensor<T, Batch, Head, Row, Last>& x) {
    tf::tensor<T, Row, Last> one(x.shape().template extent<2>());
    std::copy_n(x.data(), one.size(), one.data());
    return one;
  };
  const auto queries = first_head(with.queries);
  const auto keys = first_head(with.keys);
  const auto values = first_head(with.values);
  const auto q = with.run(queries);
  const auto k = with.run(keys);
  const auto v = with.run(values);
  check(let(tf::attention(q, k, v)), with.file, "attention.one_head");
  check(let(tf::attention(q, k, v, tf::causal<Query, Key>{})), with.file, "attention.one_head_causal");
}

TEMPLATE_TEST_CASE("heads are split and joined as PyTorch does", "", float, double) {
  fixture<TestType> with;
  const auto input = read<TestType, Batch, Query, tf::product<Head, Width>>(with.file, "heads.joined");
  const auto x = with.run(input);
  const auto split = let(tf::split_heads<Head, Width>(x));
  check(split, with.file, "heads.split");
  check(let(tf::join_heads(split)), with.file, "heads.joined");
}

TEMPLATE_TEST_CASE("multi-head attention is PyTorch's, fused and step by step", "", float, double) {
  using T = TestType;
  fixture<T> with;
  const auto queries = read<T, Batch, Query, tf::product<Head, Width>>(with.file, "attention.joined_q");
  const auto keys = read<T, Batch, Key, tf::product<Head, Width>>(with.file, "attention.joined_k");
  const auto values = read<T, Batch, Key, tf::product<Head, ValueWidth>>(with.file, "attention.joined_v");
  const auto q = tf::split_heads<Head, Width>(with.run(queries));
  const auto k = tf::split_heads<Head, Width>(with.run(keys));
  const auto v = tf::split_heads<Head, ValueWidth>(with.run(values));
  with.for_each_mask([&](const std::string& name, const auto& mask) {
    check(let(tf::join_heads(tf::attention(q, k, v, mask))), with.file, "attention.joined_" + name);
    const auto heads = let(tf::attention(let(q), let(k), let(v), mask));
    check(let(tf::join_heads(heads)), with.file, "attention.joined_" + name);
  });
}

}  // namespace
