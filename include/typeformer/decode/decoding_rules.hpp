#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include <typeformer/decode/decoding.hpp>
#include <typeformer/operations/add_positions.hpp>
#include <typeformer/operations/attention.hpp>
#include <typeformer/operations/causal_product.hpp>
#include <typeformer/operations/distance_attention.hpp>
#include <typeformer/operations/positions_within.hpp>
#include <typeformer/operations/rotate.hpp>
#include <typeformer/operations/windows.hpp>

/// Operations that look at earlier positions of a sequence, and how they are decoded: from a KV cache, by the number of
/// the position, from the last positions alone, from a sum over all.
namespace typeformer {

namespace detail {
/// A mask that lets a query see later positions is found in a plan, where its offset is a part of the formula.
///
/// throws   one that is handed over
template <class Reading>
constexpr void must_look_back(Reading& reading, std::string_view operation, std::ptrdiff_t offset) {
  if (offset <= 0) return;
  if (reading.plans()) return reading.note_other_positions(operation);
  throw error{"decoding: attention's mask lets a query see " + std::to_string(offset) +
              " later positions, which are not there yet"};
}
/// The same of a window that does not end with its query's own position: a ring cache has none of another.
template <class Reading>
constexpr void must_end_with_own_position(Reading& reading, std::ptrdiff_t offset) {
  if (offset == 0) return;
  if (reading.plans()) return reading.note_other_positions("sliding window");
  throw error{"decoding: the last key of attention's window must be the query's own position, not " +
              std::to_string(offset) + " further on"};
}
}  // namespace detail

/// Attention of a sequence to itself goes to its KV caches, if its mask is causal, to ring caches under a sliding
/// window; to other keys, as those of an encoder's output, it is as it stands.
///
/// throws   a mask that is handed over and lets a query see later positions, or a sliding window that does not end with
///          the query's own
template <class Mask, class Heads>
struct decoding_rule<attention_operation<Mask, Heads>> {
  /// The axes and the type of the mask choose: a ring cache, a KV cache, keys of another sequence with the mask moved
  /// on, or the operation as it is.
  template <class Reading, class Q, class K, class V>
  static constexpr auto apply(Reading& reading, const attention_operation<Mask, Heads>& operation, const Q& q,
                              const K& k, const V& v) {
    using operation_type = attention_operation<Mask, Heads>;
    using sequence = typename Reading::sequence;
    using query = axis_from_last<Q, 1>;
    using key = axis_from_last<K, 1>;
    constexpr bool is_of_sequence = std::is_same_v<query, sequence>;
    if constexpr (is_of_sequence && std::is_same_v<key, sequence> && is_causal<Mask> &&
                  window_of<Mask> < bound<sequence>) {
      constexpr std::size_t window = window_of<Mask>;
      detail::must_end_with_own_position(reading, operation.mask.offset);
      const auto keys = reading.template with_window<operation_type>(k, window);
      const auto values = reading.template with_window<operation_type>(v, window);
      const auto mask = further_on<past<sequence>>(operation.mask,
                                                   reading.seen_before(window, algebra::extent_of<sequence>(q.shape)));
      return attend_to_past(reading, operation, mask, q, keys, values);
    } else if constexpr (is_of_sequence && std::is_same_v<key, sequence> && is_causal<Mask>) {
      detail::must_look_back(reading, operation_type::name, operation.mask.offset);
      const auto keys = reading.template with_past<operation_type>(k);
      const auto values = reading.template with_past<operation_type>(v);
      const auto mask = further_on<past<sequence>>(operation.mask, reading.position());
      return attend_to_past(reading, operation, mask, q, keys, values);
    } else if constexpr (is_of_sequence && is_causal<Mask> && !is_made_of<key, sequence>) {
      const auto mask = further_on<key>(operation.mask, reading.position());
      return reading.attend_to_kept(operation_type{operation.scale, mask}, q, k, v);
    } else {
      // Of queries on an axis that is made of the sequence and others, a causal mask cannot be moved on; a local window
      // never is.
      if constexpr (mixes_positions<operation_type, sequence, Q, K, V> ||
                    (depends_on_position<Mask> && is_made_of<query, sequence>))
        reading.note_other_positions(operation_type::name);
      return reading.attend_to_kept(operation, q, k, v);
    }
  }

 private:
  template <class Reading, class PastMask, class Q, class K, class V>
  static constexpr auto attend_to_past(Reading& reading, const attention_operation<Mask, Heads>& operation,
                                       const PastMask& mask, const Q& q, const K& keys, const V& values) {
    return reading.on_newest(attention_operation<PastMask, Heads>{operation.scale, mask}, q, keys, values);
  }
};

/// Attention by distance: the newest queries are as many positions further on as there are before them. Under a sliding
/// window too it goes to KV caches of all positions, since ring caches hold keys in an order that tells no distance.
///
/// throws   a mask that is handed over and lets a query see later positions
template <class Op>
  requires requires { typename Op::template with_mask<no_mask>; }
struct decoding_rule<Op> {
  /// As with attention_operation; the distances' offset moves on with the position.
  template <class Reading, class Q, class K, class V, class D>
  static constexpr auto apply(Reading& reading, const Op& operation, const Q& q, const K& k, const V& v, const D& d) {
    using sequence = typename Reading::sequence;
    using key = axis_from_last<K, 1>;
    using mask_type = decltype(operation.mask);
    const auto moved = [&](const auto& mask) {
      typename Op::template with_mask<std::remove_cvref_t<decltype(mask)>> further;
      further.scale = operation.scale;
      further.mask = mask;
      further.offset = operation.offset + static_cast<std::ptrdiff_t>(reading.position());
      return further;
    };
    constexpr bool is_of_sequence = std::is_same_v<axis_from_last<Q, 1>, sequence>;
    if constexpr (is_of_sequence && std::is_same_v<key, sequence> && is_causal<mask_type>) {
      detail::must_look_back(reading, Op::name, operation.mask.offset);
      const auto keys = reading.template with_past<Op>(k);
      const auto values = reading.template with_past<Op>(v);
      const auto mask = further_on<past<sequence>>(operation.mask, reading.position());
      return reading.on_newest(moved(mask), q, keys, values, d);
    } else if constexpr (is_of_sequence && is_causal<mask_type> && !is_made_of<key, sequence>) {
      return reading.on_newest(moved(further_on<key>(operation.mask, reading.position())), q, k, v, d);
    } else if constexpr (is_of_sequence && !mixes_positions<Op, sequence, Q, K, V, D>) {
      return reading.on_newest(moved(operation.mask), q, k, v, d);
    } else {
      if constexpr (mixes_positions<Op, sequence, Q, K, V, D> || is_made_of<axis_from_last<Q, 1>, sequence>)
        reading.note_other_positions(Op::name);
      return reading.on_newest(operation, q, k, v, d);
    }
  }
};

/// Whether an operation has the position of the first row of its operand: `first`.
template <class Op>
inline constexpr bool has_first_position = std::is_base_of_v<add_positions_operation, Op>;
template <kernels::rotary_layout Layout, std::size_t Base, std::size_t Width>
inline constexpr bool has_first_position<rotate_operation<Layout, Base, Width>> = true;

/// The newest positions begin behind those that are there.
template <class Op>
  requires has_first_position<Op>
struct decoding_rule<Op> {
  /// The operation with `first` moved on by the positions that are there.
  template <class Reading, class X, class... P>
  static constexpr auto apply(Reading& reading, Op operation, const X& x, const P&... table) {
    using sequence = typename Reading::sequence;
    using positions = axis_from_last<X, 1>;
    if constexpr (std::is_same_v<positions, sequence>) {
      operation.first += reading.position();
    } else if constexpr (is_made_of<positions, sequence>) {
      reading.note_other_positions(operation.name);
    }
    return reading.on_newest(operation, x, table...);
  }
};

/// The newest positions are counted from the first of all.
template <class Batch, class A>
struct decoding_rule<positions_within_operation<padding<Batch, A>>> {
  /// The operation, counting from the positions that are there.
  template <class Reading, class X>
  static constexpr auto apply(Reading& reading, const positions_within_operation<padding<Batch, A>>& operation,
                              const X& x) {
    using sequence = typename Reading::sequence;
    if constexpr (std::is_same_v<A, sequence>) {
      using mask = padding<Batch, A, past<A>>;  // a row may be longer than what has been read
      return reading.on_newest(
          positions_within_operation<mask>{{operation.mask.lengths}, operation.first + reading.position()}, x);
    } else {
      if constexpr (is_made_of<A, sequence>) reading.note_other_positions(operation.name);
      return reading.on_newest(operation, x);
    }
  }
};

/// A causal product goes on from Σ k_jᵀ v_j over the earlier positions, all that is kept of them.
template <>
struct decoding_rule<causal_product_operation> {
  /// The operation with its sum over earlier positions, which it replaces.
  template <class Reading, class Q, class K, class V>
  static constexpr auto apply(Reading& reading, const causal_product_operation& operation, const Q& q, const K& k,
                              const V& v) {
    using sequence = typename Reading::sequence;
    if constexpr (std::is_same_v<axis_from_last<Q, 1>, sequence>) {
      const auto state = reading.template replaced<causal_product_from_state_operation>(
          algebra::contract(algebra::transpose(k.shape), v.shape));
      return reading.on_newest(causal_product_from_state_operation{}, q, k, v, state);
    } else {
      if constexpr (mixes_positions<causal_product_operation, sequence, Q, K, V>)
        reading.note_other_positions(operation.name);
      return reading.on_newest(operation, q, k, v);
    }
  }
};

/// The positions before the newest that windows look at: as many as the first of them is away.
template <is_axis Sequence>
struct history : axis<"history", up_to<(std::size_t{1} << 31)>> {};

/// Windows that end with their own position look at a history of earlier ones.
template <class A, class Kernel, std::size_t Dilation>
struct decoding_rule<windows_operation<A, Kernel, Dilation>> {
  /// The operation with the earlier positions that it looks at, which each call replaces.
  template <class Reading, class X>
  static constexpr auto apply(Reading& reading, const windows_operation<A, Kernel, Dilation>& operation, const X& x) {
    if constexpr (std::is_same_v<A, typename Reading::sequence>) {
      const bool looks_back = operation.first + static_cast<std::ptrdiff_t>((bound<Kernel> - 1) * Dilation) <= 0;
      if (!looks_back) reading.note_other_positions(operation.name);
      using kept = windows_with_history_operation<A, Kernel, history<A>, Dilation>;
      const dimension<history<A>> before{looks_back ? static_cast<std::size_t>(-operation.first) : 0};
      const auto earlier = reading.template replaced<kept>(algebra::replace<A>(x.shape, before));
      return reading.on_newest(kept{looks_back ? operation.first : 0}, x, earlier);
    } else {
      if constexpr (mixes_positions<windows_operation<A, Kernel, Dilation>, typename Reading::sequence, X>)
        reading.note_other_positions(operation.name);
      return reading.on_newest(operation, x);
    }
  }
};

}  // namespace typeformer
