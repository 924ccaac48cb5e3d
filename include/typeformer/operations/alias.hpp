#pragma once
#include <cstddef>
#include <string_view>
#include <type_traits>

#include <typeformer/axis/algebra.hpp>
#include <typeformer/kernels/elementwise.hpp>
#include <typeformer/kernels/movement.hpp>
#include <typeformer/operations/operation.hpp>

/// Other axes for the same elements in the same order: nothing is computed and nothing copied, so a reading is not
/// asked. `is_alias` tells; let() hands on the operand's value with another shape.
namespace typeformer {

/// Whether an operation yields its operand's numbers under other axes.
template <class Op>
inline constexpr bool is_alias = requires { Op::is_alias; };

/// shapes   x [L…, A, B, R…]   →   [L…, A·B, R…]
template <is_axis A, is_axis B>
struct merge_operation {
  static constexpr bool is_alias = true;
  static constexpr std::string_view name = "merge";
  static constexpr std::string_view formula = "x";

  template <class X>
  static constexpr auto result(const X& x) {
    return algebra::merge<A, B>(x);
  }
};

/// shapes   x [L…, A·B, R…]   →   [L…, A, B, R…]
template <is_axis A, is_axis B>
struct split_operation {
  static constexpr bool is_alias = true;
  static constexpr std::string_view name = "split";
  static constexpr std::string_view formula = "x";

  template <class X>
  static constexpr auto result(const X& x) {
    return algebra::unmerge<A, B>(x);
  }
};

/// shapes   x [L…, From, R…]   →   [L…, To, R…]
template <is_axis From, is_axis To>
struct rename_operation {
  static constexpr bool is_alias = true;
  static constexpr std::string_view name = "rename";
  static constexpr std::string_view formula = "x";

  template <class X>
  static constexpr auto result(const X& x) {
    return algebra::replace<From>(x, dimension<To>{algebra::extent_of<From>(x)});
  }
};

/// Axes side by side as one, of which several may be known at run time; of none, an axis of extent 1.
template <is_axis... A>
struct together {
  static constexpr std::string_view name = "together";  ///< in errors; formulas do not name it
  /// The product of the extents, `bounded` where one of them is.
  static constexpr auto extent = [] {
    if constexpr ((has_static_extent<A> && ...)) {
      return (std::size_t{1} * ... * bound<A>);
    } else {
      return bounded{(std::size_t{1} * ... * bound<A>)};
    }
  }();
};

template <class... A, class Part>
  requires(!std::is_same_v<together<A...>, Part>)
inline constexpr bool is_made_of<together<A...>, Part> = (is_made_of<A, Part> || ...);

namespace detail {
// They count one by one, where only one is known at run time.
template <class... A>
  requires((std::size_t{0} + ... + std::size_t{!has_static_extent<A>}) <= 1)
struct factors_of<together<A...>> : factors_of<product<A...>> {};
}  // namespace detail

/// Matrices of rows and columns behind the axes of a batch.
///
/// shapes   x [Batch…, Row…, Column…]   →   [Batch…, together Row…, together Column…]
template <class Batch, class Row, class Column>
struct matrices_operation;
/// The axes of each part are those of a shape.
template <is_axis... Batch, is_axis... Row, is_axis... Column>
struct matrices_operation<shape<Batch...>, shape<Row...>, shape<Column...>> {
  static constexpr bool is_alias = true;
  static constexpr std::string_view name = "matrices";
  static constexpr std::string_view formula = "x";

  template <class X>
  static constexpr auto result(const X& x) {
    return algebra::shaped(
        hana::make_tuple(dimension<Batch>{algebra::extent_of<Batch>(x)}...,
                         dimension<together<Row...>>{(std::size_t{1} * ... * algebra::extent_of<Row>(x))},
                         dimension<together<Column...>>{(std::size_t{1} * ... * algebra::extent_of<Column>(x))}));
  }
};

/// A shape that is given, of as many elements.
template <class Shape>
struct reshape_operation {
  static constexpr bool is_alias = true;
  static constexpr std::string_view name = "reshape";
  static constexpr std::string_view formula = "x";

  Shape shape;  ///< of the result: as many elements as x has

  template <class X>
  constexpr Shape result(const X&) const {
    return shape;
  }
};

/// What a module returns that is a value of its own under other axes.
///
/// shapes   x [L…]   →   the same
struct copy_operation {
  static constexpr std::string_view name = "copy";
  static constexpr std::string_view formula = "x";
  template <class, class...>
  static constexpr bool mixes = false;

  template <class X>
  static constexpr auto result(const X& x) {
    return x;
  }
  template <class X>
  static constexpr polynomial cost(const X&) {
    return {};
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    const std::size_t size = x.shape.size();
    kernels::copy_rows(std::size_t{1}, size, x.data, size, y.data, size, with.threads);
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    kernels::add_scaled<T>(y.shape.size(), T{1}, y.gradient, x.gradient, with.threads);
  }
};

}  // namespace typeformer
