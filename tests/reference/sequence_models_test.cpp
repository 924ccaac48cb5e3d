#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/encoder_model.hpp>
#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/layers/language_model.hpp>
#include <typeformer/layers/layer_norm.hpp>
#include <typeformer/layers/positions.hpp>

#include "layer_gradients.hpp"

/// RMS norm, gated feed-forward layers and learned positions, and the models that are made of them: results and
/// gradients.
namespace {
namespace tf = typeformer;
using namespace tf::testing;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Vocabulary : tf::axis<"V", 11> {};
struct Out : tf::axis<"d_o", 7> {};
struct tied : tf::conventions<tf::norm_before, tf::rms_norms<>, tf::gated, tf::swish_activation, tf::trained_positions,
                              tf::unscaled> {
  struct Position : tf::axis<"N", tf::up_to<9>> {};
  using Vocabulary = ::Vocabulary;
  struct Class : tf::axis<"c", 4> {};
  struct Model : tf::axis<"d_model", 10> {};
  struct Head : tf::axis<"h", 2> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 12> {};
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
  using embeddings = tf::tied_output;
};
struct untied : tied {
  using embeddings = tf::three_tables;
};
using Position = tied::Position;
using Model = tied::Model;
using Inner = tied::Inner;

/// Tensors of the file.
template <class T>
struct fixture {
  tf::safetensors::file file = reference_file("sequence_models");
  tf::tensor<T, Batch, Position, Model> x = read<T, Batch, Position, Model>(file, "x");
  tf::tokens<Vocabulary, Batch, Position> tokens = read_tokens<Vocabulary, Batch, Position>(file, "tokens");
  std::vector<std::int32_t> lengths = read_numbers(file, "lengths");

  /// What M yields of the inputs, and the gradients of a cotangent.
  template <class M, class... X>
  void check(const std::string& name, const X&... inputs) const {
    const tf::packed_weights<M, T> weights{read_weights<M, T>(file, name)};
    tf::kernels::threads threads{2};
    tf::session<M, T, typename input_kind<X>::type...> run{weights, threads};
    tf::testing::check(run(inputs...), file, name + "/y");
    check_layer_gradients<M, T>(file, name, inputs...);
  }
};

/// Positions that do not begin with the table's first row.
struct Longer : tf::axis<"P", 12> {};
struct later_positions : tf::learned_positions<Longer, Model> {
  constexpr auto operator()(const auto& x) const { return tf::learned_positions<Longer, Model>::operator()(x, 3); }
};

}  // namespace

TEMPLATE_TEST_CASE("rms_norm is PyTorch's RMSNorm", "", float, double) {
  const fixture<TestType> with;
  with.template check<tf::rms_norm<Model>>("rms_norm", with.x);
  with.template check<tf::rms_norm<Model, std::ratio<1, 2>>>("rms_norm_large_epsilon", with.x);
}

TEMPLATE_TEST_CASE("gated_feed_forward is a SwiGLU, with GELU a GEGLU", "", float, double) {
  const fixture<TestType> with;
  with.template check<tf::gated_feed_forward<Model, Inner>>("swiglu", with.x);
  using without_bias = tf::gated_feed_forward<Model, Inner, Out, tf::swish_activation, tf::without_bias>;
  with.template check<without_bias>("swiglu_without_bias", with.x);
  with.template check<tf::gated_feed_forward<Model, Inner, Model, tf::gelu_activation>>("geglu", with.x);
}

TEMPLATE_TEST_CASE("learned_positions are PyTorch's Embedding of positions, added",
                   "[row: learned positions][forward][reference]", float, double) {
  const fixture<TestType> with;
  with.template check<tf::learned_positions<Position, Model>>("learned_positions", with.x);
  with.template check<later_positions>("learned_positions_from_3", with.x);
}

TEMPLATE_TEST_CASE("language_model is PyTorch's layers under a causal mask",
                   "[row: decoder-only p(y)][forward][reference]", float, double) {
  const fixture<TestType> with;
  with.template check<tf::language_model<tied>>("language_model_tied", with.tokens);
  with.template check<tf::language_model<untied>>("language_model_three_tables", with.tokens);
}

TEMPLATE_TEST_CASE("encoder_model is the mean of the positions that are there",
                   "[row: encoder-only][forward][reference]", float, double) {
  const fixture<TestType> with;
  with.template check<tf::encoder_model<tied>>("encoder_model", with.tokens, tf::row_lengths{with.lengths});
  with.template check<tf::encoder_model<tied>>("encoder_model_all_there", with.tokens);
}
