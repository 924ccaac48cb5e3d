#pragma once
#include <algorithm>
#include <array>
#include <concepts>
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

namespace detail {
template <whole_number N>
std::size_t not_negative(N n, std::string_view what) {
  if constexpr (std::is_signed_v<N>)
    if (n < 0) throw error{std::string{what} + " is " + std::to_string(n) + ", which is negative"};
  return static_cast<std::size_t>(n);
}
}  // namespace detail

/// Elements in memory with their shape, row by row, the last axis contiguous. It owns nothing.
template <class T, class Shape>
struct view {
  using element_type = T;
  using shape_type = Shape;
  T* data = nullptr;
  Shape shape{};

  constexpr std::size_t size() const { return shape.size(); }
  std::span<T> elements() const { return {data, size()}; }

  /// One element, by an index for each axis; an index outside its axis is an error.
  template <whole_number... Index>
  T& operator()(Index... index) const {
    static_assert(is_rank<sizeof...(Index), Shape>, "x(i, j, ...): there must be one index for each axis");
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

  operator view<const T, Shape>() const
    requires(!std::is_const_v<T>)
  {
    return {data, shape};
  }
};

/// A tensor that owns its elements, on the heap. `tensor<float, Batch, Query, Model> x(7);` where 7 is Query's extent:
/// one number for each axis whose extent is known only at run time, in order. A copy has elements of its own; what was
/// moved from has none.
///
/// throws   for a negative extent, one above its axis's bound, or more elements than can be counted; for the view or an
///          element of a tensor that was moved from
template <class T, is_axis... A>
class tensor {
 public:
  using element_type = T;
  using shape_type = typeformer::shape<A...>;

  template <whole_number... Extent>
  explicit tensor(Extent... extents)
      : tensor(shape_from(detail::not_negative(extents, "tensor(extents…): an extent")...)) {}
  explicit tensor(shape_type shape) : tensor{shape, contents::zero} {}
  /// A copy of the elements.
  explicit tensor(typeformer::view<const T, shape_type> x) : tensor{x.shape, contents::unset} {
    std::copy_n(x.data, x.size(), data());
  }
  tensor(const tensor& x) : tensor{x.view()} {}
  tensor& operator=(const tensor& x) { return *this = tensor{x}; }
  tensor(tensor&&) noexcept = default;
  tensor& operator=(tensor&&) noexcept = default;

  T* data() { return elements_.data(); }
  const T* data() const { return elements_.data(); }
  const shape_type& shape() const { return shape_; }
  std::size_t size() const { return elements_.size(); }
  std::span<T> elements() { return elements_.span(); }
  std::span<const T> elements() const { return elements_.span(); }

  typeformer::view<T, shape_type> view() {
    check_not_moved_from();
    return {data(), shape_};
  }
  typeformer::view<const T, shape_type> view() const {
    check_not_moved_from();
    return {data(), shape_};
  }
  operator typeformer::view<const T, shape_type>() const { return view(); }

  template <whole_number... Index>
  T& operator()(Index... index) {
    return view()(index...);
  }
  template <whole_number... Index>
  const T& operator()(Index... index) const {
    return view()(index...);
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
    static_assert(are_run_time_axes<sizeof...(Extent), shape_type>,
                  "tensor(extents...): there must be one extent for each axis known only at run time");
    if constexpr (are_run_time_axes<sizeof...(Extent), shape_type>) {
      return shape_type::of({extents...});
    } else {
      return {};
    }
  }

  shape_type shape_;
  buffer<T> elements_;
};

}  // namespace typeformer
