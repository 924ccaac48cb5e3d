// From spelling to phones, greedily, with the library's own weights where no others are named. The words are in the
// environment variable WORDS, with spaces between them; they are said again and again until there are enough.
#include <filesystem>
#include <memory>
#include <numeric>
#include <sstream>
#include <string_view>

#include <typeformer/pronounce/pronouncer.hpp>

#include "kinds.hpp"

namespace bench::ours {

prepared pronounce(const sizes& words, std::size_t threads) {
  constexpr std::size_t most_phones = 40;
  struct state {
    explicit state(std::size_t count)
        : pronounce{weights_file().empty() ? typeformer::pronouncer{count}
                                           : typeformer::pronouncer{std::filesystem::path{weights_file()}, count}} {}
    typeformer::pronouncer pronounce;
    std::vector<std::string> some;
    std::vector<std::string_view> words;
    std::vector<float> said;
  };
  const auto s = std::make_shared<state>(threads);
  const char* const list = std::getenv("WORDS");
  std::istringstream from{list ? list : "TRANSFORMER"};
  for (std::string word; from >> word;) s->some.push_back(word);
  for (std::size_t i = 0; i < words.at(0); ++i) s->words.push_back(s->some[i % s->some.size()]);
  s->said.assign(words[0] * most_phones, 0);
  const auto phones = s->pronounce(s->words);
  for (std::size_t i = 0; i < phones.size(); ++i)
    for (std::size_t j = 0; j < phones[i].size(); ++j)
      s->said[i * most_phones + j] = static_cast<float>(std::accumulate(phones[i][j].begin(), phones[i][j].end(), 0));
  return {repeated([s] { s->pronounce(s->words); }), result_in(s->said.data(), s->said.size())};
}

}  // namespace bench::ours
