#pragma once
#include <stdexcept>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer {

/// What goes wrong at run time: its sentence names what was found, what was expected and where.
/// Constructed with the sentence.
struct error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace typeformer
