#include <typeformer/layers/encoder_model.hpp>
#include <typeformer/layers/language_model.hpp>
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
// Models of one sequence: what a transformer's own choices leave out.
struct gated_before
    : with_choices<after, norm_before, rms_norms<>, gated, swish_activation, trained_positions, unscaled> {
  using Position = Source;
  struct Class : axis<"c", 3> {};
  using embeddings = tied_output;
};
struct plain_after : with_choices<after, no_positions, attention_bias<without_bias>> {
  using Position = Source;
  using Class = gated_before::Class;
  using embeddings = three_tables;
};
/// Encoder and decoder with the same choices, the norm after each sublayer.
struct gated_after : with_choices<gated_before, norm_after> {
  using embeddings = one_table;
};
struct gated_dropping : with_choices<gated_before, dropout_rate<std::ratio<1, 4>>> {};
using sequence = shape<Batch, after::Source, after::Model>;
using words = tokens<after::Vocabulary, Batch, after::Source>;
using word = tokens<after::Vocabulary, after::Source>;
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
template <class Activation, class Bias = with_bias>
void check_gated() {
  check_gradients<gated_feed_forward<after::Model, after::Inner, Memory, Activation, Bias>, sequence>();
}

struct Place : axis<"P", 9> {};
/// Positions that do not begin with the table's first row, as those of a sequence that goes on.
struct later_positions : learned_positions<Place, after::Model> {
  constexpr auto operator()(const auto& x) const { return learned_positions<Place, after::Model>::operator()(x, 3); }
};

}  // namespace

TEST_CASE("gradients: linear, norm") {
  check_gradients<linear<after::Model, after::Inner>, sequence>();
  check_gradients<linear<after::Model, after::Inner, without_bias>, sequence>();
  check_gradients<layer_norm<after::Model>, sequence>();
  check_gradients<layer_norm<after::Model, added_to_root<>>, sequence>();
  check_gradients<layer_norm<after::Model, added_to_deviation<>>, sequence>();
  check_gradients<rms_norm<after::Model>, sequence>();
  check_gradients<rms_norm<after::Model, std::ratio<1, 2>>, sequence>();
  check_gradients<rms_norm<after::Model>, shape<after::Model>>();
}

TEST_CASE("gradients: feed-forward with each function") {
  check_feed_forward<relu_activation>();
  check_feed_forward<gelu_activation>();
  check_feed_forward<gelu_tanh_activation>();
  check_feed_forward<gelu_quick_activation>();
  check_feed_forward<swish_activation>();
}

TEST_CASE("gradients: gated feed-forward") {
  check_gated<swish_activation>();
  check_gated<gelu_activation, without_bias>();
  check_gradients<gated_feed_forward<after::Model, after::Inner>, shape<after::Model>>();
}

TEST_CASE("gradients: embedding, scaled or not") {
  check_gradients<embedding<after::Vocabulary, after::Model>, tokens<after::Vocabulary, Batch, after::Source>>();
  check_gradients<embedding<after::Vocabulary, after::Model, unscaled>,
                  tokens<after::Vocabulary, Batch, after::Source>>();
}

TEST_CASE("gradients: positions",
          "[row: sinusoidal positions, interleaved][row: sinusoidal positions, halved][row: sinusoidal positions, "
          "stretched][row: learned positions][gradient]") {
  check_positions<interleaved_sinusoids>();
  check_positions<halved_sinusoids>();
  check_positions<stretched_sinusoids>();
  check_positions<trained_positions>();
  check_gradients<learned_positions<Place, after::Model>, sequence>();
  check_gradients<learned_positions<Place, after::Model>, shape<after::Source, after::Model>>();
  check_gradients<later_positions, sequence>();
}

TEST_CASE("gradients: attention layers of every width", "[row: attention head][row: multi-head attention][gradient]") {
  using memory = shape<Batch, Key, Memory>;
  check_gradients<attention_head<after::Model, after::Width, ValueWidth, Memory>, sequence, memory>();
  check_gradients<multi_head_attention<after::Head, after::Width, after::Model, ValueWidth, Memory>, sequence, memory,
                  memory>();
}

TEST_CASE("gradients: encoders", "[row: encoder][gradient]") {
  check_gradients<encoder<after>, sequence>();
  check_gradients<encoder<before>, sequence, causal_padding<Batch, after::Source>>();
}

TEST_CASE("gradients: decoders", "[row: decoder][gradient]") {
  using own = causal<after::Target>;
  check_gradients<decoder<after>, target_sequence, sequence, own>();
  check_gradients<decoder<before>, target_sequence, sequence, own, padding<Batch, after::Target, after::Source>>();
}

TEST_CASE("gradients: whole transformers") {
  check_transformer<after>();
  check_transformer<before, row_lengths>();
  check_transformer<untied>();
  check_transformer<dropping>();
  check_transformer<gated_before>();
  check_transformer<gated_after, row_lengths>();
}

TEST_CASE("gradients: language models", "[row: decoder-only p(y)][gradient]") {
  check_gradients<language_model<gated_before>, words>();
  check_gradients<language_model<gated_before>, word>();
  check_gradients<language_model<plain_after>, words>();
  check_gradients<language_model<gated_dropping>, words>();
}

TEST_CASE("gradients: encoder models, with rows of different lengths", "[row: encoder-only][gradient]") {
  check_gradients<encoder_model<gated_before>, words, row_lengths>();
  check_gradients<encoder_model<gated_before>, word>();
  check_gradients<encoder_model<plain_after>, words, row_lengths>();
  check_gradients<encoder_model<gated_dropping>, words>();
}

}  // namespace typeformer::testing
