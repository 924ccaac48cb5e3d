#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include <boost/hana/accessors.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>

#include <typeformer/kernels/ceil_div.hpp>
#include <typeformer/tensor/buffer.hpp>
#include <typeformer/tensor/parameter.hpp>

/// A model is a struct of parameters, arrays of modules and modules (BOOST_HANA_DEFINE_STRUCT). These functions walk
/// through it: they lay out its parameters in one block and name them.
namespace typeformer {

/// The macro's own definition is asked for first: then the compiler prints few lines from a broken rule in M to the
/// program.
template <class M>
concept is_module =
    requires { typename std::remove_cvref_t<M>::hana_accessors_impl; } || hana::Struct<std::remove_cvref_t<M>>::value;

namespace detail {
template <class T>
inline constexpr bool is_array = false;
template <class T, std::size_t N>
inline constexpr bool is_array<std::array<T, N>> = true;

/// The members of M: a tuple of pairs, each a name and how the member is reached. As a type, since functions of the
/// tuple itself would be compiled for every module of a program.
template <class M>
using accessors_of = std::remove_cvref_t<decltype(hana::accessors<M>())>;
template <class Accessor>
inline constexpr auto member_of = hana::second(Accessor{});  // of a module: member_of<Accessor>(module)
template <class Accessor>
inline constexpr const char* member_name = hana::to<const char*>(hana::first(Accessor{}));

template <class M, class Accessor>
using declared_member = std::remove_reference_t<decltype(member_of<Accessor>(std::declval<M&>()))>;
template <class M, class Accessor>
using member_type = std::remove_const_t<declared_member<M, Accessor>>;

template <class M, class... Accessor>
constexpr std::size_t count_of_arrays(std::type_identity<hana::tuple<Accessor...>>) {
  return (std::size_t{0} + ... + std::size_t{is_array<member_type<M, Accessor>>});
}

/// Calls f(member, path) for each member of the module that has the name `path`. The only array of a module has the
/// module's name; of several arrays each has its own (docs/decisions/names_of_layers.md).
template <class M, class F>
void for_each_named_member(const M& module, const std::string& path, F&& f) {
  constexpr std::type_identity<accessors_of<M>> all;
  const auto one = [&]<class Accessor>(std::type_identity<Accessor>) {
    if constexpr (is_array<member_type<M, Accessor>> && count_of_arrays<M>(all) == 1) {
      f(member_of<Accessor>(module), path);
    } else {
      f(member_of<Accessor>(module), path.empty() ? member_name<Accessor> : path + "." + member_name<Accessor>);
    }
  };
  [&]<class... Accessor>(std::type_identity<hana::tuple<Accessor...>>) {
    (one(std::type_identity<Accessor>{}), ...);
  }(all);
}

/// The same for the elements of an array: their names are their indices.
template <class T, std::size_t N, class F>
void for_each_named_member(const std::array<T, N>& array, const std::string& path, F&& f) {
  for (std::size_t i = 0; i < N; ++i) f(array[i], path.empty() ? std::to_string(i) : path + "." + std::to_string(i));
}
}  // namespace detail

/// Calls f(handle) for each parameter and constant of a module, in the order of the struct.
template <class M, class F>
constexpr void for_each_handle(M& module, F&& f) {
  using type = std::remove_const_t<M>;
  if constexpr (is_parameter<type> || is_constant<type>) {
    f(module);
  } else if constexpr (detail::is_array<type>) {
    for (auto& element : module) for_each_handle(element, f);
  } else if constexpr (is_module<type>) {
    [&]<class... Accessor>(std::type_identity<hana::tuple<Accessor...>>) {
      (for_each_handle(detail::member_of<Accessor>(module), f), ...);
    }(std::type_identity<detail::accessors_of<type>>{});
  }
}

/// Calls f(handle) for each parameter.
template <class M, class F>
constexpr void for_each_parameter(M& module, F&& f) {
  for_each_handle(module, [&]<class P>(P& p) {
    if constexpr (is_parameter<std::remove_const_t<P>>) f(p);
  });
}

/// Calls f(name, handle) for each parameter, with names from the struct: "encoder.0.self_attention.query.weight". A
/// module's only array adds only its indices; where a module has several, their names are added, too.
template <class M, class F>
void for_each_named_parameter(const M& module, F&& f, const std::string& path = "") {
  if constexpr (is_parameter<M>) {
    f(path, module);
  } else if constexpr (detail::is_array<M> || is_module<M>) {
    detail::for_each_named_member(
        module, path, [&](const auto& member, const std::string& name) { for_each_named_parameter(member, f, name); });
  }
}

namespace detail {
/// In the place of what is no module: it has no parameters, and no formula.
struct any_module {
  BOOST_HANA_DEFINE_STRUCT(any_module);
};

// What a walk through a module finds wrong: nothing, a member of an unsupported type, a module that has more members
// than its BOOST_HANA_DEFINE_STRUCT lists, or one that lists another struct's.
struct no_fault {
  using unsupported = void;
  using incomplete = void;
  using misnamed = void;
};
template <class T>
struct unsupported_member : no_fault {
  using unsupported = T;
};
template <class M>
struct incomplete_module : no_fault {
  using incomplete = M;
};
template <class M>
struct misnamed_module : no_fault {
  using misnamed = M;
};
/// A parameter of an axis that is none, of which its gate has spoken.
struct refused_parameter : no_fault {};
/// The first of two faults.
template <class Y>
constexpr Y operator|(no_fault, Y) {
  return {};
}
template <class T, class Y>
constexpr unsupported_member<T> operator|(unsupported_member<T>, Y) {
  return {};
}
template <class M, class Y>
constexpr incomplete_module<M> operator|(incomplete_module<M>, Y) {
  return {};
}
template <class Y>
constexpr refused_parameter operator|(refused_parameter, Y) {
  return {};
}
template <class M, class Y>
constexpr misnamed_module<M> operator|(misnamed_module<M>, Y) {
  return {};
}

/// Whether an accessor is of M's own members. Those of the macro name their struct; of others one cannot know.
template <class M, class Accessor>
inline constexpr bool is_accessor_of = true;
template <class M, class Name, class C, class T, T C::* Member>
inline constexpr bool is_accessor_of<M, hana::pair<Name, hana::struct_detail::member_ptr<T C::*, Member>>> =
    std::is_base_of_v<C, M>;

/// Bytes of a struct that has these members one after the other. BOOST_HANA_DEFINE_STRUCT declares them in its order;
/// other ways to reflect a struct may list them in any order, so there each member counts with its largest padding.
template <class M, class... Accessor>
constexpr std::size_t bytes_of_members() {
  constexpr bool in_order = requires { typename M::hana_accessors_impl; };
  const auto ceil = [](std::size_t n, std::size_t of) { return kernels::ceil_div(n, of) * of; };
  std::size_t bytes = 0;
  ((bytes = ceil(bytes, in_order ? alignof(member_type<M, Accessor>) : alignof(M)) + sizeof(member_type<M, Accessor>)),
   ...);
  return ceil(std::max<std::size_t>(bytes, 1), alignof(M));
}

template <class P>
inline constexpr bool is_refused_parameter = false;
template <role Role, class... A>
inline constexpr bool is_refused_parameter<parameter<Role, A...>> =
    ((!is_sound_axis<A> || !has_static_extent<A>) || ...);

/// The first fault of a module, however deep.
template <class T>
constexpr auto module_fault() {
  if constexpr (std::is_const_v<T>) {
    return unsupported_member<T>{};
  } else if constexpr (is_array<T>) {
    return module_fault<typename T::value_type>();
  } else if constexpr (is_module<T>) {
    return []<class... A>(std::type_identity<hana::tuple<A...>>) {
      if constexpr (!(is_accessor_of<T, A> && ...)) {
        return misnamed_module<T>{};
      } else if constexpr (sizeof(T) > bytes_of_members<T, A...>()) {
        return incomplete_module<T>{};
      } else {
        return (no_fault{} | ... | module_fault<declared_member<T, A>>());
      }
    }(std::type_identity<accessors_of<T>>{});
  } else if constexpr (is_refused_parameter<T>) {
    return refused_parameter{};
  } else if constexpr (is_parameter<T> || is_constant<T> || (std::is_empty_v<T> && !is_axis<T>)) {
    return no_fault{};
  } else {
    return unsupported_member<T>{};
  }
}

template <class M>
using incomplete_module_of = typename decltype(module_fault<M>())::incomplete;
template <class M>
using misnamed_module_of = typename decltype(module_fault<M>())::misnamed;

template <class T>
inline constexpr bool can_be_member = std::is_void_v<T>;
template <class M>
inline constexpr bool lists_all_members = std::is_void_v<M>;
template <class M>
inline constexpr bool lists_its_own_members = std::is_void_v<M>;
template <class Accessors>
inline constexpr bool is_list = false;
template <class... Accessor>
inline constexpr bool is_list<hana::tuple<Accessor...>> = true;
template <class M>
inline constexpr bool is_type_of_module = is_module<M> && std::is_same_v<M, std::remove_cvref_t<M>>;
/// It is none where the macro itself is an error, of which the compiler has spoken.
template <class M>
concept has_accessors = is_type_of_module<M> && requires { requires is_list<accessors_of<M>>; };
/// The fault of a module; of what is none, no_fault.
template <class M>
constexpr auto fault_of_module() {
  if constexpr (has_accessors<M>) {
    return module_fault<M>();
  } else {
    return no_fault{};
  }
}
template <class M>
inline constexpr bool is_constant_by_default = requires { typename std::bool_constant<(void(M{}), true)>; };

template <class M>
consteval auto walkable_module() {
  if constexpr (has_accessors<M>) {
    if constexpr (std::is_void_v<misnamed_module_of<M>> && is_constant_by_default<M> &&
                  std::is_void_v<typename decltype(module_fault<M>())::unsupported> &&
                  !std::is_same_v<decltype(module_fault<M>()), refused_parameter>) {
      return std::type_identity<M>{};
    } else {
      return std::type_identity<any_module>{};
    }
  } else {
    return std::type_identity<any_module>{};
  }
}
/// M, or any_module where M cannot be walked through, so that nothing says again what must_be_module has said.
template <class M>
using module_of = typename decltype(walkable_module<M>())::type;
}  // namespace detail

/// The gate of templates that take a module, as must_be_axes is of those that take axes:
/// `requires(sizeof(M) > 0 && must_be_module<M>())`, where the first makes a rule that M's own members break show near
/// the program.
///
/// requires members that are parameters, modules, arrays of modules, or empty structs, all of them in
///           BOOST_HANA_DEFINE_STRUCT; an empty struct that is not in it may pass unseen
template <class M, class Fault = decltype(detail::fault_of_module<M>())>
consteval bool must_be_module() {
  static_assert(detail::is_type_of_module<M>,
                "a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)");
  static_assert(detail::can_be_member<typename Fault::unsupported>,
                "a module's members must be parameters, modules, arrays of modules, or empty structs");
  static_assert(detail::lists_all_members<typename Fault::incomplete>,
                "every member of a module must be in its BOOST_HANA_DEFINE_STRUCT");
  static_assert(detail::lists_its_own_members<typename Fault::misnamed>,
                "BOOST_HANA_DEFINE_STRUCT(name, ...): the name must be that of the module it stands in");
  if constexpr (detail::has_accessors<M> && std::is_same_v<Fault, detail::no_fault>)
    static_assert(detail::is_constant_by_default<M>, "a module must be default-constructible in a constant expression");
  return true;
}

namespace detail {
/// Whether a module follows from what something is made with: never.
template <class... X>
inline constexpr bool names_module = false;
/// The gate of what is made without its template arguments.
template <class... X>
consteval bool must_name_module() {
  static_assert(names_module<X...>,
                "the module must be named, which nothing else tells: weights<my_model> w, session<my_model, float, "
                "shape<Query, Model>> run{packed, threads}");
  return true;
}

/// In place of a number that no module has: whatever is asked of it is so.
struct any_number {
  constexpr operator std::size_t() const { return 1; }
  template <class N>
  constexpr bool operator==(const N&) const {
    return true;
  }
  template <class N>
  constexpr bool operator!=(const N&) const {
    return true;
  }
  template <class N>
  constexpr bool operator<(const N&) const {
    return true;
  }
  template <class N>
  constexpr bool operator>(const N&) const {
    return true;
  }
  template <class N>
  constexpr bool operator<=(const N&) const {
    return true;
  }
  template <class N>
  constexpr bool operator>=(const N&) const {
    return true;
  }
};

/// A constant of its own: where a rule of a Config is broken, g++ 12 takes a local module for none.
template <class M>
inline constexpr M default_of{};
template <class M>
constexpr auto count_parameters() {
  if constexpr (std::is_same_v<M, any_module>) {
    return any_number{};
  } else {
    std::size_t n = 0;
    for_each_parameter(default_of<M>, [&]<class P>(const P&) { n += P::size; });
    return n;
  }
}
}  // namespace detail

/// How many trained numbers a module has.
template <class M>
  requires(sizeof(M) > 0 && must_be_module<M>())
inline constexpr auto parameter_count = detail::count_parameters<detail::module_of<M>>();

namespace detail {
/// Parameters start at multiples of 16 elements: a cache line of floats.
constexpr std::size_t aligned_elements(std::size_t n) { return (n + 15) / 16 * 16; }

template <class M>
struct laid_out {
  M module{};
  std::size_t parameters = 0;  // elements of a block of parameters
  std::size_t all = 0;         // elements of a block that holds the constants as well
  std::size_t handles = 0;

  constexpr laid_out() {
    for_each_handle(module, [&](auto& p) { p.number = handles++; });
    for_each_parameter(module, [&]<class P>(P& p) {
      p.offset = parameters;
      parameters += aligned_elements(P::size);
    });
    all = parameters;
    for_each_handle(module, [&]<class P>(P& p) {
      if constexpr (is_constant<P>) {
        p.offset = all;
        all += aligned_elements(P::size);
      }
    });
  }
};
template <class M>
inline constexpr laid_out<module_of<M>> layout{};
}  // namespace detail

/// The module with the offsets of all its handles: what is called to run it. It holds no numbers.
template <class M>
  requires(sizeof(M) > 0 && must_be_module<M>())
inline constexpr const auto& model = detail::layout<M>.module;

namespace detail {
template <class M>
struct model_of_formula {
  using type = M;
};
template <class M>
  requires requires { typename M::model_type; }
struct model_of_formula<M> {
  using type = typename M::model_type;
};
}  // namespace detail

/// The module whose weights M runs with: the one that it names as its model_type, of which it is another formula, or
/// itself.
template <class M>
using model_of = typename detail::model_of_formula<M>::type;

/// Elements of a block of a model's parameters, with the gaps that align them.
template <class M>
  requires(sizeof(M) > 0 && must_be_module<M>())
inline constexpr std::size_t block_size = detail::layout<M>.parameters;

/// Elements of the block that is run: parameters, then constants.
template <class M>
  requires(sizeof(M) > 0 && must_be_module<M>())
inline constexpr std::size_t running_block_size = detail::layout<M>.all;

/// Whether a formula has the parameters of its model_type, and no others.
template <class M>
  requires(sizeof(M) > 0 && must_be_module<M>())
inline constexpr bool has_parameters_of_model =
    block_size<M> == block_size<model_of<M>> && running_block_size<M> == running_block_size<model_of<M>>;

}  // namespace typeformer
