#pragma once
#include <cstddef>
#include <cstdint>
#include <ratio>
#include <string>
#include <string_view>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer {

namespace detail {

/// What g++ and clang print for a type, less what they print in different ways: spaces and unnamed namespaces.
template <class T>
auto printed_type() {  // `auto`: behind T, g++ explains the names of types that it finds here
  // "… [with T = {anonymous}::mine]" or "… [T = (anonymous namespace)::mine]"
  std::string_view printed = __PRETTY_FUNCTION__;
  printed.remove_prefix(printed.find("T = ") + 4);
  printed.remove_suffix(1);
  std::string name{printed};
  for (const std::string_view unnamed : {"{anonymous}::", "(anonymous namespace)::"})
    for (std::size_t at; (at = name.find(unnamed)) != name.npos;) name.erase(at, unnamed.size());
  std::erase(name, ' ');
  return name;
}

/// "layer_norm" of "layer_norm<Model>".
inline std::string without_arguments(std::string name) {
  std::size_t at = name.size();
  int depth = 0;
  do {
    const char c = name[--at];
    depth += (c == '>') - (c == '<');
  } while (depth > 0);
  name.resize(at);
  return name;
}

template <class T>
struct type_name_of {
  static std::string text() { return printed_type<T>(); }
};
template <template <class...> class Template, class First, class... Others>
struct type_name_of<Template<First, Others...>> {
  static std::string text() {
    return without_arguments(printed_type<Template<First, Others...>>()) + '<' + type_name_of<First>::text() +
           (std::string{} + ... + (',' + type_name_of<Others>::text())) + '>';
  }
};
template <std::intmax_t Numerator, std::intmax_t Denominator>
struct type_name_of<std::ratio<Numerator, Denominator>> {
  static std::string text() { return std::to_string(Numerator) + '/' + std::to_string(Denominator); }
};

}  // namespace detail

/// "typeformer::layer_norm<mine::Model,typeformer::inside_root<1/100000>>": the same text from g++ and from clang,
/// without run-time type information. Types of an unnamed namespace stand without it. Types of a function, and
/// templates whose arguments are not all types, stand as the compiler prints them.
template <class T>
std::string type_name() {
  return detail::type_name_of<T>::text();
}

}  // namespace typeformer
