#pragma once
#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/elementwise.hpp>

namespace typeformer {

/// The axis of a column of ones.
struct one_column : axis<"1", 1> {};

/// Ones with which a product of matrices sums rows: `weights * column_of_ones(v)`, where `sum` by an axis's name would
/// not do, since weights may have it twice. Of x only the extents are read.
///
/// shapes   x [L…, M, W]   →   [L…, M, one_column]
/// cost     one for each element of the result
template <sound_expression X>
constexpr auto column_of_ones(const X& x) {
  static_assert(has_rank_at_least<shape_t<X>, 1>, "column_of_ones(x): x must have an axis");
  return detail::zeros_for(x, std::type_identity<followed_by<all_but_last<X>, one_column>>{}) + 1;
}

}  // namespace typeformer
