#pragma once
#include <cmath>

#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/add_positions.hpp>
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/choice.hpp>
#include <typeformer/expressions/refused_calls.hpp>

namespace typeformer {

// Sinusoids of position p for width D: sin and cos of p / 10000^(i/…), i the pair. The literature orders them
// differently.

/// Pair i is in columns 2i (sin) and 2i+1 (cos); exponent 2i/D.
template <is_axis D>
struct interleaved_rule {
  /// Of a position, which counts from 0, and a column below the extent of D.
  static double value(std::size_t position, std::size_t column) {
    const double exponent = static_cast<double>(column / 2 * 2) / static_cast<double>(bound<D>);
    const double angle = static_cast<double>(position) / std::pow(10000.0, exponent);
    return column % 2 ? std::cos(angle) : std::sin(angle);
  }
};
/// All sines, then all cosines; exponent 2i/D.
template <is_axis D>
struct halved_rule {
  /// Of a position, which counts from 0, and a column below the extent of D.
  static double value(std::size_t position, std::size_t column) {
    constexpr std::size_t half = (bound<D> + 1) / 2;
    const double exponent = static_cast<double>(2 * (column % half)) / static_cast<double>(bound<D>);
    const double angle = static_cast<double>(position) / std::pow(10000.0, exponent);
    return column < half ? std::sin(angle) : std::cos(angle);
  }
};
/// All sines, then all cosines; exponent i/(D/2 − 1), so that the last wavelength is 10000·2π.
template <is_axis D>
struct stretched_rule {
  /// Of a position, which counts from 0, and a column below the extent of D.
  static double value(std::size_t position, std::size_t column) {
    constexpr std::size_t half = (bound<D> + 1) / 2;
    const double exponent = half > 1 ? static_cast<double>(column % half) / static_cast<double>(half - 1) : 0;
    const double angle = static_cast<double>(position) / std::pow(10000.0, exponent);
    return column < half ? std::sin(angle) : std::cos(angle);
  }
};

/// Adds to each position of a sequence its row of a table. Nothing is trained: the table is a constant of the type.
///
/// shapes   x [L…, N, Model], first + N ≤ Position   →   the same
/// cost     one operation for each element
/// requires x whose last axis is Model
/// throws   positions beyond the bound of Position
/// source   Vaswani et al. 2017, section 3.5
template <class Position, class Model = left_out, template <is_axis> class Rule = interleaved_rule>
  requires(must_be_axes<Position, Model>())
struct sinusoidal_positions {
  using table_type = constant<Rule<axis_or_any<Model>>, axis_or_any<Position>, axis_or_any<Model>>;
  BOOST_HANA_DEFINE_STRUCT(sinusoidal_positions, (table_type, table));

  template <is_axis... Leading>
  using input = shape<Leading..., Model>;

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL_THAN_WITH(1, std::size_t, "sinusoidal_positions(x), sinusoidal_positions(x, first): x must be an expression, and first the position of its first row, a number")
  // clang-format on

  /// `x` [L…, N, Model]   →   the same; `first` is the position of x's first row, as of a token decoded later.
  template <sound_expression X>
  constexpr auto operator()(const X& x, std::size_t first = 0) const {
    static_assert(same_axis<sized_last<X>, sized<Model>>,
                  "sinusoidal_positions(x): the last axis of x must be the width of the table");
    if constexpr (is_axis<Position>) {
      return add_positions(as_if_last<Model>(x), table, first);
    } else {
      return any_formula{};
    }
  }
};

/// Adds to each position of a sequence its row of a table that is trained: learned positions.
///
/// shapes   x [L…, N, Model], first + N ≤ Position   →   the same
/// cost     one operation for each element
/// requires x whose last axis is Model
/// throws   positions beyond the bound of Position
/// source   Gehring et al. 2017
template <class Position, class Model = left_out>
  requires(must_be_axes<Position, Model>())
struct learned_positions {
  using table_type = table<learned<axis_or_any<Position>>, axis_or_any<Model>>;
  BOOST_HANA_DEFINE_STRUCT(learned_positions, (table_type, weight));

  template <is_axis... Leading>
  using input = shape<Leading..., Model>;

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL_THAN_WITH(1, std::size_t, "learned_positions(x), learned_positions(x, first): x must be an expression, and first the position of its first row, a number")
  // clang-format on

  /// `x` [L…, N, Model]   →   the same; `first` is the position of x's first row, as of a token decoded later.
  template <sound_expression X>
  constexpr auto operator()(const X& x, std::size_t first = 0) const {
    static_assert(same_axis<sized_last<X>, sized<Model>>,
                  "learned_positions(x): the last axis of x must be the width of the table");
    if constexpr (is_axis<Position>) {
      return add_positions(as_if_last<Model>(x), weight, first);
    } else {
      return any_formula{};
    }
  }
};

/// In the place of positions where there are none.
struct no_positions_layer {
  BOOST_HANA_DEFINE_STRUCT(no_positions_layer);
  TYPEFORMER_CALL_OF_REFUSED
  /// x, as it is
  template <sound_expression X>
  constexpr auto operator()(const X& x, std::size_t = 0) const {
    return x;
  }
};

/// As the positions of a configuration: sinusoidal_positions by interleaved_rule.
///
/// source   Vaswani et al. 2017, section 3.5
struct interleaved_sinusoids {
  static constexpr auto kind = choice::positions;
  template <is_axis Position, is_axis Model>
  using positions = sinusoidal_positions<Position, Model, interleaved_rule>;
};
/// As the positions of a configuration: sinusoidal_positions by halved_rule.
struct halved_sinusoids {
  static constexpr auto kind = choice::positions;
  template <is_axis Position, is_axis Model>
  using positions = sinusoidal_positions<Position, Model, halved_rule>;
};
/// As the positions of a configuration: sinusoidal_positions by stretched_rule.
struct stretched_sinusoids {
  static constexpr auto kind = choice::positions;
  template <is_axis Position, is_axis Model>
  using positions = sinusoidal_positions<Position, Model, stretched_rule>;
};
/// As the positions of a configuration: learned_positions, Position × Model parameters.
struct trained_positions {
  static constexpr auto kind = choice::positions;
  template <is_axis Position, is_axis Model>
  using positions = learned_positions<Position, Model>;
};
/// As the positions of a configuration: none, as where attention or a recurrence knows them.
struct no_positions {
  static constexpr auto kind = choice::positions;
  /// A layer that adds nothing.
  template <is_axis, is_axis>
  using positions = no_positions_layer;
};

}  // namespace typeformer
