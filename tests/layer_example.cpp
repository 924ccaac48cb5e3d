// The example of docs/tutorial_layer.md, built and run as a test.
#include <cstdio>
#include <random>

#include <typeformer/testing.hpp>
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

template <class Model>
struct highway {
  using map_type = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(highway, (map_type, map), (map_type, gate));

  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] {
      const auto t = let(sigmoid(gate(x)));
      return x + hadamard(map(x) - x, t);
    });
  }
};

struct Batch : tf::axis<"B", tf::up_to<64>> {};
struct Model : tf::axis<"d", 8> {};
using rows = tf::shape<Batch, Model>;

static_assert(tf::testing::yields<highway<Model>, rows, rows>);
static_assert(tf::testing::has_parameters<highway<Model>, 2 * (8 * 8 + 8)>);
static_assert(tf::testing::has_operations<highway<Model>, 2 * 64 * 8 * (2 * 8 + 1) + 64 * 8 * 4, rows>);

struct squared_error : highway<Model> {
  using model_type = highway<Model>;
  constexpr auto operator()(const auto& x, const auto& y) const {
    return tf::mean_squared_error(highway<Model>::operator()(x), y);
  }
};

// A row is to be kept where its first number is positive, and turned over elsewhere: no map alone does that.
using batch = tf::inputs_of<float, rows, rows>;
batch make(std::uint64_t number) {
  static tf::tensor<float, Batch, Model> x(64), y(64);
  std::mt19937 random{static_cast<unsigned>(number)};
  std::normal_distribution<float> normal;
  for (std::size_t b = 0; b < 64; ++b)
    for (std::size_t i = 0; i < 8; ++i) {
      x(b, i) = normal(random);
      y(b, i) = x(b, 0) > 0 ? x(b, i) : -x(b, i);
    }
  return {x, y};
}

int main() {
  tf::kernels::threads threads{2};
  const tf::recipe recipe{.steps = 1000, .batch_tokens = 1, .peak_rate = 2e-2, .warmup = 50};
  using trainer = tf::trainer<squared_error, float, rows, rows>;
  tf::training_run<trainer, tf::generator_source<batch>> run{{make, "turned rows"}, recipe, threads};
  double loss = 0;
  while (run.steps() < recipe.steps) loss = run.step().loss;
  std::printf("%zu parameters, a mean squared error of %.2f\n", tf::parameter_count<highway<Model>>, loss);
  return loss < 0.2 ? 0 : 1;  // a linear map alone reaches 0.92
}
