#include "decoded_models.hpp"

/// Decoding equals the full forward pass: whatever the pieces in which a sequence is read, each position has the
/// numbers that the model's formula gives it in the whole sequence. Here of models that follow from a configuration.
namespace {
using namespace decoded_models;

TEMPLATE_TEST_CASE("decoding equals the full forward pass, models of a configuration", "[row: decoder-only p(y)][laws]",
                   tf::language_model<gated_before>, tf::language_model<gated_after>,
                   tf::language_model<grouped_without_positions>, tf::language_model<linear_before>) {
  check_pieces<decoded<TestType, word>, double, 0, word>(1e-12, three_words);
}

TEMPLATE_TEST_CASE("decoding equals the full forward pass, sliding windows", "", windowed<4>, windowed<1>, windowed<12>,
                   windowed<13>, windowed_grouped) {
  check_pieces<decoded<tf::language_model<TestType>, word>, double, 0, word>(1e-12, three_words);
}
template <class Config>
constexpr std::size_t kept = tf::decoding_state_bytes<decoded<tf::language_model<Config>, word>, double>;
static_assert(kept<windowed<4>> * 12 == kept<gated_before> * 4, "a ring cache has room for the window alone");
static_assert(kept<windowed<13>> == kept<gated_before>);
static_assert(kept<linear_before> == sizeof(double) * 2 * 6 * 2 * 8 * (8 + 1), "sums over all positions alone");

struct windowed_small : tf::with_choices<small, tf::sliding_window_attention<3>> {};

/// An encoder-decoder on the axis N.
template <class Config>
struct on_n : Config {
  using Target = N;
};

TEMPLATE_TEST_CASE("decoding equals the full forward pass, encoder-decoders", "[row: encoder-decoder p(y|x)][laws]",
                   small, small_before, windowed_small) {
  using source = tf::tokens<small::Letter, Batch, small::Source>;
  using target = tf::tokens<small::Phone, Batch, N>;
  using M = tf::transformer<on_n<TestType>>;
  const std::vector<std::int32_t> lengths{7, 2, 9};
  check_pieces<decoded<M, source, target, tf::row_lengths>, double, 1, source, target, tf::row_lengths>(
      1e-12, random_tokens(source(3, 9), 17), random_tokens(target(3, 12), 70), tf::row_lengths{lengths});
}

}  // namespace
