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
#include <boost/hana/for_each.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/unpack.hpp>

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

template <class M, class Accessor>
using member_type = std::remove_cvref_t<decltype(hana::second(std::declval<Accessor>())(std::declval<M&>()))>;

template <class M>
constexpr std::size_t count_of_arrays() {
  return hana::unpack(hana::accessors<M>(), [](auto... accessor) {
    return (std::size_t{0} + ... + std::size_t{is_array<member_type<M, decltype(accessor)>>});
  });
}

/// Calls f(member, path) for each member of the module that has the name `path`. The only array of a module has the
/// module's name; of several arrays each has its own (docs/decisions/names_of_layers.md).
template <class M, class F>
void for_each_named_member(const M& module, const std::string& path, F&& f) {
  hana::for_each(hana::accessors<M>(), [&](auto accessor) {
    if constexpr (is_array<member_type<M, decltype(accessor)>> && count_of_arrays<M>() == 1) {
      f(hana::second(accessor)(module), path);
    } else {
      const std::string name = hana::to<const char*>(hana::first(accessor));
      f(hana::second(accessor)(module), path.empty() ? name : path + "." + name);
    }
  });
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
    // unpack makes fewer types than for_each: this is the function that a program instantiates most.
    hana::unpack(hana::accessors<type>(),
                 [&](auto... accessor) { (for_each_handle(hana::second(accessor)(module), f), ...); });
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
// What a walk through a module finds wrong: nothing, a member of an unsupported type, or a module that has more members
// than its BOOST_HANA_DEFINE_STRUCT lists.
struct no_fault {
  using unsupported = void;
  using incomplete = void;
};
template <class T>
struct unsupported_member : no_fault {
  using unsupported = T;
};
template <class M>
struct incomplete_module : no_fault {
  using incomplete = M;
};
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

/// The first fault of a module, however deep.
template <class T>
constexpr auto module_fault() {
  if constexpr (is_array<T>) {
    return module_fault<typename T::value_type>();
  } else if constexpr (is_module<T>) {
    return hana::unpack(hana::accessors<T>(), []<class... A>(A...) {
      if constexpr (sizeof(T) > bytes_of_members<T, A...>()) {
        return incomplete_module<T>{};
      } else {
        return (no_fault{} | ... | module_fault<member_type<T, A>>());
      }
    });
  } else if constexpr (is_parameter<T> || is_constant<T> || std::is_empty_v<T>) {
    return no_fault{};
  } else {
    return unsupported_member<T>{};
  }
}

template <class T>
inline constexpr bool can_be_member = std::is_void_v<T>;
template <class M>
inline constexpr bool lists_all_members = std::is_void_v<M>;
// What asks for a module's parameters begins with these rules. They are not where the members are walked through: that
// is far from the program.
template <class M>
using unsupported_member_of = typename decltype(module_fault<M>())::unsupported;
template <class M>
using incomplete_module_of = typename decltype(module_fault<M>())::incomplete;
}  // namespace detail

/// How many trained numbers a module has.
///
/// requires  members that are parameters, modules, arrays of modules, or empty structs, all of them in
///           BOOST_HANA_DEFINE_STRUCT; an empty struct that is not in it may pass unseen
template <class M>
inline constexpr std::size_t parameter_count = [] {
  const M module{};
  static_assert(detail::can_be_member<detail::unsupported_member_of<M>>,
                "a module's members must be parameters, modules, arrays of modules, or empty structs");
  static_assert(detail::lists_all_members<detail::incomplete_module_of<M>>,
                "every member of a module must be in its BOOST_HANA_DEFINE_STRUCT");
  std::size_t n = 0;
  for_each_parameter(module, [&]<class P>(const P&) { n += P::size; });
  return n;
}();

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
    static_assert(can_be_member<unsupported_member_of<M>>,
                  "a module's members must be parameters, modules, arrays of modules, or empty structs");
    static_assert(lists_all_members<incomplete_module_of<M>>,
                  "every member of a module must be in its BOOST_HANA_DEFINE_STRUCT");
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
inline constexpr laid_out<M> layout{};
}  // namespace detail

/// The module with the offsets of all its handles: what is called to run it. It holds no numbers.
template <is_module M>
inline constexpr const M& model = detail::layout<M>.module;

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
template <is_module M>
using model_of = typename detail::model_of_formula<M>::type;

/// Elements of a block of a model's parameters, with the gaps that align them.
template <is_module M>
inline constexpr std::size_t block_size = detail::layout<M>.parameters;

/// Elements of the block that is run: parameters, then constants.
template <is_module M>
inline constexpr std::size_t running_block_size = detail::layout<M>.all;

/// Whether a formula has the parameters of its model_type, and no others.
template <is_module M>
inline constexpr bool has_parameters_of_model =
    block_size<M> == block_size<model_of<M>> && running_block_size<M> == running_block_size<model_of<M>>;

}  // namespace typeformer
