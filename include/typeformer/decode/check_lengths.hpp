#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <typeformer/axis/shape.hpp>
#include <typeformer/error.hpp>

namespace typeformer::detail {

/// Throws lengths that are not one for each row of a source [Batch, Source], or lie outside 1 … its extent.
template <class Shape>
void check_lengths(std::string_view decoder, Shape source, std::span<const std::int32_t> lengths) {
  if (lengths.size() != source.template extent<0>())
    throw error{std::string{decoder} + ": there are " + std::to_string(lengths.size()) + " lengths for the rows of " +
                text_of(source)};
  for (const std::int32_t n : lengths)
    if (n < 1 || static_cast<std::size_t>(n) > source.template extent<1>())
      throw error{std::string{decoder} + ": a row's length is " + std::to_string(n) + " in a source of " +
                  text_of(source)};
}

}  // namespace typeformer::detail
