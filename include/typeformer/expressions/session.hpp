#pragma once
#include <algorithm>
#include <iterator>
#include <memory>
#include <tuple>

#include <typeformer/expressions/counted.hpp>
#include <typeformer/expressions/formula.hpp>
#include <typeformer/tensor/weights.hpp>

namespace typeformer {

/// Whether a session takes X where it wants an Argument.
template <class X, class Argument>
inline constexpr bool fits_input = std::is_convertible_v<const X&, Argument>;
/// Whether a call has one argument for each input.
template <std::size_t Arguments, class... Input>
inline constexpr bool is_number_of_inputs = Arguments == sizeof...(Input);
// What a session is made with.
/// Whether a session's first argument is the packed weights of its module and Numbers.
template <class X, class PackedWeights>
inline constexpr bool are_packed_weights = std::is_same_v<X, PackedWeights>;
/// Whether a session's second argument is kernels::threads, not const.
template <class X>
inline constexpr bool are_threads = std::is_same_v<X, kernels::threads>;
/// Whether an argument is a variable, which a session can refer to, and no temporary.
template <class X>
inline constexpr bool outlives_the_session = std::is_lvalue_reference_v<X>;
/// Whether a session is made with two arguments, weights and threads.
template <std::size_t Arguments>
inline constexpr bool are_weights_and_threads = Arguments == 2;
// How a session is called.
/// Whether a session is a variable, whose memory a result can be a view of.
template <class Session>
inline constexpr bool outlives_its_result = std::is_lvalue_reference_v<Session>;
/// Whether a session is not const: a call uses its memory.
template <class Session>
inline constexpr bool can_change = !std::is_const_v<Session>;

namespace detail {
/// Numbers, or float where M is no module: of the two mistakes the first is said.
template <class M, class Numbers>
using numbers_beside = std::conditional_t<is_module<M>, Numbers, float>;

template <class PackedWeights, class... X>
inline constexpr bool makes_session = false;
template <class PackedWeights, class X, class Threads>
inline constexpr bool makes_session<PackedWeights, X, Threads> =
    std::is_lvalue_reference_v<X> && std::is_convertible_v<X, const PackedWeights&> &&
    std::is_convertible_v<Threads, kernels::threads&>;

/// Says once which of the arguments that no session is made with is wrong, and what is expected instead.
template <class PackedWeights, class... X>
constexpr auto check_made_with() {
  constexpr bool are_two = are_weights_and_threads<sizeof...(X)>;
  static_assert(are_two, "session{weights, threads}: it is made with packed_weights and kernels::threads");
  if constexpr (are_two && !(is_refused<std::remove_cvref_t<X>> || ...)) {
    using weights = std::tuple_element_t<0, std::tuple<X...>>;
    using threads = std::tuple_element_t<1, std::tuple<X...>>;
    static_assert(are_packed_weights<std::remove_cvref_t<weights>, PackedWeights>,
                  "session{weights, threads}: weights must be the packed_weights of the session's module and Numbers");
    if constexpr (are_packed_weights<std::remove_cvref_t<weights>, PackedWeights>) {
      static_assert(are_threads<std::remove_reference_t<threads>>,
                    "session{weights, threads}: threads must be a variable, `tf::kernels::threads threads{2};`");
      if constexpr (are_threads<std::remove_reference_t<threads>>)
        static_assert(outlives_the_session<std::conditional_t<outlives_the_session<weights>, threads, weights>>,
                      "session{weights, threads}: both must outlive the session, which a temporary does not");
    }
  }
}

/// Says once which argument is the first that does not fit its input and was not refused before. Its type is `auto`, so
/// that it is instantiated where it is called, and clang too shows the way to the program.
template <class... Argument, class... X>
constexpr auto check_arguments(const X&...) {
  static_assert(is_number_of_inputs<sizeof...(X), Argument...>,
                "session(x...): there must be one argument for each input");
  if constexpr (is_number_of_inputs<sizeof...(X), Argument...>) {
    constexpr bool fit[]{(fits_input<X, Argument> || is_refused<X>)...};
    constexpr std::size_t first = std::find(std::begin(fit), std::end(fit), false) - std::begin(fit);
    if constexpr (first < sizeof...(X))
      static_assert(fits_input<std::tuple_element_t<first, std::tuple<X...>>,
                               std::tuple_element_t<first, std::tuple<Argument...>>>,
                    "session(x...): each argument must have the type and the axes of its input");
  }
}
}  // namespace detail

/// A model made ready to run on inputs of given types: its arena is there, so a call allocates nothing. Weights are
/// only read: many sessions can share them, each used by one thread at a time. A session can be moved, and the views
/// that it returned still hold. M may be another formula of a model, which it names as its model_type: it runs with the
/// model's weights. An objective that yields a sum per count returns views of both: `y.sum() / y.count()`.
///
///   session<my_encoder, float, shape<Batch, Query, Model>> encode{weights, threads};
///   auto y = encode(x);   // a view that holds until the next call
///
/// throws   when it, or the weights it is made with, were moved from
template <class M, class Numbers = left_out, class... Input>
  requires(sizeof(M) > 0 && must_be_module<M>() && must_be_numbers<detail::numbers_beside<M, Numbers>>() &&
           must_be_inputs<Numbers, Input...>())
class session {
  // What of_run asks for, before the rules about what is returned.
  using is_called =
      std::bool_constant<noexcept(
                             std::declval<const detail::answering<detail::module_called_with<M, Numbers, Input...>>&>()(
                                 std::declval<detail::value_of_sound<Numbers, Input>>()...)) ||
                         requires(const detail::module_called_with<M, Numbers, Input...>& f,
                                  detail::value_in_run<Numbers, Input>... x) { f(std::move(x)...); }>;
  static_assert(
      must_have_formula<std::conditional_t<(is_axis<Input> && ...), detail::any_module, M>, Numbers, Input...>());

  using N = detail::numbers_of<Numbers>;
  using T = element_t<N>;
  using module = detail::module_of<M>;
  using weights_type = packed_weights<model_of<M>, N>;

 public:
  /// `weights` and `threads` outlive the session.
  session(const weights_type& weights, kernels::threads& threads)
      : reading_{std::make_unique<running<N>>(weights.block(), workspace_bytes, threads)} {}
  session(session&&) = default;
  session& operator=(session&&) = default;
  session(const session&) = delete;  // its memory is not copied: move it, or make another with the same weights
  session& operator=(const session&) = delete;
  // Other arguments are a broken rule.
  template <class... X>
    requires(!(std::is_same_v<std::remove_cvref_t<X>, session> || ...) && !detail::makes_session<weights_type, X...>)
  explicit(sizeof...(X) == 1) session(X&&...) {
    if constexpr (!std::is_same_v<module, detail::any_module>) detail::check_made_with<weights_type, X...>();
  }

  /// Bytes of its arena: the most that a call uses, whatever the run-time extents.
  static constexpr std::size_t workspace_bytes =
      detail::of_run<detail::planned_workspace, M, Numbers, Input...>(is_called{}, true);

  /// Runs the module's formula on the inputs: a view for each `shape<…>`, or tokens, labels or a mask.
  ///
  /// shapes   those of Input…   →   views of the result, or a `counted` of two; they hold until the next call
  /// cost     operation_count; it allocates nothing
  /// requires inputs of the session's axes and Numbers
  /// throws   extents that differ between inputs, tokens outside their vocabulary
  template <class... X>
  auto operator()(const X&... x) & {
    constexpr bool runs = detail::can_run<module, running<N>, Input...>();
    if constexpr (runs) detail::check_arguments<argument<Input>...>(x...);
    if constexpr (!runs) {
      return detail::any_result{};
    } else if constexpr (is_number_of_inputs<sizeof...(X), Input...>) {
      return run(as_argument<Input>(x)...);
    } else {
      return run(argument<Input>{}...);
    }
  }
  template <class... X>
  auto operator()(const X&... x) && {
    static_assert(outlives_its_result<session>,
                  "session{...}(x): the session must outlive what it returns, which is a view of its memory");
    return (*this)(x...);
  }
  template <class... X>
  auto operator()(const X&... x) const& {
    static_assert(can_change<const session>, "session(x...): the session must not be const: a call uses its memory");
    return const_cast<session&>(*this)(x...);
  }

  /// Bytes of the arena that calls have used so far.
  std::size_t used_bytes() { return reading().arena().highest(); }

 private:
  template <class I>
  using argument = detail::argument_t<I, T>;

  template <class I, class X>
  static argument<I> as_argument(const X& x) {
    if constexpr (fits_input<X, argument<I>>) {
      return x;
    } else {
      return {};
    }
  }
  auto run(const argument<Input>&... given) {
    static_assert(has_parameters_of_model<M>,
                  "session<M, ...>: M must have the parameters of its model_type, and no others");
    reading().arena().clear();
    return viewed(let(model<M>(detail::input_of(*reading_, given)...)));
  }
  template <class Y>
  static auto viewed(const Y& y) {
    if constexpr (is_counted<Y>) {
      const auto sum = viewed(y.sum);
      return counted<std::remove_const_t<decltype(sum)>, std::remove_const_t<decltype(sum)>>{sum, viewed(y.count)};
    } else if constexpr (is_token_value<Y>) {
      return token_view<typename Y::vocabulary, typename Y::shape_type>{y.data, y.shape};
    } else {
      return view<const T, typename Y::shape_type>{y.data, y.shape};
    }
  }

  running<N>& reading() {
    if (!reading_) throw error{"session: this one was moved from"};
    return *reading_;
  }

  std::unique_ptr<running<N>> reading_;  // values hold its address
};

// Without template arguments. One argument may be another session.
template <class... X>
  requires(sizeof...(X) > 1 && detail::must_name_module<X...>())
session(const X&...) -> session<detail::any_module, float, shape<>>;

}  // namespace typeformer
