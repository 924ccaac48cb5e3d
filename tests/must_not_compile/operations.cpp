// Operations of a program's own.
#include <cstddef>
#include <string_view>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};

struct doubled_operation {
  static constexpr std::string_view name = "double";
#if RIGHT
  static constexpr std::string_view formula = "2 x";
#elif WRONG_operation_without_a_formula
// sentence: make_node(operation, ...): an operation must have a name and a formula
// names: doubled_operation
#endif
  template <class X>
  static constexpr auto result(const X& x) {
    return x;
  }
  template <class X>
  static constexpr tf::polynomial cost(const X& x) {
    return tf::count_of(x);
  }
  template <class T, class Y, class X>
  void forward(const tf::resources<T>&, const Y& y, const X& x) const {
    for (std::size_t i = 0; i < x.shape.size(); ++i) y.data[i] = 2 * x.data[i];
  }
};
void doubled(input<Query, Model> x) { let(tf::make_node(doubled_operation{}, x)); }
