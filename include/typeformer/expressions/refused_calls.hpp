#pragma once
#include <cstddef>
#include <tuple>
#include <type_traits>

#include <typeformer/expressions/no_operator.hpp>

/// Calls that no function of formulas takes: too few or too many arguments, others than expressions, an axis that is
/// named by a number or handed over as an argument. Each function has one sentence that says how it is called. These
/// overloads are less specialized than the right ones, so they are chosen only where no other fits.
namespace typeformer {

/// Of a call that a function does not take, with what it was called with.
template <class... X>
inline constexpr bool is_called_with = false;
template <class... X>
  requires(std::is_same_v<X, any_formula> || ...)
inline constexpr bool is_called_with<X...> = true;
/// Of a call with a number where an axis is wanted.
template <auto I, class... X>
inline constexpr bool is_called_with_number = false;

namespace detail {
template <class... A>
struct types {};
}  // namespace detail

/// Of slice and windows, which take numbers behind x: a number that is converted must not make this the better fit.
template <class Axes, class... X>
inline constexpr bool is_cut = false;
template <class... A, class X, class... N>
inline constexpr bool is_cut<detail::types<A...>, X, N...> =
    (sound_expression<X> && ... && is_axis<A>) && sizeof...(A) >= 2 && (plain_number<N> && ...);

/// Whether an argument shows that a formula is meant: an expression, a module, or what has a shape.
template <class X>
inline constexpr bool is_of_a_formula =
    sound_expression<X> || requires { typename X::shape_type; } || defined_as_module<X>;
template <>
inline constexpr bool is_of_a_formula<any_formula> = true;
template <class... X>
inline constexpr bool is_of_a_formula<std::tuple<X...>> = (sound_expression<X> || ...);

/// Whether a call is one of some expressions, and behind them of what is converted to T.
template <std::size_t Expressions, class T, class Call>
inline constexpr bool is_followed_by = false;
template <class T, class Y>
inline constexpr bool is_followed_by<0, T, detail::types<Y>> = std::is_convertible_v<const Y&, T>;
template <std::size_t Expressions, class T, sound_expression X, class... Y>
  requires(Expressions > 0)
inline constexpr bool is_followed_by<Expressions, T, detail::types<X, Y...>> =
    is_followed_by<Expressions - 1, T, detail::types<Y...>>;

#define TYPEFORMER_NO_FUNCTION(NAME, IS_RIGHT, SENTENCE)     \
  template <class... A, class... X>                          \
    requires((is_of_a_formula<X> || ...) && !(IS_RIGHT))     \
  constexpr auto NAME(const X&...) {                         \
    static_assert(is_called_with<A..., X...>, SENTENCE);     \
    return any_formula{};                                    \
  }                                                          \
  template <auto I, auto... More, class... X>                \
    requires(is_of_a_formula<X> || ...)                      \
  constexpr auto NAME(const X&...) {                         \
    static_assert(is_called_with_number<I, X...>, SENTENCE); \
    return any_formula{};                                    \
  }                                                          \
  template <class A, auto I, class... X>                     \
    requires(is_of_a_formula<X> || ...)                      \
  constexpr auto NAME(const X&...) {                         \
    static_assert(is_called_with_number<I, X...>, SENTENCE); \
    return any_formula{};                                    \
  }

/// Whether a layer has an overload for every call, right or wrong, so that it can be called where no failure to call it
/// is looked for. A layer's macro below declares the member; of a struct that derives from one it is another's.
template <class M>
inline constexpr bool answers_all_calls = false;
template <class M>
  requires requires { &M::answers_all_calls; }
inline constexpr bool answers_all_calls<M> = std::is_same_v<decltype(&M::answers_all_calls), void (M::*)() const>;
/// Whether a layer takes one argument, as its macro below says.
template <class M>
inline constexpr bool takes_one_argument = false;
template <class M>
  requires requires { &M::takes_one_argument; }
inline constexpr bool takes_one_argument<M> = std::is_same_v<decltype(&M::takes_one_argument), void (M::*)() const>;

namespace detail {
/// Takes anything, in the place of what is not to be called.
struct any_call {
  template <class... X>
  constexpr any_formula operator()(const X&...) const;
};
}  // namespace detail

/// In a layer whose arguments are expressions and masks: calls with others, with too few or too many, and with what
/// stands for an expression that was refused. In a type that layers choose: all calls.
#define TYPEFORMER_NO_OTHER_CALL(SENTENCE)         \
  void answers_all_calls() const;                  \
  template <class... X>                            \
  constexpr auto operator()(const X&...) const {   \
    static_assert(is_called_with<X...>, SENTENCE); \
    return any_formula{};                          \
  }

/// The same in a layer whose last argument is no expression, so that others are converted to it: behind EXPRESSIONS of
/// them it may be a T.
#define TYPEFORMER_NO_OTHER_CALL_THAN_WITH(EXPRESSIONS, T, SENTENCE) \
  void answers_all_calls() const;                                    \
  template <class... X>                                              \
    requires(!is_followed_by<EXPRESSIONS, T, detail::types<X...>>)   \
  constexpr auto operator()(const X&...) const {                     \
    static_assert(is_called_with<X...>, SENTENCE);                   \
    return any_formula{};                                            \
  }

/// The same in a layer of one argument.
#define TYPEFORMER_NO_OTHER_CALL_OF_ONE(NAME, SENTENCE)                                                               \
  void answers_all_calls() const;                                                                                     \
  void takes_one_argument() const;                                                                                    \
  template <class... X>                                                                                               \
    requires(sizeof...(X) != 1 || !(sound_expression<X> && ...))                                                      \
  constexpr auto operator()(const X&...) const {                                                                      \
    if constexpr (sizeof...(X) == 1)                                                                                  \
      static_assert(is_called_with<X...>, NAME "(x): " SENTENCE);                                                     \
    else                                                                                                              \
      static_assert(is_called_with<X...>, NAME "(x): it takes one argument; what can be chosen is part of its type"); \
    return any_formula{};                                                                                             \
  }

/// In a layer: calls with what stands for an expression that was refused, of which nothing is said.
#define TYPEFORMER_CALL_OF_REFUSED                      \
  template <class... X>                                 \
    requires(!are_sound<X...>)                          \
  constexpr any_formula operator()(const X&...) const { \
    return {};                                          \
  }

#define TYPEFORMER_NO_FUNCTION_OF_ONE(NAME) \
  TYPEFORMER_NO_FUNCTION(NAME, false, #NAME "(x): it takes one argument, an expression; a module is called first, f(x)")

// One line each: clang prints all lines of a macro's call before the line of the program.
// clang-format off
TYPEFORMER_NO_FUNCTION_OF_ONE(relu)
TYPEFORMER_NO_FUNCTION_OF_ONE(gelu)
TYPEFORMER_NO_FUNCTION_OF_ONE(gelu_tanh)
TYPEFORMER_NO_FUNCTION_OF_ONE(gelu_quick)
TYPEFORMER_NO_FUNCTION_OF_ONE(swish)
TYPEFORMER_NO_FUNCTION_OF_ONE(sigmoid)
TYPEFORMER_NO_FUNCTION_OF_ONE(tanh)
TYPEFORMER_NO_FUNCTION_OF_ONE(exp)
TYPEFORMER_NO_FUNCTION_OF_ONE(log)
TYPEFORMER_NO_FUNCTION_OF_ONE(sqrt)
TYPEFORMER_NO_FUNCTION_OF_ONE(rsqrt)
TYPEFORMER_NO_FUNCTION_OF_ONE(abs)
TYPEFORMER_NO_FUNCTION_OF_ONE(square)
TYPEFORMER_NO_FUNCTION_OF_ONE(reciprocal)
TYPEFORMER_NO_FUNCTION_OF_ONE(sin)
TYPEFORMER_NO_FUNCTION_OF_ONE(cos)
TYPEFORMER_NO_FUNCTION_OF_ONE(erf)
TYPEFORMER_NO_FUNCTION_OF_ONE(softplus)
TYPEFORMER_NO_FUNCTION_OF_ONE(elu)
TYPEFORMER_NO_FUNCTION_OF_ONE(hardmax)

TYPEFORMER_NO_FUNCTION(transpose, false, "transpose(x): it takes one argument, an expression or a table, and exchanges its last two axes; permute<A...>(x) moves others")
TYPEFORMER_NO_FUNCTION(softmax, false, "softmax(x), softmax<Axis>(x): x must be an expression, and Axis an axis, named by its type")
TYPEFORMER_NO_FUNCTION(sum, false, "sum<A...>(x), sum<A>(x, mask): x must be an expression, and A... axes, named by their types")
TYPEFORMER_NO_FUNCTION(mean, false, "mean<A...>(x), mean<A>(x, mask): x must be an expression, and A... axes, named by their types")
TYPEFORMER_NO_FUNCTION(max, false, "max<A...>(x): x must be an expression, and A... axes, named by their types; of two values, maximum(x, y)")
TYPEFORMER_NO_FUNCTION(min, false, "min(x, y): of two values, minimum(x, y)")
TYPEFORMER_NO_FUNCTION(argmax, false, "argmax<A>(x): x must be an expression, and A an axis, named by its type")
TYPEFORMER_NO_FUNCTION(variance, false, "variance<A...>(x): x must be an expression, and A... axes, named by their types")
TYPEFORMER_NO_FUNCTION(contract, false, "contract<A...>(x, y): x must be an expression, y an expression or a weight, and A... axes, named by their types")
TYPEFORMER_NO_FUNCTION(permute, false, "permute<A...>(x): x must be an expression, and A... axes, named by their types")
TYPEFORMER_NO_FUNCTION(merge, false, "merge<A, B>(x): x must be an expression, and A and B axes, named by their types")
TYPEFORMER_NO_FUNCTION(split, false, "split<A, B>(x): x must be an expression, and A and B axes, named by their types")
TYPEFORMER_NO_FUNCTION(rename, false, "rename<From, To>(x): x must be an expression, and From and To axes, named by their types")
TYPEFORMER_NO_FUNCTION(slice, (is_cut<detail::types<A...>, X...>), "slice<Whole, Part>(x, first): x must be an expression, Whole and Part axes, named by their types, and first a number")
TYPEFORMER_NO_FUNCTION(concat, false, "concat<direct_sum<A, B, ...>>(x, y, ...): x, y, ... must be expressions, and A, B, ... the axis of each, named by its type")
TYPEFORMER_NO_FUNCTION(concatenate, false, "concatenate(x, y): it takes two expressions, one after the other along the last axis; for more, concat<direct_sum<A, B, C>>(x, y, z)")
TYPEFORMER_NO_FUNCTION(stack, false, "stack<New>(x, y, ...): x, y, ... must be expressions, and New an axis, named by its type")
TYPEFORMER_NO_FUNCTION(windows, (is_cut<detail::types<A...>, X...>), "windows<A, Kernel>(x): x must be an expression, and A and Kernel axes, named by their types")
TYPEFORMER_NO_FUNCTION(scan, false, "scan<A>(state, x, step): state and x must be expressions, step a function of both, and A an axis, named by its type")
TYPEFORMER_NO_FUNCTION(gather, false, "gather(tokens, table): it takes tokens and, behind them, the table of a model's parameters")
TYPEFORMER_NO_FUNCTION(where, false, "where(condition, x, y): the condition must be a mask or an expression such as greater(x, y), and x and y expressions or numbers")
TYPEFORMER_NO_FUNCTION(hadamard, false, "hadamard(x, y): it takes two arguments, expressions, vectors or numbers")
TYPEFORMER_NO_FUNCTION(divide, false, "divide(x, y): it takes two arguments, expressions, vectors or numbers")
TYPEFORMER_NO_FUNCTION(maximum, false, "maximum(x, y): it takes two arguments, expressions, vectors or numbers")
TYPEFORMER_NO_FUNCTION(minimum, false, "minimum(x, y): it takes two arguments, expressions, vectors or numbers")
TYPEFORMER_NO_FUNCTION(greater, false, "greater(x, y): it takes two arguments, expressions, vectors or numbers")
TYPEFORMER_NO_FUNCTION(equal, false, "equal(x, y): it takes two arguments, expressions, vectors or numbers")
TYPEFORMER_NO_FUNCTION(clamp, false, "clamp(x, low, high): it takes an expression and two bounds")
TYPEFORMER_NO_FUNCTION(attention, false, "attention(q, k, v), attention(q, k, v, mask): q, k and v must be expressions, and mask a mask, such as causal<Query>{}")
TYPEFORMER_NO_FUNCTION(causal_product, false, "causal_product(q, k, v): it takes three expressions")
TYPEFORMER_NO_FUNCTION(normalize, false, "normalize<A, Epsilon>(x): x must be an expression, A its last axis, and Epsilon such as inside_root<>")
TYPEFORMER_NO_FUNCTION(drop, false, "drop<Rate>(x): x must be an expression, and Rate a type, std::ratio<1, 10>")
TYPEFORMER_NO_FUNCTION(split_heads, false, "split_heads<Head, Width>(x): x must be an expression, and Head and Width axes, named by their types")
TYPEFORMER_NO_FUNCTION(join_heads, false, "join_heads(x): it takes one argument, an expression")
TYPEFORMER_NO_FUNCTION(repeat_heads, false, "repeat_heads<Group>(x): x must be an expression, and Group an axis, named by its type")
TYPEFORMER_NO_FUNCTION(activate, false, "activate(function, x): function must be a kernels::activation, and x an expression")
TYPEFORMER_NO_FUNCTION(add_positions, false, "add_positions(x, table, first): x must be an expression, and table a constant or a table of positions")
TYPEFORMER_NO_FUNCTION(positions_within, false, "positions_within<A>(x, mask): x must be an expression, mask a padding mask, and A an axis, named by its type")
TYPEFORMER_NO_FUNCTION(unit_vectors, false, "unit_vectors(x): it takes one argument, an expression")
TYPEFORMER_NO_FUNCTION(per, false, "per(sum, count): it takes two values of rank 0, as sum(x) and count(labels) are")
TYPEFORMER_NO_FUNCTION(mean_squared_error, false, "mean_squared_error(x, y): it takes two expressions; a module is called first, f(x)")
// clang-format on

namespace detail {
/// Operands in braces, as a list.
struct operands_in_braces {
  template <class... X>
    requires(sizeof...(X) > 1 && (is_of_a_formula<X> || ...))
  constexpr operands_in_braces(const X&...) {}
};
}  // namespace detail
/// Whether operands are handed over as a list: never.
template <class... A>
inline constexpr bool takes_a_list = false;

// clang-format off
template <class... A>
constexpr auto concat(detail::operands_in_braces) {
  static_assert(takes_a_list<A...>, "concat<direct_sum<A, B>>({x, y}): operands are no list: concat<direct_sum<A, B>>(x, y)");
  return any_formula{};
}
template <class... A>
constexpr auto stack(detail::operands_in_braces) {
  static_assert(takes_a_list<A...>, "stack<New>({x, y}): operands are no list: stack<New>(x, y)");
  return any_formula{};
}
template <class... A>
constexpr auto concatenate(detail::operands_in_braces) {
  static_assert(takes_a_list<A...>, "concatenate({x, y}): operands are no list: concatenate(x, y)");
  return any_formula{};
}
// clang-format on

/// Where a slice begins is an argument; so is where windows do.
template <class Whole, class Part, auto First, class... X>
  requires(is_of_a_formula<X> || ...)
constexpr auto slice(const X&...) {
  static_assert(is_called_with_number<First, X...>,
                "slice<Whole, Part>(x, first): first is an argument behind x, slice<Whole, Part>(x, 16)");
  return any_formula{};
}
template <class A, class Kernel, auto First, class... X>
  requires((is_of_a_formula<X> || ...) &&
           !(detail::is_number<First> && detail::is_not_negative<First> && is_cut<detail::types<A, Kernel>, X...>))
constexpr auto windows(const X&...) {
  static_assert(is_called_with_number<First, X...>,
                "windows<A, Kernel, Dilation>(x, first): x must be an expression, Dilation 1 or more, and first an "
                "argument behind x, windows<A, Kernel>(x, -2)");
  return any_formula{};
}
#undef TYPEFORMER_NO_FUNCTION_OF_ONE
#undef TYPEFORMER_NO_FUNCTION

/// A weight is no table. The formula around goes on as if it were.
template <is_weight W>
constexpr auto transpose(const W&) {
  static_assert(is_table<W>,
                "transpose(w): a table can be transposed; a weight is declared as it is multiplied, "
                "weight<In, Out>");
  return weight<axis_at<W, 1>, axis_at<W, 0>>{};
}

}  // namespace typeformer
