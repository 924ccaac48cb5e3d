#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/attention.hpp>
#include <typeformer/layers/embedding.hpp>
#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/layers/layer_norm.hpp>
#include <typeformer/layers/linear.hpp>
#include <typeformer/layers/multi_head_attention.hpp>

#include "reference.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Query : tf::axis<"N", tf::up_to<8>> {};
struct Key : tf::same_sequence<Query, "M"> {};
struct Model : tf::axis<"d_model", 16> {};
struct Inner : tf::axis<"d_ff", 24> {};
struct Vocabulary : tf::axis<"V", 30> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::quotient<"d̃", Model, Head> {};
struct KeyIn : tf::axis<"d_k", 20> {};
struct ValueIn : tf::axis<"d_v", 12> {};
struct Out : tf::axis<"d_o", 18> {};
struct FreeWidth : tf::axis<"d̃_q", 6> {};
struct FreeValueWidth : tf::axis<"d̃_v", 10> {};

using queries = tf::shape<Batch, Query, Model>;
using keys = tf::shape<Batch, Key, Model>;

/// A layer of the file, run in a session with two threads. x and memory are what most layers read.
template <class M, class T>
struct fixture {
  tf::safetensors::file file = reference_file("layers");
  tf::tensor<T, Batch, Query, Model> x = read<T, Batch, Query, Model>(file, "x");
  tf::tensor<T, Batch, Key, Model> memory = read<T, Batch, Key, Model>(file, "memory");
  std::vector<std::int32_t> lengths = read_numbers(file, "lengths");
  tf::weights<M, T> weights;
  tf::packed_weights<M, T> packed;
  tf::kernels::threads threads{2};

  explicit fixture(const std::string& name) : weights{read_weights<M, T>(file, name)}, packed{weights} {}

  template <class... Input, class... X>
  void check_session(const std::string& name, const X&... inputs) {
    tf::session<M, T, Input...> run{packed, threads};
    check(run(inputs...), file, name);
  }
};

TEMPLATE_TEST_CASE("linear is PyTorch's Linear", "", float, double) {
  fixture<tf::linear<Model, Inner>, TestType> biased{"linear"};
  biased.template check_session<queries>("linear/y", biased.x);
  fixture<tf::linear<Model, Inner, tf::without_bias>, TestType> plain{"linear_without_bias"};
  plain.template check_session<queries>("linear_without_bias/y", plain.x);
}

TEMPLATE_TEST_CASE("attention_head with a width of its own for each of its inputs",
                   "[row: attention head][forward][reference]", float, double) {
  fixture<tf::attention_head<Model, FreeWidth, FreeValueWidth, KeyIn, tf::with_bias>, TestType> with{"attention_head"};
  const auto memory = read<TestType, Batch, Key, KeyIn>(with.file, "attention_head/memory");
  using mask = tf::causal<Query, Key>;
  with.template check_session<queries, tf::shape<Batch, Key, KeyIn>, mask>("attention_head/y", with.x, memory, mask{1});
}

/// Self-attention, masked self-attention and attention to a padded memory.
template <class Bias, class T>
void check_multi_head(const std::string& name) {
  using attention = tf::multi_head_attention<Head, Width, Model, Width, Model, Model, Model, Bias>;
  fixture<attention, T> with{name};
  with.template check_session<queries>(name + "/self", with.x);
  with.template check_session<queries, tf::causal<Query>>(name + "/causal", with.x, tf::causal<Query>{});
  using padding = tf::padding<Batch, Query, Key>;
  with.template check_session<queries, keys, keys, padding>(name + "/cross", with.x, with.memory, with.memory,
                                                            padding{with.lengths});
}

TEMPLATE_TEST_CASE("multi_head_attention is PyTorch's MultiheadAttention",
                   "[row: multi-head attention][forward][reference]", float, double) {
  check_multi_head<tf::with_bias, TestType>("multi_head");
  check_multi_head<tf::without_bias, TestType>("multi_head_without_bias");
}

TEMPLATE_TEST_CASE("multi_head_attention with keys and values of other widths", "", float, double) {
  using T = TestType;
  using padding = tf::padding<Batch, Query, Key>;
  using key_shape = tf::shape<Batch, Key, KeyIn>;
  using value_shape = tf::shape<Batch, Key, ValueIn>;

  using torch_like = tf::multi_head_attention<Head, Width, Model, Width, KeyIn, ValueIn, Model, tf::without_bias>;
  fixture<torch_like, T> some{"multi_head_kdim_vdim"};
  const auto key = read<T, Batch, Key, KeyIn>(some.file, "multi_head_kdim_vdim/key");
  const auto value = read<T, Batch, Key, ValueIn>(some.file, "multi_head_kdim_vdim/value");
  some.template check_session<queries, key_shape, value_shape, padding>("multi_head_kdim_vdim/y", some.x, key, value,
                                                                        padding{some.lengths});

  fixture<tf::multi_head_attention<Head, FreeWidth, Model, FreeValueWidth, KeyIn, ValueIn, Out>, T> all{
      "multi_head_free_widths"};
  all.template check_session<queries, key_shape, value_shape, padding>("multi_head_free_widths/y", all.x, key, value,
                                                                       padding{all.lengths});
}

TEMPLATE_TEST_CASE("feed_forward, to its own width and to a vocabulary", "", float, double) {
  fixture<tf::feed_forward<Model, Inner>, TestType> same{"feed_forward"};
  same.template check_session<queries>("feed_forward/y", same.x);
  fixture<tf::feed_forward<Model, Inner, Vocabulary, tf::gelu_activation>, TestType> other{"feed_forward_vocabulary"};
  other.template check_session<queries>("feed_forward_vocabulary/y", other.x);
}

TEMPLATE_TEST_CASE("layer_norm is PyTorch's LayerNorm", "", float, double) {
  fixture<tf::layer_norm<Model>, TestType> with{"layer_norm"};
  with.template check_session<queries>("layer_norm/y", with.x);
}

TEMPLATE_TEST_CASE("embedding is PyTorch's Embedding, times the root of its width if wanted", "", float, double) {
  using T = TestType;
  using input = tf::tokens<Vocabulary, Batch, Query>;
  fixture<tf::embedding<Vocabulary, Model>, T> scaled{"embedding"};
  const auto tokens = read_tokens<Vocabulary, Batch, Query>(scaled.file, "embedding/tokens");
  scaled.template check_session<input>("embedding/scaled", tokens);
  fixture<tf::embedding<Vocabulary, Model, tf::unscaled>, T> plain{"embedding"};
  plain.template check_session<input>("embedding/y", tokens);

  runner<tf::embedding<Vocabulary, Model>, T> run{scaled.weights};
  check(tf::let(tf::model<tf::embedding<Vocabulary, Model>>.logits(run(scaled.x))), scaled.file, "embedding/scores");
}

}  // namespace
