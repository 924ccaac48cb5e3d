// Encoders so small that what happens around the arithmetic decides: 2 layers, 2 heads, 8 positions, d_ff = 4·d_model.
#include <memory>

#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/encoder.hpp>
#include <typeformer/tensor/weights_file.hpp>
#include <typeformer/train/initial_weights.hpp>

#include "kinds.hpp"

namespace bench::ours {

namespace tf = typeformer;

namespace {

template <std::size_t D>
struct tiny : tf::conventions<> {
  struct Position : tf::axis<"N", 8> {};
  struct Model : tf::axis<"d_model", D> {};
  struct Head : tf::axis<"h", 2> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 4 * D> {};
};
template <std::size_t D>
using encoder = tf::encoder<tiny<D>, 2>;

template <std::size_t D>
prepared of_width(std::size_t threads) {
  using place = typename tiny<D>::Position;
  using model = typename tiny<D>::Model;
  struct state {
    explicit state(std::size_t count) : threads{count}, packed{tf::load<encoder<D>>(weights_file())} {}
    tf::kernels::threads threads;
    tf::packed_weights<encoder<D>> packed;
    tf::session<encoder<D>, float, tf::shape<place, model>> run{packed, threads};
    tf::tensor<float, place, model> x;
  };
  const auto s = std::make_shared<state>(threads);
  fill(s->x.data(), s->x.size(), 1);
  const auto y = s->run(s->x);
  return {repeated([s] { s->run(s->x); }), result_in(y.data, y.size())};
}

}  // namespace

prepared tiny_encoder(const sizes& width, std::size_t threads) {
  if (width == sizes{16}) return of_width<16>(threads);
  if (width == sizes{32}) return of_width<32>(threads);
  throw not_here{};
}

void write_tiny_encoder(std::size_t width, const std::string& path) {
  if (width == 16) {
    tf::save(path, stirred(tf::initial_weights<encoder<16>>(1)));
  } else {
    tf::save(path, stirred(tf::initial_weights<encoder<32>>(1)));
  }
}

}  // namespace bench::ours
