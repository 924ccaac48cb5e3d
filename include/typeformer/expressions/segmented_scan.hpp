#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <typeformer/expressions/recurrence.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/tensor/buffer.hpp>

namespace typeformer {

/// A scan that is recorded: of each segment of K positions only its first state is kept. The backward pass runs a
/// segment again, records it, and goes back through it, the last segment first; the gradients have the same bits.
///
/// It holds its reading, and its step, which is called again when the formula around it is gone. Behind the result, the
/// arena has the first states of all segments but the first, and then room for one segment.
///
/// shapes   x [L…, A, R…]   state [L…, S…]   →   [L…, A, O…], where O… are S… if the step returns the state alone
template <is_axis A, std::size_t K, class Reading, class Step, class Row, bool HasOutput>
struct segmented_scan_operation {
  static constexpr std::string_view name = "scan";  ///< as of a scan that is not recorded
  static constexpr std::string_view formula = "s_t = f(s_{t−1}, x_t)";
  static constexpr bool yields_infinity = true;  ///< as operations of the step do

  Reading* reading;                                    ///< of the recording; it outlives the operation
  Step step;                                           ///< copied: a module, or a function without captures
  mutable std::uint64_t first_operation = 0;           ///< the step's first number, found by forward for backward
  mutable std::uint64_t operations_of_a_position = 0;  ///< found by forward, for backward

  template <class X, class S>
  static constexpr auto result(const X& x, const S& state) {
    return algebra::insert<axes_before<A, X>>(detail::rows_of_none(std::type_identity<Row>{}, x, state),
                                              dimension<A>{algebra::extent_of<A>(x)});
  }
  /// None: a trace of a recording counts bytes.
  template <class X, class S>
  static constexpr polynomial cost(const X&, const S&) {
    return {};
  }
  template <class T, class Y, class X, class S>
  void forward(const resources<T>& with, const Y& y, const X& x, const S& state) const {
    const auto kept = states_behind<T>(y, x.shape, state.shape);
    reading->arena().take(kept.count * kept.stride * sizeof(T), 0);
    // The step's operations are numbered as if all states were kept: this one is the last.
    first_operation = reading->next_operation() - 1;
    reading->number_from(first_operation);
    const T* now = state.data;
    std::size_t most = 0;
    for (std::size_t first = 0; first < kept.positions; first += K) {
      const std::size_t last = std::min(first + K, kept.positions);
      T* const end = kept.data + first / K * kept.stride;
      most = std::max(most, reading->run_and_forget([&] {
        run(x, state, now, first, last, [&](std::size_t i, const auto& row, const auto& then) {
          detail::check_extents<uncompared_axis{}>(name, y.shape, row.shape);
          const around rows = around_axis<A>(y.shape);
          kernels::copy_rows(rows.outer, rows.inner, row.data, rows.inner, y.data + i * rows.inner,
                             rows.along * rows.inner, with.threads);
          if (i + 1 == last && last < kept.positions) std::copy_n(then.data, then.shape.size(), end);
        });
      }));
      now = end;
    }
    reading->arena().take(most, 0);
    if (kept.positions > 0) operations_of_a_position = (reading->next_operation() - first_operation) / kept.positions;
    reading->number_from(reading->next_operation() + 1);
  }
  template <class T, class Y, class X, class S>
  void backward(const resources<T>& with, const Y& y, const X& x, const S& state) const {
    const auto kept = states_behind<T>(y, x.shape, state.shape);
    const around rows = around_axis<A>(y.shape);
    const auto add_row = [&](std::size_t i, const T* to) {
      kernels::add_copied_rows<T>(rows.outer, rows.inner, y.gradient + i * rows.inner, rows.along * rows.inner,
                                  reading->gradient(to, rows.outer * rows.inner), rows.inner, with.threads);
    };
    for (std::size_t segment = kernels::ceil_div(kept.positions, K); segment-- > 0;) {
      const std::size_t first = segment * K, last = std::min(first + K, kept.positions);
      const T* const begin = segment == 0 ? state.data : kept.data + (segment - 1) * kept.stride;
      const T* const end = kept.data + segment * kept.stride;  // where another segment begins
      const bool is_last = last == kept.positions;
      // What the state's row contributes comes first, as where all states are kept: sums have the same bits.
      if (!HasOutput && segment > 0) add_row(first - 1, begin);
      std::array<const T*, K> row_data;
      const T* then_data = nullptr;
      reading->run_backward_again(
          kept.data + kept.count * kept.stride, first_operation + first * operations_of_a_position,
          [&] {
            run(x, state, begin, first, last, [&](std::size_t i, const auto& row, const auto& then) {
              row_data[i - first] = row.data;
              then_data = then.data;
            });
          },
          [&] {
            for (std::size_t i = first; i < last; ++i)
              if (HasOutput || is_last || i + 1 < last) add_row(i, row_data[i - first]);
            if (!is_last)
              std::copy_n(reading->gradient(end, state.shape.size()), state.shape.size(),
                          reading->gradient(then_data, state.shape.size()));
          });
    }
  }

 private:
  /// The first states of the segments behind the first, `stride` elements apart.
  template <class T>
  struct states {
    T* data;
    std::size_t count, stride, positions;
  };
  template <class T, class Y, class X, class S>
  static states<T> states_behind(const Y& y, const X& x, const S& state) {
    const std::size_t positions = algebra::extent_of<A>(x);
    return {y.data + aligned_bytes(y.shape.size() * sizeof(T)) / sizeof(T), positions == 0 ? 0 : (positions - 1) / K,
            aligned_bytes(state.size() * sizeof(T)) / sizeof(T), positions};
  }

  /// Positions `first` to `last`: f(position, its row, the new state).
  template <class X, class S, class T, class F>
  void run(const X& x, const S& state, const T* begin, std::size_t first, std::size_t last, const F& f) const {
    const value<reading_name<Reading>, typename X::shape_type> sequence{reading, x.data, x.shape};
    value<reading_name<Reading>, typename S::shape_type> now{reading, begin, state.shape};
    for (std::size_t i = first; i < last; ++i) {
      const auto made = step(now, detail::position_of<A>(sequence, i));
      const auto go_on = [&](const auto& row, const auto& then) {
        detail::check_extents<uncompared_axis{}>(name, now.shape, then.shape);
        f(i, row, then);
        now = then;
      };
      if constexpr (HasOutput) {
        const auto row = detail::made_here(made.output);
        go_on(row, detail::made_here(made.state));
      } else {
        const auto then = detail::made_here(made);
        go_on(then, then);
      }
    }
  }
};

namespace detail {
template <is_axis A, std::size_t K, class State, class X, class Step>
constexpr auto run_segmented_scan(const State& state, const X& x, const Step& one_step) {
  auto& reading = reading_of(x);
  using reading_type = std::remove_reference_t<decltype(reading)>;
  if constexpr (!reading_type::records) {
    return run_scan<A>(state, x, one_step);
  } else {
    using next = next_of<A, reading_name<reading_type>, shape_t<State>, shape_t<X>, Step>;
    using row = shape_t<decltype(output_of(std::declval<const next&>()))>;
    const auto sequence = value_of(x);
    const auto first = value_of(state);
    const segmented_scan_operation<A, K, reading_type, Step, row, has_output<next>> operation{&reading, one_step};
    const auto y = reading.apply(operation, sequence, first);
    const auto position = [&](std::size_t i) {
      const next made = one_step(first, position_of<A>(sequence, i));
      if constexpr (has_output<next>) made_here(made.output);
      made_here(state_of(made));
    };
    if (reading.plans()) {
      const std::size_t positions = algebra::extent_of<A>(sequence.shape);
      const std::size_t kept = positions == 0 ? 0 : (positions - 1) / K;
      reading.arena().take(kept * aligned_bytes(first.shape.size() * reading.element_bytes()), 0);
      reading.repeat(std::min(K, positions), polynomial{}, position);
    }
    return y;
  }
}
}  // namespace detail

}  // namespace typeformer
