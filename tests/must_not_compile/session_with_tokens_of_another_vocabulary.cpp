// sentence: session(x...): each argument must have the type and the axes of its input
// names: Letters, Sounds
#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/embedding.hpp>
#include <typeformer/tensor/tokens.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Letters : tf::axis<"letters", 40> {};
struct Sounds : tf::axis<"sounds", 40> {};
struct Model : tf::axis<"d", 32> {};

using layer = tf::embedding<Letters, Model>;
#ifndef WRONG
using input = tf::tokens<Letters, Query>;
#else
using input = tf::tokens<Sounds, Query>;
#endif
void run(tf::session<layer, float, tf::tokens<Letters, Query>>& session, const input& word) {
  const auto y = session(word);
  static_cast<void>(y);
}
