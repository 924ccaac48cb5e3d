#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/decoder.hpp>
#include <typeformer/layers/encoder.hpp>

#include "reference.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Source : tf::axis<"M", tf::up_to<8>> {};
struct Target : tf::axis<"N", tf::up_to<8>> {};

struct after : tf::conventions<> {
  struct Model : tf::axis<"d_model", 16> {};
  struct Head : tf::axis<"h", 2> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 24> {};
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
};
struct before : tf::with_choices<after, tf::norm_before, tf::gelu_activation> {};

template <class Config, class T>
void check_encoder(const std::string& name) {
  const auto file = reference_file("layers");
  const auto lengths = read_numbers(file, "lengths");
  using encoder = tf::encoder<Config>;
  const tf::packed_weights<encoder, T> packed{read_weights<encoder, T>(file, name)};
  tf::kernels::threads threads{2};

  using padding = tf::padding<Batch, Source, Source>;
  tf::session<encoder, T, tf::shape<Batch, Source, typename Config::Model>, padding> padded{packed, threads};
  const auto memory = read<T, Batch, Source, typename Config::Model>(file, "memory");
  check(padded(memory, padding{lengths}), file, name + "/y");

  tf::session<encoder, T, tf::shape<Batch, Target, typename Config::Model>> unmasked{packed, threads};
  check(unmasked(read<T, Batch, Target, typename Config::Model>(file, "x")), file, name + "/unmasked");
}

TEMPLATE_TEST_CASE("encoder is PyTorch's TransformerEncoder, norm after and before",
                   "[row: encoder][forward][reference]", float, double) {
  check_encoder<after, TestType>("encoder_after");
  check_encoder<before, TestType>("encoder_before");
}

template <class Config, class T>
void check_decoder(const std::string& name) {
  const auto file = reference_file("layers");
  const auto lengths = read_numbers(file, "lengths");
  using Model = typename Config::Model;
  using decoder = tf::decoder<Config>;
  const tf::packed_weights<decoder, T> packed{read_weights<decoder, T>(file, name)};
  tf::kernels::threads threads{2};
  using padding = tf::padding<Batch, Target, Source>;
  tf::session<decoder, T, tf::shape<Batch, Target, Model>, tf::shape<Batch, Source, Model>, tf::causal<Target>, padding>
      run{packed, threads};
  check(run(read<T, Batch, Target, Model>(file, "x"), read<T, Batch, Source, Model>(file, "memory"),
            tf::causal<Target>{}, padding{lengths}),
        file, name + "/y");
}

TEMPLATE_TEST_CASE("decoder is PyTorch's TransformerDecoder, norm after and before",
                   "[row: decoder][forward][reference]", float, double) {
  check_decoder<after, TestType>("decoder_after");
  check_decoder<before, TestType>("decoder_before");
}

}  // namespace
