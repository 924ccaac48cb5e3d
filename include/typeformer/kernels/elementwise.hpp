#pragma once
#include <cstddef>

#include <typeformer/kernels/activation.hpp>
#include <typeformer/kernels/threads.hpp>

/// Kernels that treat each element alone. y may be any of the inputs.
namespace typeformer::kernels {

/// y = f(x)
template <class T>
void activate(std::size_t size, activation function, const T* x, T* y, threads& threads);

/// y = scale · x
template <class T>
void scale(std::size_t size, T scale, const T* x, T* y, threads& threads);

/// z = x + y
template <class T>
void add(std::size_t size, const T* x, const T* y, T* z, threads& threads);

/// z[r, c] = scale · x[r, c] + row[r mod period, c]: a bias (period 1), or positions (period: a sequence's length).
template <class T>
void add_rows(std::size_t rows, std::size_t columns, T scale, const T* x, std::size_t period, const T* row, T* z,
              threads& threads);

}  // namespace typeformer::kernels
