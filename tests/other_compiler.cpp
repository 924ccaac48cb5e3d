// What other_compiler.sh links: a program that uses the library's functions for all kinds of numbers, trains, and catches
// an error.
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include <boost/hana/define_struct.hpp>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Place : tf::axis<"N", tf::up_to<8>> {};
struct Model : tf::axis<"d_model", 64> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::quotient<"d̃", Model, Head> {};
struct Inner : tf::axis<"d_ff", 128> {};
struct Word : tf::axis<"V", 70> {};

struct mine : tf::conventions<tf::gelu_activation> {
  using Model = ::Model;
  using Head = ::Head;
  using Width = ::Width;
  using Inner = ::Inner;
};

/// Scores for each next word.
struct model {
  using words_type = tf::embedding<Word, Model>;
  using layers_type = tf::encoder<mine, 2>;
  BOOST_HANA_DEFINE_STRUCT(model, (words_type, words), (layers_type, layers));

  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return tf::in_frame(*this, x, [&] { return words.logits(tf::let(layers(words(x), tf::causal<Place>{}))); });
  }
};

template <class Numbers>
void run(const char* kind) {
  tf::weights<model, tf::element_t<Numbers>> weights;
  std::size_t i = 0;
  for (auto& w : weights.block()) w = static_cast<float>(i++ % 7) / 8;
  const tf::packed_weights<model, Numbers> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<model, Numbers, tf::tokens<Word, Place>> score{packed, threads};
  const tf::tokens<Word, Place> x(5);
  const auto y = score(x);
  std::printf("%s: %g\n", kind, static_cast<double>(y(4, 69)));
}

struct repeated : tf::conventions<> {
  struct Source : tf::axis<"N", tf::up_to<4>> {};
  struct Target : tf::axis<"L", tf::up_to<4>> {};
  struct SourceVocabulary : tf::axis<"letter", 8> {};
  struct TargetVocabulary : tf::axis<"phone", 8> {};
  struct Model : tf::axis<"d_model", 16> {};
  struct Head : tf::axis<"h", 2> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 16> {};
  static constexpr std::size_t encoder_layers = 1, decoder_layers = 1;
  static constexpr std::int32_t padding_token = 0, start_token = 1, end_token = 2, source_end_token = 2;
  using embeddings = tf::three_tables;
};
struct Rows : tf::axis<"B", tf::up_to<2>> {};

bool names_are_the_same() {
  const std::string found = tf::type_name<tf::norm_of<repeated>>();
  const std::string expected = "typeformer::layer_norm<repeated::Model,typeformer::inside_root<1/100000>>";
  if (found != expected) std::printf("found the name %s, expected %s\n", found.c_str(), expected.c_str());
  return found == expected;
}

/// One step, and an error that the library throws and this program catches by its type.
bool trains() {
  tf::kernels::threads threads{1};
  const std::vector<tf::example> examples{{{3, 4, 5}, {3, 4, 5}}};
  tf::transformer_run<repeated, Rows> run{examples, {.steps = 2, .batch_tokens = 1}, threads};
  std::printf("trained: %g\n", run.step().loss);
  try {
    tf::load<model>("no such file");
  } catch (const tf::error& problem) {
    std::printf("%s\n", problem.what());
    return true;
  }
  return false;
}

int main() {
  if (!names_are_the_same() || !trains()) return 1;
  run<float>("float");
  run<double>("double");
  run<tf::bf16_weights>("bf16");
  run<tf::int8_weights>("int8");
  run<tf::bf16_products>("bf16 products");
  run<tf::int8_products>("int8 products");
}
