#pragma once
#include <cstddef>
#include <memory>

#include <typeformer/pronounce/pronouncer.hpp>

#include "pronouncing_model.hpp"
#include "spelling.hpp"
#include "vocabulary.hpp"

namespace typeformer {

/// What the library's own functions see of a pronouncer, for as long as it lives.
struct pronouncer_parts {
  const spelling& letters;
  const vocabulary& phones;
  std::size_t parameters;  ///< of its model

  static pronouncer_parts of(const pronouncer&);
  /// A pronouncer with this model, and the vocabularies of the file that the model was loaded from.
  static pronouncer make(const safetensors::file& from, std::unique_ptr<pronouncing_model> model, std::size_t threads);
};

}  // namespace typeformer
