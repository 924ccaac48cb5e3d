#pragma once
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer {

/// Of a number where a name is wanted.
template <class X>
inline constexpr bool is_name = false;
/// Of what has been said that it is no name.
inline constexpr char no_name = '\1';

/// A string that can be a template argument: an axis's name in formulas.
template <std::size_t N>
struct text {
  char characters[N]{};  ///< with the 0 at its end
  /// From a literal: `axis<"N", 8>`. Not explicit, so that the literal alone is the template argument.
  constexpr text(const char (&s)[N]) { std::copy_n(s, N, characters); }
  /// Of a number in the name's place, or of up_to<…>: it is refused.
  template <class X>
    requires(!std::is_array_v<X> && !std::is_pointer_v<X>)
  constexpr text(X) : characters{no_name} {
    static_assert(is_name<X>,
                  "axis<Name, Extent>: the name comes first, a literal, and then the extent: axis<\"d\", 64>");
  }
  constexpr std::string_view view() const { return {characters, N - 1}; }  ///< without the 0 at its end
};
/// As long as a refused number needs.
template <class X>
  requires(!std::is_array_v<X> && !std::is_pointer_v<X>)
text(X) -> text<1>;

/// In place of what is missing at the end of a list of template arguments: an axis, or its extent.
struct left_out {};
namespace detail {
/// The same where all of them are missing, and a variable is made with X: the gates say what must be named.
template <class... X>
struct left_out_beside {
  using type = left_out;
};
}  // namespace detail

/// The extent of an axis that is known when the program runs.
struct bounded {
  std::size_t maximum;  ///< at most this many, at least 1; 0 where up_to<…> was refused
};

namespace detail {
template <class N>
concept is_whole_number = std::integral<N> && !std::same_as<N, bool>;
template <auto N>
concept is_number = is_whole_number<std::remove_cv_t<decltype(N)>>;
}  // namespace detail

/// An extent as a template argument: a whole number, or `up_to<…>`. What is neither is an argument, too, so that a rule
/// can speak of it.
struct axis_extent {
  /// What was given.
  enum class kind : unsigned char { number, negative, run_time, missing, other };
  std::size_t value;  ///< the number, or the bound
  kind of;            ///< which of these it is
  // Not explicit, so that the number alone is the template argument: `axis<"d", 64>`.
  template <detail::is_whole_number T>
  constexpr axis_extent(T n)
      : value{n > T{0} ? static_cast<std::size_t>(n) : 0}, of{n < T{0} ? kind::negative : kind::number} {}
  constexpr axis_extent(bounded b) : value{b.maximum}, of{kind::run_time} {}
  constexpr axis_extent(left_out) : value{1}, of{kind::missing} {}
  template <class X>
    requires(!detail::is_whole_number<X>)
  constexpr axis_extent(X) : value{1}, of{kind::other} {}
};

namespace detail {
template <auto N>
inline constexpr bool is_not_negative = true;
template <auto N>
  requires is_number<N>
inline constexpr bool is_not_negative<N> = N >= 0;

/// The conditions of rules of up_to.
template <axis_extent... Maximum>
inline constexpr bool is_maximum = false;
template <axis_extent Maximum>
inline constexpr bool is_maximum<Maximum> =
    Maximum.of == axis_extent::kind::number || Maximum.of == axis_extent::kind::negative;
template <axis_extent... Maximum>
inline constexpr bool are_not_negative = ((Maximum.of != axis_extent::kind::negative) && ...);
template <axis_extent... Maximum>
inline constexpr bool is_not_zero = ((Maximum.of != axis_extent::kind::number || Maximum.value != 0) && ...);

template <axis_extent... Maximum>
consteval bool must_be_maximum() {
  static_assert(is_maximum<Maximum...>, "up_to<...>: an extent is a whole number, up_to<512>");
  static_assert(are_not_negative<Maximum...>, "up_to<...>: an extent is not negative");
  static_assert(is_not_zero<Maximum...>, "up_to<...>: an extent of at most 0 holds nothing");
  return true;
}
template <axis_extent... Maximum>
consteval std::size_t maximum_of() {
  if constexpr (is_maximum<Maximum...> && are_not_negative<Maximum...>) {
    return (Maximum.value + ...);
  } else {
    return 0;
  }
}

/// The conditions of rules of axis.
template <text Name>
inline constexpr bool is_not_empty = !Name.view().empty() || Name.characters[0] == no_name;
template <text Name>
inline constexpr bool is_refused_name = Name.view().empty();
/// Whether an extent is a whole number, or up_to<…>.
template <axis_extent Extent>
inline constexpr bool is_extent = Extent.of != axis_extent::kind::missing && Extent.of != axis_extent::kind::other;

template <text Name>
consteval bool must_be_name() {
  static_assert(is_not_empty<Name>, "axis: the name must not be empty, since formulas are written with it");
  return true;
}
/// With the name that goes before: a number in its place was refused already. More are those behind the extent.
template <text Name, axis_extent Extent, auto... More>
consteval bool must_be_extent() {
  static_assert(is_extent<Extent> || is_refused_name<Name>,
                "axis: an extent is a whole number, or up_to<...>: axis<\"d\", 64>");
  static_assert(are_not_negative<Extent>, "axis: an extent is not negative");
  static_assert(sizeof...(More) == 0, "axis<Name, Extent>: a name and one extent are all: axis<\"d\", 64>");
  return true;
}

/// A base of axes in the place of those that a gate has refused: no rule finds them to be others than wanted.
struct stand_in {};
struct sound {};
/// The base of an axis of this name and extent.
template <text Name, axis_extent Extent>
using base_of_axis = std::conditional_t<is_extent<Extent> && are_not_negative<Extent> && !is_refused_name<Name> &&
                                            !(Extent.of == axis_extent::kind::run_time && Extent.value == 0),
                                        sound, stand_in>;
}  // namespace detail

/// The extent of an axis that is known when the program runs, and is at most Maximum: `axis<"N", up_to<512>>`.
///
/// requires one whole number that is not negative, and not 0
template <axis_extent... Maximum>
  requires(detail::must_be_maximum<Maximum...>())
inline constexpr bounded up_to{detail::maximum_of<Maximum...>()};

/// Base of an axis, which is a type of its own: `struct Width : axis<"d̃", 64> {};`. Two axes of the same name and
/// extent are still two axes. The extent is a number, or `up_to<512>`: known at run time and at most 512.
///
/// The rules of merged axes below stand in the function that makes the extent: broken in the body of a class, they
/// make clang say more than the rule.
///
/// requires a name that is not empty; a whole number that is not negative, or `up_to<…>` of one
template <text Name, axis_extent Extent = left_out{}, auto... More>
  requires(detail::must_be_name<Name>() && detail::must_be_extent<Name, Extent, More...>())
struct axis : detail::base_of_axis<Name, Extent> {
  static constexpr std::string_view name = Name.view();  ///< as formulas write it
  /// A `std::size_t`, or `bounded` where it is known at run time.
  static constexpr auto extent = [] {
    if constexpr (Extent.of == axis_extent::kind::run_time) {
      return bounded{std::max(Extent.value, std::size_t{1})};
    } else {
      return std::size_t{Extent.of == axis_extent::kind::number ? Extent.value : 1};
    }
  }();
};

/// Whether a type is no alias of `axis<"d̃", 64>`, which any other axis of the same name and extent would be, too.
template <class A>
inline constexpr bool is_own_axis = true;
template <text Name, axis_extent Extent>
inline constexpr bool is_own_axis<axis<Name, Extent>> = false;

/// An axis: something of its own with an extent that is a number or `up_to<…>`.
template <class A>
concept is_axis = (std::same_as<std::remove_cv_t<decltype(A::extent)>, std::size_t> ||
                   std::same_as<std::remove_cv_t<decltype(A::extent)>, bounded>) &&
                  is_own_axis<A>;

/// The concept is_axis as a variable, which a compiler prints with the axis when a rule is broken.
template <class A>
inline constexpr bool is_an_axis = is_axis<A>;

/// Whether a template argument was named.
template <class A>
inline constexpr bool is_given = !std::is_same_v<A, left_out>;

namespace detail {
struct any_axis : axis<"any", 1>, stand_in {};
}  // namespace detail
/// An axis, or any in the place of what a gate has refused, so that nothing below it fails again.
template <class A>
using axis_or_any = std::conditional_t<is_axis<A>, A, detail::any_axis>;
/// Whether no gate refuses a type as an axis, and it does not stand in the place of one that was refused.
template <class A>
inline constexpr bool is_sound_axis = is_axis<A> && !std::is_same_v<A, detail::any_axis>;

namespace detail {
/// A type, and whether it is one that is looked for.
template <class A, bool IsSought>
struct candidate {};
/// The first of some candidates that is looked for, or a good axis.
template <class... Candidates>
struct first_sought {
  using type = any_axis;
};
template <class A, class... More>
struct first_sought<candidate<A, false>, More...> : first_sought<More...> {};
template <class A, class... More>
struct first_sought<candidate<A, true>, More...> {
  using type = A;
};
}  // namespace detail

/// The gate of templates that take axes: `requires(must_be_axes<A, B>())`. It is always true, and broken rules are
/// reported where the program names the template, of several wrong types the first; the concept as a constraint would
/// bury them under what does not match.
///
/// requires axes that are structs of their own, `struct Width : axis<"d̃", 64> {};`
template <class... A>
consteval bool must_be_axes() {
  if constexpr (!(is_axis<A> && ...)) {
    using wrong = typename detail::first_sought<detail::candidate<A, !is_axis<A>>...>::type;
    if constexpr (!is_given<wrong>)
      static_assert(is_given<wrong>, "an axis is missing: more axes must follow those that are named");
    else if constexpr (!is_own_axis<wrong>)
      static_assert(is_own_axis<wrong>,
                    "an axis must be a struct of its own, `struct Width : tf::axis<\"d\", 64> {};`: an alias "
                    "is the same type as each other of this name and extent");
    else
      static_assert(is_an_axis<wrong>,
                    "an axis is expected here: a struct such as `struct Width : tf::axis<\"d\", 64> {};`");
  }
  return true;
}

/// What compilers print beside an axis when a rule is broken: 512, or bounded{512}. Of what is no axis it is 0, so that
/// a type that a gate has refused breaks no rule after it.
template <class A>
inline constexpr std::size_t extent = 0;
template <is_axis A>
inline constexpr auto extent<A> = A::extent;

/// Whether the compiler knows an axis's extent; true of what is no axis, so that no rule about it is broken.
template <class A>
inline constexpr bool has_static_extent = true;
template <is_axis A>
inline constexpr bool has_static_extent<A> = std::same_as<std::remove_cv_t<decltype(A::extent)>, std::size_t>;

/// Whether an axis's extent is known only at run time. The extent is an argument so that compilers print it.
template <class A, auto>
inline constexpr bool known_at_run_time = !has_static_extent<A>;
/// Whether the compiler knows an axis's extent. The extent is an argument so that compilers print it.
template <class A, auto>
inline constexpr bool known_to_the_compiler = has_static_extent<A>;

/// The largest extent an axis can have.
template <class A>
inline constexpr std::size_t bound = [] {
  if constexpr (has_static_extent<A>) {
    return extent<A>;
  } else {
    return extent<A>.maximum;
  }
}();

/// Axes merged into one, the first varying slowest: `product<Head, Width>` is what joining the heads yields. It splits
/// back only into its own factors.
template <class... A>
  requires(... && must_be_axes<A>())
struct product {
  /// The product of the factors' extents, `bounded` where one of them is.
  static constexpr auto extent = [] {
    static_assert((!has_static_extent<A> + ... + 0) <= 1,
                  "product: at most one factor may have an extent known only at run time");
    if constexpr ((has_static_extent<A> && ...)) {
      return (std::size_t{1} * ... * bound<A>);
    } else {
      return bounded{(std::size_t{1} * ... * bound<A>)};
    }
  }();
};

/// One axis after the other: what concatenation yields.
template <class... A>
  requires(... && must_be_axes<A>())
struct direct_sum {
  /// The sum of the parts' extents, `bounded` where one of them is.
  static constexpr auto extent = [] {
    if constexpr ((has_static_extent<A> && ...)) {
      return (std::size_t{0} + ... + bound<A>);
    } else {
      return bounded{(std::size_t{0} + ... + bound<A>)};
    }
  }();
};

/// Whether an axis is Part, or Part is one of those that it is made of.
template <class A, class Part>
inline constexpr bool is_made_of = false;
template <class A>
inline constexpr bool is_made_of<A, A> = true;
template <class... A, class Part>
  requires(!std::is_same_v<product<A...>, Part>)
inline constexpr bool is_made_of<product<A...>, Part> = (is_made_of<A, Part> || ...);
template <class... A, class Part>
  requires(!std::is_same_v<direct_sum<A...>, Part>)
inline constexpr bool is_made_of<direct_sum<A...>, Part> = (is_made_of<A, Part> || ...);

/// The result of asking for an axis that a shape does not have. It equals no other axis, so no rule accepts it.
struct no_axis {
  static constexpr std::string_view name = "none";  ///< what sentences print in the place of a name
  static constexpr std::size_t extent = 0;          ///< holds nothing
};

/// Whether an axis's extent is a multiple of another's.
template <class A, std::size_t Dividend, class B, std::size_t Divisor>
inline constexpr bool divides = (Divisor != 0 && Dividend % Divisor == 0) || std::is_base_of_v<detail::stand_in, A> ||
                                std::is_base_of_v<detail::stand_in, B>;

/// Base of the axis that is left when A is cut into B equal parts: `struct Width : tf::quotient<"d̃", Model, Head> {};`.
template <text Name, class A, class B>
  requires(detail::must_be_name<Name>() && must_be_axes<A, B>())
struct quotient : std::conditional_t<is_axis<A> && is_axis<B>, detail::sound, detail::stand_in> {
  static constexpr std::string_view name = Name.view();  ///< as formulas write it
  /// That of A divided by that of B.
  static constexpr auto extent = [] {
    static_assert(known_to_the_compiler<A, typeformer::extent<A>> && known_to_the_compiler<B, typeformer::extent<B>>,
                  "quotient<Name, A, B>: the extents of A and B must be known to the compiler");
    static_assert(divides<axis_or_any<A>, bound<axis_or_any<A>>, axis_or_any<B>, bound<axis_or_any<B>>>,
                  "quotient<Name, A, B>: the extent of A must be a multiple of the extent of B");
    return bound<B> ? bound<A> / bound<B> : 0;
  }();
};
template <text Name, class A, class B>
inline constexpr bool is_own_axis<quotient<Name, A, B>> = false;

namespace detail {
template <class A>
struct named {
  static std::string name() {
    if constexpr (is_axis<A>) {
      return std::string{A::name};
    } else {
      return "?";
    }
  }
};
template <class... A>
std::string joined(std::string_view separator) {
  std::string s;
  ((s += (s.empty() ? "" : separator), s += named<A>::name()), ...);
  return s;
}
template <class... A>
struct named<product<A...>> {
  static std::string name() { return joined<A...>("·"); }
};
template <class... A>
struct named<direct_sum<A...>> {
  static std::string name() { return joined<A...>("⊕"); }
};
}  // namespace detail

/// An axis's name as formulas write it: "d̃", "h·d̃", "d⊕c".
template <class A>
std::string name_of() {
  return detail::named<A>::name();
}

}  // namespace typeformer
