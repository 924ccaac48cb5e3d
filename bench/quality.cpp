// What each precision costs in quality, as a Markdown table: quality [FILE], whose lines are a word, a tab and its
// phones. Without a file, `pronounce` is left out. The other models have random weights: what counts is how far they
// are from floats.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <typeformer/decode/scoring.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/models/paper_base.hpp>
#include <typeformer/pronounce/evaluation.hpp>
#include <typeformer/train/initial_weights.hpp>

#include "ours/kinds.hpp"
#include "ours/models.hpp"
#include "ours/pronouncing.hpp"

namespace {

namespace tf = typeformer;
using namespace bench::ours;

constexpr std::size_t batches = 16, rows = tf::bound<rows_of_model>, length = 64;

/// What is measured with one kind of numbers.
struct column {
  std::string name;
  std::vector<tf::evaluation> pronounce;  // greedily, with a beam of 4; none without words
  std::vector<float> logits;              // of paper_base
  double bits_a_token;                    // of the decoder-only model
  std::vector<std::size_t> classes;       // of the encoder-only model
};

template <class M>
const tf::weights<M>& random_weights() {
  static const tf::weights<M> w = stirred(tf::initial_weights<M>(1));
  return w;
}

template <class Numbers>
std::vector<tf::evaluation> pronounced(const std::optional<std::string>& words) {
  std::vector<tf::evaluation> all;
  if (words)
    for (const std::size_t beam : {1, 4}) {
      auto pronounce = make_pronouncer<Numbers>("", 0);
      all.push_back(tf::evaluate(pronounce, *words, {.beam = beam}));
    }
  return all;
}

struct paper_base_64 : tf::paper_base {
  struct Source : tf::axis<"N", 64> {};
  struct Target : tf::axis<"L", 64> {};
};
template <class Numbers>
std::vector<float> logits_of_paper_base(tf::kernels::threads& threads) {
  using model_type = tf::transformer<paper_base_64>;
  using source_tokens = tf::tokens<paper_base_64::Vocabulary, paper_base_64::Source>;
  using target_tokens = tf::tokens<paper_base_64::Vocabulary, paper_base_64::Target>;
  const tf::packed_weights<model_type, Numbers> packed{random_weights<model_type>()};
  tf::session<model_type, Numbers, source_tokens, target_tokens> run{packed, threads};
  source_tokens source;
  target_tokens target;
  fill_tokens(source, 1, tf::bound<paper_base_64::Vocabulary>);
  fill_tokens(target, 2, tf::bound<paper_base_64::Vocabulary>);
  const auto y = run(source, target);
  return {y.data, y.data + y.size()};
}

template <class Numbers>
double bits_a_token(tf::kernels::threads& threads) {
  const tf::packed_weights<decoder_only, Numbers> packed{random_weights<decoder_only>()};
  tf::scorer<generation, Numbers> score{packed, threads};
  double log_p = 0, count = 0;
  for (std::size_t i = 0; i < batches; ++i) {
    model_tokens x(rows, length);
    fill_tokens(x, i, tf::bound<sequence_config::Vocabulary>);
    const auto scored = score(std::vector<std::int32_t>(rows, length), x);
    for (const double row : scored.log_probabilities) log_p += row;
    for (const std::int32_t tokens : scored.tokens) count += tokens;
  }
  return -log_p / count / std::log(2.0);
}

template <class Numbers>
std::vector<std::size_t> classes_of(tf::kernels::threads& threads) {
  const tf::packed_weights<encoder_only, Numbers> packed{random_weights<encoder_only>()};
  tf::session<encoder_only, Numbers, model_tokens> run{packed, threads};
  constexpr std::size_t classes = tf::bound<sequence_config::Class>;
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < batches; ++i) {
    model_tokens x(rows, length);
    fill_tokens(x, i, tf::bound<sequence_config::Vocabulary>);
    const auto y = run(x);
    for (std::size_t b = 0; b < rows; ++b) {
      const float* const own = y.data + b * classes;
      all.push_back(static_cast<std::size_t>(std::max_element(own, own + classes) - own));
    }
  }
  return all;
}

template <class... Numbers>
void measure(precision<Numbers...>, const std::optional<std::string>& words, std::vector<column>& all) {
  tf::kernels::threads threads{0};
  (all.push_back({name_of<Numbers>, pronounced<Numbers>(words), logits_of_paper_base<Numbers>(threads),
                  bits_a_token<Numbers>(threads), classes_of<Numbers>(threads)}),
   ...);
}

/// Root of the mean squared error over the root of the mean square.
double relative_error(const std::vector<float>& exact, const std::vector<float>& other) {
  double squares = 0, errors = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double x = exact[i], error = other[i] - x;
    squares += x * x;
    errors += error * error;
  }
  return std::sqrt(errors / squares);
}

template <class Value>
void print_row(const char* title, const std::vector<column>& all, const char* format, const Value& value) {
  std::printf("| %s |", title);
  for (const column& c : all) {
    std::putchar(' ');
    std::printf(format, value(c));
    std::printf(" |");
  }
  std::putchar('\n');
}

void print(const std::vector<column>& all) {
  const column& floats = all.front();
  print_row("", all, "%s", [](const column& c) { return c.name.c_str(); });
  std::printf("|-|");
  for (std::size_t i = 0; i < all.size(); ++i) std::printf("-|");
  std::putchar('\n');
  if (!floats.pronounce.empty()) {
    std::printf("| `pronounce`, %zu words |", floats.pronounce[0].words);
    for (std::size_t i = 0; i < all.size(); ++i) std::printf(" |");
    std::putchar('\n');
    const auto percent = [&](const char* title, std::size_t i, double (tf::evaluation::*rate)() const) {
      print_row(title, all, "%.2f %%", [&](const column& c) { return 100 * (c.pronounce[i].*rate)(); });
    };
    percent("word error rate, greedy", 0, &tf::evaluation::word_error_rate);
    percent("phone error rate, greedy", 0, &tf::evaluation::phone_error_rate);
    percent("word error rate, beam of 4", 1, &tf::evaluation::word_error_rate);
    percent("phone error rate, beam of 4", 1, &tf::evaluation::phone_error_rate);
  }
  print_row("`paper_base`, 64 positions: error of the logits over their root mean square", all, "%.4f",
            [&](const column& c) { return relative_error(floats.logits, c.logits); });
  print_row("decoder-only, random tokens: bits a token", all, "%.3f", [](const column& c) { return c.bits_a_token; });
  print_row("encoder-only: rows of the class that floats find", all, "%.1f %%", [&](const column& c) {
    std::size_t alike = 0;
    for (std::size_t i = 0; i < c.classes.size(); ++i) alike += c.classes[i] == floats.classes[i];
    return 100 * static_cast<double>(alike) / static_cast<double>(c.classes.size());
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2 || (argc == 2 && argv[1][0] == '-')) {
    std::fprintf(stderr, "usage: %s [FILE]\n", argv[0]);
    return 2;
  }
  try {
    const auto words = argc == 2 ? std::optional<std::string>{argv[1]} : std::nullopt;
    if (!words) std::fputs("pronounce is left out: no file of words\n", stderr);
    std::vector<column> all;
    measure(float32{}, words, all);
    measure(bf16{}, words, all);
    measure(int8{}, words, all);
    print(all);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
