#pragma once
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

#include <typeformer/tensor/buffer.hpp>
#include <typeformer/tensor/parameter.hpp>

/// A model is a struct of parameters, arrays of modules and modules (BOOST_HANA_DEFINE_STRUCT). These functions walk
/// through it: they lay its parameters out in one block and name them.
namespace typeformer {

/// Asked first is what the macro defines: so the compiler's way from a broken rule in M to the program is short.
template <class M>
concept is_module =
    requires { typename std::remove_cvref_t<M>::hana_accessors_impl; } || hana::Struct<std::remove_cvref_t<M>>::value;

namespace detail {
template <class T>
inline constexpr bool is_array = false;
template <class T, std::size_t N>
inline constexpr bool is_array<std::array<T, N>> = true;
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

/// Calls f(name, handle) for each parameter, with names from the struct: "encoder.0.self_attention.query.weight". An
/// array adds only its indices to the name of the struct it stands in.
template <class M, class F>
void for_each_named_parameter(const M& module, F&& f, const std::string& path = "") {
  const auto below = [&](const std::string& name) { return path.empty() ? name : path + "." + name; };
  if constexpr (is_parameter<M>) {
    f(path, module);
  } else if constexpr (detail::is_array<M>) {
    for (std::size_t i = 0; i < module.size(); ++i) for_each_named_parameter(module[i], f, below(std::to_string(i)));
  } else if constexpr (is_module<M>) {
    hana::for_each(hana::accessors<M>(), [&](auto accessor) {
      const auto& member = hana::second(accessor)(module);
      if constexpr (detail::is_array<std::remove_cvref_t<decltype(member)>>) {
        for_each_named_parameter(member, f, path);
      } else {
        for_each_named_parameter(member, f, below(hana::to<const char*>(hana::first(accessor))));
      }
    });
  }
}

namespace detail {
template <class T>
struct member {
  using type = T;
};
/// The first of two that is there.
template <class Y>
constexpr Y operator|(member<void>, Y) {
  return {};
}
template <class T, class Y>
constexpr member<T> operator|(member<T>, Y) {
  return {};
}

/// The first in a module, however deep, that is none of what a module consists of; or void.
template <class T>
constexpr auto unsupported_member() {
  if constexpr (is_array<T>) {
    return unsupported_member<typename T::value_type>();
  } else if constexpr (is_module<T>) {
    return hana::unpack(hana::accessors<T>(), [](auto... accessor) {
      return (member<void>{} | ... |
              unsupported_member<std::remove_cvref_t<decltype(hana::second(accessor)(std::declval<T&>()))>>());
    });
  } else if constexpr (is_parameter<T> || is_constant<T> || std::is_empty_v<T>) {
    return member<void>{};
  } else {
    return member<T>{};
  }
}

template <class T>
inline constexpr bool can_be_member = std::is_void_v<T>;
// What asks for a module's parameters begins with this rule. It does not stand where the members are walked through:
// that is far from the program.
template <class M>
using unsupported_member_of = typename decltype(unsupported_member<M>())::type;
}  // namespace detail

/// How many numbers a module learns.
template <class M>
inline constexpr std::size_t parameter_count = [] {
  const M module{};
  static_assert(detail::can_be_member<detail::unsupported_member_of<M>>,
                "a module's members must be parameters, modules, arrays of modules, or empty structs");
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

/// The module with every handle's place known: what is called to run it. It holds no numbers.
template <is_module M>
inline constexpr const M& model = detail::layout<M>.module;

/// Elements of a block of a model's parameters, with the gaps that align them.
template <is_module M>
inline constexpr std::size_t block_size = detail::layout<M>.parameters;

/// Elements of the block that is run: parameters, then constants.
template <is_module M>
inline constexpr std::size_t running_block_size = detail::layout<M>.all;

}  // namespace typeformer
