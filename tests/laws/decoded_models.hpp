#pragma once
#include <algorithm>
#include <utility>

#include <typeformer/decode/decoding_session.hpp>
#include <typeformer/expressions/contract.hpp>
#include <typeformer/expressions/function.hpp>
#include <typeformer/expressions/move.hpp>
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/expressions/scan.hpp>
#include <typeformer/expressions/zeros.hpp>
#include <typeformer/layers/attention.hpp>
#include <typeformer/layers/encoder.hpp>
#include <typeformer/layers/language_model.hpp>
#include <typeformer/layers/mechanisms/linear_attention.hpp>
#include <typeformer/tensor/quantized_weights.hpp>

#include "../catch.hpp"
#include "../small_model.hpp"

/// Models for laws of decoding, and what is checked of them.
namespace decoded_models {
namespace tf = typeformer;
using namespace tf::testing;

struct Batch : tf::axis<"B", tf::up_to<6>> {};
struct N : tf::axis<"N", tf::up_to<12>> {};
struct Letters : tf::axis<"V", 11> {};
struct Feature : tf::axis<"f", 5> {};
struct Kernel : tf::axis<"k", 3> {};

struct after : tf::conventions<> {
  struct Model : tf::axis<"d_model", 16> {};
  struct Head : tf::axis<"h", 2> {};
  struct Width : tf::axis<"d̃", 8> {};
  struct Inner : tf::axis<"d_ff", 24> {};
  static constexpr std::size_t encoder_layers = 2;
};
struct KeyHead : tf::axis<"h_k", 2> {};
struct Group : tf::axis<"g", 2> {};
struct before_grouped : tf::conventions<tf::norm_before, tf::grouped_heads<KeyHead>, tf::gelu_activation> {
  using Model = after::Model;
  using Head = tf::product<KeyHead, Group>;
  struct Width : tf::axis<"d̃", 4> {};
  using Inner = after::Inner;
  static constexpr std::size_t encoder_layers = 3;
};
using Model = after::Model;

/// Language models of a Config, which is all that there is to write.
template <class Choices>
struct spelling : Choices {
  using Position = N;
  using Vocabulary = Letters;
  static constexpr std::size_t decoder_layers = 2;
  using embeddings = tf::tied_output;
};
struct gated_before : tf::with_choices<spelling<after>, tf::norm_before, tf::rms_norms<>, tf::gated,
                                       tf::swish_activation, tf::trained_positions, tf::unscaled> {};
struct gated_after : tf::with_choices<gated_before, tf::norm_after, tf::attention_bias<tf::without_bias>> {
  using embeddings = tf::three_tables;
};
struct grouped_without_positions
    : tf::with_choices<spelling<before_grouped>, tf::no_positions, tf::rms_norms<>, tf::gated> {};
/// A window of four of the twelve positions, of one, and of more than there are.
template <std::size_t Size>
struct windowed : tf::with_choices<gated_before, tf::sliding_window_attention<Size>> {};
/// Whose decoder keeps sums, not keys and values.
struct linear_before : tf::with_choices<gated_before, tf::linear_attention<>> {};
struct windowed_grouped : tf::with_choices<grouped_without_positions, tf::sliding_window_attention<5>> {};

using word = tf::tokens<Letters, Batch, N>;

/// A language model: an encoder under a causal mask.
template <class Config>
struct causal_encoder {
  using embedding_type = tf::embedding<Letters, Model>;
  using positions_type = tf::sinusoidal_positions<N, Model>;
  using layers_type = tf::encoder<Config>;
  BOOST_HANA_DEFINE_STRUCT(causal_encoder, (embedding_type, embedding), (positions_type, positions),
                           (layers_type, layers));
  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return tf::in_frame(*this, x, [&] { return embedding.logits(layers(positions(embedding(x)), tf::causal<N>{})); });
  }
};

/// One head, as the paper writes it, operation by operation where nothing is fused.
struct written_out {
  using embedding_type = tf::embedding<Letters, Model>;
  using map = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(written_out, (embedding_type, embedding), (map, query), (map, key), (map, value));
  template <tf::expression X>
  constexpr auto operator()(const X& tokens) const {
    return tf::in_frame(*this, tokens, [&] {
      const auto x = let(embedding(tokens));
      const auto [q, k, v] = let(query(x), key(x), value(x));
      const auto seen = let(softmax(q * transpose(k) / tf::root<Model> + tf::causal<N>{-1}) * v);
      return hadamard(x, tf::sigmoid(seen)) + 0.5 * seen - square(x);
    });
  }
};

/// Two causal convolutions, the second with gaps before it.
struct convolutions {
  using embedding_type = tf::embedding<Letters, Model>;
  using map = tf::linear<tf::product<Kernel, Model>, Model>;
  BOOST_HANA_DEFINE_STRUCT(convolutions, (embedding_type, embedding), (map, first), (map, second));
  template <tf::expression X>
  constexpr auto operator()(const X& tokens) const {
    return tf::in_frame(*this, tokens, [&] {
      const auto x = let(embedding(tokens));
      const auto y = let(x + tf::gelu(first(tf::merge<Kernel, Model>(tf::windows<N, Kernel>(x, -2)))));
      return embedding.logits(second(tf::merge<Kernel, Model>(tf::windows<N, Kernel>(y, -5))));
    });
  }
};

/// A gated recurrent unit, and a scan behind it whose output is not its state.
struct recurrent {
  struct Hidden : tf::axis<"h", 12> {};
  using embedding_type = tf::embedding<Letters, Model>;
  using of_input = tf::linear<Model, Hidden>;
  using of_state = tf::linear<Hidden, Hidden, tf::without_bias>;
  using map = tf::linear<Hidden, Model>;
  BOOST_HANA_DEFINE_STRUCT(recurrent, (embedding_type, embedding), (of_input, to_gate), (of_input, to_new),
                           (of_state, gate), (of_state, candidate), (map, output));
  template <tf::expression X>
  constexpr auto operator()(const X& tokens) const {
    return tf::in_frame(*this, tokens, [&] {
      const auto x = let(embedding(tokens));
      const auto start = tf::zeros<Batch, Hidden>(x);
      const auto h = let(tf::scan<N>(start, x, [&](const auto& state, const auto& now) {
        const auto z = let(tf::sigmoid(to_gate(now) + gate(state)));
        const auto c = let(tf::tanh(to_new(now) + candidate(state)));
        return hadamard(z, state) + hadamard(1 - z, c);
      }));
      const auto mean = let(tf::scan<N>(start, h, [](const auto& state, const auto& now) {
        return tf::step_result{0.75 * state + now, hadamard(state, now)};
      }));
      return [&, h, mean] { return embedding.logits(output(h + mean)); };
    });
  }
};

/// A recurrence that looks at the rows of a memory at each position: its step uses the memory, and what is computed of
/// it before, and begins with its mean.
struct attending {
  struct Row : tf::axis<"M", 4> {};
  using embedding_type = tf::embedding<Letters, Model>;
  using map = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(attending, (embedding_type, embedding), (map, key), (map, next));
  template <tf::expression X, tf::expression Memory>
  constexpr auto operator()(const X& tokens, const Memory& memory) const {
    return tf::in_frame(*this, tokens, [&] {
      const auto x = let(embedding(tokens));
      const auto keys = let(key(memory));
      const auto start = let(tf::mean<Row>(memory));
      const auto states = let(tf::scan<N>(start, x, [&](const auto& s, const auto& now) {
        const auto weights = let(tf::softmax<Row>(tf::contract<Model>(keys, s)));
        const auto seen = let(tf::contract<Row>(weights, memory));
        return tf::tanh(next(now + s) + seen + start);
      }));
      return [&, states] { return embedding.logits(states); };
    });
  }
};

/// Continues a sequence of numbers, given features of it that are the same at all positions.
struct conditioned {
  struct In : tf::axis<"in", 3> {};
  using to_model = tf::linear<In, Model>;
  using of_features = tf::feed_forward<Feature, after::Inner, Model>;
  using layers_type = tf::encoder<after>;
  using map = tf::linear<Model, In>;
  BOOST_HANA_DEFINE_STRUCT(conditioned, (to_model, widen), (of_features, features), (layers_type, layers),
                           (map, output));
  template <tf::expression X, tf::expression Y>
  constexpr auto operator()(const X& x, const Y& given) const {
    return tf::in_frame(*this, x, [&] {
      const auto f = let(features(given));
      const auto y = let(layers(widen(x) + f, tf::causal<N>{}));
      return output(hadamard(y, f));
    });
  }
};

/// Rows of different lengths, whose mask is handed over.
template <class Config>
struct padded {
  using embedding_type = tf::embedding<Letters, Model>;
  using layers_type = tf::encoder<Config>;
  BOOST_HANA_DEFINE_STRUCT(padded, (embedding_type, embedding), (layers_type, layers));
  template <tf::expression X, class Mask>
  constexpr auto operator()(const X& x, const Mask& mask) const {
    return layers(embedding(x), tf::causal<N>{} & mask);
  }
};

template <class M, class... Input>
using decoded = tf::decoding_of<M, N, Input...>;

/// Positions from `first` on of what has the axis N.
template <class X>
auto part(const X& x, std::size_t first, std::size_t count) {
  using shape = typename X::shape_type;
  constexpr std::size_t i = tf::algebra::index_of<N>(std::type_identity<shape>{});
  const auto extents = x.shape().extents();
  X some{tf::algebra::replace<N>(x.shape(), tf::dimension<N>{count})};
  std::size_t outer = 1, inner = 1;
  for (std::size_t a = 0; a < extents.size(); ++a) (a < i ? outer : a > i ? inner : outer) *= a == i ? 1 : extents[a];
  for (std::size_t row = 0; row < outer; ++row)
    std::copy_n(x.data() + (row * extents[i] + first) * inner, count * inner, some.data() + row * count * inner);
  return some;
}

template <class Y>
void check_part(const Y& some, const Y& whole, std::size_t first, double tolerance) {
  using shape = typename Y::shape_type;
  constexpr std::size_t i = tf::algebra::index_of<N>(std::type_identity<shape>{});
  const auto extents = some.shape.extents();
  const std::size_t inner = some.size() / extents[0] / (i == 0 ? 1 : extents[1]);
  const std::size_t outer = i == 0 ? 1 : extents[0], along = extents[i], all = whole.shape.extents()[i];
  double error = 0;
  for (std::size_t row = 0; row < outer; ++row)
    for (std::size_t j = 0; j < along * inner; ++j)
      error = std::max(error, std::abs(static_cast<double>(some.data[row * along * inner + j]) -
                                       static_cast<double>(whole.data[(row * all + first) * inner + j])));
  CHECK(error <= tolerance);
}

/// D's session against one that reads the whole: `x` is the sequence, whose input has the index I.
template <class D, class Numbers, std::size_t I, class... Input, class... X>
void check_pieces(double tolerance, const X&... inputs) {
  tf::kernels::threads threads{1};
  using T = tf::element_t<Numbers>;
  const auto stored = random_weights<typename D::module, T>(1);
  const tf::packed_weights<typename D::module, Numbers> weights{stored};
  tf::session<typename D::module, Numbers, Input...> whole{weights, threads};
  tf::decoding_session<D, Numbers> pieces{weights, threads};
  const auto y = whole(inputs...);
  const auto& x = std::get<I>(std::tie(inputs...));
  const std::size_t length = tf::algebra::extent_of<N>(x.shape());
  for (const auto& sizes : std::vector<std::vector<std::size_t>>{
           {length}, std::vector<std::size_t>(length, 1), {4, 1, 2, 1, 1, 3}, {1, 5, 1, 5}, {2, 1, 9}}) {
    std::size_t at = 0;
    for (const std::size_t n : sizes) {
      const auto piece = part(x, at, n);
      if (at == 0) {
        const auto given = [&]<std::size_t J>(const auto& input,
                                              std::integral_constant<std::size_t, J>) -> const auto& {
          if constexpr (J == I) {
            return piece;
          } else {
            return input;
          }
        };
        [&]<std::size_t... J>(std::index_sequence<J...>) {
          check_part(pieces.prefill(given(inputs, std::integral_constant<std::size_t, J>{})...), y, at, tolerance);
        }(std::index_sequence_for<X...>{});
      } else {
        check_part(pieces.decode_step(piece), y, at, tolerance);
      }
      at += n;
    }
    CHECK(pieces.position() == length);
    CHECK(pieces.used_bytes() <= pieces.workspace_bytes);
  }
}

template <class X>
X random_tokens(X x, std::size_t vocabulary) {
  std::mt19937 generator{3};
  for (std::int32_t& token : std::span{x.data(), x.size()}) token = static_cast<std::int32_t>(generator() % vocabulary);
  return x;
}
template <class X>
X random_numbers(X x) {
  fill_at_random(std::span{x.data(), x.size()}, 7);
  return x;
}

inline const word three_words = random_tokens(word(3, 12), 11);

}  // namespace decoded_models
