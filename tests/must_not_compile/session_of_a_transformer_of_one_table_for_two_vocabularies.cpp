// sentence: transformer: one_table needs source and target of the same vocabulary
// names: mine::SourceVocabulary, mine::TargetVocabulary
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 2> {};

struct mine : tf::conventions {
  struct Source : tf::axis<"S", 16> {};
  struct Target : tf::axis<"T", 16> {};
  struct SourceVocabulary : tf::axis<"letters", 30> {};
  struct TargetVocabulary : tf::axis<"sounds", 40> {};
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
#ifndef WRONG
  using embeddings = tf::tied_output;
#else
  using embeddings = tf::one_table;
#endif
};

using model = tf::transformer<mine>;

void run() {
  tf::weights<model> w;
  tf::packed_weights<model> packed{w};
  tf::kernels::threads threads{1};
  using source = tf::tokens<mine::SourceVocabulary, Batch, mine::Source>;
  using target = tf::tokens<mine::TargetVocabulary, Batch, mine::Target>;
  tf::session<model, float, source, target> session{packed, threads};
}
