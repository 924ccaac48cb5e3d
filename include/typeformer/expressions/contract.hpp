#pragma once
#include <type_traits>

#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/move.hpp>
#include <typeformer/operations/agreement.hpp>

namespace typeformer {

namespace detail {
/// The axes of shapes, one after the other.
template <class... Shape>
struct in_turn_of;
template <class... A>
struct in_turn_of<shape<A...>> {
  using type = shape<A...>;
};
template <class... A, class... B, class... More>
struct in_turn_of<shape<A...>, shape<B...>, More...> : in_turn_of<shape<A..., B...>, More...> {};
template <class... Shape>
using in_turn = typename in_turn_of<Shape...>::type;

/// The axes of X that are not among those of a shape, and those that are.
template <class X, class Shape>
struct axes_against;
template <class X, class... A>
struct axes_against<X, shape<A...>> {
  using others = decltype(algebra::without<A...>(std::declval<X>()));
  using shared = decltype(algebra::only<A...>(std::declval<X>()));
};
template <class X, class Shape>
using others_of = typename axes_against<X, Shape>::others;
template <class X, class Shape>
using shared_of = typename axes_against<X, Shape>::shared;

/// x with its axes in the order of Shape.
template <class X, class... A>
constexpr auto in_order(const X& x, std::type_identity<shape<A...>>) {
  if constexpr (std::is_same_v<shape_t<X>, shape<A...>>) {
    return x;
  } else {
    return make_node(permute_operation<A...>{}, x);
  }
}

/// A contraction's parts: what both operands keep, what x and y keep alone, and what is summed.
template <class X, class Y, class... A>
struct contracted_axes {
  using summed = shared_of<X, shape<A...>>;
  using batch = others_of<shared_of<X, Y>, shape<A...>>;
  using rows = others_of<others_of<X, Y>, shape<A...>>;
  using columns = others_of<others_of<Y, X>, shape<A...>>;
  using result = in_turn<batch, rows, columns>;
  /// Two matrices of each batch, of axes that are not merged.
  static constexpr bool are_matrices = rows::rank == 1 && columns::rank == 1 && summed::rank == 1;
};

template <class Axes, class X, class Y>
constexpr auto contract_matrices(const X& x, const Y& y) {
  const auto left =
      in_order(x, std::type_identity<in_turn<typename Axes::batch, typename Axes::rows, typename Axes::summed>>{});
  using transposed = in_turn<typename Axes::batch, typename Axes::columns, typename Axes::summed>;
  using straight = in_turn<typename Axes::batch, typename Axes::summed, typename Axes::columns>;
  if constexpr (Axes::are_matrices) {
    if constexpr (std::is_same_v<shape_t<Y>, transposed>) {
      return make_node(contraction_operation{}, left, make_node(transpose_operation{}, y));
    } else {
      return make_node(contraction_operation{}, left, in_order(y, std::type_identity<straight>{}));
    }
  } else {
    using batch = typename Axes::batch;
    using left_matrices = matrices_operation<batch, typename Axes::rows, typename Axes::summed>;
    const auto l = make_node(left_matrices{}, left);
    const auto reshaped = [&](const auto& product) {
      const auto all = algebra::shaped(hana::concat(shape_of(x).dimensions, shape_of(y).dimensions));
      const auto result = algebra::ordered(all, std::type_identity<typename Axes::result>{});
      return make_node(reshape_operation<typename Axes::result>{result}, product);
    };
    if constexpr (std::is_same_v<shape_t<Y>, transposed>) {
      using matrices = matrices_operation<batch, typename Axes::columns, typename Axes::summed>;
      return reshaped(
          make_node(contraction_operation{}, l, make_node(transpose_operation{}, make_node(matrices{}, y))));
    } else {
      using matrices = matrices_operation<batch, typename Axes::summed, typename Axes::columns>;
      return reshaped(
          make_node(contraction_operation{}, l, make_node(matrices{}, in_order(y, std::type_identity<straight>{}))));
    }
  }
}
}  // namespace detail

/// Whether `contract<A…>(x, y)` is defined, y an expression or a weight.
template <class X, class Y, class... A>
concept contractible = sound_expression<X> && are_axes_of<shape<A...>, shape_t<X>> &&
                       ((sound_expression<Y> && are_axes_of<shape<A...>, shape_t<Y>> && are_distinct<shape_t<X>> &&
                         are_distinct<shape_t<Y>>) ||
                        (is_weight<Y> && std::is_same_v<shape<A...>, shape<axis_at<Y, 0>>>));

/// Sums of products over the axes that are named. Other axes that both have are a batch; what only one has is kept. It
/// is one product of matrices for each of the batch, and the same as `x * y` and `q * transpose(k)`. Nothing is copied
/// where x has the axes in the order batch, own, summed, and y in the order batch, summed, own or batch, own, summed.
///
/// shapes   x [Batch…, Row…, A…]   y [Batch…, A…, Column…], each in any order   →   [Batch…, Row…, Column…]
/// cost     2·Batch·Row·A·Column operations
/// requires axes A… that both have, and no axis twice in one of them
template <is_axis... A, sound_expression X, sound_expression Y>
constexpr auto contract(const X& x, const Y& y) {
  using axes = detail::contracted_axes<shape_t<X>, shape_t<Y>, A...>;
  static_assert(are_axes_of<shape<A...>, shape_t<X>>,
                "contract<A...>(x, y): each A must be exactly one of the axes of x");
  if constexpr (are_axes_of<shape<A...>, shape_t<X>>) {
    static_assert(are_axes_of<shape<A...>, shape_t<Y>>,
                  "contract<A...>(x, y): each A must be exactly one of the axes of y");
    if constexpr (are_axes_of<shape<A...>, shape_t<Y>>)
      static_assert(are_distinct<shape_t<X>> && are_distinct<shape_t<Y>>,
                    "contract<A...>(x, y): no axis may stand twice in x, or twice in y");
    static_assert(
        (is_same_axis<normalized_axis<X>, no_axis> || ... || is_same_axis<normalized_axis<X>, A>),
        "contract<A...>(softmax<Axis>(x), v): A must be the axis that softmax normalized; if another is meant, "
        "make a value of the weights, contract<A>(let(softmax<Axis>(x)), v)");
  }
  if constexpr (contractible<X, Y, A...>) {
    detail::check_extents<uncompared_axis{}>("contract", shape_of(x), shape_of(y));
    return detail::contract_matrices<axes>(x, y);
  } else {
    return any_formula{};
  }
}

/// A linear map from an axis that need not be the last.
///
/// shapes   x [L…, In, R…]   w [In, Out]   →   [L…, R…, Out]
/// requires x that has the first axis of w
template <is_axis A, sound_expression X, is_weight W>
constexpr auto contract(const X& x, const W& w) {
  static_assert(is_one_axis_of<A, shape_t<X>>, "contract<A>(x, w): A must be exactly one of the axes of x");
  if constexpr (is_one_axis_of<A, shape_t<X>>)
    static_assert(same_axis<sized<A>, sized<axis_at<W, 0>>>, "contract<A>(x, w): A must be the first axis of w");
  using others = detail::others_of<shape_t<X>, shape<A>>;
  if constexpr (contractible<X, W, A>) {
    return make_node(contraction_operation{},
                     detail::in_order(x, std::type_identity<detail::in_turn<others, shape<A>>>{}), w);
  } else {
    return any_formula{};
  }
}

namespace detail {
template <class P, class... A>
inline constexpr bool is_weight_with_one_axis_named = is_weight<P> && sizeof...(A) == 1;
}  // namespace detail

// A parameter that nothing can be contracted with, or a weight over other than one axis: refused.
template <is_axis... A, sound_expression X, class P>
  requires((is_parameter<P> || is_constant<P>) && !detail::is_weight_with_one_axis_named<P, A...>)
constexpr auto contract(const X&, const P&) {
  static_assert(detail::is_weight_with_one_axis_named<P, A...>,
                "contract<A>(x, p): p must be a weight, and A one axis, its first");
  return any_formula{};
}

}  // namespace typeformer
