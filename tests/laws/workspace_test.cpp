#include <typeformer/decode/beam.hpp>
#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/sampling.hpp>
#include <typeformer/decode/transformer_decoding.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/expressions/traced.hpp>

#include "../catch.hpp"
#include "../small_model.hpp"

/// What the compiler says of shapes and of memory is what happens.
namespace {
namespace tf = typeformer;
using namespace tf::testing;

using Batch = small::Batch;
using Source = small::Source;
using Target = small::Target;
constexpr std::size_t most_rows = tf::bound<Batch>, most_letters = tf::bound<Source>, most_phones = tf::bound<Target>;

template <class Config>
using source_tokens = tf::tokens<typename Config::SourceVocabulary, Batch, Source>;
template <class Config>
using target_tokens = tf::tokens<typename Config::TargetVocabulary, Batch, Target>;

/// The shape that a module's result has while tracing.
template <class M, class... Input>
using traced_shape = decltype([] {
  tf::tracing<tf::totals> reading{sizeof(float)};
  return tf::let(tf::model<M>(tf::detail::traced_input<Input>(reading)...)).shape;
}());

/// The bytes that a trace counts, beside those of the plan.
template <class M, class T, class... Input>
constexpr std::size_t traced_bytes = tf::detail::trace<M, T, tf::no_notes, false, Input...>().workspace_bytes;

template <class Config, class T>
void check_encoder() {
  using encoder = tf::encoder<Config>;
  using input = tf::shape<Batch, Source, small::Model>;
  using mask = tf::padding<Batch, Source>;
  const tf::packed_weights<encoder, T> weights{random_weights<encoder, T>(1)};
  tf::kernels::threads threads{2};
  tf::session<encoder, T, input, mask> run{weights, threads};
  STATIC_REQUIRE(run.workspace_bytes == traced_bytes<encoder, T, input, mask>);
  const auto used_after = [&](std::size_t rows, std::size_t letters) {
    const tf::tensor<T, Batch, Source, small::Model> x(rows, letters);
    const std::vector<std::int32_t> lengths(rows, letters > 0 ? 1 : 0);
    const auto y = run(x, mask{lengths});
    static_assert(std::is_same_v<std::remove_const_t<decltype(y.shape)>, traced_shape<encoder, input, mask>>);
    CHECK(y.shape.extents() == x.shape().extents());
    return run.used_bytes();
  };
  for (std::size_t rows = 0; rows <= most_rows; ++rows)
    for (std::size_t letters = 0; letters <= most_letters; ++letters)
      CHECK(used_after(rows, letters) <= run.workspace_bytes);
  tf::session<encoder, T, input, mask> smaller{weights, threads};
  const tf::tensor<T, Batch, Source, small::Model> x(most_rows - 1, most_letters);
  const std::vector<std::int32_t> lengths(most_rows - 1, 1);
  smaller(x, mask{lengths});
  CHECK(smaller.used_bytes() < run.workspace_bytes);
  CHECK(used_after(most_rows, most_letters) == run.workspace_bytes);
}

TEMPLATE_TEST_CASE("an encoder takes the memory that its trace says, at the largest extents exactly", "", float,
                   double) {
  check_encoder<small, TestType>();
  check_encoder<small_before, TestType>();
}

template <class Config, class T>
void check_transformer() {
  using model_type = tf::transformer<Config>;
  using source = source_tokens<Config>;
  using target = target_tokens<Config>;
  const tf::packed_weights<model_type, T> weights{random_weights<model_type, T>(1)};
  tf::kernels::threads threads{2};
  tf::session<model_type, T, source, target, tf::row_lengths> run{weights, threads};
  STATIC_REQUIRE(run.workspace_bytes == traced_bytes<model_type, T, source, target, tf::row_lengths>);
  const auto used_after = [&](std::size_t rows, std::size_t letters, std::size_t phones) {
    const source x(rows, letters);
    const target y(rows, phones);
    const auto scores = run(x, y, tf::row_lengths{});
    static_assert(std::is_same_v<std::remove_const_t<decltype(scores.shape)>,
                                 traced_shape<model_type, source, target, tf::row_lengths>>);
    CHECK(scores.shape.extents() == std::array{rows, phones, tf::bound<small::Phone>});
    return run.used_bytes();
  };
  for (std::size_t rows = 0; rows <= most_rows; ++rows)
    for (std::size_t letters = 0; letters <= most_letters; letters += 3)
      for (std::size_t phones = 0; phones < most_phones; ++phones)
        CHECK(used_after(rows, letters, phones) <= run.workspace_bytes);
  CHECK(run.used_bytes() < run.workspace_bytes);
  CHECK(used_after(most_rows, most_letters, most_phones) == run.workspace_bytes);
}

TEMPLATE_TEST_CASE("a transformer takes the memory that its trace says, at the largest extents exactly", "", float,
                   double) {
  check_transformer<small, TestType>();
  check_transformer<small_before, TestType>();
}

template <class Decoder>
void check_decoder(Decoder&& decode) {
  const auto run = [&](std::size_t rows, std::size_t letters) {
    const source_tokens<small> x(rows, letters);
    const std::vector<std::int32_t> lengths(rows, 1);
    decode(x, lengths);
  };
  for (std::size_t rows = 0; rows < most_rows; ++rows)
    for (std::size_t letters = 1; letters <= most_letters; ++letters) run(rows, letters);
  CHECK(decode.used_bytes() < decode.workspace_bytes);
  run(most_rows, most_letters);
  CHECK(decode.used_bytes() == decode.workspace_bytes);
}

struct Beam : tf::axis<"k", tf::up_to<3>> {};

TEMPLATE_TEST_CASE("a decoder takes the memory that its traces say, at the largest extents exactly", "", float,
                   double) {
  using T = TestType;
  using model_type = tf::transformer<small>;
  const tf::packed_weights<model_type, T> weights{random_weights<model_type, T>(1)};
  tf::kernels::threads threads{2};
  check_decoder(tf::greedy_decoder<tf::transformer_decoding<small, Batch>, T>{weights, threads});
  check_decoder(tf::sampling_decoder<tf::transformer_decoding<small, Batch>, T>{weights, threads});
  check_decoder(tf::beam_decoder<tf::transformer_beams<small, Batch, Beam>, T>{weights, threads});
}

}  // namespace
