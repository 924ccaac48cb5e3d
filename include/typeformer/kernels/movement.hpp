#pragma once
#include <cstddef>
#include <cstdint>

#include <typeformer/kernels/product.hpp>
#include <typeformer/kernels/threads.hpp>

/// Kernels that only move elements, and their gradients, which add where they move to. They are the same for every
/// instruction set: memory limits their speed.
namespace typeformer::kernels::inline v0_1 {

/// y[i] = 0
template <class T>
void set_zero(std::size_t count, T* y, threads& threads);

/// y[i] = x[i]
template <class T>
void copy(std::size_t count, const T* x, T* y, threads& threads);

/// y[o, b, a, i] = x[o, a, b, i]: permutes the two middle axes. Transposing (inner = 1), splitting and joining heads.
template <class T>
void permute(std::size_t outer, std::size_t a, std::size_t b, std::size_t inner, const T* x, T* y, threads& threads);

/// y[o, b, a, i] += x[o, a, b, i]
template <class T>
void add_permute_gradient(std::size_t outer, std::size_t a, std::size_t b, std::size_t inner, const T* x, T* y,
                          threads& threads);

/// Copies `columns` of each row: y[r·y_stride + c] = x[r·x_stride + c]. Concatenation is two of these.
template <class T>
void copy_rows(std::size_t rows, std::size_t columns, const T* x, std::size_t x_stride, T* y, std::size_t y_stride,
               threads& threads);

/// y[r·y_stride + c] += x[r·x_stride + c]: the gradient of copy_rows().
template <class T>
void add_copied_rows(std::size_t rows, std::size_t columns, const T* x, std::size_t x_stride, T* y,
                     std::size_t y_stride, threads& threads);

/// y[r, ·] = scale · column index[r] of a matrix [inner, columns] in panels (product.hpp), inner elements a row:
/// looking tokens up in a table that is also the output's weight. Every index lies in [0, columns).
template <class T, class Stored>
void gather(std::size_t rows, std::size_t inner, std::size_t columns, T scale, packed_matrix<T, Stored> table,
            const std::int32_t* index, T* y, threads& threads);

/// dtable[index[r], ·] += scale · dy[r, ·] with dtable [entries, width], row by row.
template <class T>
void add_gather_gradient(std::size_t rows, std::size_t width, T scale, const std::int32_t* index, const T* dy,
                         T* dtable, threads& threads);

}  // namespace typeformer::kernels::inline v0_1
