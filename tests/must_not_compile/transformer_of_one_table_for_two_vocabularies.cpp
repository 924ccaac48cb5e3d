// sentence: transformer: one_table needs source and target of the same vocabulary
// names: mine::SourceVocabulary, mine::TargetVocabulary
#include <typeformer/layers/transformer.hpp>

namespace tf = typeformer;

struct mine : tf::conventions {
  struct Source : tf::axis<"S", 16> {};
  struct Target : tf::axis<"T", 16> {};
  struct SourceVocabulary : tf::axis<"letters", 40> {};
  struct TargetVocabulary : tf::axis<"sounds", 40> {};
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
  using embeddings = tf::tied_output;
};

struct one : mine {
#ifndef WRONG
  using embeddings = tf::tied_output;
#else
  using embeddings = tf::one_table;
#endif
};
constexpr auto parameters = tf::parameter_count<tf::transformer<one>>;
