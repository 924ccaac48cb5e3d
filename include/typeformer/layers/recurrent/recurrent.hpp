#pragma once
#include <type_traits>

#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/scan.hpp>
#include <typeformer/expressions/zeros.hpp>
#include <typeformer/layers/recurrent/cells.hpp>

namespace typeformer {

/// Whether C has the axes of a cell (cells.hpp).
template <class C>
inline constexpr bool is_cell = is_module<C> && requires {
  typename C::In;
  typename C::Hidden;
  typename C::State;
};
/// Of a module that has no inputs(x), as layers have none.
template <class C>
inline constexpr bool has_inputs_of_cell = false;
/// The gate of recurrent (must_be_axes).
template <class C>
consteval bool must_be_cell() {
  static_assert(is_cell<C>,
                "recurrent<Cell>: Cell must be a cell, such as tf::gru_cell<In, Hidden>: a module with the axes In, "
                "Hidden and State");
  return true;
}

namespace detail {
template <class C>
using cell_or_any = std::conditional_t<is_cell<C>, C, rnn_cell<any_axis, any_axis>>;
/// Zeros of the axes of a shape.
template <class X, class... A>
constexpr auto zeros_of(const X& x, std::type_identity<shape<A...>>) {
  return zeros<A...>(x);
}
}  // namespace detail

/// A cell along a sequence: y_i of x_i and of the state before it, which is at first zeros, or handed over. The cell's
/// inputs are computed for all positions at once, by one product; what is left for the scan is the state's.
///
/// A decoder keeps the state from token to token (decode/): its cost does not grow with the position.
///
/// shapes   x [L…, N, In]   start [L…, State]   →   [L…, N, Hidden]
/// cost     the cell's
/// requires x whose last axis is the cell's In, behind a sequence axis; a start of these axes
template <class Cell>
  requires(must_be_cell<Cell>())
struct recurrent {
  using cell_type = detail::cell_or_any<Cell>;
  using In = typename cell_type::In;          ///< of what the cell reads
  using Hidden = typename cell_type::Hidden;  ///< of what the cell yields
  using State = typename cell_type::State;    ///< of what the cell carries
  BOOST_HANA_DEFINE_STRUCT(recurrent, (cell_type, cell));

  template <is_axis... Leading>
  using input = shape<Leading..., In>;

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL("recurrent(x), recurrent(start, x): x and start must be expressions; a recurrence sees no later positions, so it takes no mask")
  // clang-format on

  /// From a state of zeros: `x` [L…, N, In]   →   [L…, N, Hidden].
  template <sound_expression X>
  constexpr auto operator()(const X& x) const {
    check<X>();
    if constexpr (!reads<X>) {
      return any_formula{};
    } else {
      return with_value(*this, x, [&](const auto& z) {
        return (*this)(detail::zeros_of(z, std::type_identity<followed_by<leading_axes<X>, State>>{}), z);
      });
    }
  }
  /// From the state `start` [L…, State]: `x` [L…, N, In]   →   [L…, N, Hidden].
  template <sound_expression S, sound_expression X>
  constexpr auto operator()(const S& start, const X& x) const {
    check<X>();
    if constexpr (reads<X>)
      static_assert(
          same_axes<shape_t<S>, followed_by<leading_axes<X>, State>>,
          "recurrent(start, x): start must have the axes of x before the sequence axis, and the cell's State");
    const auto& first = as_if<followed_by<leading_axes<X>, State>>(start);
    if constexpr (!reads<X> || !are_sound<decltype(first)>) {
      return any_formula{};
    } else {
      return in_frame(*this, x, [&] {
        const auto z = let(cell.inputs(x));
        const auto s = let(first);
        return [this, z, s] {
          return scan<second_last_axis<X>>(s, z, [this](const auto& before, const auto& now) {
            if constexpr (std::is_same_v<State, Hidden>) {
              return cell.step(before, now);
            } else {
              const auto after = let(cell.step(before, now));
              return step_result{after, cell_type::outputs(after)};
            }
          });
        };
      });
    }
  }

 private:
  /// Whether x can be read: no rule is broken.
  template <class X>
  static constexpr bool reads = [] {
    if constexpr (is_cell<Cell> && has_rank_at_least<shape_t<X>, 2> && is_same_axis<last_axis<X>, In>)
      return requires(const cell_type& reader, const X& x) { reader.inputs(x); };
    else
      return false;
  }();
  template <class X>
  static constexpr void check() {
    if constexpr (is_cell<Cell>) {
      static_assert(has_rank_at_least<shape_t<X>, 2>, "recurrent(x): x must have a sequence axis and a width");
      static_assert(same_axis<sized_last<X>, sized<In>>, "recurrent(x): the last axis of x must be the cell's In");
      if constexpr (has_rank_at_least<shape_t<X>, 2> && is_same_axis<last_axis<X>, In>)
        static_assert(reads<X> || has_inputs_of_cell<Cell>,
                      "recurrent<Cell>: Cell must be a cell, such as tf::gru_cell<In, Hidden>, with inputs(x) and "
                      "step(state, x); a layer is none");
    }
  }
};

/// Elman's recurrent network along a sequence: [L…, N, In]   →   [L…, N, Hidden] (rnn_cell).
template <class In, class Hidden, class Bias = with_bias>
  requires(must_be_axes<In, Hidden>() && must_be_bias<Bias>())
using rnn = recurrent<rnn_cell<axis_or_any<In>, axis_or_any<Hidden>, Bias>>;
/// A gated recurrent unit along a sequence: [L…, N, In]   →   [L…, N, Hidden] (gru_cell).
template <class In, class Hidden, class Bias = with_bias>
  requires(must_be_axes<In, Hidden>() && must_be_bias<Bias>())
using gru = recurrent<gru_cell<axis_or_any<In>, axis_or_any<Hidden>, Bias>>;
/// A long short-term memory along a sequence: [L…, N, In]   →   [L…, N, Hidden] (lstm_cell).
template <class In, class Hidden, class Bias = with_bias>
  requires(must_be_axes<In, Hidden>() && must_be_bias<Bias>())
using lstm = recurrent<lstm_cell<axis_or_any<In>, axis_or_any<Hidden>, Bias>>;

}  // namespace typeformer
