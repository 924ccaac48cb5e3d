#pragma once
#include <cstddef>

#include <typeformer/expressions/formula.hpp>
#include <typeformer/operations/growth.hpp>
#include <typeformer/readings/step_list.hpp>
#include <typeformer/readings/tracing.hpp>

/// What the compiler knows of a model's run. Run-time extents stand at their bounds.
namespace typeformer {

/// Two of the facts.
struct facts {
  std::size_t operations;       ///< additions, multiplications, comparisons and elementary functions
  std::size_t workspace_bytes;  ///< beside weights and inputs
};

/// What program(reading) does with a tracing reading, which counts for elements of type T.
template <class T, class Program>
constexpr facts facts_of_program(const Program& program) {
  tracing<totals> reading{sizeof(T)};
  program(reading);
  return {reading.notes.operations, reading.arena().highest()};
}

namespace detail {
template <class T>
inline constexpr bool is_shape = false;
template <class... A>
inline constexpr bool is_shape<shape<A...>> = true;

/// The value of an input while tracing: of a shape, of `tokens<…>` or `labels<…>`, or of a mask, which is itself.
template <class Input, class Reading>
constexpr auto traced_input(Reading& reading) {
  if constexpr (is_shape<Input>) {
    return reading.template input<Input>();
  } else if constexpr (are_labels<Input>) {
    return reading.template labels<typename Input::vocabulary, typename Input::shape_type>();
  } else if constexpr (requires { typename Input::vocabulary; }) {
    return reading.template tokens<typename Input::vocabulary, typename Input::shape_type>();
  } else {
    return Input{};
  }
}

/// One run with these notes. Its type is `auto` and it calls the model itself, so that a compiler's way from a broken
/// rule in the model to the program that asked is short.
template <class M, class T, class Notes, bool Records, class... Input>
constexpr auto trace() {
  static_assert(sizeof(M) > 0);  // a rule that is broken by M's members shows here, near the program
  tracing<Notes, Records> reading{sizeof(T)};
  if constexpr (std::is_same_v<module_of<M>, any_module>) {
  } else if constexpr (sizeof...(Input) == 0 && !says_its_input<M>) {
    must_name_inputs<M, Input...>();
  } else if constexpr ((is_axis<Input> && ...)) {
    static_assert(says_its_input<M, Input...>,
                  "axes alone say what a module takes where it has input<Leading...>; else it is shape<Batch, Model>");
    if constexpr (says_its_input<M, Input...>)
      let(model<M>(traced_input<typename M::template input<Input...>>(reading)));
  } else if constexpr (!(is_input<Input> && ...)) {
    must_be_inputs<T, Input...>();
  } else if constexpr (calls<const M, decltype(traced_input<Input>(reading))...>) {
    let(model<M>(traced_input<Input>(reading)...));
  } else {
    static_assert(has_formula<M, Input...>,
                  "a module must have a public operator() const that takes one value for each input");
  }
  struct traced {
    Notes notes;
    std::size_t workspace_bytes;
  };
  return traced{reading.notes, reading.arena().highest()};
}
}  // namespace detail

/// Additions, multiplications, comparisons and elementary functions of one run.
template <class M, class... Input>
  requires(sizeof(M) > 0 && must_be_module<M>() && must_name_inputs<M, Input...>() &&
           (!is_module<M> || (is_axis<Input> && ...) || must_be_inputs<float, Input...>()))
inline constexpr auto operation_count = detail::of_run<detail::planned_operations, M, float, Input...>(
    noexcept(std::declval<const detail::answering<detail::module_called_with<M, float, Input...>>&>()(
        std::declval<detail::value_of_sound<float, Input>>()...)) ||
        noexcept(std::declval<const detail::answering<typename detail::called_with_axes<M, Input...>::module>&>()(
            std::declval<detail::value_in_run<float, typename detail::called_with_axes<M, Input...>::input>>())) ||
        requires(const detail::module_called_with<M, float, Input...>& f, detail::value_in_run<float, Input>... x) {
          f(std::move(x)...);
        } ||
        requires(const typename detail::called_with_axes<M, Input...>::module& f,
                 detail::value_in_run<float, typename detail::called_with_axes<M, Input...>::input> x) {
          f(std::move(x));
        },
    must_have_formula<M, float, Input...>());

/// The same as a polynomial in the axes' names: `2·N·d_model·d_ff + …`, for all extents. Workspace has none: it is the
/// most that is in use at once, of pieces that are rounded up to cache lines and to the kernels' blocks, and which
/// piece is the largest depends on the extents.
template <class M, class... Input>
  requires(sizeof(M) > 0 && must_be_module<M>() && must_name_inputs<M, Input...>() &&
           (!is_module<M> || (is_axis<Input> && ...) || must_be_inputs<float, Input...>()))
inline constexpr auto operation_polynomial = detail::of_run<detail::planned_polynomial, M, float, Input...>(
    noexcept(std::declval<const detail::answering<detail::module_called_with<M, float, Input...>>&>()(
        std::declval<detail::value_of_sound<float, Input>>()...)) ||
        noexcept(std::declval<const detail::answering<typename detail::called_with_axes<M, Input...>::module>&>()(
            std::declval<detail::value_in_run<float, typename detail::called_with_axes<M, Input...>::input>>())) ||
        requires(const detail::module_called_with<M, float, Input...>& f, detail::value_in_run<float, Input>... x) {
          f(std::move(x)...);
        } ||
        requires(const typename detail::called_with_axes<M, Input...>::module& f,
                 detail::value_in_run<float, typename detail::called_with_axes<M, Input...>::input> x) {
          f(std::move(x));
        },
    must_have_formula<M, float, Input...>());

/// Whether an axis is one that a polynomial names, and no product or sum of axes.
template <class A>
inline constexpr bool has_own_name = requires { A::name; };

namespace detail {
template <class M, class A, class... Input>
constexpr auto growth_of_operations() {
  static_assert(!is_axis<A> || has_own_name<A>,
                "growth_of<M, A, Input...>: A must be an axis with a name, no product or sum of axes");
  if constexpr (!is_axis<A> || !has_own_name<A>) {
    return any_number{};
  } else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(operation_polynomial<M, Input...>)>, any_number>) {
    return any_number{};
  } else {
    return growth_in<A>(operation_polynomial<M, Input...>);
  }
}
}  // namespace detail

/// How the operations of one run grow with an axis: N² for softmax attention along its own sequence, N for a window of
/// keys. The axis counts by its name and bound: a second sequence axis is another one.
///
/// requires an axis with a name
template <class M, class A, class... Input>
  requires(sizeof(M) > 0 && must_be_module<M>() &&
           must_be_axes<std::conditional_t<is_module<M>, A, detail::any_axis>>())
inline constexpr auto growth_of = detail::growth_of_operations<M, A, Input...>();

/// Every operation of a run, for tables; at run time.
template <class M, class... Input>
step_list steps_of() {
  return detail::trace<M, float, step_list, false, Input...>().notes;
}

}  // namespace typeformer
