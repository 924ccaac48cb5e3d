#pragma once
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/kernels/loss.hpp>
#include <typeformer/layers/transformer.hpp>
#include <typeformer/readings/recording.hpp>

#include "reference.hpp"

/// The small models of make.py.
namespace typeformer::testing {

struct Batch : axis<"B", up_to<4>> {};
struct one_number : axis<"1", 1> {};

template <class Embeddings>
struct after : conventions<> {
  struct Source : axis<"N", up_to<9>> {};
  struct Target : axis<"L", up_to<8>> {};
  struct Letter : axis<"letter", 11> {};
  struct Phone : axis<"phone", 13> {};
  struct Model : axis<"d_model", 16> {};
  struct Head : axis<"h", 2> {};
  struct Width : quotient<"d̃", Model, Head> {};
  struct Inner : axis<"d_ff", 24> {};
  using embeddings = Embeddings;
  using SourceVocabulary = std::conditional_t<std::is_same_v<Embeddings, one_table>, Phone, Letter>;
  using TargetVocabulary = Phone;
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
};
/// The other choices: no bias in attention, GELU, embeddings as they are, sines before cosines.
template <class Embeddings>
struct before : with_choices<after<Embeddings>, norm_before, attention_bias<without_bias>, gelu_activation, unscaled,
                             halved_sinusoids> {};

template <class Config, class T>
void check_transformer(const std::string& name) {
  using model_type = transformer<Config>;
  using Source = typename Config::Source;
  using Target = typename Config::Target;
  using Letter = typename Config::SourceVocabulary;
  using Phone = typename Config::TargetVocabulary;
  const auto file = reference_file("models");
  const auto lengths = read_numbers(file, "lengths");
  const auto w = load<model_type, T>(reference_file(name));
  const auto source = read_tokens<Letter, Batch, Source>(file, name + ".source");
  const auto target = read_tokens<Phone, Batch, Target>(file, name + ".target");

  const auto& m = model<model_type>;
  runner<model_type, T> run{w};
  const row_lengths within{lengths};
  check(let(m(run(source), run(target), within)), file, name + ".logits");
  const auto memory = let(m.encode(run(source), within));
  check(memory, file, name + ".memory");
  check(let(m.decode(run(target), memory, within)), file, name + ".logits");
}

/// The gradients of the loss, cross-entropy with smoothing, by every weight.
template <class Config, class T>
void check_transformer_gradients(const std::string& name) {
  using model_type = transformer<Config>;
  using Source = typename Config::Source;
  using Target = typename Config::Target;
  using Letter = typename Config::SourceVocabulary;
  using Phone = typename Config::TargetVocabulary;
  const auto file = reference_file("models"), losses = reference_file("losses");
  const auto lengths = read_numbers(file, "lengths"), next = read_numbers(losses, name + ".next");
  const auto w = load<model_type, T>(reference_file(name));
  const auto expected = load<model_type, double>(reference_file(name + "_gradients"));
  const auto source = read_tokens<Letter, Batch, Source>(file, name + ".source");
  const auto target = read_tokens<Phone, Batch, Target>(file, name + ".target");

  kernels::threads threads{2};
  const packed_weights<model_type, T> packed{w};
  weights<model_type, T> gradient;
  recording<T> reading{{packed.block(), w.block().data(), gradient.block().data()},
                       recorded_bytes<model_type, T, tokens<Letter, Batch, Source>, tokens<Phone, Batch, Target>>,
                       threads};
  const auto scores =
      let(model<model_type>(reading.input(token_view<Letter, shape<Batch, Source>>(source)),
                            reading.input(token_view<Phone, shape<Batch, Target>>(target)), row_lengths{lengths}));
  std::vector<T> dlogits(scores.shape.size());
  std::vector<double> workspace(next.size());
  const double loss = kernels::cross_entropy<T>({.rows = next.size(),
                                                 .entries = bound<Phone>,
                                                 .logits = scores.data,
                                                 .index = next.data(),
                                                 .smoothing = 0.1,
                                                 .dlogits = dlogits.data()},
                                                workspace.data(), threads);
  // Sums of some 10 terms of float's 6e-8 each, of a few dozen rounded operations; in double 1e-16 takes its place.
  const double tolerance = std::is_same_v<T, float> ? 1e-5 : 1e-12;
  const double expected_loss = read<double, one_number>(losses, name + ".loss")(0);
  CHECK(std::fabs(loss - expected_loss) <= tolerance * expected_loss);
  reading.backward(scores, dlogits.data());
  double largest = 0, worst = 0;
  for (std::size_t i = 0; i < expected.block().size(); ++i) {
    largest = std::max(largest, std::fabs(expected.block()[i]));
    worst = std::max(worst, std::fabs(static_cast<double>(gradient.block()[i]) - expected.block()[i]));
  }
  INFO(name << ": " << worst / largest << " of the largest");
  CHECK(worst <= tolerance * largest);
}

}  // namespace typeformer::testing
