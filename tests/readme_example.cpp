// The example of README.md, built and run as a test.
#include <typeformer/typeformer.hpp>
#include <cstdio>
namespace tf = typeformer;

struct Batch : tf::axis<"B", 8> {};                 // extent known to the compiler
struct Query : tf::axis<"N", tf::up_to<512>> {};    // known at run time, at most 512
struct paper : tf::conventions<> {                  // post-norm, ReLU, interleaved sinusoids; each can be changed
  struct Model : tf::axis<"d_model", 512> {};
  struct Head  : tf::axis<"h", 8> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 2048> {};
};
using encoder = tf::encoder<paper, 6>;
static_assert(tf::parameter_count<encoder> == 18'914'304);
static_assert(tf::workspace_bytes<encoder, Batch, Query> == 67'108'864);  // all memory of a run beside its weights

int main() {
  const tf::weights<encoder> weights;               // or tf::load<encoder>("encoder.safetensors")
  const tf::packed_weights<encoder> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<encoder, float, tf::shape<Batch, Query, paper::Model>> encode{packed, threads};
  tf::tensor<float, Batch, Query, paper::Model> x(10);
  const auto y = encode(x);                         // allocates nothing
  std::printf("%zu numbers from %zu parameters\n", y.size(), tf::parameter_count<encoder>);
}
