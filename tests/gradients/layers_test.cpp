#include <typeformer/layers/transformer.hpp>

#include "check.hpp"

namespace typeformer::testing {
namespace {

struct Batch : axis<"B", 2> {};
struct Key : axis<"M", 4> {};
struct Memory : axis<"D_m", 5> {};
struct ValueWidth : axis<"e", 2> {};

struct after : conventions<> {
  struct Source : axis<"N", 4> {};
  struct Target : axis<"L", 3> {};
  struct Vocabulary : axis<"V", 7> {};
  struct Phone : axis<"W", 5> {};
  struct Model : axis<"D", 6> {};
  struct Head : axis<"h", 2> {};
  struct Width : quotient<"d", Model, Head> {};
  struct Inner : axis<"F", 8> {};
  using SourceVocabulary = Vocabulary;
  using TargetVocabulary = Vocabulary;
  using embeddings = one_table;
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
};
struct before : with_choices<after, norm_before, gelu_activation> {
  using TargetVocabulary = after::Phone;
  using embeddings = tied_output;
};
struct untied : with_choices<before, attention_bias<without_bias>> {
  using embeddings = three_tables;
};
struct dropping : with_choices<before, dropout_rate<std::ratio<1, 4>>> {};
using sequence = shape<Batch, after::Source, after::Model>;
using target_sequence = shape<Batch, after::Target, after::Model>;

template <class Config, class... Lengths>
void check_transformer() {
  check_gradients<transformer<Config>, tokens<typename Config::SourceVocabulary, Batch, typename Config::Source>,
                  tokens<typename Config::TargetVocabulary, Batch, typename Config::Target>, Lengths...>();
}
template <class Activation>
void check_feed_forward() {
  check_gradients<feed_forward<after::Model, after::Inner, Memory, Activation>, sequence>();
}
template <class Sinusoids>
void check_positions() {
  check_gradients<typename Sinusoids::template positions<after::Source, after::Model>, sequence>();
}

}  // namespace

TEST_CASE("gradients: linear, norm") {
  check_gradients<linear<after::Model, after::Inner>, sequence>();
  check_gradients<linear<after::Model, after::Inner, without_bias>, sequence>();
  check_gradients<layer_norm<after::Model>, sequence>();
  check_gradients<layer_norm<after::Model, added_to_root<>>, sequence>();
  check_gradients<layer_norm<after::Model, added_to_deviation<>>, sequence>();
}

TEST_CASE("gradients: feed-forward with each function") {
  check_feed_forward<relu_activation>();
  check_feed_forward<gelu_activation>();
  check_feed_forward<gelu_tanh_activation>();
  check_feed_forward<gelu_quick_activation>();
  check_feed_forward<swish_activation>();
}

TEST_CASE("gradients: embedding, scaled or not") {
  check_gradients<embedding<after::Vocabulary, after::Model>, tokens<after::Vocabulary, Batch, after::Source>>();
  check_gradients<embedding<after::Vocabulary, after::Model, unscaled>,
                  tokens<after::Vocabulary, Batch, after::Source>>();
}

TEST_CASE("gradients: positions") {
  check_positions<interleaved_sinusoids>();
  check_positions<halved_sinusoids>();
  check_positions<stretched_sinusoids>();
}

TEST_CASE("gradients: attention layers of every width") {
  using memory = shape<Batch, Key, Memory>;
  check_gradients<attention_head<after::Model, after::Width, ValueWidth, Memory>, sequence, memory>();
  check_gradients<multi_head_attention<after::Head, after::Width, after::Model, ValueWidth, Memory>, sequence, memory,
                  memory>();
}

TEST_CASE("gradients: encoders") {
  check_gradients<encoder<after>, sequence>();
  check_gradients<encoder<before>, sequence, causal_padding<Batch, after::Source>>();
}

TEST_CASE("gradients: decoders") {
  using own = causal<after::Target>;
  check_gradients<decoder<after>, target_sequence, sequence, own>();
  check_gradients<decoder<before>, target_sequence, sequence, own, padding<Batch, after::Target, after::Source>>();
}

TEST_CASE("gradients: whole transformers") {
  check_transformer<after>();
  check_transformer<before, row_lengths>();
  check_transformer<untied>();
  check_transformer<dropping>();
}

}  // namespace typeformer::testing
