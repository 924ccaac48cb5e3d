// Products with weights that are packed once, and products of sizes that the compiler knows.
#include <memory>

#include <typeformer/kernels/product.hpp>
#include <typeformer/kernels/quantized.hpp>
#include <typeformer/kernels/static_product.hpp>
#include <typeformer/tensor/buffer.hpp>

#include "kinds.hpp"

namespace bench::ours {

namespace tf = typeformer;

namespace {

/// Of quantized weights or of floats, packed, with the scales of columns where there are some.
template <class Stored>
struct packed {
  packed(const tf::buffer<float>& w, std::size_t inner, std::size_t columns, tf::kernels::threads& threads)
      : words{tf::kernels::quantized_words<Stored>(inner, columns)},
        scales{tf::kernels::quantized_scales<Stored>(columns)} {
    tf::kernels::pack(w.data(), columns, 1, inner, columns, words.data(), Stored::scaled ? scales.data() : nullptr,
                      threads);
  }
  tf::kernels::packed_matrix<float, Stored> matrix() const {
    return {words.data(), Stored::scaled ? scales.data() : nullptr};
  }
  tf::buffer<Stored> words;
  tf::buffer<float> scales;
};
template <>
struct packed<float> {
  packed(const tf::buffer<float>& w, std::size_t inner, std::size_t columns, tf::kernels::threads& threads)
      : panels{inner * columns} {
    tf::kernels::pack(w.data(), columns, 1, inner, columns, panels.data(), threads);
  }
  tf::kernels::packed_matrix<float> matrix() const { return {panels.data()}; }
  tf::buffer<float> panels;
};

/// y = x·w with w [inner, columns] in `copies` positions that take turns, so that caches do not hold it.
template <class Stored>
struct products {
  products(const sizes& mnk, std::size_t count, std::size_t copies)
      : threads{count}, rows{mnk.at(0)}, columns{mnk.at(1)}, inner{mnk.at(2)}, x{rows * inner}, y{rows * columns} {
    tf::buffer<float> w{inner * columns};
    fill(x.data(), x.size(), 1);
    fill(w.data(), w.size(), 2);
    for (std::size_t i = 0; i < copies; ++i) weights.emplace_back(w, inner, columns, threads);
  }
  void run() {
    tf::kernels::product(tf::kernels::product_problem<float, Stored>{.rows = rows,
                                                                     .columns = columns,
                                                                     .inner = inner,
                                                                     .x = x.data(),
                                                                     .x_stride = inner,
                                                                     .w = weights[next].matrix(),
                                                                     .y = y.data(),
                                                                     .y_stride = columns},
                         threads);
    if (++next == weights.size()) next = 0;
  }

  tf::kernels::threads threads;
  std::size_t rows, columns, inner;
  tf::buffer<float> x, y;
  std::vector<packed<Stored>> weights;
  std::size_t next = 0;
};

template <class Precision>
prepared with_copies(const sizes& mnk, std::size_t threads, std::size_t copies) {
  return fastest_in(Precision{}, [&]<class Numbers>() -> prepared {
    const auto p = std::make_shared<products<tf::stored_t<Numbers>>>(mnk, threads, copies);
    p->run();
    return {repeated([p] { p->run(); }), result_in(p->y.data(), p->y.size())};
  });
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
  prepared shared = product<float32>(mnk, threads);
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
template <class Precision>
prepared product(const sizes& mnk, std::size_t threads) {
  return with_copies<Precision>(mnk, threads, 1);
}
template <class Precision>
prepared cold_product(const sizes& mnk, std::size_t threads) {
  return with_copies<Precision>(mnk, threads, cold_copies);
}

template prepared product<float32>(const sizes&, std::size_t);
template prepared product<bf16>(const sizes&, std::size_t);
template prepared product<int8>(const sizes&, std::size_t);
template prepared cold_product<float32>(const sizes&, std::size_t);
template prepared cold_product<bf16>(const sizes&, std::size_t);
template prepared cold_product<int8>(const sizes&, std::size_t);

}  // namespace bench::ours
