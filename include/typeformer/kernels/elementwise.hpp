#pragma once
#include <cstddef>

#include <typeformer/kernels/activation.hpp>
#include <typeformer/kernels/threads.hpp>

/// Kernels that treat each element alone. y may be any of the inputs.
///
/// A gradient's kernel is declared beside its forward kernel, here and in the other headers. dx is the derivative of
/// the loss by x. Such a kernel adds to what it writes, since the derivatives of a value that is used twice are summed.
/// Sums over rows run in blocks and in an order that the shape alone fixes.
namespace typeformer::kernels::inline v0_1 {

/// y = f(x)
template <class T>
void activate(std::size_t size, activation function, const T* x, T* y, threads& threads);

/// dx += f′(x) · dy. The derivative of ReLU at 0 is 0.
template <class T>
void add_activation_gradient(std::size_t size, activation function, const T* x, const T* dy, T* dx, threads& threads);

/// y = scale · x
template <class T>
void scale(std::size_t size, T scale, const T* x, T* y, threads& threads);

/// z = x + y
template <class T>
void add(std::size_t size, const T* x, const T* y, T* z, threads& threads);

/// y += scale · x: the gradient of scale(), and with a scale of 1 of add().
template <class T>
void add_scaled(std::size_t size, T scale, const T* x, T* y, threads& threads);

/// z[r, c] = scale · x[r, c] + row[r mod period, c]: a bias (period 1), or positions (period: the sequence length).
template <class T>
void add_rows(std::size_t rows, std::size_t columns, T scale, const T* x, std::size_t period, const T* row, T* z,
              threads& threads);

}  // namespace typeformer::kernels::inline v0_1
