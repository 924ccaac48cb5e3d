#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

#include <typeformer/error.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/operations/alias.hpp>
#include <typeformer/operations/append.hpp>
#include <typeformer/operations/stack_positions.hpp>

namespace typeformer {

/// The first N axes of a shape, and the others.
template <std::size_t N, class Shape>
using first_axes = decltype(algebra::shaped(hana::take_front(std::declval<Shape>().dimensions, hana::size_c<N>)));
/// The axes of a shape behind the first N.
template <std::size_t N, class Shape>
using axes_behind = decltype(algebra::shaped(hana::drop_front(std::declval<Shape>().dimensions, hana::size_c<N>)));
/// How many axes of a shape are before A.
template <class A, class Shape>
inline constexpr std::size_t axes_before = algebra::index_of<A>(std::type_identity<Shape>{});

namespace detail {
/// The result of a scan while its positions run: [L…, A, R…] of rows [L…, R…].
///
/// A run appends each row in place. A recording changes nothing in place: its rows are values that are kept, as far
/// apart as a position takes memory, and one operation stacks them.
template <is_axis A, std::size_t Before, class Reading, class Row>
class stacked_rows {
  using operation = stack_positions_operation<A, Before>;
  using row_value = value<reading_name<Reading>, Row>;
  using batch = first_axes<Before, Row>;
  using others = axes_behind<Before, Row>;

 public:
  using result_type = value<reading_name<Reading>, decltype(operation{}.result(std::declval<Row>()))>;

  constexpr explicit stacked_rows(std::size_t extent) : extent_{extent} {}

  /// Room for the result at the end of the arena in use. `data` is any element's.
  constexpr void reserve(Reading& reading, const Row& row, const typename Reading::element_type* data) {
    first_ = {&reading, data, row};
    if constexpr (!Reading::records) result_ = reading.apply(operation{.extent = extent_}, first_);
  }
  constexpr void append(const row_value& row, std::size_t position) {
    if constexpr (Reading::records) {
      if (position == 0) first_ = row;
      if (position == 1) stride_ = row.data - first_.data;
      if (position > 1 && row.data - first_.data != stride_ * static_cast<std::ptrdiff_t>(position))
        throw error{"scan: the step must compute the same at every position"};
    } else {
      auto* const data = const_cast<typename Reading::element_type*>(result_.data);  // of this scan's own result
      const auto rows = matrices_operation<batch, shape<A>, others>{}.result(result_.shape);
      const cache_value<reading_name<Reading>, std::remove_const_t<decltype(rows)>> cache{row.reading, data, rows};
      row.reading->apply(append_operation{position}, cache,
                         alias_of(matrices_operation<batch, shape<>, others>{}, row));
    }
  }
  constexpr result_type result(Reading& reading) const {
    if constexpr (Reading::records) {
      return reading.apply(operation{extent_, extent_, stride_}, first_);
    } else {
      return {&reading, result_.data, result_.shape};
    }
  }

 private:
  std::size_t extent_;
  row_value first_{};
  std::ptrdiff_t stride_ = 0;
  result_type result_{};
};
}  // namespace detail

}  // namespace typeformer
