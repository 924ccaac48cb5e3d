#include <algorithm>
#include <chrono>
#include <limits>
#include <span>
#include <utility>

#include <typeformer/models/pronounce.hpp>
#include <typeformer/pronounce/evaluation.hpp>

#include "phone_errors.hpp"
#include "pronouncer_parts.hpp"
#include "pronunciation_list.hpp"

namespace typeformer {
namespace {

// Words that are decoded together: enough that each batch has words of like length, and few enough to show progress.
constexpr std::size_t words_at_once = 1024;
// The start takes the first position of the target.
constexpr std::size_t most_phones = bound<pronounce::Target> - 1;

using phones = std::vector<std::string_view>;

std::vector<phones> predict(pronouncer& pronounce, std::span<const std::string_view> words, std::size_t beam) {
  if (beam == 1) return pronounce(words);
  std::vector<phones> predicted;
  for (auto& best : pronounce.search(words, beam)) predicted.push_back(std::move(best.front().phones));
  return predicted;
}

std::vector<phones> predict_all(pronouncer& pronounce, std::span<const word_with_references> words,
                                const evaluation_options& options) {
  std::vector<phones> predicted;
  const auto report = [&] {
    if (options.progress) options.progress(predicted.size(), words.size());
  };
  for (report(); predicted.size() < words.size(); report()) {
    std::vector<std::string_view> next;
    for (const auto& w : words.subspan(predicted.size(), std::min(words_at_once, words.size() - predicted.size())))
      next.push_back(w.word);
    std::ranges::move(predict(pronounce, next, options.beam), std::back_inserter(predicted));
  }
  return predicted;
}

std::vector<std::string> names_of(std::span<const std::int32_t> tokens, const vocabulary& names) {
  std::vector<std::string> found;
  for (const std::int32_t token : tokens) found.emplace_back(names[token]);
  return found;
}

}  // namespace

evaluation v0_1::evaluate(pronouncer& pronounce, const std::filesystem::path& data, const evaluation_options& options) {
  const auto parts = pronouncer_parts::of(pronounce);
  const phone_names names{parts.phones, most_phones};
  auto list =
      read_pronunciations(data, parts.letters, names, options.skip_bad_lines ? bad_lines::skip : bad_lines::refuse);
  const auto words = words_of(list);

  using clock = std::chrono::steady_clock;
  const auto start = clock::now();
  const auto predicted = predict_all(pronounce, words, options);
  evaluation result;
  result.seconds = std::chrono::duration<double>(clock::now() - start).count();

  phone_errors errors;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto tokens = names.tokens(predicted[i]);
    errors.add(tokens, words[i].references);
    if (std::ranges::find(words[i].references, tokens) != words[i].references.end()) continue;
    result.word_errors.push_back({words[i].word, names_of(tokens, parts.phones), {}});
    for (const auto& reference : words[i].references)
      result.word_errors.back().references.push_back(names_of(reference, parts.phones));
  }
  result.words = errors.words();
  result.phones = errors.phones();
  result.substitutions = errors.edits().substitutions;
  result.insertions = errors.edits().insertions;
  result.deletions = errors.edits().deletions;
  for (const auto& [expected, instead, times] : errors.confusions(std::numeric_limits<std::size_t>::max()))
    result.confusions.push_back({std::string{parts.phones[expected]}, std::string{parts.phones[instead]}, times});
  result.skipped_lines = list.bad;
  result.skipped = std::move(list.reasons);
  result.parameters = parts.parameters;
  return result;
}

}  // namespace typeformer
