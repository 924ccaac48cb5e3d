#pragma once
#include <cstdint>
#include <vector>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer {

/// A source and what is to be said of it, as tokens without start and end.
struct example {
  std::vector<std::int32_t> source;  ///< such as the letters of a word
  std::vector<std::int32_t> target;  ///< such as its phones
};

}  // namespace typeformer
