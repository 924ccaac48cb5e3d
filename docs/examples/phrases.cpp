// Tells whether a sequence of letters has an a with a b right behind it: an encoder and the mean over its positions.
#include <cstdio>
#include <random>
#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<64>> {};
struct Place : tf::axis<"N", tf::up_to<20>> {};
struct Letter : tf::axis<"letter", 6> {};
struct Class : tf::axis<"class", 2> {};
struct small : tf::conventions<tf::norm_before, tf::gelu_activation> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};

struct classifier {
  using embedding_type = tf::embedding<Letter, small::Model>;
  using positions_type = tf::sinusoidal_positions<Place, small::Model>;
  using encoder_type = tf::encoder<small>;
  using to_class = tf::linear<small::Model, Class>;
  BOOST_HANA_DEFINE_STRUCT(classifier, (embedding_type, embedding), (positions_type, positions),
                           (encoder_type, encoder), (to_class, output));
  // Each row attends to its own letters, and the mean is over these.
  constexpr auto operator()(const auto& letters, tf::padding<Batch, Place> mask) const {
    return tf::in_frame(*this, letters, [&] {
      return output(tf::mean<Place>(encoder(positions(embedding(letters)), mask), mask));
    });
  }
};
struct objective : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto& letters, const auto& mask, const auto& label) const {
    return tf::per(tf::sum(tf::cross_entropy(classifier::operator()(letters, mask), label)), tf::count(label));
  }
};
struct answer : classifier {
  using model_type = classifier;
  constexpr auto operator()(const auto& letters, const auto& mask) const {
    return tf::argmax<Class>(classifier::operator()(letters, mask));
  }
};
using letters = tf::tokens<Letter, Batch, Place>;
using mask = tf::padding<Batch, Place>;
using labels = tf::labels<Class, Batch>;

tf::inputs_of<float, letters, mask, labels> make(std::uint64_t number) {
  static letters x(64, 20);
  static labels y(64);
  static std::vector<std::int32_t> lengths(64);
  std::mt19937 random{static_cast<unsigned>(number)};
  for (std::size_t b = 0; b < 64; ++b) {
    lengths[b] = static_cast<std::int32_t>(5 + random() % 16);
    y(b) = 0;
    for (std::size_t i = 0; i < 20; ++i) x(b, i) = static_cast<std::int32_t>(random() % 6);
    for (std::size_t i = 1; i < static_cast<std::size_t>(lengths[b]); ++i) y(b) |= x(b, i - 1) == 0 && x(b, i) == 1;
  }
  return {x, mask{lengths}, y};
}

int main() {
  tf::kernels::threads threads{2};
  tf::trainer<objective, float, letters, mask, labels> trainer{tf::initial_weights<classifier>(1), {}, threads};
  const tf::cosine_schedule rate{.peak = 3e-3, .warmup = 100, .steps = 1500};
  while (trainer.steps() < rate.steps) {
    trainer.accumulate(make(trainer.steps()));
    trainer.step(rate(trainer.steps() + 1));
  }
  tf::session<answer, float, letters, mask> classify{trainer.packed(), threads};
  int right = 0;
  for (unsigned i = 0; i < 20; ++i) {
    const auto [x, lengths, y] = make(1'000'000 + i);
    const auto found = classify(x, lengths);
    for (std::size_t b = 0; b < 64; ++b) right += found.data[b] == y.data[b];
  }
  std::printf("%d of 1,280 sequences classified as they are\n", right);
  return right >= 1216 ? 0 : 1;
}
