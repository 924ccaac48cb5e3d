// Regression over sensor frames: how far apart two echoes are, from 24 frames of 4 noisy sensors.
#include <cmath>
#include <cstdio>
#include <random>
#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<64>> {};
struct One : tf::axis<"B", 1> {};
struct Frame : tf::axis<"frame", 24> {};
struct Sensor : tf::axis<"sensor", 4> {};
struct tiny : tf::conventions<tf::norm_before, tf::gelu_activation> {
  struct Model : tf::axis<"d_model", 16> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 32> {};
  static constexpr std::size_t encoder_layers = 2;
};
struct Out : tf::axis<"distance", 1> {};
using frames = tf::shape<Batch, Frame, Sensor>;
using distance = tf::shape<Batch, Out>;
using batch = tf::inputs_of<float, frames, distance>;

struct regressor {
  using to_model = tf::linear<Sensor, tiny::Model>;
  using positions_type = tf::sinusoidal_positions<Frame, tiny::Model>;
  using encoder_type = tf::encoder<tiny>;
  using to_out = tf::linear<tiny::Model, Out>;
  BOOST_HANA_DEFINE_STRUCT(regressor, (to_model, in), (positions_type, positions), (encoder_type, encoder),
                           (to_out, out));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return out(tf::mean<Frame>(encoder(positions(in(x))))); });
  }
};
struct linear_regression {
  using map_type = tf::linear<tf::product<Frame, Sensor>, Out>;
  BOOST_HANA_DEFINE_STRUCT(linear_regression, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return map(tf::merge<Frame, Sensor>(x)); }
};
template <class M> struct squared_error : M {
  using model_type = M;
  constexpr auto operator()(const auto& x, const auto& y) const { return tf::mean_squared_error(M::operator()(x), y); }
};

// Of each row the first echo arrives at some frame, the second y frames later, between 1 and 12.
batch make(std::uint64_t number) {
  static tf::tensor<float, Batch, Frame, Sensor> x(64);
  static tf::tensor<float, Batch, Out> y(64);
  std::mt19937 random{static_cast<unsigned>(number)};
  std::normal_distribution<float> noise{0, 0.3f};
  std::uniform_real_distribution<float> first{0, 10}, between{1, 12};
  const auto echo = [](float t) { return std::exp(-t * t / 2); };
  for (std::size_t b = 0; b < 64; ++b) {
    const float at = first(random);
    y(b, 0) = between(random);
    for (int i = 0; i < 24; ++i)
      for (int s = 0; s < 4; ++s) x(b, i, s) = echo(float(i) - at) + echo(float(i) - at - y(b, 0)) + noise(random);
  }
  return {x, y};
}

template <class M> double error_of() {  // root of the mean squared error on 50 unseen batches
  tf::kernels::threads threads{2};
  const tf::recipe recipe{.steps = 2000, .batch_tokens = 1, .peak_rate = 5e-3, .warmup = 100};
  using trainer = tf::trainer<squared_error<M>, float, frames, distance>;
  tf::training_run<trainer, tf::generator_source<batch>> run{{make, "two echoes"}, recipe, threads};
  while (run.steps() < recipe.steps) run.step();
  tf::session<squared_error<M>, float, frames, distance> measure{run.trainer().packed(), threads};
  double sum = 0;
  for (unsigned i = 0; i < 50; ++i) sum += std::apply(measure, make(1'000'000 + i)).data[0];
  return std::sqrt(sum / 50);
}

int main() {
  constexpr std::size_t bytes = tf::workspace_bytes<regressor, tf::shape<One, Frame, Sensor>>;
  std::printf("%zu parameters, %zu bytes of workspace for a row\n", tf::parameter_count<regressor>, bytes);
  const double attending = error_of<regressor>(), linear = error_of<linear_regression>();
  std::printf("error %.2f frames, of linear regression %.2f\n", attending, linear);
  return attending < 0.5 * linear ? 0 : 1;
}
