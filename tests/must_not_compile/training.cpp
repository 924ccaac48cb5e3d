// Batches of examples: the tokens that a Config must name; and what is read of checkpoints.
#include <typeformer/train/checkpoint.hpp>
#include <typeformer/train/padded_batch.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<8>> {};

struct mine : tf::conventions<> {
  struct Source : tf::axis<"M", tf::up_to<16>> {};
  struct Target : tf::axis<"N", tf::up_to<16>> {};
  struct Letters : tf::axis<"letters", 40> {};
  struct Sounds : tf::axis<"sounds", 40> {};
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  using SourceVocabulary = Letters;
  using TargetVocabulary = Sounds;
  using embeddings = tf::tied_output;
  static constexpr std::size_t encoder_layers = 1, decoder_layers = 1;
  static constexpr std::int32_t padding_token = 0, start_token = 1, end_token = 2;
};
struct with_source_end : mine {
  static constexpr std::int32_t source_end_token = 39;
};
struct with_source_end_beyond : mine {
  static constexpr std::int32_t source_end_token = 40;
};

#if RIGHT
template class tf::padded_batch<with_source_end, Batch>;
#elif WRONG_padded_batch_without_source_end
// sentence: padded_batch<Config, Batch>: source and target differ in vocabulary, so Config must name source_end_token
// names: mine
template class tf::padded_batch<mine, Batch>;
#elif WRONG_padded_batch_with_source_end_of_another_vocabulary
// sentence: padded_batch<Config, Batch>: Config's source_end_token must be a token of SourceVocabulary
// names: mine::Letters
template class tf::padded_batch<with_source_end_beyond, Batch>;
#endif

#if RIGHT
std::uint64_t steps_of(const tf::checkpoint_file& saved) { return saved.number<std::uint64_t>("steps"); }
#elif WRONG_fact_of_a_checkpoint_as_an_int
// sentence: checkpoint_file.number<T>(name): T must be std::uint64_t or double
// names: int
int steps_of(const tf::checkpoint_file& saved) { return saved.number<int>("steps"); }
#endif
