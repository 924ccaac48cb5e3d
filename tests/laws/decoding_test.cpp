#include "decoded_models.hpp"

/// Decoding equals the full forward pass: whatever the pieces in which a sequence is read, each position has the
/// numbers that the model's formula gives it in the whole sequence.
namespace {
using namespace decoded_models;

TEMPLATE_TEST_CASE("decoding equals the full forward pass, language models", "", causal_encoder<after>,
                   causal_encoder<before_grouped>, written_out, convolutions, recurrent) {
  check_pieces<decoded<TestType, word>, double, 0, word>(1e-12, three_words);
}

// Of floats and bf16 two models alone: what differs from doubles are kernels, which have tests of their own.
TEST_CASE("decoding equals the full forward pass, with floats") {
  check_pieces<decoded<causal_encoder<before_grouped>, word>, float, 0, word>(2e-5, three_words);
  check_pieces<decoded<recurrent, word>, float, 0, word>(2e-5, three_words);
}
TEST_CASE("decoding equals the full forward pass, with bf16 weights") {
  check_pieces<decoded<causal_encoder<after>, word>, tf::bf16_weights, 0, word>(2e-5, three_words);
  check_pieces<decoded<tf::language_model<gated_before>, word>, tf::bf16_weights, 0, word>(2e-5, three_words);
}

TEST_CASE("decoding equals the full forward pass, without a batch") {
  using one_word = tf::tokens<Letters, N>;
  check_pieces<decoded<causal_encoder<after>, one_word>, double, 0, one_word>(1e-12, random_tokens(one_word(12), 11));
  check_pieces<decoded<tf::language_model<gated_before>, one_word>, double, 0, one_word>(
      1e-12, random_tokens(one_word(12), 11));
}

TEST_CASE("decoding equals the full forward pass, numbers beside features") {
  using numbers = tf::shape<Batch, N, conditioned::In>;
  using features = tf::shape<Batch, Feature>;
  check_pieces<decoded<conditioned, numbers, features>, double, 0, numbers, features>(
      1e-12, random_numbers(tf::tensor<double, Batch, N, conditioned::In>(3, 12)),
      random_numbers(tf::tensor<double, Batch, Feature>(3)));
}

TEST_CASE("decoding equals the full forward pass, a recurrence that looks at a memory") {
  using memory = tf::shape<Batch, attending::Row, Model>;
  check_pieces<decoded<attending, word, memory>, double, 0, word, memory>(
      1e-12, three_words, random_numbers(tf::tensor<double, Batch, attending::Row, Model>(3)));
  // The state, and in the order of their use, each once: keys, memory, the start.
  static_assert(tf::decoding_state_bytes<decoded<attending, word, memory>, float> ==
                6 * 16 * (1 + 4 + 4 + 1) * sizeof(float));
}

struct linear_after : tf::with_choices<after, tf::linear_attention<>> {};
TEMPLATE_TEST_CASE("decoding equals the full forward pass, rows of different lengths", "", after, linear_after) {
  using mask = tf::padding<Batch, N>;
  const std::vector<std::int32_t> lengths{12, 5, 9};
  check_pieces<decoded<padded<TestType>, word, mask>, double, 0, word, mask>(1e-12, three_words, mask{lengths});
}

}  // namespace
