// sentence: padded_batch<Config, Batch>: Config's source_end_token must be a token of SourceVocabulary
// names: mine::Letters
#include <typeformer/train/padded_batch.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<8>> {};

struct mine : tf::conventions {
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
#ifdef WRONG
  static constexpr std::int32_t source_end_token = 40;
#else
  static constexpr std::int32_t source_end_token = 3;
#endif
};

template class tf::padded_batch<mine, Batch>;
