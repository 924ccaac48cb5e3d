// Products by Eigen, compiled for the processor it runs on; OMP_NUM_THREADS says how many threads it takes.
#define EIGEN_STACK_ALLOCATION_LIMIT 0  // matrices of fixed sizes stand on the heap here
#include <Eigen/Core>
#include <memory>

#include "../worker.hpp"

namespace {

using bench::prepared, bench::sizes;
using by_row = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using by_column = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor>;

template <class Matrix>
void fill(Matrix& x, std::uint64_t key) {
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    for (Eigen::Index j = 0; j < x.cols(); ++j)
      x(i, j) = bench::number(key, static_cast<std::uint64_t>(i * x.cols() + j));
}
template <class Matrix>
bench::check seen(const Matrix& y) {
  const by_row plain = y;
  return bench::projection(plain.data(), static_cast<std::size_t>(plain.size()));
}
template <class Matrix>
Matrix made(std::size_t rows, std::size_t columns, std::uint64_t key) {
  Matrix x(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  fill(x, key);
  return x;
}

/// y = x·w with x, w and y stored in these ways.
template <class X, class W, class Y>
prepared way(const sizes& mnk, std::size_t copies, const char* setting) {
  struct state {
    X x;
    std::vector<W> w;
    Y y;
    std::size_t next = 0;
  };
  const auto s = std::make_shared<state>();
  s->x = made<X>(mnk[0], mnk[2], 1);
  s->w.assign(copies, made<W>(mnk[2], mnk[1], 2));
  s->y.resize(s->x.rows(), s->w[0].cols());
  const auto run = [s, copies] {
    s->y.noalias() = s->x * s->w[s->next];
    if (++s->next == copies) s->next = 0;
  };
  run();
  return {bench::repeated(run), [s] { return std::vector{seen(s->y)}; }, setting};
}

prepared product_with(const sizes& mnk, std::size_t copies) {
  std::vector<prepared> ways{way<by_row, by_row, by_row>(mnk, copies, "all by row"),
                             way<by_row, by_column, by_row>(mnk, copies, "w by column"),
                             way<by_column, by_column, by_column>(mnk, copies, "all by column")};
  if (mnk[0] == 1) {
    using vector = Eigen::Matrix<float, 1, Eigen::Dynamic>;
    ways.push_back(way<vector, by_row, vector>(mnk, copies, "vectors, w by row"));
    ways.push_back(way<vector, by_column, vector>(mnk, copies, "vectors, w by column"));
  }
  return bench::fastest(std::move(ways));
}

/// Sizes that are part of the types, stored by row or by column.
template <int M, int N, int K, int Order>
prepared fixed(const char* setting) {
  struct state {
    Eigen::Matrix<float, M, K, Order> x;
    Eigen::Matrix<float, K, N, Order> w;
    Eigen::Matrix<float, M, N, Order> y;
  };
  const auto s = std::make_shared<state>();
  fill(s->x, 1);
  fill(s->w, 2);
  const auto run = [at = s.get()] { at->y.noalias() = at->x * at->w; };
  run();
  return {bench::repeated(run), [s] { return std::vector{seen(s->y)}; }, setting};
}
template <int M, int N, int K>
prepared fixed_product(const sizes& mnk) {
  return bench::fastest({fixed<M, N, K, Eigen::RowMajor>("fixed sizes, by row"),
                         fixed<M, N, K, Eigen::ColMajor>("fixed sizes, by column"),
                         way<by_row, by_row, by_row>(mnk, 1, "all by row"),
                         way<by_column, by_column, by_column>(mnk, 1, "all by column")});
}

prepared static_product(const sizes& mnk, std::size_t) {
  if (mnk == sizes{16, 16, 16}) return fixed_product<16, 16, 16>(mnk);
  if (mnk == sizes{64, 64, 64}) return fixed_product<64, 64, 64>(mnk);
  if (mnk == sizes{8, 32, 32}) return fixed_product<8, 32, 32>(mnk);
  if (mnk == sizes{16, 512, 128}) return fixed_product<16, 512, 128>(mnk);
  throw bench::not_here{};
}

/// dx = dy·w with w [n, k]
prepared input_gradient(const sizes& mnk, std::size_t) { return product_with({mnk.at(0), mnk.at(2), mnk.at(1)}, 1); }

/// dw += dyᵀ·x
template <class Matrix>
prepared weight_gradient_way(const sizes& mnk, const char* setting) {
  struct state {
    Matrix dy, x, dw;
  };
  const auto s = std::make_shared<state>();
  s->dy = made<Matrix>(mnk.at(0), mnk.at(1), 1);
  s->x = made<Matrix>(mnk[0], mnk.at(2), 2);
  s->dw = Matrix::Zero(s->dy.cols(), s->x.cols());
  const auto run = [s] { s->dw.noalias() += s->dy.transpose() * s->x; };
  run();
  return {bench::repeated(run), [first = seen(s->dw)] { return std::vector{first}; }, setting};
}
prepared weight_gradient(const sizes& mnk, std::size_t) {
  return bench::fastest({weight_gradient_way<by_row>(mnk, "by row"), weight_gradient_way<by_column>(mnk, "by column")});
}

prepared product(const sizes& mnk, std::size_t) { return product_with(mnk, 1); }
prepared cold_product(const sizes& mnk, std::size_t) { return product_with(mnk, bench::cold_copies); }

}  // namespace

int main(int argc, char** argv) {
  return bench::serve(argc, argv,
                      {{"product", product},
                       {"static_product", static_product},
                       {"cold_product", cold_product},
                       {"input_gradient", input_gradient},
                       {"weight_gradient", weight_gradient}});
}
