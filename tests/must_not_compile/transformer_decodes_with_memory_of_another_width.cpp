// sentence: transformer.decode(target, memory): the last axis of the memory must be the model's width
// names: mine::Model, Other
#include <typeformer/layers/transformer.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 8> {};
struct Other : tf::axis<"d", 32> {};

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
  const auto memory = paper.input<tf::shape<Batch, mine::Source, mine::Model>>();
  const auto other = paper.input<tf::shape<Batch, mine::Source, Other>>();
#ifndef WRONG
  let(model.decode(target, memory));
#else
  let(model.decode(target, other));
#endif
}
