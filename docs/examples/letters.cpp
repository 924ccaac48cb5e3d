// A language model of characters, trained on this repository's documentation. Usage: letters FOLDER
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<32>> {};
struct letters : tf::conventions<tf::norm_before, tf::gated, tf::swish_activation> {
  struct Position : tf::axis<"N", tf::up_to<96>> {};
  struct Vocabulary : tf::axis<"V", 96> {};  // printable ASCII, and one for the end of a line and all else
  struct Model : tf::axis<"d_model", 96> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 192> {};
  static constexpr std::size_t decoder_layers = 2;
  using embeddings = tf::tied_output;
};
using windows = tf::token_windows<Batch, letters::Position, letters::Vocabulary, std::uint8_t>;
using decoding = tf::language_model_decoding<letters, Batch>;
using sequence = tf::tokens<letters::Vocabulary, Batch, letters::Position>;
using characters = std::vector<std::uint8_t>;

characters read(const std::filesystem::path& folder) {  // all pages, in the order of their names
  std::map<std::string, characters> pages;
  for (const std::filesystem::path& page : std::filesystem::recursive_directory_iterator{folder}) {
    if (page.extension() != ".md" || page.parent_path().filename() == "errors") continue;  // compilers wrote those
    std::ifstream file{page};
    for (char c; file.get(c);)
      pages[page].push_back(c >= ' ' && c <= '~' ? std::uint8_t(c - ' ') : std::uint8_t{95});
  }
  characters all;
  for (const auto& [name, page] : pages) all.insert(all.end(), page.begin(), page.end());
  return all;
}
double trigram_bits(const characters& seen, const characters& held_out) {  // of each, after two
  std::map<std::array<std::uint8_t, 3>, double> three;
  std::map<std::array<std::uint8_t, 2>, double> two, pairs;
  std::array<double, 96> one{};
  for (std::size_t i = 2; i < seen.size(); ++i) {
    ++three[{seen[i - 2], seen[i - 1], seen[i]}], ++two[{seen[i - 2], seen[i - 1]}];
    ++pairs[{seen[i - 1], seen[i]}], ++one[seen[i]];
  }
  double bits = 0;
  for (std::size_t i = 2; i < held_out.size(); ++i) {
    const std::uint8_t a = held_out[i - 2], b = held_out[i - 1], c = held_out[i];
    const double p1 = (one[c] + 1) / (double(seen.size()) + 96), p2 = (pairs[{b, c}] + 4 * p1) / (one[b] + 4);
    bits -= std::log2((three[{a, b, c}] + 4 * p2) / (two[{a, b}] + 4));
  }
  return bits / double(held_out.size() - 2);
}

int main(int, char** arguments) {
  const characters all = read(arguments[1]), seen(all.begin(), all.begin() + all.size() * 9 / 10);
  const characters held_out(all.begin() + seen.size(), all.end());
  tf::kernels::threads threads{2};
  const tf::recipe recipe{.steps = 900, .batch_tokens = 1, .peak_rate = 4e-3, .warmup = 100, .weight_decay = 0.1};
  tf::training_run<tf::language_model_trainer<letters, Batch>, windows> run{windows{seen}, recipe, threads};
  while (run.steps() < recipe.steps) run.step();

  tf::scorer<decoding> score{run.trainer().packed(), threads};
  windows unseen{held_out};
  double log_p = 0, count = 0;
  for (int i = 0; i < 3; ++i) {
    const auto x = std::get<0>(unseen.next());
    const auto scored = score(std::vector<std::int32_t>(x.shape.extent<0>(), 96), x);
    for (const double row : scored.log_probabilities) log_p += row;
    for (const int tokens : scored.tokens) count += tokens;
  }
  tf::sampling_decoder<decoding> sample{run.trainer().packed(), threads, {.temperature = 0.7}};
  sequence prompt(1, 4);
  std::ranges::transform(std::string{"The "}, prompt.data(), [](char c) { return c - ' '; });
  std::printf("The ");
  sample.stream([](std::size_t, std::int32_t c) { std::putchar(c < 95 ? ' ' + c : '\n'); }, {}, prompt);
  const double bits = -log_p / count / std::log(2), baseline = trigram_bits(seen, held_out);
  std::printf("\n%llu steps: %.2f bits a character, of trigrams %.2f\n", 0ull + run.steps(), bits, baseline);
  return bits < 0.95 * baseline ? 0 : 1;
}
