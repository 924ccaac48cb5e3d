#pragma once
#include <cstddef>
#include <type_traits>

// The lower layers first, as in typeformer.hpp: a rule of theirs is then reached from here directly, and its sentence
// stands among the compiler's first lines.
// clang-format off
#include <typeformer/axis/axis.hpp>
#include <typeformer/axis/shape.hpp>
#include <typeformer/tensor/tensor.hpp>
#include <typeformer/tensor/parameter.hpp>
#include <typeformer/tensor/layout.hpp>
#include <typeformer/tensor/weights.hpp>
#include <typeformer/readings/value.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/activation.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/softmax.hpp>
#include <typeformer/expressions/no_operator.hpp>
#include <typeformer/expressions/refused_calls.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/formula.hpp>
#include <typeformer/expressions/traced.hpp>
// clang-format on

/// Assertions on a model's shapes, parameters, operations and memory, for its tests or beside it. Each is a constant
/// that is true, or does not compile; then the compiler says what was found beside what was expected:
///
///   static_assert(tf::testing::yields<tagger, tf::shape<Batch, Query, Class>, tf::shape<Batch, Query, Model>>);
///   static_assert(tf::testing::has_parameters<tagger, 12'345>);
///   static_assert(tf::testing::has_operations<tagger, 98'304, tf::shape<Batch, Query, Model>>);
///   static_assert(tf::testing::fits_workspace<tagger, 1 << 20, tf::shape<Batch, Query, Model>>);
///
/// That a mistake does not compile is tested by the program typeformer-must-not-compile, or by the function
/// typeformer_must_not_compile of the CMake package (docs/testing.md).
namespace typeformer::testing {

/// Whether two shapes are one: the condition of yields, which shows both where it is false.
template <class Found, class Expected>
inline constexpr bool is_shape_found = std::is_same_v<Found, Expected>;
/// Whether two numbers are one: the condition of has_parameters and has_operations, which shows both where it is false.
template <std::size_t Found, std::size_t Expected>
inline constexpr bool is_number_found = Found == Expected;
/// Whether a number is at most another: the condition of fits_workspace, which shows both where it is false.
template <std::size_t Found, std::size_t AtMost>
inline constexpr bool is_at_most = Found <= AtMost;

namespace detail {
/// In place of the result of what cannot be run.
struct any_result {
  struct shape_type {};
};
template <class M, class... Input>
constexpr auto result_of_run() {
  using typeformer::detail::can_run;
  if constexpr (can_run<typeformer::detail::module_of<M>, running<float>, Input...>()) {
    return std::type_identity<typeformer::detail::yielded_by<M, running<float>, Input...>>{};
  } else {
    return std::type_identity<any_result>{};
  }
}
}  // namespace detail

/// The shape of what a model yields for inputs: each a `shape<…>`, `tokens<…>` or a mask.
template <class M, class... Input>
  requires(sizeof(M) > 0 && must_be_module<M>() && must_be_inputs<float, Input...>() &&
           (!(is_input<Input> && ...) || must_have_formula<M, float, Input...>()))
using result_shape = typename decltype(detail::result_of_run<M, Input...>())::type::shape_type;

namespace detail {
template <class Found, class Expected>
constexpr bool check_shape() {
  if constexpr (!std::is_same_v<Found, any_result::shape_type> && !is_refused<Expected>)
    static_assert(is_shape_found<Found, Expected>, "testing::yields: the model yields another shape than expected");
  return true;
}
/// As many as expected in place of those of what is no module, which was refused already.
template <class M, std::size_t Expected>
consteval std::size_t parameters_of() {
  if constexpr (std::is_same_v<typeformer::detail::module_of<M>, typeformer::detail::any_module>) {
    return Expected;
  } else {
    return parameter_count<M>;
  }
}
template <std::size_t Found, std::size_t Expected>
constexpr bool check_parameters() {
  static_assert(is_number_found<Found, Expected>,
                "testing::has_parameters: the model has another number of parameters than expected");
  return true;
}
template <std::size_t Found, std::size_t Expected>
constexpr bool check_operations() {
  static_assert(is_number_found<Found, Expected>,
                "testing::has_operations: a run has another number of operations than expected");
  return true;
}
template <std::size_t Found, std::size_t AtMost>
constexpr bool check_workspace() {
  static_assert(is_at_most<Found, AtMost>, "testing::fits_workspace: a run takes more bytes than expected");
  return true;
}
}  // namespace detail

/// Whether a model yields a value of the shape Expected.
template <class M, class Expected, class... Input>
  requires(sizeof(M) > 0 && must_be_module<M>() && must_be_inputs<float, Input...>() &&
           (!(is_input<Input> && ...) || must_have_formula<M, float, Input...>()))
inline constexpr bool yields = detail::check_shape<result_shape<M, Input...>, Expected>();

/// Whether a model has so many trained numbers.
template <class M, std::size_t Expected>
  requires(sizeof(M) > 0 && must_be_module<M>())
inline constexpr bool has_parameters = detail::check_parameters<detail::parameters_of<M, Expected>(), Expected>();

namespace detail {
/// As many as expected in place of those of what cannot be counted, which was refused already.
template <class M, std::size_t Expected, class... Input>
consteval std::size_t operations_of() {
  if constexpr (std::is_same_v<decltype(operation_count<M, Input...>), const typeformer::detail::any_number>) {
    return Expected;
  } else {
    return operation_count<M, Input...>;
  }
}
}  // namespace detail

/// Whether a run takes so many additions, multiplications, comparisons and elementary functions, with run-time extents
/// at their bounds.
template <class M, std::size_t Expected, class... Input>
inline constexpr bool has_operations =
    detail::check_operations<detail::operations_of<M, Expected, Input...>(), Expected>();

/// Whether a run with floats takes at most so many bytes beside its weights and inputs.
template <class M, std::size_t AtMost, class... Input>
inline constexpr bool fits_workspace = detail::check_workspace<workspace_bytes<M, Input...>, AtMost>();

}  // namespace typeformer::testing
