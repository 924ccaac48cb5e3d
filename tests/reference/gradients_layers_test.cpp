#include "layer_gradients.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Query : tf::axis<"N", tf::up_to<8>> {};
struct Key : tf::axis<"M", tf::up_to<8>> {};
struct Model : tf::axis<"d_model", 10> {};
struct Inner : tf::axis<"d_ff", 12> {};
struct Out : tf::axis<"d_o", 11> {};
struct Vocabulary : tf::axis<"V", 15> {};
template <class T>
using fixture = derived_layers<T, Batch, Query, Key, Model>;

TEMPLATE_TEST_CASE("gradients of linear are those of PyTorch's autograd", "", float, double) {
  const fixture<TestType> with;
  with.template check<tf::linear<Model, Inner>>("linear", with.x);
  with.template check<tf::linear<Model, Inner, tf::without_bias>>("linear_without_bias", with.x);
}

template <class Activation, class T>
void check_feed_forward(const std::string& name) {
  const fixture<T> with;
  with.template check<tf::feed_forward<Model, Inner, Out, Activation>>("feed_forward/" + name, with.x);
}
TEMPLATE_TEST_CASE("gradients of feed_forward with each function are those of PyTorch's autograd", "", float, double) {
  check_feed_forward<tf::relu_activation, TestType>("relu");
  check_feed_forward<tf::gelu_activation, TestType>("gelu");
  check_feed_forward<tf::gelu_tanh_activation, TestType>("gelu_tanh");
  check_feed_forward<tf::gelu_quick_activation, TestType>("gelu_quick");
  check_feed_forward<tf::swish_activation, TestType>("swish");
}

template <class Epsilon, class T>
void check_norm(const std::string& name) {
  const fixture<T> with;
  with.template check<tf::layer_norm<Model, Epsilon>>("layer_norm/" + name, with.x);
}
TEMPLATE_TEST_CASE("gradients of layer_norm, wherever epsilon is, are those of PyTorch's autograd", "", float, double) {
  check_norm<tf::inside_root<std::milli>, TestType>("inside_root");
  check_norm<tf::added_to_root<std::milli>, TestType>("added_to_root");
  check_norm<tf::added_to_deviation<std::milli>, TestType>("added_to_deviation");
}

template <class Normalization>
struct around_linear {
  using norm_type = tf::layer_norm<Model>;
  using sublayer_type = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(around_linear, (norm_type, norm), (sublayer_type, sublayer));
  template <class X>
  constexpr auto operator()(const X& x) const {
    return Normalization::template residual<std::ratio<0>>(norm, x, [&](const auto& z) { return sublayer(z); });
  }
};
TEMPLATE_TEST_CASE("gradients of residuals with the norm after and before are those of PyTorch's autograd", "", float,
                   double) {
  const fixture<TestType> with;
  with.template check<around_linear<tf::norm_after>>("residual/after", with.x);
  with.template check<around_linear<tf::norm_before>>("residual/before", with.x);
}

/// What calls an embedding otherwise than with its tokens.
template <class F>
struct with_table {
  using table_type = tf::table<Vocabulary, Model>;
  BOOST_HANA_DEFINE_STRUCT(with_table, (table_type, weight));
  template <class X>
  constexpr auto operator()(const X& x) const {
    return F{}(tf::embedding<Vocabulary, Model>{weight}, x);
  }
};
using scores = with_table<decltype([](const auto& e, const auto& x) { return e.logits(x); })>;
using tied = with_table<decltype([](const auto& e, const auto& tokens) { return e.logits(tf::let(e(tokens))); })>;

TEMPLATE_TEST_CASE("gradients of embedding and of the scores tied to it are those of PyTorch's autograd", "", float,
                   double) {
  const fixture<TestType> with;
  const auto tokens = read_tokens<Vocabulary, Batch, Query>(with.file, "tokens");
  with.template check<tf::embedding<Vocabulary, Model>>("embedding/scaled", tokens);
  with.template check<tf::embedding<Vocabulary, Model, tf::unscaled>>("embedding/unscaled", tokens);
  with.template check<scores>("embedding/scores", with.x);
  with.template check<tied>("embedding/tied", tokens);
}

template <class Sinusoids, class T>
void check_positions(const std::string& name) {
  const fixture<T> with;
  with.template check<typename Sinusoids::template positions<Query, Model>>("positions/" + name, with.x);
}
TEMPLATE_TEST_CASE("gradients of positions are those of PyTorch's autograd", "", float, double) {
  check_positions<tf::interleaved_sinusoids, TestType>("interleaved");
  check_positions<tf::halved_sinusoids, TestType>("halved");
  check_positions<tf::stretched_sinusoids, TestType>("stretched");
}

}  // namespace
