#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <typeformer/layers/convolution.hpp>
#include <typeformer/layers/recurrent/recurrent.hpp>
#include <typeformer/readings/step_list.hpp>

#include "../gradients/check.hpp"
#include "../laws/decoded_models.hpp"
#include "plain_loops.hpp"

/// Recurrent and convolutional layers against plain loops in double.
namespace {
namespace tf = typeformer;
using namespace tf::testing;
using namespace plain;

struct Batch : tf::axis<"B", tf::up_to<2>> {};
struct Position : tf::axis<"N", tf::up_to<5>> {};
struct In : tf::axis<"i", 3> {};
struct Hidden : tf::axis<"h", 4> {};
struct Kernel : tf::axis<"k", 3> {};
struct Five : tf::axis<"k", 5> {};
constexpr std::size_t in = tf::bound<In>, hidden = tf::bound<Hidden>;

using sequence = tf::shape<Batch, Position, In>;
/// Of zeros, and of a state that is handed over.
template <class M>
void check_cell(kind which) {
  using State = typename M::State;
  const by_name<M> w;
  tf::kernels::threads threads{1};
  const tf::packed_weights<M, double> packed{w.weights};
  const std::size_t rows = 2, positions = 5, state = tf::bound<State>;
  tf::tensor<double, Batch, Position, In> x(rows, positions);
  tf::tensor<double, Batch, State> start(rows);
  fill_at_random(x.elements(), 1);
  tf::session<M, double, sequence> of_zeros{packed, threads};
  tf::session<M, double, tf::shape<Batch, State>, sequence> of_start{packed, threads};
  for (const bool is_given : {false, true}) {
    if (is_given) fill_at_random(start.elements(), 2);
    const auto y = is_given ? of_start(start, x) : of_zeros(x);
    double error = 0;
    for (std::size_t b = 0; b < rows; ++b) {
      std::vector<row> now;
      for (std::size_t i = 0; i < positions; ++i) {
        const double* const numbers = x.data() + (b * positions + i) * in;
        now.emplace_back(numbers, numbers + in);
      }
      const double* const first = start.data() + b * state;
      const auto expected = recur(which, w, "cell.", row(first, first + state), now);
      for (std::size_t i = 0; i < positions; ++i)
        for (std::size_t j = 0; j < hidden; ++j)
          error = std::max(error, std::fabs(expected[i][j] - y.data[(b * positions + i) * hidden + j]));
    }
    CHECK(error <= 1e-14);
  }
}

/// Σ_k x_{i + (k − (K−1)/2)·d} W_k + b
template <class M>
void check_convolution(std::size_t kernel, std::size_t dilation) {
  const by_name<M> w;
  tf::kernels::threads threads{1};
  const tf::packed_weights<M, double> packed{w.weights};
  tf::session<M, double, sequence> run{packed, threads};
  const auto weight = w["map.weight"], bias = w["map.bias"];
  for (const std::size_t positions : {1, 2, 5}) {
    tf::tensor<double, Batch, Position, In> x(2, positions);
    fill_at_random(x.elements(), 1);
    const auto y = run(x);
    double error = 0;
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t i = 0; i < positions; ++i)
        for (std::size_t j = 0; j < hidden; ++j) {
          double sum = bias[j];
          for (std::size_t k = 0; k < kernel; ++k) {
            const auto at = static_cast<std::ptrdiff_t>(i) +
                            (static_cast<std::ptrdiff_t>(k) - static_cast<std::ptrdiff_t>(kernel / 2)) *
                                static_cast<std::ptrdiff_t>(dilation);
            if (at < 0 || at >= static_cast<std::ptrdiff_t>(positions)) continue;
            for (std::size_t e = 0; e < in; ++e)
              sum +=
                  x.data()[(b * positions + static_cast<std::size_t>(at)) * in + e] * weight[(j * kernel + k) * in + e];
          }
          error = std::max(error, std::fabs(sum - y.data[(b * positions + i) * hidden + j]));
        }
    CHECK(error <= 1e-14);
  }
}

/// A language model of a recurrent layer.
template <class Layer>
struct letters_by {
  using embedding_type = tf::embedding<decoded_models::Letters, decoded_models::Model>;
  BOOST_HANA_DEFINE_STRUCT(letters_by, (embedding_type, embedding), (Layer, layer));
  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return tf::in_frame(*this, x, [&] { return embedding.logits(layer(embedding(x))); });
  }
};
template <class Layer>
void check_decoding() {
  using model = letters_by<Layer>;
  decoded_models::check_pieces<decoded_models::decoded<model, decoded_models::word>, double, 0, decoded_models::word>(
      1e-14, decoded_models::three_words);
}
using decoded_models::Model;

/// A causal convolution of every second position, as a layer.
struct every_second {
  using map_type = tf::linear<tf::product<Kernel, Model>, Model>;
  BOOST_HANA_DEFINE_STRUCT(every_second, (map_type, map));
  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return map(tf::merge<Kernel, Model>(tf::windows<decoded_models::N, Kernel, 2>(x, -4)));
  }
};

}  // namespace

TEST_CASE("recurrent layers are their formulas", "[row: recurrent cell][row: GRU][row: LSTM][forward][reference]") {
  check_cell<tf::rnn<In, Hidden>>(kind::rnn);
  check_cell<tf::gru<In, Hidden>>(kind::gru);
  check_cell<tf::lstm<In, Hidden>>(kind::lstm);
}

TEST_CASE("recurrent layers have the gradients of differences",
          "[row: recurrent cell][row: GRU][row: LSTM][gradient]") {
  using given = tf::shape<Batch, Hidden>;
  check_gradients<tf::rnn<In, Hidden>, sequence>();
  check_gradients<tf::rnn<In, Hidden>, given, sequence>();
  check_gradients<tf::gru<In, Hidden>, given, sequence>();
  check_gradients<tf::lstm<In, Hidden>, tf::shape<Batch, tf::direct_sum<Hidden, Hidden>>, sequence>();
}

TEST_CASE("recurrent layers decode what they compute of the whole",
          "[row: recurrent cell][row: GRU][row: LSTM][row: decoder-only p(y)][laws]") {
  check_decoding<tf::rnn<Model, Model>>();
  check_decoding<tf::gru<Model, Model>>();
  check_decoding<tf::lstm<Model, Model>>();
}

TEST_CASE("the inputs of recurrent layers are one product, the state's one for each position",
          "[row: recurrent cell][row: GRU][row: LSTM][trace]") {
  CHECK(costs_of<tf::rnn<In, Hidden>, sequence>() ==
        std::vector<std::string>{"linear: 2·B·N·i·h + B·N·h", "linear: 2·N·B·h²", "elementwise: 2·N·B·h"});
  CHECK(costs_of<tf::gru<In, Hidden>, sequence>() ==
        std::vector<std::string>{"linear: 6·B·N·i·h + 3·B·N·h", "linear: 6·N·B·h² + 3·N·B·h", "elementwise: 2·N·B·h",
                                 "elementwise: 5·N·B·h", "elementwise: 4·N·B·h"});
  CHECK(costs_of<tf::lstm<In, Hidden>, sequence>() ==
        std::vector<std::string>{"linear: 8·B·N·i·h + 4·B·N·h", "linear: 8·N·B·h²", "add: 4·N·B·h",
                                 "elementwise: 6·N·B·h", "elementwise: 3·N·B·h"});
  CHECK(tf::operation_count<tf::lstm<In, Hidden>, sequence> == 10 * (8 * 4 * (3 + 4) + (4 + 4 + 6 + 3) * 4));
}

TEST_CASE("a convolution is its formula", "[row: convolution][row: dilated convolution][forward][reference]") {
  check_convolution<tf::convolution<In, Hidden, Kernel>>(3, 1);
  check_convolution<tf::convolution<In, Hidden, Five>>(5, 1);
  check_convolution<tf::convolution<In, Hidden, Kernel, tf::with_bias, 2>>(3, 2);
  check_convolution<tf::convolution<In, Hidden, Five, tf::with_bias, 3>>(5, 3);
}

TEST_CASE("a convolution has the gradients of differences", "[row: convolution][row: dilated convolution][gradient]") {
  check_gradients<tf::convolution<In, Hidden, Kernel>, sequence>();
  check_gradients<tf::convolution<In, Hidden, Five, tf::with_bias, 2>, sequence>();
}

TEST_CASE("a dilated convolution is one of a window with zeros between", "[row: dilated convolution][laws]") {
  using dilated = tf::convolution<In, Hidden, Kernel, tf::with_bias, 2>;
  using wide = tf::convolution<In, Hidden, Five>;
  const by_name<dilated> w;
  tf::weights<wide, double> spread;
  tf::for_each_named_parameter(tf::model<wide>, [&]<class P>(const std::string& name, const P& p) {
    const auto narrow = w[name];
    const auto to = spread.block().begin() + p.offset;
    std::fill_n(to, P::size, 0.0);
    if constexpr (tf::is_vector<P>) {
      std::ranges::copy(narrow, to);
    } else {
      for (std::size_t j = 0; j < hidden; ++j)
        for (std::size_t k = 0; k < 3; ++k)
          std::copy_n(narrow.begin() + static_cast<std::ptrdiff_t>((j * 3 + k) * in), in,
                      to + static_cast<std::ptrdiff_t>((j * 5 + 2 * k) * in));
    }
  });
  tf::kernels::threads threads{1};
  const tf::packed_weights<dilated, double> of_three{w.weights};
  const tf::packed_weights<wide, double> of_five{spread};
  tf::session<dilated, double, sequence> run{of_three, threads};
  tf::session<wide, double, sequence> run_wide{of_five, threads};
  tf::tensor<double, Batch, Position, In> x(2, 5);
  fill_at_random(x.elements(), 3);
  const auto y = run(x), z = run_wide(x);
  double error = 0;
  for (std::size_t i = 0; i < y.shape.size(); ++i) error = std::max(error, std::fabs(y.data[i] - z.data[i]));
  CHECK(error <= 1e-14);
}

TEST_CASE("a dilated causal convolution decodes what it computes of the whole", "[row: dilated convolution][laws]") {
  check_decoding<every_second>();
}

TEST_CASE("a convolution does not depend on where a sequence is", "[row: convolution][laws]") {
  // One position further on: the same but at the ends.
  using layer = tf::convolution<In, Hidden, Kernel>;
  const by_name<layer> w;
  tf::kernels::threads threads{1};
  const tf::packed_weights<layer, double> packed{w.weights};
  tf::session<layer, double, sequence> run{packed, threads}, again{packed, threads};
  tf::tensor<double, Batch, Position, In> x(1, 5), moved(1, 5);
  fill_at_random(x.elements(), 3);
  std::copy_n(x.data(), 4 * in, moved.data() + in);
  const auto y = run(x), z = again(moved);
  for (std::size_t i = 0; i < 3 * hidden; ++i) CHECK(y.data[i] == z.data[i + hidden]);
}

TEST_CASE("a convolution is one product of windows", "[row: convolution][row: dilated convolution][trace]") {
  const std::vector<std::string> one_product{"linear: 2·B·N·k·i·h + B·N·h"};
  CHECK(costs_of<tf::convolution<In, Hidden, Kernel>, sequence>() == one_product);
  CHECK(costs_of<tf::convolution<In, Hidden, Kernel, tf::with_bias, 2>, sequence>() == one_product);
}
