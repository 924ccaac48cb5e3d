// Configurations of programs that decode and train.
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<4>> {};

namespace decoding {
#if RIGHT
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  struct TargetVocabulary : tf::axis<"W", 17> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t start_token = 1;
  static constexpr std::int32_t end_token = 2;
};
void run(const tf::packed_weights<tf::transformer<mine>>& weights, tf::kernels::threads& threads) {
  tf::greedy_decoder<tf::transformer_decoding<mine, Batch>> decode{weights, threads};
  decode(tf::tokens<mine::SourceVocabulary, Batch, mine::Source>(1, 1), std::vector<std::int32_t>{1});
}
#elif WRONG_decoding_without_start_token
// sentence: Config: decoding and training need start_token, the token before the first: `static constexpr std::int32_t start_token = 1;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  struct TargetVocabulary : tf::axis<"W", 17> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t end_token = 2;
};
void run(const tf::packed_weights<tf::transformer<mine>>& weights, tf::kernels::threads& threads) {
  tf::greedy_decoder<tf::transformer_decoding<mine, Batch>> decode{weights, threads};
  decode(tf::tokens<mine::SourceVocabulary, Batch, mine::Source>(1, 1), std::vector<std::int32_t>{1});
}
#elif WRONG_decoding_without_end_token
// sentence: Config: decoding and training need end_token, the token after the last: `static constexpr std::int32_t end_token = 2;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  struct TargetVocabulary : tf::axis<"W", 17> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t start_token = 1;
};
void run(const tf::packed_weights<tf::transformer<mine>>& weights, tf::kernels::threads& threads) {
  tf::greedy_decoder<tf::transformer_decoding<mine, Batch>> decode{weights, threads};
  decode(tf::tokens<mine::SourceVocabulary, Batch, mine::Source>(1, 1), std::vector<std::int32_t>{1});
}
#elif WRONG_decoding_to_an_end_token_of_no_vocabulary
// sentence: Config: start_token and end_token must be tokens of TargetVocabulary, from 0 and below its extent
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  struct TargetVocabulary : tf::axis<"W", 17> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t start_token = 1;
  static constexpr std::int32_t end_token = 17;
};
void run(const tf::packed_weights<tf::transformer<mine>>& weights, tf::kernels::threads& threads) {
  tf::greedy_decoder<tf::transformer_decoding<mine, Batch>> decode{weights, threads};
  decode(tf::tokens<mine::SourceVocabulary, Batch, mine::Source>(1, 1), std::vector<std::int32_t>{1});
}
#endif
}  // namespace decoding

namespace training {
#if RIGHT
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  struct TargetVocabulary : tf::axis<"W", 17> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t start_token = 1;
  static constexpr std::int32_t end_token = 2, source_end_token = 2;
  static constexpr std::int32_t padding_token = 0;
};
void run(std::span<const tf::example> examples, tf::kernels::threads& threads) {
  tf::transformer_run<mine, Batch> training{examples, {}, threads};
  training.step();
}
#elif WRONG_training_without_padding_token
// sentence: Config: training needs padding_token, the token behind a row's end: `static constexpr std::int32_t padding_token = 0;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  struct TargetVocabulary : tf::axis<"W", 17> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t start_token = 1;
  static constexpr std::int32_t end_token = 2, source_end_token = 2;
};
void run(std::span<const tf::example> examples, tf::kernels::threads& threads) {
  tf::transformer_run<mine, Batch> training{examples, {}, threads};
  training.step();
}
#elif WRONG_training_with_a_padding_token_of_no_vocabulary
// sentence: Config: padding_token must be a token of SourceVocabulary and of TargetVocabulary, from 0 and below their extents
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  struct TargetVocabulary : tf::axis<"W", 17> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t start_token = 1;
  static constexpr std::int32_t end_token = 2, source_end_token = 2;
  static constexpr std::int32_t padding_token = -1;
};
void run(std::span<const tf::example> examples, tf::kernels::threads& threads) {
  tf::transformer_run<mine, Batch> training{examples, {}, threads};
  training.step();
}
#endif
}  // namespace training

namespace batches {
#if RIGHT
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  struct TargetVocabulary : tf::axis<"W", 17> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t start_token = 1;
  static constexpr std::int32_t end_token = 2, source_end_token = 2;
  static constexpr std::int32_t padding_token = 0;
};
void run(std::span<const tf::example> examples, std::span<const std::uint32_t> rows) {
  const tf::padded_batch<mine, Batch> batch{examples, rows};
}
#elif WRONG_batch_without_padding_token
// sentence: Config: training needs padding_token, the token behind a row's end: `static constexpr std::int32_t padding_token = 0;`
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
  static constexpr std::size_t decoder_layers = 2;
  struct Source : tf::axis<"N", tf::up_to<9>> {};
  struct Target : tf::axis<"L", tf::up_to<9>> {};
  struct SourceVocabulary : tf::axis<"V", 17> {};
  struct TargetVocabulary : tf::axis<"W", 17> {};
  using embeddings = tf::three_tables;
  static constexpr std::int32_t start_token = 1;
  static constexpr std::int32_t end_token = 2, source_end_token = 2;
};
void run(std::span<const tf::example> examples, std::span<const std::uint32_t> rows) {
  const tf::padded_batch<mine, Batch> batch{examples, rows};
}
#endif
}  // namespace batches

namespace language_models {
#if RIGHT
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t decoder_layers = 2;
  struct Position : tf::axis<"N", tf::up_to<9>> {};
  struct Vocabulary : tf::axis<"V", 17> {};
  using embeddings = tf::tied_output;
  static constexpr std::int32_t end_token = 16;
};
void run(const tf::packed_weights<tf::language_model<mine>>& weights, tf::kernels::threads& threads) {
  tf::greedy_decoder<tf::language_model_decoding<mine, Batch>> decode{weights, threads};
  decode(tf::tokens<mine::Vocabulary, Batch, mine::Position>(1, 1));
}
#elif WRONG_language_model_with_an_end_token_of_no_vocabulary
// sentence: Config: start_token, end_token and padding_token must be tokens of Vocabulary, from 0 and below its extent
// names: mine
struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"w", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t decoder_layers = 2;
  struct Position : tf::axis<"N", tf::up_to<9>> {};
  struct Vocabulary : tf::axis<"V", 17> {};
  using embeddings = tf::tied_output;
  static constexpr std::int32_t end_token = 17;
};
void run(const tf::packed_weights<tf::language_model<mine>>& weights, tf::kernels::threads& threads) {
  tf::greedy_decoder<tf::language_model_decoding<mine, Batch>> decode{weights, threads};
  decode(tf::tokens<mine::Vocabulary, Batch, mine::Position>(1, 1));
}
#endif
}  // namespace language_models
