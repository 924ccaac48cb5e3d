// What the pages docs/how_to/ quote: built and run as a test, which fails if a figure is another.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

// choose_attention.md
struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Position : tf::axis<"N", tf::up_to<128>> {};

template <class... Choices>
struct small : tf::conventions<Choices...> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
};

using softmax_encoder = tf::encoder<small<>, 2>;
using linear_encoder = tf::encoder<small<tf::linear_attention<>>, 2>;
using local_encoder = tf::encoder<small<tf::local_attention<17>>, 2>;

template <class Config>
using input = tf::shape<Batch, Position, typename Config::Model>;

static_assert(tf::growth_of<softmax_encoder, Position, input<small<>>> == tf::growth{2});
static_assert(tf::growth_of<linear_encoder, Position, input<small<tf::linear_attention<>>>> == tf::growth{1});
static_assert(tf::growth_of<local_encoder, Position, input<small<tf::local_attention<17>>>> == tf::growth{1});

int main() {
  // load_weights.md
  tf::save("small.safetensors", tf::initial_weights<softmax_encoder>(1));
  const auto weights = tf::load<softmax_encoder>("small.safetensors");
  for (const auto& parameter : tf::parameters_of<softmax_encoder>()) std::printf("%s\n", parameter.name.c_str());

  // A file of another model is refused, by the name of the tensor.
  std::string refusal;
  try {
    tf::load<tf::encoder<small<>, 3>>("small.safetensors");
  } catch (const tf::error& problem) {
    refusal = problem.what();
  }
  std::printf("%s\n", refusal.c_str());

  // quantize.md
  using in_8_bits = tf::packed_weights<softmax_encoder, tf::int8_weights>;
  constexpr std::size_t float_bytes = tf::running_block_size<softmax_encoder> * sizeof(float);
  const tf::packed_weights<softmax_encoder> packed{weights};
  const in_8_bits quantized{weights};
  tf::kernels::threads threads{2};
  tf::session<softmax_encoder, float, input<small<>>> run{packed, threads};
  tf::session<softmax_encoder, tf::int8_weights, input<small<>>> run_quantized{quantized, threads};

  tf::tensor<float, Batch, Position, small<>::Model> x(1, 10);
  float next = 0;
  for (float& number : x.elements()) number = std::sin(next += 1);
  const auto y = run(x), z = run_quantized(x);
  float difference = 0;
  for (std::size_t i = 0; i < y.size(); ++i) difference = std::max(difference, std::abs(y.data[i] - z.data[i]));
  std::printf("%zu bytes in place of %zu, the largest difference %.3f\n", in_8_bits::bytes, float_bytes,
              static_cast<double>(difference));

  // measure.md
  std::printf("%zu parameters, %zu operations, %zu bytes of workspace\n", tf::parameter_count<softmax_encoder>,
              tf::operation_count<softmax_encoder, input<small<>>>, tf::workspace_bytes<softmax_encoder, input<small<>>>);

  return refusal.empty() || difference > 0.1f || in_8_bits::bytes > float_bytes * 6 / 10;
}
