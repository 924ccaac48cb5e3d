#pragma once
#include <span>
#include <vector>

#include <typeformer/kernels/elementwise_program.hpp>

#include "helpers.hpp"

namespace typeformer::kernels::testing {

/// A program of one function of one operand.
template <class Function>
elementwise_program program_of(Function f) {
  elementwise_program program;
  program.store(0, program.apply(f, program.load(0)));
  return program;
}
template <class Function>
elementwise_program derivative_of(Function f) {
  elementwise_program program;
  program.store(0, program.derivative(f, program.load(0)));
  return program;
}

/// Its result for a dense vector.
template <class T>
std::vector<T> evaluated(const elementwise_program& program, const std::vector<T>& x, threads& threads) {
  std::vector<T> y(x.size(), T(99));
  const std::size_t extents[] = {x.size()}, strides[] = {1};
  const strided_operand<T> operands[] = {{x.data(), strides}};
  T* const results[] = {y.data()};
  evaluate<T>(program, extents, operands, results, threads);
  return y;
}

}  // namespace typeformer::kernels::testing
