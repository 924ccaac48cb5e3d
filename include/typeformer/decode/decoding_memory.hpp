#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include <typeformer/kernels/threads.hpp>
#include <typeformer/tensor/buffer.hpp>

namespace typeformer {

/// What a decoder keeps of one value from call to call: rows of a batch, each of `pieces` of `positions` of `width`
/// elements.
struct kept_rows {
  /// What calls after the first do to it.
  enum class change : unsigned char {
    never,     ///< the same in each call after the first, as keys of an encoder's output
    appended,  ///< each call adds positions behind those that are there, as to a KV cache
    replaced   ///< each call writes all of it anew, as a recurrent state
  };
  /// Which rows have one of their own.
  enum class owner : unsigned char {
    row,        ///< each
    first_row,  ///< each of the first call; the others find by an index from which of them they come
    none        ///< it is there once, for all
  };
  std::size_t pieces;              ///< of each row
  std::size_t positions;           ///< of each piece
  std::size_t width;               ///< elements of a position
  change changes = change::never;  ///< by default as an encoder's output
  owner belongs_to = owner::row;   ///< by default each row has its own

  /// Elements of one row.
  constexpr std::size_t row() const { return pieces * positions * width; }
  /// Elements, for so many rows, made of so many of the first call.
  constexpr std::size_t size(std::size_t rows, std::size_t first_rows) const {
    return row() * (belongs_to == owner::row ? rows : belongs_to == owner::first_row ? first_rows : 1);
  }
};

/// A model's decoding state: KV caches and all else that a decoder keeps from call to call, one buffer of which every
/// call takes the same pieces in the same order.
template <class T>
class decoding_memory {
 public:
  /// Room for `bytes` in all, and for `values` pieces to be noted; both follow from a plan (decoding_findings). There
  /// are at most `rows` rows.
  decoding_memory(std::size_t bytes, std::size_t values, std::size_t rows)
      : buffer_{bytes / sizeof(T), contents::unset}, first_row_of_(rows) {
    kept_.reserve(values);
  }

  /// Forgets all; the first call has `rows` rows, and there is room for `times` as many. They lie close together,
  /// however large the buffer is.
  void begin(std::size_t rows, std::size_t times) {
    first_rows_ = rows;
    rows_ = rows * times;
    std::iota(first_row_of_.begin(), first_row_of_.end(), std::uint32_t{0});
    kept_.clear();
    rewind();
  }
  /// How far a call is: so many elements and pieces were taken.
  struct walk {
    std::size_t elements = 0;  ///< those between pieces, too
    std::size_t pieces = 0;    ///< in the order of their first call
  };
  /// How far this one is.
  walk walked() const { return {used_, next_}; }
  /// Back to the first piece, or to where a call has been.
  void rewind(walk to = {}) {
    used_ = to.elements;
    next_ = to.pieces;
  }

  /// The next piece.
  T* take(const kept_rows& rows) {
    T* const data = buffer_.data() + used_;
    used_ += aligned_bytes(rows.size(rows_, first_rows_) * sizeof(T)) / sizeof(T);
    if (next_++ == kept_.size()) kept_.push_back({rows, data});
    return data;
  }

  /// How many rows there is room for.
  std::size_t rows() const { return rows_; }
  /// The row of the first call from which each row comes.
  const std::uint32_t* first_row_of() const { return first_row_of_.data(); }
  /// Whether a call replaces any of it.
  bool is_replaced() const {
    return std::ranges::any_of(kept_, [](const kept& k) { return k.changes == kept_rows::change::replaced; });
  }

  /// Of each of the first `rows` rows makes `times` side by side. It starts with the last: the copies of a row
  /// overwrite no row before it.
  void repeat_rows(std::size_t rows, std::size_t times, std::size_t positions, kernels::threads& threads) {
    std::size_t elements = 0;
    for (const kept& k : kept_) elements += rows * times * copied_elements(k, positions);
    // A task copies for some 2 µs, so that no thread is woken for less.
    constexpr std::size_t least = (64 << 10) / sizeof(T);
    const std::size_t tasks = std::max<std::size_t>(1, std::min(elements / least, kept_.size()));
    threads.for_each(tasks, [&](std::size_t task, void*) {
      for (std::size_t i = kept_.size() * task / tasks; i < kept_.size() * (task + 1) / tasks; ++i)
        for (std::size_t b = rows; b-- > 0;)
          for (std::size_t k = times; k-- > 0;) copy_row(kept_[i], positions, b, b * times + k);
    });
    for (std::size_t b = rows; b-- > 0;) std::fill_n(first_row_of_.begin() + b * times, times, first_row_of_[b]);
  }
  /// Copies what rows do not have in common, `positions` of what calls append to: of two that come from one row of the
  /// first call, what calls change.
  void copy_different(std::size_t positions, std::size_t from, std::size_t to) {
    const bool are_related = first_row_of_[from] == first_row_of_[to];
    for (const kept& k : kept_)
      if (!are_related || k.changes != kept_rows::change::never) copy_row(k, positions, from, to);
    first_row_of_[to] = first_row_of_[from];
  }
  /// Copies all that is kept of `count` rows from `from` on, of which `positions` have been read, to those from `to`
  /// on.
  void copy_rows(std::size_t positions, std::size_t from, std::size_t to, std::size_t count) {
    for (const kept& k : kept_)
      for (std::size_t i = 0; i < count; ++i) copy_row(k, positions, from + i, to + i);
    for (std::size_t i = 0; i < count; ++i) first_row_of_[to + i] = first_row_of_[from + i];
  }

 private:
  struct kept : kept_rows {
    T* data;
  };

  static std::size_t copied_positions(const kept_rows& k, std::size_t positions) {
    return k.changes == kept_rows::change::appended ? positions : k.positions;
  }
  static std::size_t copied_elements(const kept_rows& k, std::size_t positions) {
    return k.belongs_to == kept_rows::owner::row ? k.pieces * copied_positions(k, positions) * k.width : 0;
  }
  static void copy_row(const kept& k, std::size_t positions, std::size_t from, std::size_t to) {
    if (from == to || k.belongs_to != kept_rows::owner::row) return;
    const std::size_t piece = k.positions * k.width, used = copied_positions(k, positions) * k.width;
    for (std::size_t i = 0; i < k.pieces; ++i)
      std::copy_n(k.data + from * k.row() + i * piece, used, k.data + to * k.row() + i * piece);
  }

  buffer<T> buffer_;
  std::size_t first_rows_ = 0, rows_ = 0, used_ = 0, next_ = 0;
  std::vector<kept> kept_;
  std::vector<std::uint32_t> first_row_of_;
};

}  // namespace typeformer
