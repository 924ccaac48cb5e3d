#pragma once
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include <typeformer/axis/same_sequence.hpp>
#include <typeformer/kernels/attention.hpp>
#include <typeformer/kernels/masking.hpp>
#include <typeformer/operations/operation.hpp>
#include <typeformer/operations/reach.hpp>

namespace typeformer {

// A mask's type says which axes it is on, and its meaning is always "attend": what it allows is seen.

/// Every query sees every key.
struct no_mask {
  constexpr kernels::attention_mask kernel_mask() const { return {}; }  ///< hides nothing
};

namespace detail {
/// Beyond these bounds a query sees all keys or none, however far the offset: clamped, it cannot overflow in kernels.
template <class Query, class Key>
constexpr std::ptrdiff_t offset_within(std::ptrdiff_t offset) {
  if constexpr (is_axis<Query> && is_axis<Key>) {
    return std::clamp(offset, -static_cast<std::ptrdiff_t>(bound<Query>), static_cast<std::ptrdiff_t>(bound<Key>));
  } else {  // told where the mask is named
    return offset;
  }
}
}  // namespace detail

/// Query i sees key j ≤ i + offset.
///
/// requires axes of one sequence (axis/same_sequence.hpp)
/// source   Vaswani et al. 2017, section 3.2.3
template <class Query, class Key = Query>
  requires(must_be_axes<Query, Key>() && must_be_of_one_sequence<Query, Key>())
struct causal {
  using query = Query;        ///< the axis of queries
  using key = Key;            ///< the axis of keys
  std::ptrdiff_t offset = 0;  ///< how far the first query is behind the first key: a decoder's earlier positions
  /// Allows keys up to the query's own.
  constexpr kernels::attention_mask kernel_mask() const {
    return {.causal = true, .offset = detail::offset_within<Query, Key>(offset)};
  }
};

namespace detail {
// A function, since a class in whose body a rule is broken makes clang print more than the rule.
template <class Query, std::size_t Size>
constexpr auto of_window() {
  static_assert(Size > 0,
                "sliding_window<Query, Size>: Size must be 1 at least, since it counts the query's own position");
  return std::type_identity<Query>{};
}
}  // namespace detail

/// Query i sees Size keys, of which the last is i + offset: i + offset − Size < j ≤ i + offset. A decoder keeps no more
/// of them (decode/).
///
/// requires a Size of 1 at least
/// source   Beltagy, Peters and Cohan 2020 (Longformer); Jiang et al. 2023 (Mistral 7B)
template <class Query, std::size_t Size, class Key = Query>
  requires(must_be_axes<Query, Key>() && must_be_of_one_sequence<Query, Key>())
struct sliding_window {
  using query = typename decltype(detail::of_window<Query, Size>())::type;  ///< the axis of queries
  using key = Key;                                                          ///< the axis of keys
  std::ptrdiff_t offset = 0;  ///< how far the first query is behind the first key: a decoder's earlier positions
  /// Allows the last Size keys up to the query's own.
  constexpr kernels::attention_mask kernel_mask() const {
    return {.causal = true,
            .offset = detail::offset_within<Query, Key>(offset),
            .window = static_cast<std::ptrdiff_t>(std::min<std::size_t>(Size, kernels::unbounded_window))};
  }
};

namespace detail {
constexpr const std::int32_t* data_or_none(std::span<const std::int32_t> lengths) {
  return lengths.empty() ? nullptr : lengths.data();
}
template <class X>
concept temporary_lengths = !std::is_lvalue_reference_v<X> && std::convertible_to<X, std::span<const std::int32_t>> &&
                            !std::ranges::enable_borrowed_range<std::remove_cv_t<X>>;
template <class X>
inline constexpr bool lengths_outlive = false;
/// Whether lengths are of the type that masks read: the condition of a rule.
template <class X>
inline constexpr bool are_lengths = std::convertible_to<X, std::span<const std::int32_t>>;
/// Whether X are numbers side by side that are no lengths.
template <class X>
concept other_lengths = !are_lengths<X> && std::ranges::contiguous_range<X>;
}  // namespace detail

/// In row b of Batch, keys j < lengths[b] are seen. Batch is the outermost axis of what is masked. Without lengths, all
/// keys are seen.
///
/// throws   where it is used: lengths that are not one for each row, or lie outside 0 … the extent of Key
/// source   Vaswani et al. 2017, whose batches have rows of different lengths
template <class Batch, class Query = left_out, class Key = Query>
  requires(must_be_axes<Batch, Query, Key>())
struct padding {
  using batch = Batch;                    ///< the axis whose rows differ in length
  using query = Query;                    ///< the axis of queries
  using key = Key;                        ///< the axis of keys
  std::span<const std::int32_t> lengths;  ///< one for each row of Batch, or none; they outlive the mask
  constexpr padding() = default;          ///< without lengths: all keys are seen
  /// Of these lengths, which it does not copy.
  constexpr padding(std::span<const std::int32_t> of_rows) : lengths{of_rows} {}
  /// Of a container that ends before the mask is used: it is refused.
  template <class X>
    requires detail::temporary_lengths<X>
  constexpr padding(X&&) {
    static_assert(detail::lengths_outlive<X>,
                  "padding{lengths}: the lengths must outlive the mask, which a temporary does not: name them");
  }
  template <class X>
    requires detail::other_lengths<X>
  explicit constexpr padding(X&&) {
    static_assert(detail::are_lengths<X>, "padding{lengths}: lengths must be a range of std::int32_t");
  }
  /// Hides padding.
  constexpr kernels::attention_mask kernel_mask() const { return {.lengths = detail::data_or_none(lengths)}; }
};

/// What both allow, in one mask, as attention's kernel takes it: `causal<N>{} & padding<B, N>{lengths}`. Adding one
/// mask after the other has the same result, but runs operation by operation.
template <is_axis Batch, class Query, class Key = Query>
  requires(must_be_axes<Query, Key>() && must_be_of_one_sequence<Query, Key>())
struct causal_padding {
  using batch = Batch;                    ///< the axis whose rows differ in length
  using query = Query;                    ///< the axis of queries
  using key = Key;                        ///< the axis of keys
  std::ptrdiff_t offset = 0;              ///< as of `causal`
  std::span<const std::int32_t> lengths;  ///< as of `padding`
  /// Allows keys up to the query's own that are no padding.
  constexpr kernels::attention_mask kernel_mask() const {
    return {true, detail::offset_within<Query, Key>(offset), detail::data_or_none(lengths)};
  }
};

/// What both allow, as one mask that the attention kernel takes.
template <class Batch, class Query, class Key>
constexpr auto operator&(causal<Query, Key> c, padding<Batch, Query, Key> p) {
  return causal_padding<Batch, Query, Key>{c.offset, p.lengths};
}
/// In the other order.
template <class Batch, class Query, class Key>
constexpr auto operator&(padding<Batch, Query, Key> p, causal<Query, Key> c) {
  return c & p;
}

namespace detail {
/// The gate of windows around a position (must_be_axes).
template <std::size_t Size>
consteval bool must_be_odd_window() {
  static_assert(Size % 2 == 1,
                "local_window<Query, Size>: Size must be odd, since a query sees as many keys before its position as "
                "behind it");
  return true;
}
/// A window of Size keys around the query's position, as a kernel has it; no longer than what there is.
template <class Query, std::size_t Size, class Key>
constexpr kernels::attention_mask local_window_mask(const std::int32_t* lengths) {
  constexpr auto reach = static_cast<std::ptrdiff_t>(std::min(Size / 2, std::max(bound<Query>, bound<Key>)));
  return {.causal = true, .offset = reach, .lengths = lengths, .window = 2 * reach + 1};
}
}  // namespace detail

/// Query i sees key j with |i − j| ≤ Size/2: Size keys, of which that of its own position is the one in the middle. It
/// sees later ones, so it is for encoders; a decoder has a sliding_window.
///
/// requires an odd Size
/// source   Luong, Pham and Manning 2015 (local attention); Beltagy, Peters and Cohan 2020 (Longformer)
template <is_axis Query, std::size_t Size, is_axis Key = Query>
  requires(detail::must_be_odd_window<Size>())
struct local_window {
  using query = Query;  ///< the axis of queries
  using key = Key;      ///< the axis of keys
  /// Allows keys within half of Size.
  constexpr kernels::attention_mask kernel_mask() const { return detail::local_window_mask<Query, Size, Key>(nullptr); }
};

/// What a local window and padding both allow: `local_window<N, 5>{} & padding<B, N>{lengths}`.
template <is_axis Batch, is_axis Query, std::size_t Size, is_axis Key = Query>
  requires(detail::must_be_odd_window<Size>())
struct local_padding {
  using batch = Batch;                    ///< the axis whose rows differ in length
  using query = Query;                    ///< the axis of queries
  using key = Key;                        ///< the axis of keys
  std::span<const std::int32_t> lengths;  ///< as of `padding`
  /// Allows keys within half of Size that are no padding.
  constexpr kernels::attention_mask kernel_mask() const {
    return detail::local_window_mask<Query, Size, Key>(detail::data_or_none(lengths));
  }
};

/// What both allow, as one mask that the attention kernel takes.
template <class Batch, class Query, std::size_t Size, class Key>
constexpr auto operator&(local_window<Query, Size, Key>, padding<Batch, Query, Key> p) {
  return local_padding<Batch, Query, Size, Key>{p.lengths};
}
/// In the other order.
template <class Batch, class Query, std::size_t Size, class Key>
constexpr auto operator&(padding<Batch, Query, Key> p, local_window<Query, Size, Key> w) {
  return w & p;
}

/// What attention and mask_operation take: a type that tells their kernels which keys a query may see.
template <class M>
concept is_mask = requires(const M& m) {
  { m.kernel_mask() } -> std::same_as<kernels::attention_mask>;
};

/// Whether two masks have one that allows what both do.
template <class L, class R>
inline constexpr bool can_be_joined = false;

#define TYPEFORMER_NO_MASK(OPERATOR)                                                                                  \
  template <is_mask L, is_mask R>                                                                                     \
  constexpr auto operator OPERATOR(const L& mask, const R&) {                                                         \
    static_assert(can_be_joined<L, R>,                                                                                \
                  "mask & mask: of a causal mask or a local window, and padding, on the same axes; others are added " \
                  "to the scores, one after the other");                                                              \
    return mask;                                                                                                      \
  }
TYPEFORMER_NO_MASK(&)
TYPEFORMER_NO_MASK(&&)
TYPEFORMER_NO_MASK(|)
TYPEFORMER_NO_MASK(||)
TYPEFORMER_NO_MASK(+)
#undef TYPEFORMER_NO_MASK

namespace detail {
/// A mask's type on another key axis; void where it is not causal.
template <class Mask, class Key>
struct causal_on {
  using type = void;
};
template <class Query, class Before, class Key>
struct causal_on<causal<Query, Before>, Key> {
  using type = causal<Query, Key>;
};
template <class Batch, class Query, class Before, class Key>
struct causal_on<causal_padding<Batch, Query, Before>, Key> {
  using type = causal_padding<Batch, Query, Key>;
};
template <class Query, std::size_t Size, class Before, class Key>
struct causal_on<sliding_window<Query, Size, Before>, Key> {
  using type = sliding_window<Query, Size, Key>;
};
}  // namespace detail

/// How many keys a query sees at most, by its mask alone.
template <class Mask>
inline constexpr std::size_t window_of = std::numeric_limits<std::size_t>::max();
template <class Query, std::size_t Size, class Key>
inline constexpr std::size_t window_of<sliding_window<Query, Size, Key>> = Size;
template <class Query, std::size_t Size, class Key>
inline constexpr std::size_t window_of<local_window<Query, Size, Key>> = Size;
template <class Batch, class Query, std::size_t Size, class Key>
inline constexpr std::size_t window_of<local_padding<Batch, Query, Size, Key>> = Size;

/// Whether a query sees keys up to its own position, or some further on.
template <class Mask>
inline constexpr bool is_causal = !std::is_void_v<typename detail::causal_on<Mask, no_axis>::type>;
/// Whether what a query sees depends on its position.
template <class Mask>
inline constexpr bool depends_on_position = is_causal<Mask>;
template <class Query, std::size_t Size, class Key>
inline constexpr bool depends_on_position<local_window<Query, Size, Key>> = true;
template <class Batch, class Query, std::size_t Size, class Key>
inline constexpr bool depends_on_position<local_padding<Batch, Query, Size, Key>> = true;
/// Whether it hides padding alone, or nothing.
template <class Mask>
inline constexpr bool hides_padding_alone = !depends_on_position<Mask>;

/// The same mask for queries that are `positions` further on, of keys on the axis Key.
template <is_axis Key, class Mask>
constexpr auto further_on(const Mask& mask, std::size_t positions) {
  typename detail::causal_on<Mask, Key>::type further;
  further.offset = mask.offset + static_cast<std::ptrdiff_t>(positions);
  if constexpr (requires { mask.lengths; }) further.lengths = mask.lengths;
  return further;
}

/// Scores of keys that a query may not see become −∞.
///
/// shapes   x [L…, Query, Key]   →   the same
/// cost     one comparison for each element
template <is_mask Mask>
struct mask_operation {
  static constexpr std::string_view name = "mask";
  static constexpr std::string_view formula = "x + mask";
  static constexpr bool yields_infinity = true;  ///< what it hides
  template <class, class...>
  static constexpr reach reach_along() {
    return {};  // each score is masked alone
  }

  Mask mask;  ///< with its offset and lengths

  template <class X>
  static constexpr auto result(const X& x) {
    return x;
  }
  template <class X>
  static constexpr polynomial cost(const X& x) {
    return count_of(x);
  }
  template <class T, class Y, class X>
  void forward(const resources<T>&, const Y& y, const X& x) const {
    constexpr std::size_t n = X::shape_type::rank;
    const std::size_t queries = x.shape.template extent<n - 2>(), keys = x.shape.last();
    const std::size_t matrices = algebra::leading(x.shape).size();
    const std::size_t batch = n > 2 ? x.shape.template extent<0>() : 1;
    kernels::mask_scores(batch, batch ? matrices / batch : 0, queries, keys, mask.kernel_mask(), x.data, y.data);
  }
  template <class T, class Y, class X>
  void backward(const resources<T>&, const Y& y, const X& x) const {
    constexpr std::size_t n = X::shape_type::rank;
    const std::size_t queries = x.shape.template extent<n - 2>(), keys = x.shape.last();
    const std::size_t matrices = algebra::leading(x.shape).size();
    const std::size_t batch = n > 2 ? x.shape.template extent<0>() : 1;
    kernels::add_mask_gradient<T>(batch, batch ? matrices / batch : 0, queries, keys, mask.kernel_mask(), y.gradient,
                                  x.gradient);
  }
};

}  // namespace typeformer
