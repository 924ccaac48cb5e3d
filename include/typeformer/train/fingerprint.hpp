#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/tensor/parameter_list.hpp>
#include <typeformer/train/example.hpp>

/// A few words that identify something, so that a checkpoint need not hold the thing itself.
namespace typeformer {

inline namespace v0_1 {

/// "106837 examples, 3f9d0c6e5b2a1788": of their tokens and their order.
std::string fingerprint(std::span<const example>);
/// "3f9d0c6e5b2a1788": the 64-bit checksum of a text.
std::string fingerprint(std::string_view text);

}  // namespace v0_1

namespace detail::inline v0_1 {
std::string fingerprint(std::span<const listed_parameter>);
}

/// "150 parameters, 1948742 numbers, 3f9d0c6e5b2a1788": of the parameters' names and shapes, in their order. Choices
/// without parameters, such as the number of heads, are not in it (see training_run).
template <is_module M>
std::string fingerprint() {
  return detail::fingerprint(parameters_of<M>());
}

}  // namespace typeformer
