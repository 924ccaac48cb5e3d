#pragma once
#include <cstddef>

#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/activation.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/move.hpp>
#include <typeformer/expressions/refused_calls.hpp>
#include <typeformer/layers/linear.hpp>

/// Recurrent cells. A cell is a module with the axes In of its inputs, Hidden of its outputs, State of what it carries,
/// and three formulas:
///
///   inputs(x)        [L…, N, In] → [L…, N, Gates]: what does not depend on the state, of all positions in one product
///   step(s, x_t)     [L…, State], [L…, Gates] → [L…, State]: of one position of inputs(x)
///   outputs(s)       [L…, State] → [L…, Hidden]; where State is Hidden, s itself
///
/// recurrent<Cell> (recurrent.hpp) runs one along a sequence.
namespace typeformer {

/// h_i = tanh(x_i W + b + h_{i−1} U).
///
/// shapes   x [L…, N, In]   h [L…, Hidden]
/// cost     2·L·N·Hidden·(In + Hidden) operations, the bias and tanh
/// source   Elman 1990
template <class InputWidth, class HiddenWidth, class Bias = with_bias>
  requires(must_be_axes<InputWidth, HiddenWidth>() && must_be_bias<Bias>())
struct rnn_cell {
  using In = detail::axis_beside_bias<InputWidth, Bias>;       ///< of what it reads
  using Hidden = detail::axis_beside_bias<HiddenWidth, Bias>;  ///< of what it yields
  using State = Hidden;                                        ///< the output itself is carried
  using of_input = linear<In, Hidden, Bias>;
  using of_state = linear<Hidden, Hidden, without_bias>;
  BOOST_HANA_DEFINE_STRUCT(rnn_cell, (of_input, input), (of_state, state));

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL("rnn_cell: it is a step of a recurrence; recurrent<rnn_cell<In, Hidden>> runs it along a sequence")
  // clang-format on

  /// x W + b of all positions: `x` [L…, N, In]   →   [L…, N, Hidden]
  template <sound_expression X>
  constexpr auto inputs(const X& x) const {
    return input(x);
  }
  /// The next state: `h` [L…, Hidden], `x` [L…, Hidden], one position of inputs   →   [L…, Hidden]
  template <sound_expression S, sound_expression X>
  constexpr auto step(const S& h, const X& x) const {
    return tanh(state(h) + x);
  }
  /// h, as it is
  template <sound_expression S>
  static constexpr auto outputs(const S& h) {
    return h;
  }
};

/// A gated recurrent unit, of whose candidate the reset gate multiplies the product with the state, not the state:
///
///   r = σ(x W_r + b_r + h U_r)    z = σ(x W_z + b_z + h U_z)    n = tanh(x W_n + b_n + r ⊙ (h U_n + c))
///   h' = (1 − z) ⊙ n + z ⊙ h
///
/// which is PyTorch's and cuDNN's GRU; in Cho et al. 2014 it is (r ⊙ h) U_n. The three matrices are side by side, of r,
/// of z, of n. The state's map has biases for all three; those of r and z add to the input's, as in PyTorch.
///
/// shapes   x [L…, N, In]   h [L…, Hidden]
/// cost     6·L·N·Hidden·(In + Hidden) operations, the biases and the gates
/// source   Cho et al. 2014
template <class InputWidth, class HiddenWidth, class Bias = with_bias>
  requires(must_be_axes<InputWidth, HiddenWidth>() && must_be_bias<Bias>())
struct gru_cell {
  using In = detail::axis_beside_bias<InputWidth, Bias>;       ///< of what it reads
  using Hidden = detail::axis_beside_bias<HiddenWidth, Bias>;  ///< of what it yields
  using State = Hidden;                                        ///< the output itself is carried
  using Gates = direct_sum<Hidden, Hidden, Hidden>;            ///< three widths side by side: reset, update, candidate
  using of_input = linear<In, Gates, Bias>;
  using of_state = linear<Hidden, Gates, Bias>;
  BOOST_HANA_DEFINE_STRUCT(gru_cell, (of_input, input), (of_state, state));

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL("gru_cell: it is a step of a recurrence; recurrent<gru_cell<In, Hidden>> runs it along a sequence")
  // clang-format on

  /// x W + b of all positions and gates: `x` [L…, N, In]   →   [L…, N, Gates]
  template <sound_expression X>
  constexpr auto inputs(const X& x) const {
    return input(x);
  }
  /// The next state: `h` [L…, Hidden], `x` [L…, Gates], one position of inputs   →   [L…, Hidden]
  template <sound_expression S, sound_expression X>
  constexpr auto step(const S& h, const X& x) const {
    return in_frame(*this, x, [&] {
      constexpr std::size_t width = bound<Hidden>;
      const auto of_h = let(state(h));
      const auto from_x = [&](std::size_t gate) { return slice<Gates, Hidden>(x, gate * width); };
      const auto from_h = [&](std::size_t gate) { return slice<Gates, Hidden>(of_h, gate * width); };
      const auto reset = sigmoid(from_x(0) + from_h(0));
      const auto update = let(sigmoid(from_x(1) + from_h(1)));
      const auto candidate = tanh(from_x(2) + hadamard(reset, from_h(2)));
      return hadamard(1 - update, candidate) + hadamard(update, h);
    });
  }
  /// h, as it is
  template <sound_expression S>
  static constexpr auto outputs(const S& h) {
    return h;
  }
};

/// A long short-term memory with a forget gate. Its state is the output h and, behind it, the memory c:
///
///   i, f, o = σ(x W + b + h U)    g = tanh(x W_g + b_g + h U_g)    c' = f ⊙ c + i ⊙ g    h' = o ⊙ tanh(c')
///
/// The four matrices are side by side in PyTorch's order, of i, f, g, o.
///
/// shapes   x [L…, N, In]   (h, c) [L…, Hidden⊕Hidden]
/// cost     8·L·N·Hidden·(In + Hidden) operations, the biases and the gates
/// source   Hochreiter and Schmidhuber 1997; Gers, Schmidhuber and Cummins 2000 (the forget gate)
template <class InputWidth, class HiddenWidth, class Bias = with_bias>
  requires(must_be_axes<InputWidth, HiddenWidth>() && must_be_bias<Bias>())
struct lstm_cell {
  using In = detail::axis_beside_bias<InputWidth, Bias>;       ///< of what it reads
  using Hidden = detail::axis_beside_bias<HiddenWidth, Bias>;  ///< of what it yields
  using State = direct_sum<Hidden, Hidden>;                    ///< the output and, behind it, the memory
  /// Four widths side by side: input, forget, candidate, output.
  using Gates = direct_sum<Hidden, Hidden, Hidden, Hidden>;
  using of_input = linear<In, Gates, Bias>;
  using of_state = linear<Hidden, Gates, without_bias>;
  BOOST_HANA_DEFINE_STRUCT(lstm_cell, (of_input, input), (of_state, state));

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL("lstm_cell: it is a step of a recurrence; recurrent<lstm_cell<In, Hidden>> runs it along a sequence")
  // clang-format on

  /// x W + b of all positions and gates: `x` [L…, N, In]   →   [L…, N, Gates]
  template <sound_expression X>
  constexpr auto inputs(const X& x) const {
    return input(x);
  }
  /// The next state: `before` [L…, State], `x` [L…, Gates], one position of inputs   →   [L…, State]
  template <sound_expression S, sound_expression X>
  constexpr auto step(const S& before, const X& x) const {
    return in_frame(*this, x, [&] {
      constexpr std::size_t width = bound<Hidden>;
      const auto gates = let(state(let(outputs(before))) + x);
      const auto gate = [&](std::size_t i) { return slice<Gates, Hidden>(gates, i * width); };
      const auto memory = let(hadamard(sigmoid(gate(1)), slice<State, Hidden>(before, width)) +
                              hadamard(sigmoid(gate(0)), tanh(gate(2))));
      return concat<State>(hadamard(sigmoid(gate(3)), tanh(memory)), memory);
    });
  }
  /// The output's part of the state: [L…, State]   →   [L…, Hidden]
  template <sound_expression S>
  static constexpr auto outputs(const S& state) {
    return slice<State, Hidden>(state);
  }
};

}  // namespace typeformer
