// Attention of 8 heads of width 64, heads one after the other.
#include <memory>

#include <typeformer/kernels/attention.hpp>
#include <typeformer/tensor/buffer.hpp>

#include "kinds.hpp"

namespace bench::ours {

namespace tf = typeformer;

namespace {

constexpr std::size_t heads = 8, width = 64;

struct attentions {
  attentions(std::size_t places_, bool causal_, std::size_t count) : places{places_}, causal{causal_}, workers{count} {
    fill(q.data(), q.size(), 1);
    fill(k.data(), k.size(), 2);
    fill(v.data(), v.size(), 3);
  }
  void run() {
    const tf::kernels::head_strides strides{heads * places * width, places * width, width};
    tf::kernels::attention<float>({.batch = 1,
                                   .heads = heads,
                                   .queries = places,
                                   .keys = places,
                                   .width = width,
                                   .value_width = width,
                                   .q = q.data(),
                                   .k = k.data(),
                                   .v = v.data(),
                                   .y = y.data(),
                                   .q_strides = strides,
                                   .k_strides = strides,
                                   .v_strides = strides,
                                   .y_strides = strides,
                                   .scale = 0.125f,
                                   .mask = {.causal = causal}},
                                  workspace.data(), workers);
  }

  std::size_t places;
  bool causal;
  tf::kernels::threads workers;
  std::size_t size = heads * places * width;
  tf::buffer<float> q{size}, k{size}, v{size}, y{size};
  tf::buffer<float> workspace{tf::kernels::attention_workspace(1, heads, places, places, width, width)};
};

prepared with_mask(const sizes& places, bool causal, std::size_t threads) {
  const auto a = std::make_shared<attentions>(places.at(0), causal, threads);
  a->run();
  return {repeated([a] { a->run(); }), result_in(a->y.data(), a->size)};
}

}  // namespace

prepared attention(const sizes& places, std::size_t threads) { return with_mask(places, false, threads); }
prepared causal_attention(const sizes& places, std::size_t threads) { return with_mask(places, true, threads); }

}  // namespace bench::ours
