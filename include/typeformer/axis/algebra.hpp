#pragma once
#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <boost/hana/append.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/back.hpp>
#include <boost/hana/concat.hpp>
#include <boost/hana/drop_back.hpp>
#include <boost/hana/drop_front.hpp>
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/prepend.hpp>
#include <boost/hana/remove_if.hpp>
#include <boost/hana/take_front.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/unpack.hpp>

#include <typeformer/axis/shape.hpp>

/// Shape algebra: from the shapes of operands to the shape of a result. Shapes are Hana tuples of dimensions, so types
/// and run-time extents are computed at once. What may be combined is checked elsewhere (expressions/): these
/// functions yield a shape even when a rule is broken, so that one mistake gives one error.
namespace typeformer::algebra {

/// A shape from a Hana tuple of dimensions.
template <class... D>
constexpr auto shaped(const hana::tuple<D...>& dimensions) {
  return shape<typename D::axis_type...>{dimensions};
}

/// [L…, K] and [K, N] → [L…, N]
template <class X, class W>
constexpr auto contract(const X& x, const W& w) {
  return shaped(hana::append(hana::drop_back(x.dimensions), hana::back(w.dimensions)));
}

/// [L…, M, N] → [L…, N, M]
template <class X>
constexpr auto transpose(const X& x) {
  constexpr std::size_t n = X::rank;
  if constexpr (n < 2) {
    return x;
  } else {
    return shaped(hana::concat(hana::drop_back(x.dimensions, hana::size_c<2>),
                               hana::make_tuple(hana::back(x.dimensions), hana::at_c<n - 2>(x.dimensions))));
  }
}

/// [L…, N, H·W] → [L…, H, N, W]
template <class H, class W, class X>
constexpr auto split(const X& x) {
  constexpr std::size_t n = X::rank;
  const dimension<H> heads{has_static_extent<H> ? bound<H> : x.last() / bound<W>};
  const dimension<W> width{has_static_extent<W> ? bound<W> : x.last() / bound<H>};
  if constexpr (n < 2) {
    return shaped(hana::make_tuple(heads, width));
  } else {
    return shaped(hana::concat(hana::drop_back(x.dimensions, hana::size_c<2>),
                               hana::make_tuple(heads, hana::at_c<n - 2>(x.dimensions), width)));
  }
}

/// [L…, H, N, W] → [L…, N, H·W]
template <class X>
constexpr auto join(const X& x) {
  constexpr std::size_t n = X::rank;
  if constexpr (n < 3) {
    return x;
  } else {
    using joined = product<axis_at<X, n - 3>, axis_at<X, n - 1>>;
    return shaped(hana::concat(
        hana::drop_back(x.dimensions, hana::size_c<3>),
        hana::make_tuple(hana::at_c<n - 2>(x.dimensions), dimension<joined>{x.template extent<n - 3>() * x.last()})));
  }
}

/// [L…, H, N, W] → [L…, H·G, N, W]
template <class G, class X>
constexpr auto repeat(const X& x) {
  constexpr std::size_t n = X::rank;
  if constexpr (n < 3) {
    return x;
  } else {
    using repeated = product<axis_at<X, n - 3>, G>;
    const dimension<repeated> heads{x.template extent<n - 3>() * bound<G>};
    return shaped(hana::concat(hana::drop_back(x.dimensions, hana::size_c<3>),
                               hana::make_tuple(heads, hana::at_c<n - 2>(x.dimensions), hana::back(x.dimensions))));
  }
}

/// [L…] and an axis → [L…, A]
template <class X, class D>
constexpr auto append(const X& x, const D& d) {
  return shaped(hana::append(x.dimensions, d));
}

/// [L…, N, E] → [L…]: the axes before the last two.
template <class X>
constexpr auto leading(const X& x) {
  return shaped(hana::drop_back(x.dimensions, hana::size_c<2>));
}

/// Where A stands in a shape, counted from the outermost; its rank where it has no A.
template <class A, class... B>
constexpr std::size_t index_of(std::type_identity<shape<B...>>) {
  std::size_t index = sizeof...(B), i = 0;
  ((std::is_same_v<A, B> ? void(index = i) : void(), ++i), ...);
  return index;
}

/// The shape without the axes that are among A….
template <class... A, class X>
constexpr auto without(const X& x) {
  return shaped(hana::remove_if(
      x.dimensions, []<class B>(const dimension<B>&) { return hana::bool_c<(std::is_same_v<A, B> || ...)>; }));
}

/// The axes of x that are among A…, in the order of x.
template <class... A, class X>
constexpr auto only(const X& x) {
  return shaped(hana::remove_if(
      x.dimensions, []<class B>(const dimension<B>&) { return hana::bool_c<!(std::is_same_v<A, B> || ...)>; }));
}

/// The shape with the axes of all; the first of several that have as many.
template <class X>
constexpr auto broadcast(const X& x) {
  return x;
}
/// Of two or more shapes.
template <class X, class Y, class... Z>
constexpr auto broadcast(const X& x, const Y& y, const Z&... z) {
  if constexpr (X::rank >= Y::rank) {
    return broadcast(x, z...);
  } else {
    return broadcast(y, z...);
  }
}

/// x with another axis in the place of A, of the extent that is given.
template <class A, class D, class... B>
constexpr auto replace(const shape<B...>& x, const D& d) {
  return hana::unpack(x.dimensions, [&](const auto&... each) {
    const auto one = [&]<class C>(const dimension<C>& c) {
      if constexpr (std::is_same_v<A, C>) {
        return d;
      } else {
        return c;
      }
    };
    return shaped(hana::make_tuple(one(each)...));
  });
}

/// The extent of A, which x has.
template <class A, class X>
constexpr std::size_t extent_of(const X& x) {
  return x.template extent<index_of<A>(std::type_identity<X>{})>();
}

/// [L…, A, R…], [L…, B, R…], … → [L…, A⊕B⊕…, R…]
template <class First, class... Rest, class X, class... Y>
constexpr auto concatenate(const X& x, const Y&... y) {
  const dimension<direct_sum<First, Rest...>> all{(extent_of<First>(x) + ... + extent_of<Rest>(y))};
  return replace<First>(x, all);
}

/// [L…, A, B, R…] → [L…, A·B, R…]
template <class A, class B, class X>
constexpr auto merge(const X& x) {
  constexpr std::size_t i = index_of<A>(std::type_identity<X>{});
  const dimension<product<A, B>> merged{extent_of<A>(x) * extent_of<B>(x)};
  return shaped(hana::concat(hana::append(hana::take_front(x.dimensions, hana::size_c<i>), merged),
                             hana::drop_front(x.dimensions, hana::size_c<i + 2>)));
}

/// [L…, A·B, R…] → [L…, A, B, R…]
template <class A, class B, class X>
constexpr auto unmerge(const X& x) {
  constexpr std::size_t i = index_of<product<A, B>>(std::type_identity<X>{});
  const std::size_t extent = extent_of<product<A, B>>(x);
  const dimension<A> a{has_static_extent<A> ? bound<A> : bound<B> ? extent / bound<B> : 0};
  const dimension<B> b{has_static_extent<B> ? bound<B> : bound<A> ? extent / bound<A> : 0};
  return shaped(hana::concat(hana::append(hana::append(hana::take_front(x.dimensions, hana::size_c<i>), a), b),
                             hana::drop_front(x.dimensions, hana::size_c<i + 1>)));
}

/// [L…, R…] → [L…, K, R…], where L… are Before axes
template <std::size_t Before, class X, class D>
constexpr auto insert(const X& x, const D& d) {
  return shaped(hana::concat(hana::append(hana::take_front(x.dimensions, hana::size_c<Before>), d),
                             hana::drop_front(x.dimensions, hana::size_c<Before>)));
}

/// [L…, A, R…] → [L…, A, K, R…]
template <class A, class X, class D>
constexpr auto insert_after(const X& x, const D& d) {
  return insert<index_of<A>(std::type_identity<X>{}) + 1>(x, d);
}

/// The same axes in the order A…
template <class... A, class X>
constexpr auto permute(const X& x) {
  return shaped(hana::make_tuple(dimension<A>{extent_of<A>(x)}...));
}

/// The axes A… out of those of x.
template <class... A, class X>
constexpr auto ordered(const X& x, std::type_identity<shape<A...>>) {
  return permute<A...>(x);
}

/// By which strides a row-major operand x is read along the axes of a result: 0 along those that it does not have.
template <class... R, class X>
constexpr std::array<std::size_t, sizeof...(R)> strides_along(std::type_identity<shape<R...>>, const X& x) {
  std::array<std::size_t, X::rank + 1> own{};  // the last is that of an axis that x does not have
  const auto extents = x.extents();
  std::size_t stride = 1;
  for (std::size_t i = X::rank; i-- > 0; stride *= extents[i]) own[i] = stride;
  if constexpr (std::is_same_v<shape<R...>, X>) {  // an axis may stand in it twice
    std::array<std::size_t, sizeof...(R)> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = own[i];
    return all;
  } else {
    return {own[index_of<R>(std::type_identity<X>{})]...};
  }
}

}  // namespace typeformer::algebra
