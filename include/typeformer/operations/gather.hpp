#pragma once
#include <typeformer/kernels/movement.hpp>
#include <typeformer/kernels/quantized.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// Looks tokens up in a table: row i of the result is the table's row for token i, scaled.
///
/// shapes   tokens [L…] of Vocabulary   table [Vocabulary, E]   →   [L…, E]
/// cost     nothing; one for each element where it scales
struct gather_operation {
  static constexpr std::string_view name = "gather";
  static constexpr std::string_view formula = "s table_x";
  static constexpr bool takes_tokens = true;
  template <class, class...>
  static constexpr bool mixes = false;

  double scale = 1;  ///< √d for an embedding that is scaled

  template <class X, class P>
  static constexpr auto result(const X& tokens, const P& table) {
    return algebra::append(tokens, hana::back(table.dimensions));
  }
  template <class X, class P>
  constexpr polynomial cost(const X& tokens, const P& table) const {
    return scale == 1 ? polynomial{} : count_of(result(tokens, table));
  }
  template <class T, class Y, class X, class P>
  void forward(const resources<T>& with, const Y& y, const X& tokens, const P& table) const {
    kernels::gather(tokens.shape.size(), table.shape.template extent<1>(), table.shape.template extent<0>(),
                    static_cast<T>(scale), table.data, tokens.data, y.data, with.threads);
  }
  template <class T, class Y, class X, class P>
  void backward(const resources<T>& with, const Y& y, const X& tokens, const P& table) const {
    kernels::add_gather_gradient<T>(tokens.shape.size(), table.shape.template extent<1>(), static_cast<T>(scale),
                                    tokens.data, y.gradient, table.gradient, with.threads);
  }
};

}  // namespace typeformer
