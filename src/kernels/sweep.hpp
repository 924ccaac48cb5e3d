#pragma once
#include <cstddef>

#include "partial_vector.hpp"

/// Loops over contiguous elements, a vector at a time. The last vector may have fewer elements: so the body is written
/// once and takes their `count`, which is a constant, Batch::size, for all but the last.
namespace typeformer::kernels {

template <class Batch>
[[gnu::always_inline]] inline Batch load_some(const element_of<Batch>* from, std::size_t count,
                                              element_of<Batch> fill = 0) {
  return count == Batch::size ? load<Batch>(from) : load_first<Batch>(from, count, fill);
}

template <class Batch>
[[gnu::always_inline]] inline void store_some(Batch x, element_of<Batch>* to, std::size_t count) {
  if (count == Batch::size) {
    store(x, to);
  } else {
    store_first(x, to, count);
  }
}

/// Calls body(first, count) for each vector of [0, size), in order.
template <class Batch, class Body>
[[gnu::always_inline]] inline void sweep(std::size_t size, Body body) {
  std::size_t i = 0;
  for (; i + Batch::size <= size; i += Batch::size) body(i, Batch::size);
  if (i < size) body(i, size - i);
}

/// combine() of `start` and all term(first, count). Four accumulators hide the time that one combination takes, and
/// keep long sums more exact than one would; their order follows from the size alone.
template <class Batch, class Term, class Combine>
[[gnu::always_inline]] inline Batch accumulate(std::size_t size, Batch start, Term term, Combine combine) {
  constexpr std::size_t step = Batch::size;
  Batch a = start, b = start, c = start, d = start;
  std::size_t i = 0;
  for (; i + 4 * step <= size; i += 4 * step) {
    a = combine(a, term(i, step));
    b = combine(b, term(i + step, step));
    c = combine(c, term(i + 2 * step, step));
    d = combine(d, term(i + 3 * step, step));
  }
  for (; i + step <= size; i += step) a = combine(a, term(i, step));
  if (i < size) b = combine(b, term(i, size - i));
  return combine(combine(a, b), combine(c, d));
}

/// Σ term(first, count) over all elements.
template <class Batch, class Term>
[[gnu::always_inline]] inline element_of<Batch> sum_over(std::size_t size, Term term) {
  return sum(accumulate(size, Batch(element_of<Batch>(0)), term, plus{}));
}

/// The largest element of all term(first, count); -∞ where there is none.
template <class Batch, class Term>
[[gnu::always_inline]] inline element_of<Batch> largest_over(std::size_t size, Term term) {
  return largest(accumulate(size, Batch(minus_infinity<Batch>), term, maximum{}));
}

}  // namespace typeformer::kernels
