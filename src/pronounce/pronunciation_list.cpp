#include "pronunciation_list.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "../io/sentence.hpp"
#include "../io/split.hpp"
#include "../io/system_file.hpp"
#include "../io/utf8.hpp"

namespace typeformer {
namespace {

/// Adds a line to the list, or returns why not.
std::string refusal_of(std::string_view line, std::size_t number, const spelling& letters, const phone_names& phones,
                       pronunciation_list& list) {
  if (line.empty()) return "the line is empty";
  if (line.size() > list.longest_line)
    return fmt::format("the line has {} bytes, but at most {} are read", line.size(), list.longest_line);
  const std::size_t tab = line.find('\t');
  if (tab == line.npos) return io::in_quotes(line) + " has no tab between word and phones";
  if (line.find('\t', tab + 1) != line.npos) return io::in_quotes(line) + " has a second tab";
  const std::string_view word = line.substr(0, tab);
  if (auto sentence = letters.refusal(word); !sentence.empty()) return sentence;
  const auto names = io::split_at_spaces(line.substr(tab + 1));
  if (auto sentence = phones.refusal(names); !sentence.empty()) return sentence;
  list.examples.push_back({letters.tokens(word), phones.tokens(names)});
  list.lines.push_back({std::string{word}, number});
  return {};
}

std::string first_and_count(const pronunciation_list& list) {
  const std::size_t more = list.bad - 1;
  return list.reasons.front() +
         (more == 0 ? "" : fmt::format(" ({} more {} bad)", more, more == 1 ? "line is" : "lines are"));
}

}  // namespace

pronunciation_list read_pronunciations(std::string_view text, std::string_view origin, const spelling& letters,
                                       const phone_names& phones, bad_lines policy) {
  if (text.starts_with(io::byte_order_mark)) text.remove_prefix(io::byte_order_mark.size());
  pronunciation_list list;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::string reason = refusal_of(line, number, letters, phones, list);
    if (reason.empty()) continue;
    ++list.bad;
    if (list.reasons.size() < list.most_reasons)
      list.reasons.push_back(fmt::format("{}, line {}: {}", io::printable(origin), number, reason));
  }
  if (list.bad > 0 && policy == bad_lines::refuse) throw error{first_and_count(list)};
  if (list.examples.empty() && list.bad > 0) io::refuse(origin, "holds no pronunciations: {}", first_and_count(list));
  if (list.examples.empty()) io::refuse(origin, "holds no pronunciations");
  return list;
}

pronunciation_list read_pronunciations(const std::filesystem::path& path, const spelling& letters,
                                       const phone_names& phones, bad_lines policy) {
  constexpr std::size_t most_bytes = std::size_t{1} << 30;
  io::input_file file{path};
  if (file.size() > most_bytes)
    io::refuse(path.string(), "has {}, but at most {} are read", io::counted(file.size(), "byte"), most_bytes);
  std::string text(static_cast<std::size_t>(file.size()), '\0');
  file.read(std::as_writable_bytes(std::span{text}));
  return read_pronunciations(text, path.string(), letters, phones, policy);
}

std::vector<word_with_references> words_of(const pronunciation_list& list) {
  std::vector<word_with_references> words;
  std::map<std::vector<std::int32_t>, std::size_t> indices;
  for (std::size_t i = 0; i < list.examples.size(); ++i) {
    const example& e = list.examples[i];
    const auto [index, is_new] = indices.try_emplace(e.source, words.size());
    if (is_new) words.push_back({list.lines[i].word, e.source, {}});
    words[index->second].references.push_back(e.target);
  }
  return words;
}

}  // namespace typeformer
