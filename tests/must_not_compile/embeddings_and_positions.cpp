// Tokens and their embeddings, logits of a table, and positions.
#include <typeformer/expressions/gather.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/embedding.hpp>
#include <typeformer/layers/positions.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;
template <class Vocabulary, class... A>
using tokens = tf::token_value<float, Vocabulary, tf::shape<A...>>;

struct Query : tf::axis<"N", 16> {};
struct Letters : tf::axis<"letters", 40> {};
struct Sounds : tf::axis<"sounds", 40> {};
struct Model : tf::axis<"d", 32> {};
struct Other : tf::axis<"d", 32> {};

#if RIGHT
void gathered(tokens<Letters, Query> word, tf::table<Letters, Model> table) { let(gather(word, table)); }
#elif WRONG_table_of_another_vocabulary
// sentence: gather(tokens, table): the tokens' vocabulary must be the first axis of the table
// names: Letters, Sounds
void gathered(tokens<Letters, Query> word, tf::table<Sounds, Model> table) { let(gather(word, table)); }
#endif

#if RIGHT
void embedded(tokens<Letters, Query> word, tf::embedding<Letters, Model> embed) { let(embed(word)); }
#elif WRONG_embedding_of_another_vocabulary
// sentence: embedding(x): x must be tokens of the layer's vocabulary
// names: Letters, Sounds
void embedded(tokens<Letters, Query> word, tf::embedding<Sounds, Model> embed) { let(embed(word)); }
#elif WRONG_embedding_of_numbers
// sentence: embedding(x): x must be tokens of the layer's vocabulary
// names: Letters, Query, Model
void embedded(tokens<Letters, Query> word, tf::embedding<Letters, Model> embed) { let(embed(let(embed(word)))); }
#endif

#if RIGHT
void logits(input<Query, Model> x, tf::embedding<Letters, Model> embed) { let(embed.logits(x)); }
#elif WRONG_logits_of_another_width
// sentence: embedding.logits(x): the last axis of x must be the table's width
// names: Model, Other
void logits(input<Query, Other> x, tf::embedding<Letters, Model> embed) { let(embed.logits(x)); }
#endif

struct Position : tf::axis<"P", 64> {};
template <class Width>
using sinusoids = tf::constant<tf::interleaved_rule<Width>, Position, Width>;

#if RIGHT
void with_positions(input<Query, Model> x, sinusoids<Model> table) { let(add_positions(x, table)); }
#elif WRONG_positions_of_a_vocabulary
// sentence: add_positions(x, table): the first axis of a trained table must be learned<Position>
// names: Position
void with_positions(input<Query, Model> x, tf::table<Position, Model> table) { let(add_positions(x, table)); }
#elif WRONG_positions_of_another_width
// sentence: add_positions(x, table): the last axis of x must be the last axis of the table
// names: Model, Other
void with_positions(input<Query, Model> x, sinusoids<Other> table) { let(add_positions(x, table)); }
#elif WRONG_trained_table_of_another_width
// sentence: add_positions(x, table): the last axis of x must be the last axis of the table
// names: Model, Other
void with_positions(input<Query, Model> x, tf::table<tf::learned<Position>, Other> table) { let(add_positions(x, table)); }
#elif WRONG_positions_of_a_vector
// sentence: add_positions(x, table): x must have a sequence axis and a width
// names: Model
void with_positions(input<Model> x, sinusoids<Model> table) { let(add_positions(x, table)); }
#endif

#if RIGHT
void position_layer(input<Query, Model> x, tf::sinusoidal_positions<Position, Model> positions) { let(positions(x)); }
#elif WRONG_sinusoidal_positions_of_another_width
// sentence: sinusoidal_positions(x): the last axis of x must be the width of the table
// names: Model, Other
// row: sinusoidal positions, interleaved
// row: sinusoidal positions, halved
// row: sinusoidal positions, stretched
void position_layer(input<Query, Model> x, tf::sinusoidal_positions<Position, Other> positions) { let(positions(x)); }
#endif

#if RIGHT
void learned_layer(input<Query, Model> x, tf::learned_positions<Position, Model> positions) { let(positions(x)); }
#elif WRONG_learned_positions_of_another_width
// sentence: learned_positions(x): the last axis of x must be the width of the table
// names: Model, Other
// row: learned positions
void learned_layer(input<Query, Model> x, tf::learned_positions<Position, Other> positions) { let(positions(x)); }
#endif

// Calls with what a layer does not take.
#if RIGHT
void positions(input<Query, Model> x, tf::sinusoidal_positions<Position, Model> add) { let(add(x, 3)); }
#elif WRONG_sinusoidal_positions_with_a_second_input
// sentence: sinusoidal_positions(x), sinusoidal_positions(x, first): x must be an expression, and first the position of its first row, a number
// names: Query, Model
void positions(input<Query, Model> x, tf::sinusoidal_positions<Position, Model> add) { let(add(x, x)); }
#endif
#if RIGHT
void trained(input<Query, Model> x, tf::learned_positions<Position, Model> add) { let(add(x, 3)); }
#elif WRONG_learned_positions_with_a_second_input
// sentence: learned_positions(x), learned_positions(x, first): x must be an expression, and first the position of its first row, a number
// names: Query, Model
void trained(input<Query, Model> x, tf::learned_positions<Position, Model> add) { let(add(x, x)); }
#endif
