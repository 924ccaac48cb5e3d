// Recurrent and convolutional layers: what they yield, how many parameters and operations they have.
#include <typeformer/expressions/traced.hpp>
#include <typeformer/layers/convolutional_encoder.hpp>
#include <typeformer/layers/encoder_model.hpp>
#include <typeformer/layers/language_model.hpp>
#include <typeformer/layers/recurrent/encoder_decoder.hpp>
#include <typeformer/models/pronounce_architectures.hpp>

namespace tf = typeformer;

namespace {

constexpr std::size_t B = 6, N = 24, i = 32, h = 48, k = 3;

struct Batch : tf::axis<"B", B> {};
struct Query : tf::axis<"N", N> {};
struct In : tf::axis<"i", i> {};
struct Hidden : tf::axis<"h", h> {};
struct Kernel : tf::axis<"k", k> {};
using sequence = tf::shape<Batch, Query, In>;

template <class M, class... Input>
using result_of =
    tf::shape_t<decltype(let(tf::model<M>(std::declval<tf::value<tf::tracing<tf::no_notes>, Input>>()...)))>;

// row: recurrent cell
using rnn = tf::rnn<In, Hidden>;
static_assert(std::is_same_v<result_of<rnn, sequence>, tf::shape<Batch, Query, Hidden>>);
static_assert(std::is_same_v<result_of<rnn, tf::shape<Batch, Hidden>, sequence>, tf::shape<Batch, Query, Hidden>>);
static_assert(tf::parameter_count<rnn> == i * h + h + h * h);
static_assert(tf::operation_count<rnn, sequence> == B * N * (2 * i * h + h + 2 * h * h + 2 * h));
// A run holds the inputs' products, the result, zeros to begin with, and of a position x, the state's product, and both
// states.
static_assert(tf::workspace_bytes<rnn, sequence> == 4 * (2 * B * N * h + 5 * B * h));

// row: GRU
using gru = tf::gru<In, Hidden>;
static_assert(std::is_same_v<result_of<gru, sequence>, tf::shape<Batch, Query, Hidden>>);
static_assert(tf::parameter_count<gru> == 3 * (i * h + h + h * h + h));
static_assert(tf::operation_count<gru, sequence> == B * N * (6 * i * h + 3 * h + 6 * h * h + 3 * h + 11 * h));

// row: LSTM
using lstm = tf::lstm<In, Hidden>;
static_assert(std::is_same_v<result_of<lstm, sequence>, tf::shape<Batch, Query, Hidden>>);
static_assert(std::is_same_v<result_of<lstm, tf::shape<Batch, tf::direct_sum<Hidden, Hidden>>, sequence>,
                             tf::shape<Batch, Query, Hidden>>);
static_assert(tf::parameter_count<lstm> == 4 * (i * h + h + h * h));
static_assert(tf::operation_count<lstm, sequence> == B * N * (8 * i * h + 4 * h + 8 * h * h + 13 * h));

// row: convolution
using convolution = tf::convolution<In, Hidden, Kernel>;
static_assert(std::is_same_v<result_of<convolution, sequence>, tf::shape<Batch, Query, Hidden>>);
static_assert(tf::parameter_count<convolution> == k * i * h + h);
static_assert(tf::operation_count<convolution, sequence> == B * N * (2 * k * i * h + h));
static_assert(tf::workspace_bytes<convolution, sequence> == 4 * B * N * (k * i + h));

// row: dilated convolution
using dilated = tf::convolution<In, Hidden, Kernel, tf::without_bias, 4>;
static_assert(std::is_same_v<result_of<dilated, sequence>, tf::shape<Batch, Query, Hidden>>);
static_assert(tf::parameter_count<dilated> == k * i * h);
static_assert(tf::operation_count<dilated, sequence> == B * N * 2 * k * i * h);

// ------------------------------------------------------------------------------------------------- encoder-decoders
template <class Config>
using logits_of = tf::shape<typename Config::Batch, typename Config::Target, typename Config::Phone>;
template <class Config>
using made_by = tf::shape_t<decltype(let(tf::model<tf::transformer<Config>>(
    std::declval<tf::token_value<tf::tracing<tf::no_notes>, typename Config::Letter,
                                 tf::shape<typename Config::Batch, typename Config::Source>>>(),
    std::declval<tf::token_value<tf::tracing<tf::no_notes>, typename Config::Phone,
                                 tf::shape<typename Config::Batch, typename Config::Target>>>())))>;
constexpr std::size_t letters = 30, phones = 42;

// row: RNN encoder-decoder
// row: encoder-decoder p(y|x)
static_assert(std::is_same_v<made_by<tf::rnn_pronounce>, logits_of<tf::rnn_pronounce>>);
constexpr std::size_t w = 448;
constexpr std::size_t tables = (letters + phones) * w, layer = 2 * w * w + w, start = w * w + w;
static_assert(tf::parameter_count<tf::transformer<tf::rnn_pronounce>> == tables + 4 * layer + 2 * start);

// row: RNN with attention
static_assert(std::is_same_v<made_by<tf::rnn_attention_pronounce>, logits_of<tf::rnn_attention_pronounce>>);
static_assert(tf::parameter_count<tf::transformer<tf::rnn_attention_pronounce>> ==
              tables + 4 * layer + 2 * start + 2 * w * w);

// row: convolutional encoder
using convolutional = tf::convolutional_layers<tf::convolution_pronounce, Kernel, 1>;
using letters_in = tf::shape<Batch, Query, tf::pronounce::Model>;
static_assert(std::is_same_v<result_of<convolutional, letters_in>, letters_in>);
static_assert(tf::parameter_count<convolutional> == 12 * (k * 128 * 128 + 128 + 2 * 128) + 2 * 128);

using stack = tf::recurrent_layers<tf::gru_attention_pronounce, tf::gru_cells>;
using words = tf::shape<Batch, Query, tf::gru_attention_pronounce::Model>;
static_assert(std::is_same_v<result_of<stack, words>, words>);
static_assert(tf::parameter_count<stack> == 3 * 3 * (2 * 256 * 256 + 2 * 256));

// --------------------------------------------------------------------------------------------- models of one sequence
struct of_letters : tf::pronounce {
  using Position = Source;
  using Vocabulary = Letter;
  struct Class : tf::axis<"c", 3> {};
};
template <class M>
using of_words = tf::shape_t<decltype(let(
    tf::model<M>(std::declval<tf::token_value<tf::tracing<tf::no_notes>, tf::pronounce::Letter,
                                              tf::shape<tf::pronounce::Batch, tf::pronounce::Source>>>())))>;
constexpr std::size_t d = 128, inner = 512, norms = 2 * d;
constexpr std::size_t sublayers = 4 * (d * d + d) + 2 * d * inner + inner + d + 2 * norms;

// row: decoder-only p(y)
static_assert(std::is_same_v<of_words<tf::language_model<of_letters>>,
                             tf::shape<tf::pronounce::Batch, tf::pronounce::Source, tf::pronounce::Letter>>);
static_assert(tf::parameter_count<tf::language_model<of_letters>> == letters * d + 4 * sublayers + norms);

// row: encoder-only
static_assert(
    std::is_same_v<of_words<tf::encoder_model<of_letters>>, tf::shape<tf::pronounce::Batch, of_letters::Class>>);
static_assert(tf::parameter_count<tf::encoder_model<of_letters>> == letters * d + 6 * sublayers + norms + d * 3 + 3);

}  // namespace
