// Handwritten digits, 8×8 pixels, by a vision transformer over patches of 2×2. Usage: digits [FILE]
#include <array>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<64>> {};
struct Down : tf::axis<"down", 4> {};      // patches
struct Across : tf::axis<"across", 4> {};
struct InDown : tf::axis<"y", 2> {};       // pixels of a patch
struct InAcross : tf::axis<"x", 2> {};
using Row = tf::product<Down, InDown>;
using Column = tf::product<Across, InAcross>;
using Patch = tf::product<Down, Across>;
struct Digit : tf::axis<"digit", 10> {};
struct vision : tf::conventions<tf::norm_before, tf::gelu_activation, tf::dropout_rate<std::ratio<1, 10>>> {
  struct Model : tf::axis<"d_model", 48> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 96> {};
  static constexpr std::size_t encoder_layers = 2;
};

struct reader {  // [B, Row, Column] → [B, Digit]
  using to_model = tf::linear<tf::product<InDown, InAcross>, vision::Model>;
  using positions_type = tf::sinusoidal_positions<Patch, vision::Model>;
  using encoder_type = tf::encoder<vision>;
  using to_digit = tf::linear<vision::Model, Digit>;
  BOOST_HANA_DEFINE_STRUCT(reader, (to_model, patch), (positions_type, positions), (encoder_type, encoder),
                           (to_digit, digit));
  constexpr auto operator()(const tf::expression auto& image) const {
    return tf::in_frame(*this, image, [&] {
      const auto pixels = tf::split<Across, InAcross>(tf::split<Down, InDown>(image));
      const auto moved = tf::permute<Batch, Down, Across, InDown, InAcross>(pixels);
      const auto patches = tf::merge<Down, Across>(tf::merge<InDown, InAcross>(moved));
      return digit(tf::mean<Patch>(encoder(positions(patch(patches)))));
    });
  }
};
struct objective : reader {
  using model_type = reader;
  constexpr auto operator()(const auto& image, const auto& label) const {
    return tf::per(tf::sum(tf::cross_entropy(reader::operator()(image), label)), tf::count(label));
  }
};
struct answer : reader {
  using model_type = reader;
  constexpr auto operator()(const auto& image) const { return tf::argmax<Digit>(reader::operator()(image)); }
};
using images = tf::shape<Batch, Row, Column>;
using source = tf::list_source<Batch, float, images, tf::labels<Digit, Batch>>;

int main(int, char** arguments) {
  std::ifstream file{arguments[1] ? arguments[1] : "docs/examples/digits.txt"};
  source learned, held_out;                // the last 297 of 1,797 are held out: other hands wrote them
  for (std::string line; std::getline(file, line);) {
    std::array<float, 64> pixels;          // 64 shades from 0 to g, a space and the digit
    for (std::size_t i = 0; i < 64; ++i) pixels[i] = (line[i] <= '9' ? line[i] - '0' : line[i] - 'a' + 10) / 16.0f;
    (learned.size() < 1500 ? learned : held_out).add(pixels, std::array{line[65] - '0'});
  }
  tf::kernels::threads threads{2};
  const tf::recipe recipe{.steps = 2500, .batch_tokens = 64, .peak_rate = 1.5e-3, .warmup = 200, .weight_decay = 0.1};
  tf::training_run<tf::trainer<objective, float, images, tf::labels<Digit, Batch>>, source> run{learned, recipe, threads};
  while (run.steps() < recipe.steps) run.step();

  tf::session<answer, float, images> read{run.trainer().packed(), threads};
  std::size_t right = 0;
  for (std::uint32_t i = 0; i < held_out.size(); ++i) {
    const auto [image, label] = held_out.take(std::array{i});
    right += read(image).data[0] == label.data[0];
  }
  std::printf("%zu parameters, %zu of %zu held-out digits right\n", tf::parameter_count<reader>, right, held_out.size());
  return right * 100 >= held_out.size() * 90 ? 0 : 1;
}
