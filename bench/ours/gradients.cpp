// The products of a linear map's backward pass, with weights w [outs, ins] that have just changed.
#include <memory>

#include <typeformer/kernels/product.hpp>
#include <typeformer/tensor/buffer.hpp>

#include "kinds.hpp"

namespace bench::ours {

namespace tf = typeformer;

/// dx = dy·w
prepared input_gradient(const sizes& mnk, std::size_t threads) {
  struct state {
    std::size_t rows, outs, ins;
    tf::kernels::threads threads;
    tf::buffer<float> dy, w, panels, dx;
    void run() {
      tf::kernels::pack(w.data(), ins, 1, outs, ins, panels.data(), threads);
      tf::kernels::product<float>({.rows = rows,
                                   .columns = ins,
                                   .inner = outs,
                                   .x = dy.data(),
                                   .x_stride = outs,
                                   .w = {panels.data()},
                                   .y = dx.data(),
                                   .y_stride = ins},
                                  threads);
    }
  };
  const std::size_t m = mnk.at(0), n = mnk.at(1), k = mnk.at(2);
  const std::shared_ptr<state> s{new state{m, n, k, tf::kernels::threads{threads}, tf::buffer<float>{m * n},
                                           tf::buffer<float>{n * k}, tf::buffer<float>{n * k},
                                           tf::buffer<float>{m * k}}};
  fill(s->dy.data(), s->dy.size(), 1);
  fill(s->w.data(), s->w.size(), 2);
  s->run();
  return {repeated([s] { s->run(); }), result_in(s->dx.data(), s->dx.size())};
}

/// dw += dyᵀ·x
prepared weight_gradient(const sizes& mnk, std::size_t threads) {
  struct state {
    std::size_t rows, outs, ins;
    tf::kernels::threads threads;
    tf::buffer<float> dy, x, dw;
    void run() { tf::kernels::add_weight_gradient(rows, outs, ins, dy.data(), x.data(), dw.data(), threads); }
  };
  const std::size_t m = mnk.at(0), n = mnk.at(1), k = mnk.at(2);
  const std::shared_ptr<state> s{new state{m, n, k, tf::kernels::threads{threads}, tf::buffer<float>{m * n},
                                           tf::buffer<float>{m * k}, tf::buffer<float>{n * k}}};
  fill(s->dy.data(), s->dy.size(), 1);
  fill(s->x.data(), s->x.size(), 2);
  s->run();
  return {repeated([s] { s->run(); }), result_in(s->dw.data(), s->dw.size())};
}

}  // namespace bench::ours
