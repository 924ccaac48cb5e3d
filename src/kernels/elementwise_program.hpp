#pragma once
#include <utility>

#include <typeformer/kernels/elementwise_program.hpp>

#include "activation.hpp"
#include "elementwise.hpp"
#include "simd.hpp"
#include "sweep.hpp"
#include "table.hpp"
#include "unary_function.hpp"

/// The instructions of programs, each for a block of elements.
namespace typeformer::kernels {

template <class Function, class Batch>
void derivatives_of_elements(std::size_t size, const element_of<Batch>* x, element_of<Batch>* y) {
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    store_some(Function::derivative(load_some<Batch>(x + i, count)), y + i, count);
  });
}

template <binary_function F, class Batch>
[[gnu::always_inline]] inline Batch binary_of(Batch x, Batch y) {
  const Batch zero(element_of<Batch>(0)), one(element_of<Batch>(1));
  if constexpr (F == binary_function::add) {
    return x + y;
  } else if constexpr (F == binary_function::subtract) {
    return x - y;
  } else if constexpr (F == binary_function::multiply) {
    return x * y;
  } else if constexpr (F == binary_function::divide) {
    return quotient(x, y);
  } else if constexpr (F == binary_function::maximum) {
    return maximum_or_nan{}(x, y);
  } else if constexpr (F == binary_function::minimum) {
    return xsimd::select(xsimd::isnan(x), x, xsimd::min(x, y));
  } else if constexpr (F == binary_function::greater) {
    return xsimd::select(x > y, one, zero);
  } else {
    static_assert(F == binary_function::equal);
    return xsimd::select(x == y, one, zero);
  }
}

template <binary_function F, class Batch>
void binary_of_elements(std::size_t size, const element_of<Batch>* x, const element_of<Batch>* y,
                        element_of<Batch>* z) {
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    store_some(binary_of<F>(load_some<Batch>(x + i, count), load_some<Batch>(y + i, count)), z + i, count);
  });
}

template <class Batch>
void select_elements(std::size_t size, const element_of<Batch>* c, const element_of<Batch>* x,
                     const element_of<Batch>* y, element_of<Batch>* z) {
  sweep<Batch>(size, [=](std::size_t i, std::size_t count) __attribute__((always_inline)) {
    const auto is_zero = load_some<Batch>(c + i, count) == Batch(element_of<Batch>(0));
    store_some(xsimd::select(is_zero, load_some<Batch>(y + i, count), load_some<Batch>(x + i, count)), z + i, count);
  });
}

template <class Batch, std::size_t... A, std::size_t... U, std::size_t... B>
constexpr program_functions<element_of<Batch>> program_functions_of(std::index_sequence<A...>,
                                                                    std::index_sequence<U...>,
                                                                    std::index_sequence<B...>) {
  using namespace math;
  return {.unary = {activate_elements<vectors_of_activation<all_activations[A]>, Batch>...,
                    activate_elements<vectors_of_unary_function<all_unary_functions[U]>, Batch>...},
          .derivative = {derivatives_of_elements<vectors_of_activation<all_activations[A]>, Batch>...,
                         derivatives_of_elements<vectors_of_unary_function<all_unary_functions[U]>, Batch>...},
          .binary = {binary_of_elements<all_binary_functions[B], Batch>...},
          .select = select_elements<Batch>};
}

template <class Arch, class T>
constexpr program_functions<T> programs_for() {
  return program_functions_of<batch<Arch, T>>(std::make_index_sequence<all_activations.size()>{},
                                              std::make_index_sequence<all_unary_functions.size()>{},
                                              std::make_index_sequence<all_binary_functions.size()>{});
}

}  // namespace typeformer::kernels
