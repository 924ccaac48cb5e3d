#pragma once
#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <typeformer/axis/agreement.hpp>
#include <typeformer/axis/algebra.hpp>
#include <typeformer/axis/shape.hpp>
#include <typeformer/tensor/buffer.hpp>

namespace typeformer {

/// What an extent or an index is given as: a whole number.
template <class N>
concept whole_number = std::integral<N> && !std::same_as<N, bool>;

/// Whether a tensor can have elements of this type.
template <class T>
inline constexpr bool is_element = std::is_arithmetic_v<T> && !std::is_const_v<T>;
/// The gate of templates that take an element's type. It is always true, as must_be_axes is.
///
/// requires an arithmetic type that is not const
template <class T>
consteval bool must_be_element() {
  static_assert(is_element<T> || !is_given<T>, "an element's type is expected first: float, or double");
  return true;
}

namespace detail {
template <class N>
std::size_t not_negative(const N& n, std::string_view what) {
  if constexpr (whole_number<N>) {
    if constexpr (std::is_signed_v<N>)
      if (n < 0) throw error{std::string{what} + " is " + std::to_string(n) + ", which is negative"};
    return static_cast<std::size_t>(n);
  } else {
    return 0;  // a broken rule, which has been said
  }
}

struct any_elements;
/// In the place of where elements are: a view's member, and a tensor's function.
struct any_data {
  any_elements operator()() const;
  template <class I>
  std::int32_t& operator[](const I&) const;
};
/// What a broken rule hands back in place of elements, so that nothing more is said. One of them is a whole number,
/// which all that takes an element takes, be it a number, a token or an index.
struct any_elements {
  any_data data{};

  template <class... X>
  std::int32_t& operator()(const X&...) const;
  template <class X>
  any_elements operator[](const X&) const {
    return {};
  }
  template <class X>
  any_elements operator=(const X&) const {
    return {};
  }
  template <class X>
  operator X&() const;
  std::size_t size() const { return 0; }
  std::span<float> elements() const { return {}; }
  any_elements* begin() const { return nullptr; }
  any_elements* end() const { return nullptr; }
};
inline any_elements any_data::operator()() const { return {}; }
}  // namespace detail

/// Whether an index, or an extent, is a whole number.
template <class N>
inline constexpr bool is_whole_number = whole_number<N>;
/// Whether `x[i]` is an element: never, since an element has an index for each axis.
template <class>
inline constexpr bool is_index_of_an_element = false;

/// Elements in memory with their shape, row by row, the last axis contiguous. It owns nothing.
template <class T, class Shape>
struct view {
  using element_type = T;
  using shape_type = Shape;
  T* data = nullptr;
  Shape shape{};

  constexpr std::size_t size() const { return shape.size(); }  ///< elements in all
  std::span<T> elements() const { return {data, size()}; }     ///< row by row

  /// One element, by an index for each axis; an index outside its axis is an error.
  template <class... Index>
  T& operator()(const Index&... index) const {
    static_assert(is_rank<sizeof...(Index), Shape>, "x(i, j, ...): there must be one index for each axis");
    static_assert((is_whole_number<Index> && ...), "x(i, j, ...): each index must be a whole number");
    const std::array<std::size_t, std::max(Shape::rank, sizeof...(Index))> at{
        detail::not_negative(index, "x(i, j, …): an index")...};
    const auto extents = shape.extents();
    std::size_t position = 0;
    for (std::size_t i = 0; i < Shape::rank; ++i) {
      if (at[i] >= extents[i])
        throw error{"x(i, j, …): index " + std::to_string(at[i]) + " lies outside axis " + std::to_string(i) + " of " +
                    text_of(shape)};
      position = position * extents[i] + at[i];
    }
    return data[position];
  }

  template <class Index>
  detail::any_elements operator[](const Index&) const {
    static_assert(is_index_of_an_element<Index>, "x[i]: an element is x(i, j, ...), with an index for each axis");
    return {};
  }

  /// A view that does not write.
  operator view<const T, Shape>() const
    requires(!std::is_const_v<T>)
  {
    return {data, shape};
  }
};

/// Whether a tensor is made with extents alone.
template <class... X>
inline constexpr bool are_extents = (whole_number<X> && ...);
/// Whether a tensor copies a view of other elements or axes: never.
template <class Tensor, class U, class Shape>
inline constexpr bool is_copied_by = false;
/// Whether a tensor copies a tensor of other elements or axes: never.
template <class Tensor, class Other>
inline constexpr bool copies_tensor = is_refused<Tensor> || is_refused<Other>;
/// Whether what is no tensor is assigned to one: never.
template <class Tensor, class X>
inline constexpr bool is_assigned_to = is_refused<Tensor> || is_refused<X>;

namespace detail {
template <bool AreSound, class... A>
struct shape_if {
  using type = any_shape;
};
template <class... A>
struct shape_if<true, A...> {
  using type = shape<A...>;
};
/// Whether a tensor has a constructor of its own for X: of a shape, of a view, of what has one.
template <class Tensor, class... X>
inline constexpr bool begins_tensor = false;
template <class Tensor, class X>
inline constexpr bool begins_tensor<Tensor, X> =
    std::is_base_of_v<Tensor, X> || std::is_convertible_v<const X&, typename Tensor::shape_type> ||
    std::is_convertible_v<const X&, view<const typename Tensor::element_type, typename Tensor::shape_type>>;
}  // namespace detail

/// A tensor that owns its elements, on the heap. `tensor<float, Batch, Query, Model> x(7);` where 7 is Query's extent:
/// one number for each axis whose extent is known only at run time, in order. A copy has elements of its own; what was
/// moved from has none.
///
/// throws   for a negative extent, one above its axis's bound, or more elements than can be counted; for the view or an
///          element of a tensor that was moved from
template <class T, class... A>
  requires(must_be_element<T>() && (must_be_axes<std::conditional_t<is_element<T>, A, no_axis>>() && ...))
class tensor {
  static constexpr bool is_one = is_element<T> && (is_sound_axis<A> && ...);

 public:
  /// T; float where a rule is broken, so that there is no second error.
  using element_type = std::conditional_t<is_one, T, float>;
  using shape_type = typename detail::shape_if<is_one, A...>::type;  ///< of any axis where a rule is broken

  /// All elements 0. One extent for each axis whose extent is known only at run time, in order.
  template <class... Extent>
    requires(std::is_arithmetic_v<Extent> && ...)
  explicit tensor(Extent... extents) : tensor(shape_from(extents...)) {}
  /// All elements 0.
  explicit tensor(shape_type shape) : tensor{shape, contents::zero} {}
  /// A copy of the elements.
  explicit tensor(typeformer::view<const element_type, shape_type> x) : tensor{x.shape, contents::unset} {
    std::copy_n(x.data, x.size(), data());
  }
  /// Of a view that may write, too.
  explicit tensor(typeformer::view<element_type, shape_type> x)
      : tensor{typeformer::view<const element_type, shape_type>{x.data, x.shape}} {}
  // What else one may try is a broken rule; of a view not explicit, so that `tensor<float, A> y = view` is one too.
  template <class U, class Shape>
  tensor(typeformer::view<U, Shape>) : tensor{shape_type{}} {
    static_assert(is_copied_by<tensor, U, Shape>,
                  "tensor y(view): the view must have the tensor's elements and axes; y = view does not copy");
  }
  template <class U, class... B>
    requires(!std::same_as<tensor<U, B...>, tensor>)
  tensor(const tensor<U, B...>&) : tensor{shape_type{}} {
    static_assert(copies_tensor<tensor, tensor<U, B...>>,
                  "tensor y(x), y = x: the tensor that is copied must have the same elements and axes");
  }
  template <class... X>
    requires(!(std::is_arithmetic_v<X> && ...) && !detail::begins_tensor<tensor, X...>)
  explicit tensor(const X&...) : tensor{shape_type{}} {
    static_assert(!is_one || are_extents<X...>,
                  "tensor(extents...): it takes the extents of its axes known only at run time, a shape, or a view");
  }
  tensor(const tensor& x) : tensor{x.view()} {}                     ///< copies the elements
  tensor& operator=(const tensor& x) { return *this = tensor{x}; }  ///< copies the elements, which takes new memory
  tensor(tensor&&) noexcept = default;                              ///< allocates nothing
  tensor& operator=(tensor&&) noexcept = default;                   ///< allocates nothing
  template <class X>
    requires(!std::is_convertible_v<const X&, tensor>)
  tensor& operator=(const X&) {
    static_assert(is_assigned_to<tensor, X>,
                  "y = x: a tensor is assigned to a tensor; one element is y(i, j) = x, all are y.elements()");
    return *this;
  }

  element_type* data() { return elements_.data(); }                ///< null where it was moved from
  const element_type* data() const { return elements_.data(); }    ///< null where it was moved from
  const shape_type& shape() const { return shape_; }               ///< as it was made, also where it was moved from
  std::size_t size() const { return elements_.size(); }            ///< elements in all; 0 where it was moved from
  std::span<element_type> elements() { return elements_.span(); }  ///< row by row
  std::span<const element_type> elements() const { return elements_.span(); }  ///< row by row

  /// What formulas and kernels take. It holds as long as the tensor is neither moved nor destroyed.
  ///
  /// throws   when it was moved from
  typeformer::view<element_type, shape_type> view() {
    check_not_moved_from();
    return {data(), shape_};
  }
  /// The same of a tensor that is not changed.
  typeformer::view<const element_type, shape_type> view() const {
    check_not_moved_from();
    return {data(), shape_};
  }
  /// So that a tensor is passed where a view is read.
  operator typeformer::view<const element_type, shape_type>() const { return view(); }

  /// One element, by an index for each axis, as `view` has it.
  ///
  /// throws   an index outside its axis
  template <class... Index>
  element_type& operator()(const Index&... index) {
    return view()(index...);
  }
  /// The same of a tensor that is not changed.
  template <class... Index>
  const element_type& operator()(const Index&... index) const {
    return view()(index...);
  }
  template <class Index>
  detail::any_elements operator[](const Index& index) const {
    return view()[index];
  }

 private:
  tensor(shape_type shape, contents first) : shape_{shape}, elements_{size_of(shape), first} {}

  void check_not_moved_from() const {
    if (size() != shape_.size()) throw error{"tensor: this one of " + text_of(shape_) + " was moved from"};
  }
  static std::size_t size_of(const shape_type& shape) {
    std::size_t size = 1;
    bool is_too_large = false;
    for (const std::size_t extent : shape.extents()) is_too_large |= __builtin_mul_overflow(size, extent, &size);
    if (is_too_large) throw error{"tensor: " + text_of(shape) + " has more elements than can be counted"};
    return size;
  }
  template <class... Extent>
  static shape_type shape_from(Extent... extents) {
    constexpr bool are_extents = (is_whole_number<Extent> && ...);
    static_assert((is_whole_number<Extent> && ...), "tensor(extents...): each extent must be a whole number");
    if constexpr (is_one && are_extents)
      static_assert(are_run_time_axes<sizeof...(Extent), shape_type>,
                    "tensor(extents...): there must be one extent for each axis known only at run time");
    if constexpr (are_extents && are_run_time_axes<sizeof...(Extent), shape_type>) {
      return shape_type::of({detail::not_negative(extents, "tensor(extents…): an extent")...});
    } else {
      return {};
    }
  }

  shape_type shape_;
  buffer<element_type> elements_;
};

template <class T, class... A>
tensor(view<T, shape<A...>>) -> tensor<std::remove_const_t<T>, A...>;

/// Whether X is a tensor or a view, whose numbers are there already: no part of a formula.
template <class X>
concept holds_numbers = requires {
  typename X::element_type;
  typename X::shape_type;
  requires requires(X& x) { x.data; } || requires(X& x) { x.elements(); };
};

/// Whether elements and axes follow from what a tensor is made with: never, but for a tensor or a view.
template <class... X>
inline constexpr bool names_axes = false;

namespace detail {
template <class... X>
consteval bool must_name_axes() {
  static_assert(names_axes<X...>,
                "a tensor's elements and axes must be named: tensor<float, Batch, Query, Model> x(7)");
  return true;
}
}  // namespace detail

// Without template arguments. One tensor may be copied.
template <class... X>
  requires((!holds_numbers<X> && ...) && detail::must_name_axes<X...>())
tensor(const X&...) -> tensor<left_out>;

/// Whether a tensor or a view is a range: never, its elements are.
template <class X>
inline constexpr bool is_range_of_elements = false;

namespace detail {
/// As much of an iterator as a range-for takes. It makes no range of a tensor for anything else.
template <class T>
struct any_iterator {
  T& operator*() const;
  any_iterator& operator++();
  bool operator!=(const any_iterator&) const;
};
}  // namespace detail

template <holds_numbers X>
detail::any_iterator<typename X::element_type> begin(const X&) {
  static_assert(is_range_of_elements<X>, "for (float f : x): the elements of a tensor or a view are x.elements()");
  return {};
}
template <holds_numbers X>
detail::any_iterator<typename X::element_type> end(const X&) {
  return {};
}

/// Whether numbers are written to a stream as a whole: never.
template <class X>
inline constexpr bool is_written_at_once = false;

// Without it a compiler lists all that a stream takes.
template <class Stream, holds_numbers X>
  requires requires(Stream& to) { to.flush(); }
Stream& operator<<(Stream& to, const X&) {
  static_assert(is_written_at_once<X>, "stream << x: an element is written, x(i, j, ...), or each of x.elements()");
  return to;
}

}  // namespace typeformer
