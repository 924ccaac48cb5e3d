// From spelling to phones, greedily and by beam search, with the library's own weights where no others are named. The
// words are in the environment variable WORDS, with spaces between them; they are said again and again until there are
// enough.
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string_view>
#include <vector>

#include "kinds.hpp"
#include "pronouncing.hpp"

namespace bench::ours {

namespace {

using phones = std::vector<std::string_view>;

/// A number that tells phones and their order apart.
double number_of(const phones& said) {
  double number = 0;
  for (const std::string_view phone : said)
    for (const char letter : phone) number = std::fmod(31 * number + letter, 1e9 + 7);
  return number;
}

template <class Numbers>
prepared saying(const sizes& words_width, std::size_t threads) {
  struct state {
    explicit state(std::size_t count) : pronounce{make_pronouncer<Numbers>(weights_file(), count)} {}
    std::vector<phones> say() {
      if (width == 1) return pronounce(words);
      std::vector<phones> best;
      for (auto& found : pronounce.search(words, width)) best.push_back(std::move(found.front().phones));
      return best;
    }
    typeformer::pronouncer pronounce;
    std::size_t width = 1;
    std::vector<std::string> some;
    std::vector<std::string_view> words;
  };
  const auto s = std::make_shared<state>(threads);
  if (words_width.size() > 1) s->width = words_width[1];
  const char* const list = std::getenv("WORDS");
  std::istringstream from{list ? list : "TRANSFORMER"};
  for (std::string word; from >> word;) s->some.push_back(word);
  for (std::size_t i = 0; i < words_width.at(0); ++i) s->words.push_back(s->some[i % s->some.size()]);
  std::vector<check> said;
  for (const phones& of_word : s->say()) said.push_back({number_of(of_word), 0});
  return {repeated([s] { s->say(); }), [=] { return said; }};
}

}  // namespace

template <class Precision>
prepared pronounce(const sizes& words, std::size_t threads) {
  return fastest_in(Precision{}, [&]<class Numbers> { return saying<Numbers>(words, threads); });
}
template <class Precision>
prepared pronounce_beam(const sizes& words_width, std::size_t threads) {
  return pronounce<Precision>(words_width, threads);
}

template prepared pronounce<float32>(const sizes&, std::size_t);
template prepared pronounce<bf16>(const sizes&, std::size_t);
template prepared pronounce<int8>(const sizes&, std::size_t);
template prepared pronounce_beam<float32>(const sizes&, std::size_t);
template prepared pronounce_beam<bf16>(const sizes&, std::size_t);
template prepared pronounce_beam<int8>(const sizes&, std::size_t);

}  // namespace bench::ours
