#pragma once
#include <cstddef>
#include <cstdint>

#include <typeformer/kernels/activation.hpp>
#include <typeformer/kernels/attention.hpp>
#include <typeformer/kernels/rows.hpp>
#include <typeformer/kernels/threads.hpp>

/// What backward passes need beside the forward kernels. dx stands for the derivative of the loss by x. Each adds to
/// what it writes, since a value that is used twice has two derivatives to sum. Sums over rows run in blocks and in an
/// order that the shape alone fixes.
namespace typeformer::kernels {

/// dw += dyᵀ·x with dy [rows, outs], x [rows, ins], dw [outs, ins]: the weight of a linear map as it is stored.
/// cost  2·rows·outs·ins operations
template <class T>
void add_weight_gradient(std::size_t rows, std::size_t outs, std::size_t ins, const T* dy, const T* x, T* dw,
                         threads& threads);

/// db[c] += Σ_r dy[r, c]
template <class T>
void add_column_sums(std::size_t rows, std::size_t columns, const T* dy, T* db, threads& threads);

/// dx += f′(x) · dy. Of ReLU at 0, the derivative is 0.
template <class T>
void add_activation_gradient(std::size_t size, activation function, const T* x, const T* dy, T* dx, threads& threads);

/// y += scale · x
template <class T>
void add_scaled(std::size_t size, T scale, const T* x, T* y, threads& threads);

/// dx += y · (dy − Σ y·dy) for each row, y the softmax of x.
template <class T>
void add_softmax_gradient(std::size_t rows, std::size_t columns, const T* y, const T* dy, T* dx, threads& threads);

/// Of layer_norm(problem): dx, and dr of the residual, dgain and dbias, each of which may be null. problem.y is not
/// read. Of a row whose deviation is 0 the derivative is (g − mean(g)) / ε, or / √ε inside the root, with g = dy ·
/// gain; NaN where ε is 0 too. `workspace` holds layer_norm_gradient_workspace(rows, columns) elements, 64-byte
/// aligned.
template <class T>
void add_layer_norm_gradient(const layer_norm_problem<T>& problem, const T* dy, T* dx, T* dresidual, T* dgain, T* dbias,
                             T* workspace, threads& threads);
/// Rows that sum their parts of dgain and dbias together.
inline constexpr std::size_t layer_norm_gradient_rows = 64;
constexpr std::size_t layer_norm_gradient_workspace(std::size_t rows, std::size_t columns) {
  return 2 * ((rows + layer_norm_gradient_rows - 1) / layer_norm_gradient_rows) * columns;
}

/// Of attention(problem): dq, dk and dv, with the strides of q, k and v; dy with that of y. problem.y holds the forward
/// pass's result. Scores are computed again, block by block: no queries × keys matrix is stored. What is masked gets
/// zero gradients.
/// cost  2·batch·heads·queries·keys·(3·width + 2·value_width) operations, about half of that when causal
template <class T>
void add_attention_gradient(const attention_problem<T>& problem, const T* dy, T* dq, T* dk, T* dv, T* workspace,
                            threads& threads);
/// Elements of workspace that it wants; grows with each argument.
constexpr std::size_t attention_gradient_workspace(std::size_t batch, std::size_t key_heads, std::size_t keys,
                                                   std::size_t width, std::size_t value_width) {
  return batch * key_heads * keys * (width + value_width);
}

/// dtable[index[r], ·] += scale · dy[r, ·] with dtable [entries, width], row by row.
template <class T>
void add_gather_gradient(std::size_t rows, std::size_t width, T scale, const std::int32_t* index, const T* dy,
                         T* dtable, threads& threads);

/// y[o, b, a, i] += x[o, a, b, i]: the backward pass of permute().
template <class T>
void add_permute_gradient(std::size_t outer, std::size_t a, std::size_t b, std::size_t inner, const T* x, T* y,
                   threads& threads);

/// y[r·y_stride + c] += x[r·x_stride + c]: the backward pass of copy_rows().
template <class T>
void add_copied_rows(std::size_t rows, std::size_t columns, const T* x, std::size_t x_stride, T* y,
                     std::size_t y_stride, threads& threads);

}  // namespace typeformer::kernels
