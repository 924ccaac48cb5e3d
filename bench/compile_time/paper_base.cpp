// The base model of Vaswani et al. 2017, a whole forward pass; its extents are known at run time.
#include <cstdio>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 1> {};
using config = tf::paper_base;
using model = tf::transformer<config>;
using source_tokens = tf::tokens<config::Vocabulary, Batch, config::Source>;
using target_tokens = tf::tokens<config::Vocabulary, Batch, config::Target>;

int main() {
  const tf::packed_weights<model> packed{tf::load<model>("paper_base.safetensors")};
  tf::kernels::threads threads{2};
  tf::session<model, float, source_tokens, target_tokens> run{packed, threads};
  const source_tokens source(32);
  const target_tokens target(32);
  const auto scores = run(source, target);
  std::printf("%zu scores in at most %zu bytes\n", scores.size(),
              tf::workspace_bytes<model, source_tokens, target_tokens>);
}
