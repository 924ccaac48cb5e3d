// What reduces each row of a matrix: layer_norm with gain and bias, ε 10⁻⁵ inside the root, and softmax.
#include <memory>

#include <typeformer/kernels/rows.hpp>
#include <typeformer/tensor/buffer.hpp>

#include "kinds.hpp"

namespace bench::ours {

namespace tf = typeformer;

namespace {

struct matrix {
  matrix(const sizes& rows_columns, std::size_t count)
      : rows{rows_columns.at(0)}, columns{rows_columns.at(1)}, threads{count} {
    fill(x.data(), x.size(), 1);
    fill(gain.data(), columns, 2);
    fill(bias.data(), columns, 3);
  }
  std::size_t rows, columns;
  tf::kernels::threads threads;
  tf::buffer<float> x{rows * columns}, y{rows * columns}, gain{columns}, bias{columns};
};

}  // namespace

prepared layer_norm(const sizes& rows_columns, std::size_t threads) {
  const auto m = std::make_shared<matrix>(rows_columns, threads);
  const auto run = [m] {
    tf::kernels::layer_norm<float>({.rows = m->rows,
                                    .columns = m->columns,
                                    .x = m->x.data(),
                                    .gain = m->gain.data(),
                                    .bias = m->bias.data(),
                                    .epsilon = 1e-5f,
                                    .y = m->y.data()},
                                   m->threads);
  };
  run();
  return {repeated(run), result_in(m->y.data(), m->y.size())};
}

prepared softmax(const sizes& rows_columns, std::size_t threads) {
  const auto m = std::make_shared<matrix>(rows_columns, threads);
  const auto run = [m] { tf::kernels::softmax(m->rows, m->columns, m->x.data(), m->y.data(), m->threads); };
  run();
  return {repeated(run), result_in(m->y.data(), m->y.size())};
}

}  // namespace bench::ours
