// sentence: transformer.encode(source): source must be tokens of the model's SourceVocabulary on its Source
// names: mine::SourceVocabulary, mine::TargetVocabulary
#include <typeformer/layers/transformer.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 8> {};

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

void formula(tf::tracing<tf::totals>& paper) {
  const tf::transformer<mine> model;
  const auto source = paper.tokens<mine::SourceVocabulary, tf::shape<Batch, mine::Source>>();
  const auto target = paper.tokens<mine::TargetVocabulary, tf::shape<Batch, mine::Target>>();
#ifndef WRONG
  let(model.encode(source));
#else
  let(model.encode(target));
#endif
}
