#pragma once
#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include <boost/hana/at.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/unpack.hpp>

#include <typeformer/axis/axis.hpp>
#include <typeformer/error.hpp>

namespace typeformer {
namespace hana = boost::hana;

namespace detail {
/// Which extents a merged axis can have when the program runs: those that its known factors or parts allow.
template <class A>
struct allowed_extents {
  static constexpr void check(std::size_t) {}
};
template <class... A>
struct allowed_extents<product<A...>> {
  static constexpr void check(std::size_t extent) {
    constexpr std::size_t factor = (std::size_t{1} * ... * (has_static_extent<A> ? bound<A> : 1));
    if (factor == 0 ? extent != 0 : extent % factor != 0)
      throw error{"axis " + name_of<product<A...>>() + ": its extent is " + std::to_string(extent) +
                  ", but must be a multiple of " + std::to_string(factor)};
  }
};
template <class... A>
struct allowed_extents<direct_sum<A...>> {
  static constexpr void check(std::size_t extent) {
    constexpr std::size_t least = (std::size_t{0} + ... + (has_static_extent<A> ? bound<A> : 0));
    if (extent < least)
      throw error{"axis " + name_of<direct_sum<A...>>() + ": its extent is " + std::to_string(extent) +
                  ", but must be at least " + std::to_string(least)};
  }
};
}  // namespace detail

/// One axis with its extent; of an axis whose extent the type knows, nothing is stored.
template <class A>
struct dimension {
  using axis_type = A;              ///< the axis whose extent this is
  constexpr dimension() = default;  ///< the extent that the type knows
  /// From a number that is not looked at, so that both kinds of dimension are made alike.
  constexpr explicit dimension(std::size_t) {}
  constexpr std::size_t extent() const { return bound<A>; }  ///< a constant
};

/// One axis with its extent, where the extent is known only at run time: it is stored.
template <class A>
  requires(!has_static_extent<A>)
struct dimension<A> {
  using axis_type = A;              ///< the axis whose extent this is
  constexpr dimension() = default;  ///< at its bound, the largest that the axis can have
  /// throws   an extent above the axis's bound, or one that a merged axis cannot have: `product<Head, Width>` with 8
  ///          heads has a multiple of 8
  constexpr explicit dimension(std::size_t extent) : extent_{extent} {
    if (extent > bound<A>)
      throw error{"axis " + name_of<A>() + ": its extent is " + std::to_string(extent) + ", but at most " +
                  std::to_string(bound<A>) + " were promised"};
    detail::allowed_extents<A>::check(extent);
  }
  constexpr std::size_t extent() const { return extent_; }  ///< of this run

 private:
  std::size_t extent_ = bound<A>;
};

/// The axes of a tensor, outermost first, with their extents. Default-constructed, run-time extents stand at their
/// bounds, which is what plans of memory want.
template <class... A>
  requires(... && must_be_axes<A>())
struct shape {
  using shape_type = shape;  ///< itself: tensors, views and values name their shape the same way
  static constexpr std::size_t rank = sizeof...(A);  ///< the number of axes
  /// How many of the axes have an extent known only at run time.
  static constexpr std::size_t run_time_axes = (std::size_t{0} + ... + !has_static_extent<A>);

  hana::tuple<dimension<A>...> dimensions;  ///< one for each axis, outermost first

  constexpr shape() = default;  ///< run-time extents at their bounds
  /// From one dimension for each axis.
  constexpr explicit shape(hana::tuple<dimension<A>...> d) : dimensions{d} {}

  /// From the extents of the axes that are known at run time, in order.
  static constexpr shape of(const std::array<std::size_t, run_time_axes>& extents) {
    std::size_t next = 0;
    const auto one = [&]<class B>(std::type_identity<B>) {
      if constexpr (has_static_extent<B>) {
        return dimension<B>{};
      } else {
        return dimension<B>{extents[next++]};
      }
    };
    return shape{hana::tuple<dimension<A>...>{one(std::type_identity<A>{})...}};
  }

  /// The extent of axis I, counted from the outermost.
  template <std::size_t I>
  constexpr std::size_t extent() const {
    return hana::at_c<I>(dimensions).extent();
  }
  /// The extent of the last axis, which is contiguous in memory. The shape has an axis.
  constexpr std::size_t last() const { return extent<rank - 1>(); }
  /// All extents, outermost first.
  constexpr std::array<std::size_t, rank> extents() const {
    return hana::unpack(dimensions, [](const auto&... d) { return std::array<std::size_t, rank>{d.extent()...}; });
  }
  /// Elements in all.
  constexpr std::size_t size() const {
    return hana::unpack(dimensions, [](const auto&... d) { return (std::size_t{1} * ... * d.extent()); });
  }
  /// How many rows along the last axis there are: the product of the other extents.
  constexpr std::size_t rows() const {
    std::size_t n = 1;
    const auto all = extents();
    for (std::size_t i = 0; i + 1 < rank; ++i) n *= all[i];
    return n;
  }
};

/// The type of the axis at place I, counted from the outermost.
template <class Shape, std::size_t I>
using axis_at = typename std::remove_cvref_t<decltype(hana::at_c<I>(
    std::declval<typename Shape::shape_type>().dimensions))>::axis_type;

namespace detail {
template <class Shape>
inline constexpr bool has_sound_axes = true;
template <class... A>
inline constexpr bool has_sound_axes<shape<A...>> = (is_sound_axis<A> && ...);
template <class X>
inline constexpr bool has_sound_shape = true;
template <class X>
  requires requires { typename X::shape_type; }
inline constexpr bool has_sound_shape<X> = has_sound_axes<typename X::shape_type>;
template <class X>
inline constexpr bool has_sound_vocabulary = true;
template <class X>
  requires requires { typename X::vocabulary; }
inline constexpr bool has_sound_vocabulary<X> = is_sound_axis<typename X::vocabulary>;

/// The shape of what was refused.
using any_shape = shape<any_axis>;
}  // namespace detail

/// Whether a type is one of which a broken rule was reported already: it says so, or it has a shape or a vocabulary
/// that was refused.
template <class X>
concept is_refused = requires {
  typename std::remove_cvref_t<X>::refused;
} || !detail::has_sound_shape<std::remove_cvref_t<X>> || !detail::has_sound_vocabulary<std::remove_cvref_t<X>>;

namespace detail {
template <class Shape, std::size_t I>
struct from_last {
  using type = no_axis;
};
template <class Shape, std::size_t I>
  requires(I < Shape::shape_type::rank)
struct from_last<Shape, I> {
  using type = axis_at<Shape, Shape::shape_type::rank - 1 - I>;
};
}  // namespace detail

/// The same, counted from the last: 0 is the last axis. Beyond the first, no_axis.
template <class Shape, std::size_t I>
using axis_from_last = typename detail::from_last<Shape, I>::type;

/// "[B 8, N ≤512, d_model 512]"
template <class... A>
std::string text_of(shape<A...> s) {
  [[maybe_unused]] const auto extents = s.extents();  // of no axes none is read
  std::string t = "[";
  std::size_t i = 0;
  ((t += (i ? ", " : "") + name_of<A>() + " " + std::to_string(extents[i]), ++i), ...);
  return t + "]";
}
/// Writes its text.
template <class Stream, class... A>
  requires requires(Stream& to) { to.flush(); }
auto& operator<<(Stream& to, const shape<A...>& s) {
  return to << text_of(s);
}

}  // namespace typeformer
