#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <typeformer/operations/operation.hpp>
#include <typeformer/operations/rounded.hpp>
#include <typeformer/tensor/weights.hpp>

/// What flows through a model. A value carries its reading, so the formula that uses it is written once and is run,
/// traced or recorded.
namespace typeformer {

template <class Numbers>
class running;

namespace detail {
template <class Reading>
struct name_of_reading {
  using type = Reading;
};
template <class Numbers>
struct name_of_reading<running<Numbers>> {
  using type = Numbers;
};
template <class Name>
struct reading_of_name {
  using type = Name;
};
template <class Numbers>
  requires are_numbers<Numbers>
struct reading_of_name<Numbers> {
  using type = running<Numbers>;
};
}  // namespace detail

/// By what values name their reading: a run by its Numbers, any other by itself. A program knows what it computes with
/// and not by which class, so compilers print of a run `value<float, shape<Batch, Model>>`.
template <class Reading>
using reading_name = typename detail::name_of_reading<Reading>::type;
/// The reading of that name.
template <class Name>
using reading_named = typename detail::reading_of_name<Name>::type;

/// Whether `if (x)` can ask a value of a formula: never.
template <class X>
inline constexpr bool is_true_or_false = false;
/// Whether a value of a formula can be called: never.
template <class X, class... Y>
inline constexpr bool is_function = false;
/// Whether `x[i]` is an element of a value of a formula: never.
template <class X, class I>
inline constexpr bool has_elements = false;
/// Whether a value of a formula becomes another by `x = y`: never.
template <class X, class Y>
inline constexpr bool is_assigned = false;

/// In place of a formula that was refused and of which nothing else is known: all that formulas are used for takes it,
/// and a module may yield it.
struct any_formula {
  /// As a condition, true.
  template <std::same_as<bool> Bool>
  constexpr explicit operator Bool() const {
    return true;
  }
  /// As a function, the same.
  template <class... X>
  constexpr any_formula operator()(const X&...) const {
    return {};
  }
};

namespace detail {
template <class X>
inline constexpr bool is_any_formula = false;
template <>
inline constexpr bool is_any_formula<any_formula> = true;
template <class X>
inline constexpr bool is_any_formula<const X> = is_any_formula<X>;
template <class X>
inline constexpr bool is_any_formula<X&> = is_any_formula<X>;
}  // namespace detail

/// Whether nothing among operands of a formula was refused.
template <class... X>
inline constexpr bool are_sound = !(detail::is_any_formula<X> || ...);

namespace detail {
// What a value or a node of a formula is not, which C++ looks for in the class.
template <class X>
constexpr bool must_be_true_or_false() {
  static_assert(is_true_or_false<X>,
                "if (x), x ? y : z: a formula is not true or false; where(x, y, z) chooses element by element");
  return true;
}
}  // namespace detail

namespace detail {
template <bool Rounds>
struct rounded_copy {};
template <>
struct rounded_copy<true> {
  const kernels::bf16_step_pair* words = nullptr;
};
}  // namespace detail

/// Numbers with their shape. While tracing there are none: data is null.
template <class Name, class Shape>
struct value {
  using reading_type = reading_named<Name>;
  using shape_type = Shape;
  reading_type* reading;
  const typename reading_type::element_type* data;
  Shape shape;
  /// The same as rounded rows, where an operation wrote them for products.
  [[no_unique_address]] detail::rounded_copy<rounds_between_products<reading_type>> rounded{};

  template <std::same_as<bool> Bool>
  constexpr explicit operator Bool() const {
    return detail::must_be_true_or_false<value>();
  }
  template <class... Y>
  constexpr auto operator()(const Y&...) const {
    static_assert(is_function<value, Y...>,
                  "x(y): a value is no function and has no elements: two are multiplied, x * y");
    return any_formula{};
  }
  template <class I>
  constexpr auto operator[](const I&) const {
    static_assert(has_elements<value, I>,
                  "x[i]: a value in a formula has no elements to name; slice<Whole, Part>(x, i) cuts a part");
    return any_formula{};
  }
  template <class Y>
    requires(!std::same_as<Y, value>)
  constexpr auto& operator=(const Y&) {
    static_assert(is_assigned<value, Y>,
                  "x = y: a value of a formula keeps its type: name another, const auto z = let(y)");
    return *this;
  }
  template <class Y>
    requires(!std::same_as<Y, value>)
  constexpr const auto& operator=(const Y&) const {
    static_assert(is_assigned<value, Y>,
                  "x = y: an argument of a formula is not changed: name another value, const auto z = let(y)");
    return *this;
  }
};

/// Tokens of a vocabulary.
template <class Name, class Vocabulary, class Shape>
struct token_value {
  using reading_type = reading_named<Name>;
  using vocabulary = Vocabulary;
  using shape_type = Shape;
  reading_type* reading;
  const std::int32_t* data;
  Shape shape;
};

/// Labels: tokens of a vocabulary, or none of it where they are negative.
template <class Name, class Vocabulary, class Shape>
struct label_value {
  using reading_type = reading_named<Name>;
  using vocabulary = Vocabulary;
  using shape_type = Shape;
  reading_type* reading;
  const std::int32_t* data;
  Shape shape;
};

/// Numbers that outlive a run and are changed in place, as a KV cache.
template <class Name, class Shape>
struct cache_value {
  using reading_type = reading_named<Name>;
  using shape_type = Shape;
  reading_type* reading;
  typename reading_type::element_type* data;
  Shape shape;
};

/// Numbers that one product leaves to another, as that rounds them.
template <class Name, class Shape>
struct rounded_value {
  using reading_type = reading_named<Name>;
  using shape_type = Shape;
  reading_type* reading;
  const kernels::bf16_step_pair* data;
  Shape shape;
};

/// The value of an operation's result that is not computed.
template <class Op, class Reading, class Shape>
constexpr auto unplaced_value(Reading* reading, const Shape& shape) {
  if constexpr (yields_tokens<Op>) {
    return token_value<reading_name<Reading>, typename Op::vocabulary, Shape>{reading, nullptr, shape};
  } else if constexpr (yields_rounded<Op>) {
    return rounded_value<reading_name<Reading>, Shape>{reading, nullptr, shape};
  } else {
    return value<reading_name<Reading>, Shape>{reading, nullptr, shape};
  }
}
/// What an operation wrote, as a value.
template <class Op, class Reading, class View>
constexpr auto result_value(Reading* reading, const View& y) {
  auto x = unplaced_value<Op>(reading, y.shape);
  x.data = y.data;
  if constexpr (has_rounded_copy<View>) x.rounded = {y.rounded};
  return x;
}

/// Whether a type is the numbers of a formula.
template <class X>
inline constexpr bool is_value = false;
template <class Name, class Shape>
inline constexpr bool is_value<value<Name, Shape>> = true;

/// Whether a type is the tokens of a formula.
template <class X>
inline constexpr bool is_token_value = false;
template <class Name, class Vocabulary, class Shape>
inline constexpr bool is_token_value<token_value<Name, Vocabulary, Shape>> = true;
/// Whether a type is the labels of a formula.
template <class X>
inline constexpr bool is_label_value = false;
template <class Name, class Vocabulary, class Shape>
inline constexpr bool is_label_value<label_value<Name, Vocabulary, Shape>> = true;

/// Whether a type is what one product leaves to another.
template <class X>
inline constexpr bool is_rounded_value = false;
template <class Name, class Shape>
inline constexpr bool is_rounded_value<rounded_value<Name, Shape>> = true;

/// An operand's shape; that of a parameter follows from its type, and an absent one has none.
template <class X>
constexpr auto shape_of(const X& x) {
  if constexpr (is_absent<X>) {
    return absent{};
  } else if constexpr (requires { x.reading; }) {
    return x.shape;
  } else {
    return typename X::shape_type{};
  }
}

/// An operand as an operation's forward sees it: a view. A parameter's numbers are in `weights`.
template <class X, class Numbers>
auto operand_of(const X& x, const packed_block<Numbers>& weights) {
  if constexpr (is_absent<X>) {
    return absent{};
  } else if constexpr (is_label_value<X>) {
    return label_view<typename X::vocabulary, typename X::shape_type>{x.data, x.shape};
  } else if constexpr (is_token_value<X>) {
    return token_view<typename X::vocabulary, typename X::shape_type>{x.data, x.shape};
  } else if constexpr (is_rounded_value<X>) {
    return view<const kernels::bf16_step_pair, typename X::shape_type>{x.data, x.shape};
  } else if constexpr (requires { x.rounded.words; }) {
    return view_with_rounded<const element_t<Numbers>, typename X::shape_type>{{x.data, x.shape}, x.rounded.words};
  } else if constexpr (requires { x.reading; }) {
    return view<const element_t<Numbers>, typename X::shape_type>{x.data, x.shape};
  } else {
    return parameter_view<decltype(weights[x]), X>{weights[x]};
  }
}

}  // namespace typeformer
