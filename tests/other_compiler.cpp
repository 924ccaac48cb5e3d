// What other_compiler.sh links: a program that uses the library's functions for all kinds of numbers.
#include <cstddef>
#include <cstdio>

#include <boost/hana/define_struct.hpp>

#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Place : tf::axis<"N", tf::up_to<8>> {};
struct Model : tf::axis<"d_model", 64> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::quotient<"d̃", Model, Head> {};
struct Inner : tf::axis<"d_ff", 128> {};
struct Word : tf::axis<"V", 70> {};

struct mine : tf::conventions {
  using Model = ::Model;
  using Head = ::Head;
  using Width = ::Width;
  using Inner = ::Inner;
  using activation = tf::gelu_activation;
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

int main() {
  run<float>("float");
  run<double>("double");
  run<tf::bf16_weights>("bf16");
  run<tf::int8_weights>("int8");
}
