// Products by a library with the interface of BLAS. OMP_NUM_THREADS or the library's own variable says how many threads
// it takes.
#include <memory>

#include "../worker.hpp"

// The part of BLAS's interface in C that is used, which is the same in every library and needs no header of one.
enum order : int { CblasRowMajor = 101 };
enum transposition : int { CblasNoTrans = 111, CblasTrans = 112 };
extern "C" {
void cblas_sgemm(order, transposition a_is, transposition b_is, int m, int n, int k, float alpha, const float* a,
                 int a_stride, const float* b, int b_stride, float beta, float* c, int c_stride);
void cblas_sgemv(order, transposition, int m, int n, float alpha, const float* a, int a_stride, const float* x,
                 int x_step, float beta, float* y, int y_step);
}

namespace {

using bench::prepared, bench::sizes;

struct matrices {
  std::vector<float> a, b, c;
};

int as_int(std::size_t x) { return static_cast<int>(x); }

/// y = x·w. w is stored as it is faster, and a single row may be a product of matrix and vector.
prepared product_with(const sizes& mnk, std::size_t copies) {
  const std::size_t m = mnk.at(0), n = mnk.at(1), k = mnk.at(2);
  const auto way = [=](bool transposed, bool vector) {
    struct state {
      std::vector<float> x, y;
      std::vector<std::vector<float>> w;
      std::size_t next = 0;
    };
    const auto s = std::make_shared<state>();
    s->x.resize(m * k);
    s->y.resize(m * n);
    bench::fill(s->x.data(), m * k, 1);
    std::vector<float> w(k * n);
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t j = 0; j < n; ++j) w[transposed ? j * k + i : i * n + j] = bench::number(2, i * n + j);
    s->w.assign(copies, w);
    const int ld = as_int(transposed ? k : n);
    const auto run = [=] {
      const float* const next = s->w[s->next].data();
      if (++s->next == copies) s->next = 0;
      if (vector) {
        cblas_sgemv(CblasRowMajor, transposed ? CblasNoTrans : CblasTrans, as_int(transposed ? n : k), ld, 1, next, ld,
                    s->x.data(), 1, 0, s->y.data(), 1);
      } else {
        cblas_sgemm(CblasRowMajor, CblasNoTrans, transposed ? CblasTrans : CblasNoTrans, as_int(m), as_int(n),
                    as_int(k), 1, s->x.data(), as_int(k), next, ld, 0, s->y.data(), as_int(n));
      }
    };
    run();
    return prepared{bench::repeated(run), [s] { return std::vector{bench::projection(s->y.data(), s->y.size())}; },
                    std::string{vector ? "gemv" : "gemm"} + (transposed ? ", w transposed" : "")};
  };
  std::vector<prepared> ways{way(false, false), way(true, false)};
  if (m == 1) {
    ways.push_back(way(false, true));
    ways.push_back(way(true, true));
  }
  return bench::fastest(std::move(ways));
}

/// dx = dy·w with w [n, k]
prepared input_gradient(const sizes& mnk, std::size_t) {
  const std::size_t m = mnk.at(0), n = mnk.at(1), k = mnk.at(2);
  const auto s = std::make_shared<matrices>(
      matrices{std::vector<float>(m * n), std::vector<float>(n * k), std::vector<float>(m * k)});
  bench::fill(s->a.data(), m * n, 1);
  bench::fill(s->b.data(), n * k, 2);
  const auto run = [=] {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, as_int(m), as_int(k), as_int(n), 1, s->a.data(), as_int(n),
                s->b.data(), as_int(k), 0, s->c.data(), as_int(k));
  };
  run();
  return {bench::repeated(run), [s] { return std::vector{bench::projection(s->c.data(), s->c.size())}; }};
}

/// dw += dyᵀ·x
prepared weight_gradient(const sizes& mnk, std::size_t) {
  const std::size_t m = mnk.at(0), n = mnk.at(1), k = mnk.at(2);
  const auto s = std::make_shared<matrices>(
      matrices{std::vector<float>(m * n), std::vector<float>(m * k), std::vector<float>(n * k)});
  bench::fill(s->a.data(), m * n, 1);
  bench::fill(s->b.data(), m * k, 2);
  const auto run = [=] {
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, as_int(n), as_int(k), as_int(m), 1, s->a.data(), as_int(n),
                s->b.data(), as_int(k), 1, s->c.data(), as_int(k));
  };
  run();
  const auto first = bench::projection(s->c.data(), s->c.size());
  return {bench::repeated(run), [first] { return std::vector{first}; }};
}

prepared product(const sizes& mnk, std::size_t) { return product_with(mnk, 1); }
prepared cold_product(const sizes& mnk, std::size_t) { return product_with(mnk, bench::cold_copies); }

}  // namespace

int main(int argc, char** argv) {
  return bench::serve(argc, argv,
                      {{"product", product},
                       {"static_product", product},
                       {"cold_product", cold_product},
                       {"input_gradient", input_gradient},
                       {"weight_gradient", weight_gradient}});
}
