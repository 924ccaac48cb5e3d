// A layer of a user's own: the highway layer of docs/tutorial_layer.md.
#include <typeformer/expressions/activation.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/linear.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 8> {};
struct Gate : tf::axis<"g", 8> {};
using input = tf::value<float, tf::shape<Query, Model>>;

template <class Map, class Gate>
auto highway(input x, Map map, Gate gate) {
  const auto t = let(sigmoid(gate(x)));
  return let(x + hadamard(map(x) - x, t));
}

#if RIGHT
void gated(input x, tf::linear<Model, Model> map, tf::linear<Model, Model> gate) { highway(x, map, gate); }
#elif WRONG_gate_on_an_axis_of_its_own
// sentence: hadamard(x, y): the axes of one must be among the axes of the other
// names: Model, Gate
void gated(input x, tf::linear<Model, Model> map, tf::linear<Model, Gate> gate) { highway(x, map, gate); }
#endif

#if RIGHT
void activated(input x, tf::linear<Model, Model> map) { let(relu(map(x))); }
#elif WRONG_activation_that_is_called
// sentence: an activation's type is chosen by a layer or a configuration; a formula calls a function, such as relu(x)
// names: Query, Model
void activated(input x, tf::linear<Model, Model> map) { let(tf::relu_activation{}(map(x))); }
#endif
