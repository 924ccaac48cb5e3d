#pragma once
#include <cstddef>

#include <typeformer/pronounce/pronouncer.hpp>

#include "spelling.hpp"
#include "vocabulary.hpp"

namespace typeformer {

/// What the library's own functions see of a pronouncer, for as long as it lives.
struct pronouncer_parts {
  const spelling& letters;
  const vocabulary& phones;
  std::size_t parameters;  ///< of its model

  static pronouncer_parts of(const pronouncer&);
};

}  // namespace typeformer
