#pragma once
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include <typeformer/models/pronounce.hpp>
#include <typeformer/tensor/weights_file.hpp>

/// The trained model `first_pronounce`, its vocabularies, and the words that PyTorch has decoded with it.
namespace typeformer::testing {

using pronounce_transformer = transformer<first_pronounce>;
using spelled_batch = tokens<pronounce::Letter, pronounce::Batch, pronounce::Source>;

inline safetensors::file pronounce_file() {
  return safetensors::file::open(std::filesystem::path{TYPEFORMER_PRONOUNCE_WEIGHTS});
}

inline std::vector<std::string> words_of(const std::string& line) {
  std::istringstream from{line};
  std::vector<std::string> words;
  for (std::string word; from >> word;) words.push_back(word);
  return words;
}

/// Rows of greedy.tsv: a word, and its phones with a space between them.
struct decoded_word {
  std::string word, phones;
};
inline std::vector<decoded_word> decoded_words() {
  std::ifstream from{std::string{TYPEFORMER_PRONOUNCE_DIR} + "/greedy.tsv"};
  std::vector<decoded_word> all;
  for (std::string line; std::getline(from, line);) {
    const auto tab = line.find('\t');
    all.push_back({line.substr(0, tab), line.substr(tab + 1)});
  }
  return all;
}

class spelling {
 public:
  explicit spelling(const safetensors::file& weights) : phones_{words_of(weights.metadata().at("target"))} {
    const auto letters = words_of(weights.metadata().at("source"));
    for (std::size_t i = 0; i < letters.size(); ++i) letters_[letters[i]] = static_cast<std::int32_t>(i);
  }

  /// A batch of words, each with the end behind it and padded to the longest, and their lengths.
  spelled_batch tokens(std::span<const decoded_word> words, std::vector<std::int32_t>& lengths) const {
    std::size_t longest = 0;
    for (const auto& w : words) longest = std::max(longest, w.word.size() + 1);
    spelled_batch x(words.size(), longest);
    std::fill_n(x.data(), x.size(), pronounce::padding_token);
    lengths.clear();
    for (std::size_t b = 0; b < words.size(); ++b) {
      const std::string& word = words[b].word;
      for (std::size_t i = 0; i < word.size(); ++i) x(b, i) = letters_.at(word.substr(i, 1));
      x(b, word.size()) = pronounce::source_end_token;
      lengths.push_back(static_cast<std::int32_t>(word.size() + 1));
    }
    return x;
  }

  std::string phones(std::span<const std::int32_t> tokens) const {
    std::string line;
    for (const std::int32_t token : tokens)
      if (token != pronounce::padding_token)
        line += (line.empty() ? "" : " ") + phones_.at(static_cast<std::size_t>(token));
    return line;
  }

 private:
  std::unordered_map<std::string, std::int32_t> letters_;
  std::vector<std::string> phones_;
};

}  // namespace typeformer::testing
