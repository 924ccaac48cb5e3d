#include "decoded_models.hpp"

/// Rows of a batch while they are decoded: made several of one, copied, and gone back.
namespace {
using namespace decoded_models;

/// Attention to a memory behind attention to the own past.
struct looking_at_memory {
  struct Row : tf::axis<"M", tf::up_to<5>> {};
  using embedding_type = tf::embedding<Letters, Model>;
  using attention_type = tf::multi_head_attention<after::Head, after::Width, Model>;
  BOOST_HANA_DEFINE_STRUCT(looking_at_memory, (embedding_type, embedding), (attention_type, own),
                           (attention_type, other));
  template <tf::expression X, tf::expression Memory>
  constexpr auto operator()(const X& tokens, const Memory& memory, const tf::padding<Batch, N, Row>& mask) const {
    return tf::in_frame(*this, tokens, [&] {
      const auto x = let(embedding(tokens));
      const auto y = let(x + own(x, tf::causal<N>{}));
      return embedding.logits(y + other(y, memory, memory, mask));
    });
  }
};

/// Nothing of earlier positions is kept.
struct position_by_position {
  using embedding_type = tf::embedding<Letters, Model>;
  using feed_forward_type = tf::feed_forward<Model, after::Inner>;
  BOOST_HANA_DEFINE_STRUCT(position_by_position, (embedding_type, embedding), (feed_forward_type, feed_forward));
  template <tf::expression X>
  constexpr auto operator()(const X& tokens) const {
    return embedding.logits(let(feed_forward(let(embedding(tokens)))));
  }
};

/// A model of random weights, read whole and piece by piece.
template <class M>
struct model_in_pieces {
  tf::kernels::threads threads{2};
  tf::packed_weights<M, double> weights{random_weights<M, double>(1)};
  tf::session<M, double, word> whole{weights, threads};
  tf::decoding_session<decoded<M, word>, double> pieces{weights, threads};
};

TEMPLATE_TEST_CASE("rows that are repeated and copied go on as their whole sequences do", "", causal_encoder<after>,
                   convolutions, recurrent, tf::language_model<windowed<4>>, position_by_position) {
  model_in_pieces<TestType> model;
  auto& whole = model.whole;
  auto& pieces = model.pieces;
  // Two prompts of 5, three rows of each; then 2 positions, rows 0 and 4 copied to 2 and 3, and 3 more.
  const word prompt = part(random_tokens(word(2, 12), 11), 0, 5), second = random_tokens(word(6, 2), 7),
             third = random_tokens(word(6, 3), 5);
  pieces.prefill_repeated(3, prompt);
  pieces.repeat_rows(3);
  CHECK(pieces.rows() == 6);
  pieces.decode_step(second);
  pieces.copy_row(0, 2);
  pieces.copy_row(4, 3);
  const auto y = pieces.decode_step(third);

  const std::array<std::size_t, 6> origin{0, 1, 0, 4, 4, 5};
  word all(6, 10);
  for (std::size_t b = 0; b < 6; ++b) {
    std::copy_n(&prompt(b / 3, 0), 5, &all(b, 0));
    std::copy_n(&second(origin[b], 0), 2, &all(b, 5));
    std::copy_n(&third(b, 0), 3, &all(b, 7));
  }
  check_part(y, whole(all), 7, 1e-12);
}

TEMPLATE_TEST_CASE("rows that are left go on as their whole sequences do", "", causal_encoder<after>, convolutions,
                   recurrent, tf::language_model<windowed<4>>, tf::language_model<linear_before>) {
  model_in_pieces<TestType> model;
  auto& whole = model.whole;
  auto& pieces = model.pieces;
  // Six prompts of 5 and 2 positions. Row 5 takes the place of row 1; rows 3 and 4 those of 0 and 5; then 3 more.
  const word prompt = part(random_tokens(word(6, 12), 11), 0, 5), second = random_tokens(word(6, 2), 7),
             third = random_tokens(word(3, 3), 5);
  pieces.prefill(prompt);
  pieces.decode_step(second);
  pieces.remove_rows(1);
  CHECK(pieces.rows() == 5);
  pieces.remove_rows(0, 2);
  CHECK(pieces.rows() == 3);
  const auto y = pieces.decode_step(third);

  const std::array<std::size_t, 3> origin{3, 4, 2};
  word all(3, 10);
  for (std::size_t b = 0; b < 3; ++b) {
    std::copy_n(&prompt(origin[b], 0), 5, &all(b, 0));
    std::copy_n(&second(origin[b], 0), 2, &all(b, 5));
    std::copy_n(&third(b, 0), 3, &all(b, 7));
  }
  check_part(y, whole(all), 7, 1e-12);

  // The last two rows go: nothing moves.
  pieces.remove_rows(1, 2);
  CHECK(pieces.rows() == 1);
  word first(1, 12);
  std::copy_n(&all(0, 0), 10, &first(0, 0));
  const word newest = random_tokens(word(1, 2), 3);
  std::copy_n(&newest(0, 0), 2, &first(0, 10));
  check_part(pieces.decode_step(newest), whole(first), 10, 1e-12);
}

TEST_CASE("rows find the memory that they came with, wherever they are") {
  using Row = looking_at_memory::Row;
  using rows_of_memory = tf::tensor<double, Batch, Row, Model>;
  using mask = tf::padding<Batch, N, Row>;
  using decoding = decoded<looking_at_memory, word, tf::shape<Batch, Row, Model>, mask>;
  tf::kernels::threads threads{2};
  const tf::packed_weights<looking_at_memory, double> weights{random_weights<looking_at_memory, double>(1)};
  tf::session<looking_at_memory, double, word, tf::shape<Batch, Row, Model>, mask> whole{weights, threads};
  tf::decoding_session<decoding, double> pieces{weights, threads};

  // Two prompts of 4, three rows of each; rows 0 and 4 are copied to 3 and 2, each beside rows of the other prompt; row
  // 5 takes the place of row 1.
  const word prompt = random_tokens(word(2, 4), 11), second = random_tokens(word(6, 2), 7),
             third = random_tokens(word(5, 3), 5);
  const rows_of_memory memory = random_numbers(rows_of_memory(2, 5));
  const std::vector<std::int32_t> lengths{5, 3};
  pieces.prefill_repeated(3, prompt, memory, mask{lengths});
  pieces.repeat_rows(3);
  pieces.decode_step(second);
  pieces.copy_row(0, 3);
  pieces.copy_row(4, 2);
  pieces.remove_rows(1);
  const auto y = pieces.decode_step(third);

  const std::array<std::size_t, 5> origin{0, 5, 4, 0, 4};
  word all(5, 9);
  rows_of_memory all_memory(5, 5);
  std::vector<std::int32_t> all_lengths;
  for (std::size_t b = 0; b < 5; ++b) {
    std::copy_n(&prompt(origin[b] / 3, 0), 4, &all(b, 0));
    std::copy_n(&second(origin[b], 0), 2, &all(b, 4));
    std::copy_n(&third(b, 0), 3, &all(b, 6));
    std::copy_n(&memory(origin[b] / 3, 0, 0), 5 * tf::bound<Model>, &all_memory(b, 0, 0));
    all_lengths.push_back(lengths[origin[b] / 3]);
  }
  check_part(y, whole(all, all_memory, mask{all_lengths}), 6, 1e-12);
}

TEST_CASE("a row that takes the place of another has its memory in scans, too") {
  using rows_of_memory = tf::tensor<double, Batch, attending::Row, Model>;
  using memory_input = tf::shape<Batch, attending::Row, Model>;
  tf::kernels::threads threads{1};
  const tf::packed_weights<attending, double> weights{random_weights<attending, double>(1)};
  tf::session<attending, double, word, memory_input> whole{weights, threads};
  tf::decoding_session<decoded<attending, word, memory_input>, double> pieces{weights, threads};
  word words = random_tokens(word(2, 7), 11);
  rows_of_memory memory = random_numbers(rows_of_memory(2));
  pieces.prefill(part(words, 0, 4), memory);
  pieces.copy_row(1, 0);
  const auto y = pieces.decode_step(part(words, 4, 3));
  std::copy_n(&words(1, 0), 4, &words(0, 0));
  std::copy_n(&memory(1, 0, 0), memory.size() / 2, &memory(0, 0, 0));
  check_part(y, whole(words, memory), 4, 1e-12);
}

/// Looking at a memory, of which two rows are given and three beams of each are read.
struct beams_of_memory : decoded<looking_at_memory, word, tf::shape<Batch, looking_at_memory::Row, Model>,
                                 tf::padding<Batch, N, looking_at_memory::Row>> {
  struct first_batch : tf::axis<"W", tf::up_to<2>> {};
};
// Keys and values of the past for six rows, those of the memory for two.
static_assert(tf::decoding_state_bytes<beams_of_memory, float> == 2 * 16 * (6 * 12 + 2 * 5) * sizeof(float));

TEST_CASE("a session goes back where its caches allow it") {
  using model_type = causal_encoder<after>;
  tf::kernels::threads threads{1};
  const tf::packed_weights<model_type, double> weights{random_weights<model_type, double>(1)};
  tf::session<model_type, double, word> whole{weights, threads};
  tf::decoding_session<decoded<model_type, word>, double> pieces{weights, threads};
  pieces.prefill(part(three_words, 0, 6));
  pieces.decode_step(random_tokens(word(3, 4), 3));
  pieces.rewind(6);
  check_part(pieces.decode_step(part(three_words, 6, 6)), whole(three_words), 6, 1e-12);
  CHECK_THROWS_WITH(pieces.rewind(13), "decoding: it cannot go back from position 12 to 13");

  const tf::packed_weights<convolutions, double> others{random_weights<convolutions, double>(1)};
  tf::decoding_session<decoded<convolutions, word>, double> windows{others, threads};
  windows.prefill(three_words);
  CHECK_THROWS_WITH(windows.rewind(3), "decoding: it cannot go back from position 12 to 3");
}

TEST_CASE("a session throws for more than there is room for") {
  using model_type = causal_encoder<after>;
  tf::kernels::threads threads{1};
  const tf::packed_weights<model_type, double> weights{random_weights<model_type, double>(1)};
  tf::decoding_session<decoded<model_type, word>, double> pieces{weights, threads};
  CHECK_THROWS_WITH(pieces.prefill_repeated(3, three_words),
                    "decoding: 3 rows are given, 3 of each are wanted, but there is room for 6, and for 6 in all");
  word unknown = part(three_words, 0, 2);
  unknown(2, 1) = 11;
  CHECK_THROWS_WITH(pieces.prefill(unknown), "tokens: number 11 at index 5 is not in a vocabulary of 11");
  CHECK_THROWS_WITH(pieces.decode_step(word(3, 1)),
                    "decoding: the newest positions are [B 3, N 1], but the sequences have 0 rows");
  pieces.prefill(part(three_words, 0, 10));
  CHECK_THROWS_WITH(pieces.repeat_rows(2), "decoding: 2 rows of each of 3 are wanted, but there is room for 3");
  CHECK_THROWS_WITH(pieces.copy_row(0, 3), "decoding: row 0 is wanted in the place of row 3, but there are 3");
  CHECK_THROWS_WITH(pieces.remove_rows(2, 2), "decoding: 2 rows from row 2 on are to go, but there are 3");
  CHECK_THROWS_WITH(pieces.remove_rows(4), "decoding: 1 rows from row 4 on are to go, but there are 3");
  CHECK_THROWS_WITH(pieces.remove_rows(0, 3), "decoding: all 3 rows are to go, but one must be left");
  CHECK_THROWS_WITH(pieces.decode_step(word(2, 1)),
                    "decoding: the newest positions are [B 2, N 1], but the sequences have 3 rows");
  CHECK_THROWS_WITH(pieces.decode_step(word(3, 3)),
                    "decoding: positions 10 to 13 are wanted, but axis N has at most 12");
  pieces.decode_step(part(three_words, 10, 2));
  CHECK(pieces.position() == 12);
}

}  // namespace
