#pragma once
#include <algorithm>
#include <limits>
#include <span>

#include <typeformer/requires_cxx20.hpp>

namespace typeformer {

/// Whether −∞ is among them, as where a mask hides something.
template <class T>
bool has_minus_infinity(std::span<const T> x) {
  return std::ranges::find(x, -std::numeric_limits<T>::infinity()) != x.end();
}

/// Whether NaN or +∞ is among them.
template <class T>
bool has_nan_or_infinity(std::span<const T> x) {
  for (const T number : x)
    if (!(number <= std::numeric_limits<T>::max())) return true;
  return false;
}

/// Whether all are numbers.
template <class T>
bool all_finite(std::span<const T> x) {
  return !has_minus_infinity(x) && !has_nan_or_infinity(x);
}

}  // namespace typeformer
