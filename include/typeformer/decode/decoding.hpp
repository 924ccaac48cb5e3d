#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <typeformer/decode/decoding_findings.hpp>
#include <typeformer/decode/decoding_memory.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/operations/append.hpp>
#include <typeformer/readings/reading.hpp>
#include <typeformer/readings/running.hpp>
#include <typeformer/readings/tracing.hpp>

namespace typeformer {

/// How an operation is read on the newest positions of a sequence alone. Here, of operations that compute each position
/// by itself; decoding_rules.hpp has those that look at earlier ones.
template <class Op>
struct decoding_rule {
  /// The operation on the newest positions; a trace notes it if it mixes positions.
  template <class Reading, class... X>
  static constexpr auto apply(Reading& reading, const Op& operation, const X&... x) {
    if constexpr (mixes_positions<Op, typename Reading::sequence, X...>) reading.note_other_positions(Op::name);
    return reading.on_newest(operation, x...);
  }
};

/// The reading that decodes: it runs a model's own formula on the newest positions of a sequence, and keeps what later
/// positions need of earlier ones. Base is the reading that computes, or plans.
///
///   - What has no sequence axis, as an encoder, runs in the first call alone; of it, what is used beside newest
///     positions is kept. Keys and values that attention finds there are kept once for all rows that come of one.
///   - A scan along the sequence goes on from its last state. What its step uses of values made outside of it is kept,
///     too; such values have no sequence axis.
///   - Attention to the own past appends its keys and values to a KV cache.
///   - All else computes each position by itself, or cannot be decoded: then a trace notes its name.
///
/// Batch    the first axis of what is kept, or one_sequence
template <class Base, is_axis Batch, is_axis Sequence>
class decoding {
  using T = typename Base::element_type;

 public:
  using element_type = T;                                        ///< of values, float or double
  using stored_type = typename Base::stored_type;                ///< what the weights are stored in
  using sequence = Sequence;                                     ///< along which the model is decoded
  using batch = Batch;                                           ///< the first axis of what is kept
  static constexpr bool records = false;                         ///< there is no backward pass
  static constexpr bool rounds = rounds_between_products<Base>;  ///< as Base does

  /// The rest is what Base is made with. Without `memory`, as in a plan, nothing is kept.
  template <class... Arguments>
  constexpr explicit decoding(decoding_memory<T>* memory, std::size_t element_bytes, Arguments&&... arguments)
      : call_{std::in_place, memory, element_bytes, std::forward<Arguments>(arguments)...}, now_{&*call_} {}
  decoding(const decoding&) = delete;
  decoding& operator=(const decoding&) = delete;

  /// A call with positions from `position` on; the first since the memory was cleared, or another. There is room for
  /// `rows` rows, made of `first_rows` of the first call.
  constexpr void begin(std::size_t position, bool is_first, std::size_t rows, std::size_t first_rows) {
    now_->begin(position, is_first, rows, first_rows);
  }

  /// An input of the first call, or the newest positions of the one that has the sequence axis.
  template <class X>
    requires requires(Base& base, const X& x) { base.input(x); }
  constexpr auto input(const X& x) {
    return own(base().input(x));
  }
  /// An input without the sequence axis in a call after the first: what is needed of it is kept.
  template <class Shape>
  constexpr auto known(const view<const T, Shape>& x) {
    return value<decoding, Shape>{this, nullptr, x.shape};
  }
  /// Tokens without the sequence axis, in a call after the first.
  template <class Vocabulary, class Shape>
  constexpr auto known(const token_view<Vocabulary, Shape>& x) {
    return token_value<decoding, Vocabulary, Shape>{this, nullptr, x.shape};
  }
  /// Labels without the sequence axis, in a call after the first.
  template <class Vocabulary, class Shape>
  constexpr auto known(const label_view<Vocabulary, Shape>& x) {
    return label_value<decoding, Vocabulary, Shape>{this, nullptr, x.shape};
  }

  /// What each reading has for operations: runs or plans one. An operand with the sequence axis leads to the
  /// operation's decoding_rule; what has none runs in the first call alone.
  template <class Op, class... X>
  constexpr auto apply(const Op& operation, const X&... x) {
    if (now_->step) {
      const operand_list<X...> operands{{now_->step->template operand_in_step<Op>(x)}...};
      return operands.pass_to([&](const auto... v) { return now_->step->own(base().apply(operation, v...)); });
    }
    if constexpr ((has_sequence<X> || ...)) {
      return decoding_rule<Op>::apply(*this, operation, x...);
    } else if (now_->is_first) {
      return own(base().apply(operation, x...));
    } else {
      return unplaced_value<Op>(this, result_of(operation, shape_of(x)...));
    }
  }

  /// The operation on the newest positions; of operands without the sequence axis what is kept of them.
  template <class Op, class... X>
  constexpr auto on_newest(const Op& operation, const X&... x) {
    if constexpr ((is_kept<X> || ...)) {
      const operand_list<X...> operands{{operand<Op>(x)}...};
      return operands.pass_to([&](const auto... v) { return own(base().apply(operation, v...)); });
    } else {
      return own(base().apply(operation, x...));
    }
  }

  /// on_newest() of attention to keys and values without the sequence axis, as those of an encoder's output. They are
  /// kept once for each row of the first call: a row finds its own by an index, and takes no copy of them along when
  /// rows are repeated or change places.
  template <class Op, class Q, class K, class V>
  constexpr auto attend_to_kept(Op operation, const Q& q, const K& k, const V& v) {
    if constexpr (is_kept_by_rows<K> && is_kept_by_rows<V> && !is_kept<Q>) {
      operation.key_rows = now_->memory ? now_->memory->first_row_of() : nullptr;
      return own(base().apply(operation, q, operand<Op>(k, kept_rows::owner::first_row),
                              operand<Op>(v, kept_rows::owner::first_row)));
    } else {
      return on_newest(operation, q, k, v);
    }
  }

  /// What the cache of an operation's operand has, with the newest positions of x at its end.
  ///
  /// shapes   x [L…, Sequence, E]   →   [L…, past<Sequence>, E]
  template <class Op, class X>
  constexpr auto with_past(const X& x) {
    const auto shape = algebra::replace<Sequence>(x.shape, dimension<past<Sequence>>{});
    using shape_type = std::remove_const_t<decltype(shape)>;
    T* const cache = take<Op>(
        x.shape, {pieces_of(algebra::leading(x.shape)), bound<Sequence>, x.shape.last(), kept_rows::change::appended});
    const auto y = base().apply(append_operation{position()},
                                cache_value<reading_name<Base>, shape_type>{&base(), cache, shape}, x);
    return own(y);
  }

  /// with_past() where no more than the last `window` positions are seen: the cache is a ring of as many. A single
  /// position is written into it, and what attends to it finds the others in any order; several are read behind those
  /// of the ring.
  ///
  /// shapes   x [L…, Sequence, E]   →   [L…, past<Sequence>, E]
  template <class Op, class X>
  constexpr auto with_window(const X& x, std::size_t window) {
    const auto shape = algebra::replace<Sequence>(x.shape, dimension<past<Sequence>>{window});
    using shape_type = std::remove_const_t<decltype(shape)>;
    T* const data =
        take<Op>(x.shape, {pieces_of(algebra::leading(x.shape)), window, x.shape.last(), kept_rows::change::replaced});
    const cache_value<reading_name<Base>, shape_type> ring{&base(), data, shape};
    const std::size_t newest = algebra::extent_of<Sequence>(x.shape);
    if (newest == 1) return own(base().apply(append_operation{position() % window}, ring, x));
    return own(base().apply(append_to_ring_operation{position(), seen_before(window, newest)}, ring, x));
  }
  /// How many earlier positions the first of the newest sees under a window; in a plan, the most.
  constexpr std::size_t seen_before(std::size_t window, std::size_t newest) const {
    return std::min(now_->memory ? position() : bound<Sequence> - newest, window - 1);
  }

  /// Elements that each call replaces: those before the first are zeros.
  ///
  /// shapes   [L…]
  template <class Op, class Shape>
  constexpr auto replaced(const Shape& shape) {
    T* const data = take<Op>(shape, {1, 1, pieces_of(shape), kept_rows::change::replaced});
    if (now_->is_first && data) std::fill_n(data, shape.size(), T{0});
    return cache_value<reading_name<Base>, Shape>{&base(), data, shape};
  }

  /// A scan along the sequence goes on from the state that the last call left; along another axis it begins anew. All
  /// that its step does is done in each call, whatever its axes.
  template <class A, class First, class Run>
  constexpr void carried_state(const First& first, const Run& run) {
    if constexpr (std::is_same_v<A, Sequence>) {
      const auto state = let(first);
      T* const kept =
          take<scan_along_sequence>(state.shape, {1, 1, pieces_of(state.shape), kept_rows::change::replaced});
      decoding in_step{*this};
      now_->step = &in_step;
      now_->is_read = false;
      const auto last =
          run(value<decoding, shape_t<First>>{&in_step, now_->is_first || !kept ? state.data : kept, state.shape});
      now_->step = nullptr;
      if (now_->is_first) now_->has_constants = now_->is_read;
      if (kept) std::copy_n(last.data, last.shape.size(), kept);
    } else {
      run(let(first));
    }
  }
  /// Runs body(i) for i = 0 … count − 1, as Base does it: a plan looks at fewer. What the step of a scan along the
  /// sequence uses of values made outside of it is kept at the first position, and is there at each.
  template <class Body>
  constexpr void repeat(std::size_t count, const polynomial& times, const Body& body) {
    if (!now_->step) return base().repeat(count, times, body);
    const auto walked = now_->memory ? now_->memory->walked() : typename decoding_memory<T>::walk{};
    const decoding_findings found = now_->found;
    const bool keeps = now_->keeps;
    base().repeat(count, times, [&](std::size_t i) {
      if (now_->memory) now_->memory->rewind(walked);
      now_->found = found;
      now_->keeps = keeps && i == 0;
      now_->is_read = true;
      body(i);
    });
    now_->keeps = keeps;
  }

  /// For rules: the position of the first of the newest.
  constexpr std::size_t position() const { return now_->position; }
  /// For rules: whether nothing is computed, and what is found will be told by the compiler.
  constexpr bool plans() const { return !now_->memory; }
  /// For rules: this operation looks at later positions, or may. The first is kept, for decoding_findings.
  constexpr void note_other_positions(std::string_view operation) {
    if (now_->found.other_positions.empty()) now_->found.other_positions = operation;
  }
  /// Other axes for the same elements: without the sequence axis its positions would be lost.
  template <class Op, class Before, class After>
  constexpr void note_alias(const Before&, const After&) {
    if constexpr (mentions<Before> && !mentions<After>) note_other_positions(Op::name);
  }

  /// Where results are, or how many bytes they would take.
  constexpr arena_plan& arena() { return base().arena(); }
  /// The reading that computes, or plans.
  constexpr Base& base() { return now_->base; }
  /// What the last call found, of which a plan makes its constants.
  constexpr const decoding_findings& found() const { return now_->found; }

 private:
  /// What a call is made with, and how far it is.
  struct call {
    template <class... Arguments>
    constexpr call(decoding_memory<T>* kept, std::size_t bytes, Arguments&&... arguments)
        : base{std::forward<Arguments>(arguments)...}, memory{kept}, element_bytes{bytes} {}

    constexpr void begin(std::size_t first_position, bool first, std::size_t room, std::size_t first_room) {
      position = first_position;
      is_first = keeps = first;
      step = nullptr;  // as an exception of the last call may have left it
      rows = room;
      first_rows = first_room;
      found = {};
      base.arena().clear();
    }

    Base base;
    decoding_memory<T>* memory;  // none in a plan
    std::size_t element_bytes, position = 0, rows = 1, first_rows = 1;
    bool is_first = true;
    bool keeps = true;          // what is used of values without the sequence axis is copied to the memory
    bool is_read = false;       // the scan that is run has a position
    bool has_constants = true;  // scans of the first call had one, so what their steps use is kept
    decoding* step = nullptr;   // in a scan along the sequence: the reading of values that its step makes
    decoding_findings found;
  };

  /// The same call in the step of a scan: a value's reading tells whether the step made it.
  constexpr explicit decoding(decoding& outside) : now_{outside.now_} {}

  template <class... A>
  static constexpr bool is_mentioned(const shape<A...>*) {
    return ((is_made_of<A, Sequence> || std::is_same_v<A, past<Sequence>>) || ...);
  }
  template <class Shape>
  static constexpr bool mentions = is_mentioned(static_cast<const Shape*>(nullptr));
  template <class X>
  static constexpr bool has_sequence = [] {
    if constexpr (requires { typename X::reading_type; }) {
      return mentions<typename X::shape_type>;
    } else {
      return false;
    }
  }();
  template <class X>
  static constexpr bool is_kept = (is_value<X> || is_token_value<X>) && !has_sequence<X>;
  template <class X>
  static constexpr bool is_kept_by_rows = is_kept<X> && std::is_same_v<first_axis<X>, Batch>;

  template <class Shape>
  constexpr auto own(const value<reading_name<Base>, Shape>& x) {
    return value<decoding, Shape>{this, x.data, x.shape, x.rounded};
  }
  template <class Shape>
  constexpr auto own(const rounded_value<reading_name<Base>, Shape>& x) {
    return rounded_value<decoding, Shape>{this, x.data, x.shape};
  }
  template <class Vocabulary, class Shape>
  constexpr auto own(const token_value<reading_name<Base>, Vocabulary, Shape>& x) {
    return token_value<decoding, Vocabulary, Shape>{this, x.data, x.shape};
  }
  template <class Vocabulary, class Shape>
  constexpr auto own(const label_value<reading_name<Base>, Vocabulary, Shape>& x) {
    return label_value<decoding, Vocabulary, Shape>{this, x.data, x.shape};
  }

  /// An operand in the step of a scan along the sequence: what is made outside of it must be the same at all positions.
  template <class Op, class X>
  constexpr X operand_in_step(const X& x) {
    if constexpr (!requires { x.reading; }) {
      return x;
    } else if (x.reading == this) {
      return x;
    } else if constexpr (is_kept<X>) {
      if (!now_->has_constants && !now_->is_first)
        throw error{"decoding: the first call had no position, but a scan's step uses values that it would have kept"};
      return operand<Op>(x);
    } else {
      note_other_positions(scan_along_sequence::name);
      return x;
    }
  }

  template <class Op, class X>
  constexpr X operand(const X& x, kept_rows::owner owner = kept_rows::owner::row) {
    if constexpr (is_kept<X>) {
      X kept = x;
      const std::size_t size = pieces_of(x.shape);
      T* const data = take<Op>(x.shape, {1, 1, size, kept_rows::change::never, owner});
      if (now_->keeps && data) {
        if constexpr (is_value<X>) {
          std::copy_n(x.data, x.shape.size(), data);
        } else {
          std::copy_n(x.data, x.shape.size(), reinterpret_cast<std::int32_t*>(data));
        }
      }
      if constexpr (is_value<X>) {
        kept.data = data;
        kept.rounded = {};  // they are not kept
      } else if (data) {
        kept.data = reinterpret_cast<const std::int32_t*>(data);
      }
      return kept;
    } else {
      return x;
    }
  }

  /// Room for what is kept of an operand of this shape.
  template <class Op, class... A>
  constexpr T* take(const shape<A...>& of, kept_rows rows) {
    using first = axis_at<shape<A..., one_sequence>, 0>;
    constexpr bool has_batch = (std::is_same_v<A, Batch> || ...);
    constexpr bool is_by_rows = std::is_same_v<first, Batch> || std::is_same_v<Batch, one_sequence>;
    decoding_findings& found = now_->found;
    if (has_batch && !is_by_rows && found.without_batch.empty()) found.without_batch = Op::name;
    if (!has_batch) rows.belongs_to = kept_rows::owner::none;
    static_cast<void>(of);
    ++found.values;
    found.bytes += aligned_bytes(rows.size(now_->rows, now_->first_rows) * now_->element_bytes);
    return now_->memory ? now_->memory->take(rows) : nullptr;
  }
  /// Elements of a row of the batch.
  template <class... A>
  static constexpr std::size_t pieces_of(const shape<A...>& x) {
    [[maybe_unused]] const auto extents = x.extents();
    std::size_t n = 1;
    [[maybe_unused]] std::size_t i = 0;
    ((n *= std::is_same_v<A, Batch> ? 1 : extents[i], ++i), ...);
    return n;
  }

  std::optional<call> call_;  // none in the step of a scan
  call* now_;
};

}  // namespace typeformer
