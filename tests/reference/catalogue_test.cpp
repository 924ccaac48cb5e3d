#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <typeformer/layers/convolution.hpp>
#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/layers/mechanisms/bucketed_bias.hpp>
#include <typeformer/layers/mechanisms/linear_bias.hpp>
#include <typeformer/layers/mechanisms/local_attention.hpp>
#include <typeformer/layers/mechanisms/similarity_attention.hpp>
#include <typeformer/layers/recurrent/recurrent.hpp>

#include "layer_gradients.hpp"

/// Rows of the catalogue against PyTorch's own layers, and the gradients that its autograd finds.
namespace {
namespace tf = typeformer;
using namespace tf::testing;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Query : tf::axis<"N", tf::up_to<8>> {};
struct In : tf::axis<"i", 6> {};
struct Hidden : tf::axis<"h", 7> {};
struct Three : tf::axis<"k", 3> {};
struct Five : tf::axis<"k", 5> {};

struct Row : tf::axis<"B", 2> {};
struct Head : tf::axis<"h", 3> {};
struct N : tf::axis<"N", tf::up_to<22>> {};
struct Width : tf::axis<"d̃", 4> {};
struct ValueWidth : tf::axis<"e", 3> {};

/// A layer's result, and its gradients by weights and inputs.
template <class M, class... X>
void check_layer(const tf::safetensors::file& file, const std::string& name, const X&... inputs) {
  runner<M, double> run{read_weights<M, double>(file, name.substr(0, name.find('/')))};
  const auto given = [&](const auto& x) {
    if constexpr (tf::is_mask<std::remove_cvref_t<decltype(x)>>) {
      return x;
    } else {
      return run(x);
    }
  };
  check(tf::let(tf::model<M>(given(inputs)...)), file, name + "/y");
  check_layer_gradients<M, double>(file, name, inputs...);
}

TEST_CASE("recurrent layers are PyTorch's", "[row: recurrent cell][row: GRU][row: LSTM][reference]") {
  const auto file = reference_file("catalogue");
  const auto x = read<double, Batch, Query, In>(file, "x");
  const auto start = read<double, Batch, Hidden>(file, "start");
  check_layer<tf::rnn<In, Hidden>>(file, "rnn", start, x);
  check_layer<tf::gru<In, Hidden>>(file, "gru", start, x);
  using lstm = tf::lstm<In, Hidden>;
  check_layer<lstm>(file, "lstm", read<double, Batch, lstm::State>(file, "start_of_lstm"), x);
}

TEST_CASE("convolutions are PyTorch's", "[row: convolution][row: dilated convolution][reference]") {
  const auto file = reference_file("catalogue");
  const auto x = read<double, Batch, Query, In>(file, "x");
  check_layer<tf::convolution<In, Hidden, Three>>(file, "convolution", x);
  check_layer<tf::convolution<In, Hidden, Five, tf::with_bias, 2>>(file, "dilated_convolution", x);
}

TEST_CASE("a gated linear unit is PyTorch's", "[row: GLU][reference]") {
  const auto file = reference_file("catalogue");
  check_layer<tf::gated_feed_forward<In, Hidden, In, tf::sigmoid_activation>>(
      file, "glu", read<double, Batch, Query, In>(file, "x"));
}

struct heads {
  tf::safetensors::file file = reference_file("catalogue");
  tf::tensor<double, Row, Head, N, Width> q = read<double, Row, Head, N, Width>(file, "q");
  tf::tensor<double, Row, Head, N, Width> k = read<double, Row, Head, N, Width>(file, "k");
  tf::tensor<double, Row, Head, N, ValueWidth> v = read<double, Row, Head, N, ValueWidth>(file, "v");
  std::vector<std::int32_t> lengths = read_numbers(file, "lengths");

  template <class Mechanism, class Mask>
  void check(const std::string& name, const Mask& mask) const {
    check_layer<Mechanism>(file, name, q, k, v, mask);
  }
  /// Of all keys, with padding, and under a causal mask.
  template <class Mechanism>
  void check_masks(const std::string& name) const {
    check<Mechanism>(name + "/all", tf::no_mask{});
    check<Mechanism>(name + "/padded", tf::padding<Row, N>{lengths});
    check<Mechanism>(name + "/causal", tf::causal<N>{});
  }
};

TEST_CASE("attention by similarity is PyTorch's", "[row: dot-product attention][row: cosine attention][reference]") {
  const heads x;
  x.check_masks<tf::similarity_attention<tf::dot_product_similarity>>("dot_product");
  x.check_masks<tf::similarity_attention<tf::cosine_similarity>>("cosine");
}

TEST_CASE("attention with biases of the positions is PyTorch's", "[row: linear bias][row: bucketed bias][reference]") {
  const heads x;
  x.check_masks<tf::linear_bias_attention>("linear_bias");
  x.check_masks<tf::bucketed_bias_attention<Head, Width, 8, 20>>("bucketed_bias");
}

TEST_CASE("windows of attention are PyTorch's", "[row: local attention][row: sliding window][reference]") {
  const heads x;
  x.check<tf::local_heads<5>>("local_window", tf::no_mask{});
  x.check<tf::scaled_dot_product>("sliding_window", tf::sliding_window<N, 4>{});
}

}  // namespace
