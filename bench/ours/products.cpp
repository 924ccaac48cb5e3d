// Products with weights that are packed once, and products of sizes that the compiler knows.
#include <memory>

#include <typeformer/kernels/product.hpp>
#include <typeformer/kernels/static_product.hpp>
#include <typeformer/tensor/buffer.hpp>

#include "kinds.hpp"

namespace bench::ours {

namespace tf = typeformer;

namespace {

/// y = x·w with w [inner, columns] in `copies` positions that take turns, so that caches do not hold it.
struct products {
  products(const sizes& mnk, std::size_t count, std::size_t copies)
      : threads{count}, rows{mnk.at(0)}, columns{mnk.at(1)}, inner{mnk.at(2)}, x{rows * inner}, y{rows * columns} {
    tf::buffer<float> w{inner * columns};
    fill(x.data(), x.size(), 1);
    fill(w.data(), w.size(), 2);
    for (std::size_t i = 0; i < copies; ++i) {
      panels.emplace_back(inner * columns);
      tf::kernels::pack(w.data(), columns, 1, inner, columns, panels[i].data(), threads);
    }
  }
  void run() {
    tf::kernels::product<float>({.rows = rows,
                                 .columns = columns,
                                 .inner = inner,
                                 .x = x.data(),
                                 .x_stride = inner,
                                 .w = {panels[next].data()},
                                 .y = y.data(),
                                 .y_stride = columns},
                                threads);
    if (++next == panels.size()) next = 0;
  }

  tf::kernels::threads threads;
  std::size_t rows, columns, inner;
  tf::buffer<float> x, y;
  std::vector<tf::buffer<float>> panels;
  std::size_t next = 0;
};

prepared with_copies(const sizes& mnk, std::size_t threads, std::size_t copies) {
  const auto p = std::make_shared<products>(mnk, threads, copies);
  p->run();
  return {repeated([p] { p->run(); }), result_in(p->y.data(), p->y.size())};
}

/// With w row by row.
template <std::size_t Rows, std::size_t Columns, std::size_t Inner>
prepared of_sizes(const sizes& mnk, std::size_t threads) {
  struct state {
    tf::buffer<float> x{Rows * Inner}, w{Inner * Columns}, y{Rows * Columns};
  };
  const auto s = std::make_shared<state>();
  fill(s->x.data(), s->x.size(), 1);
  fill(s->w.data(), s->w.size(), 2);
  const auto run = [x = s->x.data(), w = s->w.data(), y = s->y.data()] {
    tf::kernels::static_product<Rows, Columns, Inner>(x, w, y);
  };
  run();
  prepared inlined{repeated(run), [s] { return result_in(s->y.data(), s->y.size())(); }, "static sizes"};
  prepared shared = product(mnk, threads);
  shared.setting = "packed";
  return fastest({std::move(inlined), std::move(shared)});
}

}  // namespace

prepared static_product(const sizes& mnk, std::size_t threads) {
  if (mnk == sizes{16, 16, 16}) return of_sizes<16, 16, 16>(mnk, threads);
  if (mnk == sizes{64, 64, 64}) return of_sizes<64, 64, 64>(mnk, threads);
  if (mnk == sizes{8, 32, 32}) return of_sizes<8, 32, 32>(mnk, threads);
  if (mnk == sizes{16, 512, 128}) return of_sizes<16, 512, 128>(mnk, threads);
  throw not_here{};
}
prepared product(const sizes& mnk, std::size_t threads) { return with_copies(mnk, threads, 1); }
prepared cold_product(const sizes& mnk, std::size_t threads) { return with_copies(mnk, threads, cold_copies); }

}  // namespace bench::ours
