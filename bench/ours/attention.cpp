// Attention of 8 heads of width 64, heads one after the other: in floats, and with products of bf16.
#include <memory>

#include <typeformer/kernels/attention.hpp>
#include <typeformer/tensor/buffer.hpp>

#include "kinds.hpp"

namespace bench::ours {

namespace tf = typeformer;

namespace {

constexpr std::size_t heads = 8, width = 64;

struct attentions {
  attentions(std::size_t positions_, bool causal_, bool rounds_, std::size_t count)
      : positions{positions_}, causal{causal_}, rounds{rounds_}, threads{count} {
    fill(q.data(), q.size(), 1);
    fill(k.data(), k.size(), 2);
    fill(v.data(), v.size(), 3);
  }
  void run() {
    const tf::kernels::head_strides strides{heads * positions * width, positions * width, width};
    tf::kernels::attention<float>({.batch = 1,
                                   .heads = heads,
                                   .queries = positions,
                                   .keys = positions,
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
                                   .mask = {.causal = causal},
                                   .rounds = rounds},
                                  workspace.data(), threads);
  }

  std::size_t positions;
  bool causal, rounds;
  tf::kernels::threads threads;
  std::size_t size = heads * positions * width;
  tf::buffer<float> q{size}, k{size}, v{size}, y{size};
  tf::buffer<float> workspace{tf::kernels::attention_workspace(1, heads, positions, positions, width, width)};
};

prepared attending(const sizes& positions, bool causal, bool rounds, std::size_t threads) {
  const auto a = std::make_shared<attentions>(positions.at(0), causal, rounds, threads);
  a->run();
  return {repeated([a] { a->run(); }), result_in(a->y.data(), a->size)};
}

}  // namespace

prepared attention(const sizes& positions, std::size_t threads) { return attending(positions, false, false, threads); }
prepared causal_attention(const sizes& positions, std::size_t threads) {
  return attending(positions, true, false, threads);
}
prepared attention_bf16(const sizes& positions, std::size_t threads) {
  return attending(positions, false, true, threads);
}
prepared causal_attention_bf16(const sizes& positions, std::size_t threads) {
  return attending(positions, true, true, threads);
}

}  // namespace bench::ours
