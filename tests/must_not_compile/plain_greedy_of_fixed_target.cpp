// sentence: uncached_greedy_decoder: Target grows, so its extent must be up_to<...>
// names: mine::Target
#include <typeformer/decode/uncached_greedy.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 8> {};

struct mine : tf::conventions {
  struct Source : tf::axis<"M", tf::up_to<16>> {};
#ifndef WRONG
  struct Target : tf::axis<"N", tf::up_to<16>> {};
#else
  struct Target : tf::axis<"N", 16> {};
#endif
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
  static constexpr int start_token = 1, end_token = 2;
};

template class tf::uncached_greedy_decoder<mine, Batch>;
