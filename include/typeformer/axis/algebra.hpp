#pragma once
#include <utility>

#include <boost/hana/append.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/back.hpp>
#include <boost/hana/concat.hpp>
#include <boost/hana/drop_back.hpp>
#include <boost/hana/integral_constant.hpp>
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

/// [L…, A] and [L…, B] → [L…, A⊕B]
template <class X, class Y>
constexpr auto concatenate(const X& x, const Y& y) {
  return shaped(hana::append(hana::drop_back(x.dimensions),
                             dimension<direct_sum<axis_from_last<X, 0>, axis_from_last<Y, 0>>>{x.last() + y.last()}));
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

}  // namespace typeformer::algebra
