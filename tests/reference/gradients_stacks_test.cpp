#include <typeformer/layers/decoder.hpp>
#include <typeformer/layers/encoder.hpp>

#include "layer_gradients.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Target : tf::axis<"N", tf::up_to<8>> {};
struct Source : tf::axis<"M", tf::up_to<8>> {};

struct after : tf::conventions<> {
  struct Model : tf::axis<"d_model", 10> {};
  struct Head : tf::axis<"h", 2> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 12> {};
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
};
struct before : tf::with_choices<after, tf::norm_before, tf::gelu_activation> {};
template <class T>
using fixture = derived_layers<T, Batch, Target, Source, after::Model>;

template <class Config, class T>
void check_encoder(const std::string& order) {
  const fixture<T> with;
  const tf::padding<Batch, Source, Source> padding{with.lengths};
  with.template check<tf::encoder_layer<Config>>("encoder_layer_" + order, with.memory, padding);
  with.template check<tf::encoder<Config>>("encoder_" + order, with.memory, padding);
}
TEMPLATE_TEST_CASE("gradients of encoders, norm after and before, are those of PyTorch's autograd", "", float, double) {
  check_encoder<after, TestType>("after");
  check_encoder<before, TestType>("before");
}

template <class Config, class T>
void check_decoder(const std::string& order) {
  const fixture<T> with;
  const tf::padding<Batch, Target, Source> padding{with.lengths};
  const tf::causal<Target> own{};
  with.template check<tf::decoder_layer<Config>>("decoder_layer_" + order, with.x, with.memory, own, padding);
  with.template check<tf::decoder<Config>>("decoder_" + order, with.x, with.memory, own, padding);
}
TEMPLATE_TEST_CASE("gradients of decoders, norm after and before, are those of PyTorch's autograd", "", float, double) {
  check_decoder<after, TestType>("after");
  check_decoder<before, TestType>("before");
}

}  // namespace
