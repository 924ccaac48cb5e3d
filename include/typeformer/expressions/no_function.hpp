#pragma once
#include <typeformer/expressions/no_operator.hpp>

/// Calls that no function of formulas takes: too few or too many arguments, others than expressions, an axis that is
/// named by a number or handed over as an argument. Each function has one sentence that says how it is called. These
/// overloads are less specialized than the right ones, so they are chosen only where no other fits.
namespace typeformer {

/// Of a call that a function does not take, with what it was called with.
template <class... X>
inline constexpr bool is_called_with = false;
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
    (expression<X> && ... && is_axis<A>) && sizeof...(A) >= 2 && (plain_number<N> && ...);

template <class X>
inline constexpr bool is_of_a_formula = expression<X> || is_parameter<X> || is_constant<X> || is_module<X>;

namespace detail {
/// What the formula around goes on with: the first argument that is an expression, or else the first.
template <class X, class... Y>
constexpr auto first_argument(const X& x, const Y&... y) {
  if constexpr ((expression<X> || ... || expression<Y>)) {
    return first_expression(x, y...);
  } else {
    return absent{};
  }
}
}  // namespace detail

#define TYPEFORMER_NO_FUNCTION(NAME, SENTENCE) TYPEFORMER_NO_FUNCTION_UNLESS(false, NAME, SENTENCE)
#define TYPEFORMER_NO_FUNCTION_UNLESS(IS_RIGHT, NAME, SENTENCE) \
  template <class... A, class... X>                         \
    requires((is_of_a_formula<X> || ...) && !(IS_RIGHT))    \
  constexpr auto NAME(const X&... x) {                      \
    static_assert(is_called_with<A..., X...>, SENTENCE);    \
    return detail::first_argument(x...);                    \
  }                                                         \
  template <auto I, auto... More, class... X>               \
    requires(is_of_a_formula<X> || ...)                     \
  constexpr auto NAME(const X&... x) {                      \
    static_assert(is_called_with_number<I, X...>, SENTENCE); \
    return detail::first_argument(x...);                    \
  }                                                         \
  template <class A, auto I, class... X>                    \
    requires(is_of_a_formula<X> || ...)                     \
  constexpr auto NAME(const X&... x) {                      \
    static_assert(is_called_with_number<I, X...>, SENTENCE); \
    return detail::first_argument(x...);                    \
  }

#define TYPEFORMER_NO_FUNCTION_OF_ONE(NAME) \
  TYPEFORMER_NO_FUNCTION(NAME, #NAME "(x): it takes one argument, an expression; a module is called first, f(x)")
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
#undef TYPEFORMER_NO_FUNCTION_OF_ONE

TYPEFORMER_NO_FUNCTION(transpose, "transpose(x): it takes one argument, an expression or a table, and exchanges its last "
                                  "two axes; permute<A...>(x) moves others")
TYPEFORMER_NO_FUNCTION(softmax, "softmax(x), softmax<Axis>(x): x must be an expression, and Axis an axis, named by its type")
TYPEFORMER_NO_FUNCTION(sum, "sum<A...>(x), sum<A>(x, mask): x must be an expression, and A... axes, named by their types")
TYPEFORMER_NO_FUNCTION(mean, "mean<A...>(x), mean<A>(x, mask): x must be an expression, and A... axes, named by their types")
TYPEFORMER_NO_FUNCTION(max, "max<A...>(x): x must be an expression, and A... axes, named by their types; of two values, "
                            "maximum(x, y)")
TYPEFORMER_NO_FUNCTION(min, "min(x, y): of two values, minimum(x, y)")
TYPEFORMER_NO_FUNCTION(argmax, "argmax<A>(x): x must be an expression, and A an axis, named by its type")
TYPEFORMER_NO_FUNCTION(variance, "variance<A...>(x): x must be an expression, and A... axes, named by their types")
TYPEFORMER_NO_FUNCTION(contract, "contract<A...>(x, y): x must be an expression, y an expression or a weight, and A... "
                                 "axes, named by their types")
TYPEFORMER_NO_FUNCTION(permute, "permute<A...>(x): x must be an expression, and A... axes, named by their types")
TYPEFORMER_NO_FUNCTION(merge, "merge<A, B>(x): x must be an expression, and A and B axes, named by their types")
TYPEFORMER_NO_FUNCTION(split, "split<A, B>(x): x must be an expression, and A and B axes, named by their types")
TYPEFORMER_NO_FUNCTION(rename, "rename<From, To>(x): x must be an expression, and From and To axes, named by their types")
TYPEFORMER_NO_FUNCTION_UNLESS((is_cut<detail::types<A...>, X...>), slice, "slice<Whole, Part>(x, first): x must be an expression, Whole and Part axes, named by their "
                              "types, and first a number")
TYPEFORMER_NO_FUNCTION(concat, "concat<direct_sum<A, B, ...>>(x, y, ...): x, y, ... must be expressions, and A, B, ... the "
                               "axis of each, named by its type")
TYPEFORMER_NO_FUNCTION(concatenate, "concatenate(x, y): it takes two expressions, one after the other along the last axis; "
                                    "for more, concat<direct_sum<A, B, C>>(x, y, z)")
TYPEFORMER_NO_FUNCTION(stack, "stack<New>(x, y, ...): x, y, ... must be expressions, and New an axis, named by its type")
TYPEFORMER_NO_FUNCTION_UNLESS((is_cut<detail::types<A...>, X...>), windows, "windows<A, Kernel>(x): x must be an expression, and A and Kernel axes, named by their types")
TYPEFORMER_NO_FUNCTION(scan, "scan<A>(state, x, step): state and x must be expressions, step a function of both, and A an "
                             "axis, named by its type")
TYPEFORMER_NO_FUNCTION(gather, "gather(tokens, table): it takes tokens and, behind them, the table of a model's parameters")
TYPEFORMER_NO_FUNCTION(where, "where(condition, x, y): the condition must be a mask or an expression such as greater(x, y), "
                              "and x and y expressions or numbers")
TYPEFORMER_NO_FUNCTION(hadamard, "hadamard(x, y): it takes two arguments, expressions, vectors or numbers")
TYPEFORMER_NO_FUNCTION(divide, "divide(x, y): it takes two arguments, expressions, vectors or numbers")
TYPEFORMER_NO_FUNCTION(maximum, "maximum(x, y): it takes two arguments, expressions, vectors or numbers")
TYPEFORMER_NO_FUNCTION(minimum, "minimum(x, y): it takes two arguments, expressions, vectors or numbers")
TYPEFORMER_NO_FUNCTION(greater, "greater(x, y): it takes two arguments, expressions, vectors or numbers")
TYPEFORMER_NO_FUNCTION(equal, "equal(x, y): it takes two arguments, expressions, vectors or numbers")
TYPEFORMER_NO_FUNCTION(clamp, "clamp(x, low, high): it takes an expression and two bounds")
TYPEFORMER_NO_FUNCTION(attention, "attention(q, k, v), attention(q, k, v, mask): q, k and v must be expressions, and mask a "
                                  "mask, such as causal<Query>{}")
TYPEFORMER_NO_FUNCTION(causal_product, "causal_product(q, k, v): it takes three expressions")
#undef TYPEFORMER_NO_FUNCTION
#undef TYPEFORMER_NO_FUNCTION_UNLESS

}  // namespace typeformer
