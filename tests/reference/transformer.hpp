#pragma once
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/transformer.hpp>

#include "reference.hpp"

/// The small models of make.py.
namespace typeformer::testing {

struct Batch : axis<"B", up_to<4>> {};

template <class Embeddings>
struct after : conventions {
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
  const row_lengths within{lengths.data()};
  check(let(m(run(source), run(target), within)), file, name + ".logits");
  const auto memory = let(m.encode(run(source), within));
  check(memory, file, name + ".memory");
  check(let(m.decode(run(target), memory, within)), file, name + ".logits");
}

}  // namespace typeformer::testing
