#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <typeformer/decode/checked_decoding.hpp>
#include <typeformer/decode/decoding_arguments.hpp>
#include <typeformer/expressions/session.hpp>

namespace typeformer {

namespace detail {
/// Whether X... are so many positions or rows.
template <std::size_t Count, class... X>
inline constexpr bool are_numbers_of = sizeof...(X) == Count && (std::is_convertible_v<const X&, std::size_t> && ...);
}  // namespace detail

/// Where D cannot be decoded: says why, and nothing else, whatever it is made and called with.
template <class D, class Numbers = float, class Inputs = typename detail::inputs_of_decoding<D>::type>
class decoding_session : public detail::refused_decoder<D, Numbers> {
  using detail::refused_decoder<D, Numbers>::refused_decoder;
};

/// A model that reads a sequence piece by piece: each call runs the model's own formula on the newest positions, and
/// yields for them what the formula yields of the whole sequence. What later positions need of earlier ones, KV caches
/// above all, is kept. D is a decoding_of. Everything is allocated at construction.
///
///   tf::decoding_session<my_decoding> read{weights, threads};
///   auto logits = read.prefill(prompt);          // [Batch, Position, Letters], of the prompt's positions
///   logits = read.decode_step(newest);           // of those after it, usually one
///
/// cost     what the newest positions cost, and attention to those before them
/// requires a module that looks back alone: causal attention, windows that end with their own position, scans, and what
///          computes each position by itself
/// throws   more positions than the sequence's bound, or than most_prompt at once; other rows than those of the first
///          call; what the module throws: after a first call that failed, another first one must follow
template <class D, class Numbers, class... Input>
  requires are_numbers<Numbers>
class decoding_session<D, Numbers, input_list<Input...>> {
  using checked = typename decltype(detail::checked_decoding<D, Numbers>())::type;
  using T = element_t<Numbers>;
  using M = typename D::module;
  using sequence_input = detail::sequence_input<typename D::sequence, Input...>;
  using arguments = detail::decoding_arguments<D, T>;

 public:
  using sequence = typename D::sequence;         ///< whose positions are read
  using batch = typename sequence_input::batch;  ///< the first axis of the input that is read, or one_sequence
  /// The input that is read piece by piece, as a call takes it.
  using piece = std::tuple_element_t<sequence_input::index, typename arguments::type>;

  /// Bytes of what is kept from call to call.
  static constexpr std::size_t state_bytes = decoding_state_bytes<D, Numbers>;

  /// `weights` and `threads` outlive the session.
  decoding_session(const packed_weights<model_of<M>, Numbers>& weights, kernels::threads& threads)
      : threads_{threads},
        memory_{state_bytes, longest_call<D, Numbers>.found.values, bound<batch>},
        reading_{&memory_, sizeof(T), weights.block(), workspace_bytes, threads} {
    for_each_input([](auto& input, std::vector<std::int32_t>& lengths) {
      if constexpr (requires { input.lengths; }) lengths.resize(bound<batch>);
    });
  }
  template <class... Others>
  decoding_session(packed_weights<model_of<M>, Numbers>&& gone_before_it_is_used, Others&&...) = delete;
  template <class... X>
    requires(!detail::make_decoder<packed_weights<model_of<M>, Numbers>, X...> &&
             !detail::is_itself<decoding_session, X...>)
  decoding_session(X&&...)
      : decoding_session{detail::no_value<const packed_weights<model_of<M>, Numbers>&>(),
                         detail::no_value<kernels::threads&>()} {
    detail::must_make_decoder<packed_weights<model_of<M>, Numbers>, X...>();
  }

  /// The first call: all inputs, of which the sequence is as long as the prompt; or all others, where rows begin with a
  /// start token. There is room for as many rows.
  template <class... X>
  auto prefill(const X&... inputs) {
    return prefill_repeated(1, inputs...);
  }
  /// prefill() with room for `times` as many rows: see repeat_rows().
  template <class... X>
  auto prefill_repeated(std::size_t times, const X&... inputs) {
    constexpr bool fit = arguments::template fit<X...>();
    if constexpr (fit) inputs_ = prompts_("decoding_session", inputs...);
    return first_call(times);
  }

  /// Another call, with the positions behind those that have been read.
  auto decode_step(const piece& newest) {
    const std::size_t rows = rows_of(newest.shape);
    if (rows != rows_)
      throw error{"decoding: the newest positions are " + text_of(newest.shape) + ", but the sequences have " +
                  std::to_string(rows_) + " rows"};
    std::get<sequence_input::index>(inputs_) = newest;
    return call(false, rows);
  }

  template <class... X>
    requires(!detail::are_inputs<std::tuple<X...>, std::tuple<piece>>)
  auto decode_step(const X&...) {
    static_assert(detail::are_inputs<std::tuple<X...>, std::tuple<piece>>,
                  "decoding_session.decode_step(newest): newest must be of the input that is decoded, and nothing else "
                  "is given");
    return decode_step(piece{});
  }
  template <class... X>
  void operator()(const X&...) {
    static_assert(detail::is_called_directly<D>,
                  "decoding_session: it is not called; prefill(x...) reads the prompt, and "
                  "decode_step(newest) what follows");
  }

  /// Makes `times` rows, side by side, of each row that has been read.
  ///
  /// throws   more rows than prefill_repeated() left room for
  void repeat_rows(std::size_t times) {
    if (times < 1 || rows_ * times > memory_.rows())
      throw error{"decoding: " + std::to_string(times) + " rows of each of " + std::to_string(rows_) +
                  " are wanted, but there is room for " + std::to_string(memory_.rows())};
    memory_.repeat_rows(rows_, times, position_, threads_);
    const std::size_t rows = std::exchange(rows_, rows_ * times);
    for_each_input([&](auto& input, std::vector<std::int32_t>& lengths) {
      if constexpr (requires { input.lengths; }) {
        if (input.lengths.empty()) return;
        for (std::size_t b = rows; b-- > 0;) std::fill_n(lengths.begin() + b * times, times, lengths[b]);
        input.lengths = {lengths.data(), rows_};
      } else if constexpr (requires { input.shape; }) {
        input.shape = detail::resized<batch>(input.shape, rows_);
      }
    });
  }
  /// Row `to` goes on from where row `from` is.
  ///
  /// cost     a copy of the KV caches and of what else calls change of a row; of rows that repeat_rows() did not make
  /// of
  ///          one, of all that is kept of it, but not of keys and values of an encoder's output
  /// throws   a row that is not there
  template <class... X>
    requires(!detail::are_numbers_of<2, X...>)
  void copy_row(const X&...) {
    static_assert(detail::are_numbers_of<2, X...>,
                  "decoding_session.copy_row(from, to): both rows must be whole numbers");
  }
  void copy_row(std::size_t from, std::size_t to) {
    if (from >= rows_ || to >= rows_)
      throw error{"decoding: row " + std::to_string(from) + " is wanted in the place of row " + std::to_string(to) +
                  ", but there are " + std::to_string(rows_)};
    memory_.copy_different(position_, from, to);
    for_each_input([&](auto& input, std::vector<std::int32_t>& lengths) {
      if constexpr (requires { input.lengths; })
        if (!input.lengths.empty()) lengths[to] = lengths[from];
    });
  }

  /// `count` rows, from row `first` on, are read no further: the last rows take their places, in their order.
  ///
  /// requires a batch whose extent is up_to<…>
  /// cost     a copy of what is kept of as many rows as move
  /// throws   rows that are not there; no row left
  void remove_rows(std::size_t first, std::size_t count = 1) {
    static_assert(known_at_run_time<batch, batch::extent>,
                  "decoding_session.remove_rows(first, count): the batch's extent must be known at run time alone, "
                  "up_to<...>");
    if (count > rows_ || first > rows_ - count)
      throw error{"decoding: " + std::to_string(count) + " rows from row " + std::to_string(first) +
                  " on are to go, but there are " + std::to_string(rows_)};
    if (count == rows_) throw error{"decoding: all " + std::to_string(rows_) + " rows are to go, but one must be left"};
    const std::size_t left = rows_ - count, from = std::max(left, first + count), moved = rows_ - from;
    memory_.copy_rows(position_, from, first, moved);
    rows_ = left;
    for_each_input([&](auto& input, std::vector<std::int32_t>& lengths) {
      if constexpr (requires { input.lengths; }) {
        if (input.lengths.empty()) return;
        std::copy_n(lengths.begin() + static_cast<std::ptrdiff_t>(from), moved,
                    lengths.begin() + static_cast<std::ptrdiff_t>(first));
        input.lengths = {lengths.data(), left};
      } else if constexpr (requires { input.shape; }) {
        input.shape = detail::resized<batch>(input.shape, left);
      }
    });
  }

  /// Goes back to where `position` positions had been read: the next call goes on from there.
  ///
  /// throws   more positions than have been read; where each call replaces what is kept, as of windows and scans
  template <class... X>
    requires(!detail::are_numbers_of<1, X...>)
  void rewind(const X&...) {
    static_assert(detail::are_numbers_of<1, X...>,
                  "decoding_session.rewind(position): the position that is read next must be named, a whole number");
  }
  void rewind(std::size_t position) {
    if (position > position_ || (position < position_ && memory_.is_replaced()))
      throw error{"decoding: it cannot go back from position " + std::to_string(position_) + " to " +
                  std::to_string(position)};
    position_ = position;
  }

  /// How many positions have been read.
  std::size_t position() const { return position_; }
  /// How many rows are read side by side, those of repeat_rows() included and of remove_rows() not; 0 before the first
  /// call and after one that failed.
  std::size_t rows() const { return rows_; }

  /// Bytes of the arena, the most that a call takes.
  static constexpr std::size_t workspace_bytes = decoding_workspace_bytes<D, Numbers>;
  /// Bytes of the arena that calls have used so far.
  std::size_t used_bytes() { return reading_.arena().highest(); }

 private:
  template <class Shape>
  static std::size_t rows_of(const Shape& shape) {
    if constexpr (std::is_same_v<batch, one_sequence>) {
      return 1;
    } else {
      return shape.template extent<0>();
    }
  }

  auto first_call(std::size_t times) {
    const std::size_t rows = rows_of(std::get<sequence_input::index>(inputs_).shape);
    rows_ = 0;  // until the call has ended: no other can follow one that failed
    constexpr std::size_t most_rows = most_first_rows<D, batch>;
    if (rows > most_rows || rows * times > bound<batch>)
      throw error{"decoding: " + std::to_string(rows) + " rows are given, " + std::to_string(times) +
                  " of each are wanted, but there is room for " + std::to_string(most_rows) + ", and for " +
                  std::to_string(bound<batch>) + " in all"};
    for_each_input([&](auto& input, std::vector<std::int32_t>& lengths) {
      if constexpr (requires { input.lengths; }) {
        if (input.lengths.size() > lengths.size())
          throw error{"decoding: there are " + std::to_string(input.lengths.size()) + " lengths for " +
                      std::to_string(rows) + " rows"};
        std::ranges::copy(input.lengths, lengths.begin());
        input.lengths = {lengths.data(), input.lengths.size()};
      }
    });
    memory_.begin(rows, times);
    position_ = 0;
    const auto y = call(true, rows);
    rows_ = rows;
    return y;
  }

  auto call(bool is_first, std::size_t rows) {
    memory_.rewind();
    const std::size_t positions = algebra::extent_of<sequence>(std::get<sequence_input::index>(inputs_).shape);
    if (positions > most_prompt<D>)
      throw error{"decoding: " + std::to_string(positions) + " positions are given, but at most " +
                  std::to_string(most_prompt<D>) + " are read at once"};
    if (positions > bound<sequence> - position_)
      throw error{"decoding: positions " + std::to_string(position_) + " to " + std::to_string(position_ + positions) +
                  " are wanted, but axis " + name_of<sequence>() + " has at most " + std::to_string(bound<sequence>)};
    reading_.begin(position_, is_first, rows, rows);
    const auto y =
        std::apply([&](const auto&... input) { return let(model<M>(as_input<Input>(input, is_first)...)); }, inputs_);
    position_ += positions;
    return view<const T, std::remove_const_t<decltype(y.shape)>>{y.data, y.shape};
  }

  /// What the model reads: a value, tokens, or the argument itself.
  template <class I, class A>
  auto as_input(const A& given, bool is_first) {
    if constexpr (!requires { reading_.input(given); }) {
      return given;
    } else if constexpr (std::is_same_v<I, typename sequence_input::type>) {
      return reading_.input(given);
    } else {
      return is_first ? reading_.input(given) : reading_.known(given);
    }
  }

  /// Calls f(input, lengths), where `lengths` is room for those of a mask.
  template <class F>
  void for_each_input(const F& f) {
    std::apply(
        [&](auto&... input) {
          std::size_t i = 0;
          (f(input, lengths_[i++]), ...);
        },
        inputs_);
  }

  kernels::threads& threads_;
  decoding_memory<T> memory_;
  decoding<running<Numbers>, batch, sequence> reading_;
  std::array<std::vector<std::int32_t>, sizeof...(Input)> lengths_;  // each call reads them
  typename arguments::type inputs_;
  prompts<D, T> prompts_;
  std::size_t rows_ = 0, position_ = 0;
};

// Without template arguments.
template <class... X>
decoding_session(const X&...) -> decoding_session<typename detail::left_out_beside<X...>::type>;

}  // namespace typeformer
