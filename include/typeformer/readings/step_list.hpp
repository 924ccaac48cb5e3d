#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include <typeformer/readings/module_place.hpp>
#include <typeformer/readings/tracing.hpp>

namespace typeformer {

/// An axis with its extent, as tables have it.
struct step_axis {
  std::string name;                                   ///< as formulas write it
  std::size_t extent;                                 ///< or its bound
  bool is_bound;                                      ///< the extent is the largest of those that a run may have
  bool operator==(const step_axis&) const = default;  ///< all are equal
};

/// The axes of a shape, outermost first.
template <is_axis... A>
std::vector<step_axis> axes_of(const shape<A...>& s) {
  [[maybe_unused]] const auto extents = s.extents();  // of no axes none is read
  std::size_t i = 0;
  return {step_axis{name_of<A>(), extents[i++], !has_static_extent<A>}...};
}

/// One operation of a trace, for tables and documentation.
struct step {
  std::string operation;                         ///< its name: "attention"
  std::string formula;                           ///< as a paper writes it
  std::string shape;                             ///< of its result: "[N ≤512, d_model 512]"
  module_place module;                           ///< the innermost module that it ran in
  module_place used;                             ///< the parameters it used
  polynomial operations;                         ///< floating-point operations of all repetitions
  std::size_t bytes;                             ///< of its result and its scratch, in one repetition
  std::vector<step_axis> axes;                   ///< of its result
  std::vector<std::vector<step_axis>> operands;  ///< the axes of those that are values
};

namespace detail {
template <class X>
void add_axes_of_value(std::vector<std::vector<step_axis>>& all, const X& x) {
  if constexpr (requires { x.reading; }) all.push_back(axes_of(x.shape));
}
}  // namespace detail

/// Keeps every operation. It allocates, so not in a constant expression.
struct step_list {
  std::vector<step> steps;  ///< in the order in which they run
  module_place module;      ///< the innermost module that runs: in_frame sets it

  template <class Op, class Shape, class... X>
  void note(const Op& operation, const Shape& shape, std::size_t bytes, const X&... x) {
    steps.push_back({std::string{Op::name},
                     std::string{Op::formula},
                     text_of(shape),
                     module,
                     place_of_operands(x...),
                     operation.cost(shape_of(x)...),
                     bytes,
                     axes_of(shape),
                     {}});
    (detail::add_axes_of_value(steps.back().operands, x), ...);
  }
  std::size_t mark() const { return steps.size(); }
  void repeat(std::size_t mark, const polynomial& times) {
    if (times.value() == 0) steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(mark), steps.end());
    for (std::size_t i = mark; i < steps.size(); ++i) steps[i].operations = times * steps[i].operations;
  }
};

}  // namespace typeformer
