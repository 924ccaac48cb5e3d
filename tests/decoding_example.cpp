// The example of docs/decoding.md, built and run as a test.
#include <algorithm>
#include <array>
#include <cstdio>

#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Position : tf::axis<"N", tf::up_to<64>> {};
struct Letters : tf::axis<"V", 27> {};  // a space and A to Z
struct Width : tf::axis<"d", 32> {};
struct Kernel : tf::axis<"k", 3> {};

// Each letter from itself and the two before it: a causal convolution.
struct speller {
  using embedding_type = tf::embedding<Letters, Width>;
  using map_type = tf::linear<tf::product<Kernel, Width>, Width>;
  BOOST_HANA_DEFINE_STRUCT(speller, (embedding_type, embedding), (map_type, map));

  constexpr auto operator()(const tf::expression auto& letters) const {
    return tf::in_frame(*this, letters, [&] {
      const auto seen = tf::windows<Position, Kernel>(embedding(letters), -2);
      return embedding.logits(let(relu(map(tf::merge<Kernel, Width>(seen)))));
    });
  }
};

struct spelling : tf::decoding_of<speller, Position, tf::tokens<Letters, Batch, Position>> {
  static constexpr std::int32_t end_token = 0;
};
// Two earlier positions of four rows of 32 numbers.
static_assert(tf::decoding_state_bytes<spelling, float> == 4 * 2 * 32 * sizeof(float));

int main() {
  const auto trained = tf::initial_weights<speller>(1);  // or tf::load<speller>("letters.safetensors")
  const tf::packed_weights<speller> weights{trained};
  tf::kernels::threads threads;

  tf::tokens<Letters, Batch, Position> prompt(1, 3);
  std::ranges::copy(std::array{3, 1, 20}, prompt.data());

  tf::greedy_decoder<spelling> greedy{weights, threads, 8};  // at most 8 letters
  for (const int letter : greedy(prompt).row(0)) std::printf("%c", letter ? '@' + letter : ' ');
  std::printf("\n");

  tf::sampling_decoder<spelling> sample{weights, threads, {.temperature = 0.8, .top_k = 5}, /* seed */ 7, 8};
  const auto print = [](std::size_t, int letter) { std::printf("%c", '@' + letter); };  // as soon as it is there
  sample.stream(print, {}, prompt);
  std::printf("\n");

  // Behind the options stand the length penalty and how many letters are written at most. A penalty is a type, too:
  // beam_decoder<spelling, float, tf::wu_penalty>.
  tf::beam_decoder<spelling> search{weights, threads, {.width = 4, .n_best = 4}, {}, 8};
  for (const tf::hypothesis& h : search(prompt).row(0)) std::printf("%zu letters, log p %.2f\n", h.tokens.size(), h.score);

  // The same step by step: logits of the prompt, then of what follows it.
  tf::decoding_session<spelling> read{weights, threads};
  auto logits = read.prefill(prompt);
  std::printf("%.2f\n", logits(0, 2, 19));
  tf::tokens<Letters, Batch, Position> newest(1, 1);
  newest(0, 0) = 19;
  logits = read.decode_step(newest);
  std::printf("%.2f\n", logits(0, 0, 0));
}
