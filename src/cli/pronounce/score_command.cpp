#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <typeformer/pronounce/pronouncer.hpp>

#include "../../io/sentence.hpp"
#include "../../io/split.hpp"
#include "../../io/system_file.hpp"
#include "../command.hpp"
#include "../exit_code.hpp"
#include "../options/common_options.hpp"
#include "../text/answering.hpp"
#include "pronouncer_command.hpp"

namespace typeformer::cli {
namespace {

struct options : pronouncer_options {
  std::string model_name;
  std::string data;  // standard input
  bool as_json = false, perplexity = false;
};

/// WORD<TAB>PHONES; what follows a second tab, as in this command's own output, is left out.
struct scored_line {
  std::string_view word;
  std::vector<std::string_view> phones;

  explicit scored_line(std::string_view line) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    word = line.substr(0, tab);
    line.remove_prefix(std::min(tab + 1, line.size()));
    phones = io::split_at_spaces(line.substr(0, line.find('\t')));
  }
};

std::string refusal(const pronouncer& pronounce, const line& l) {
  if (!l.is_whole())
    return fmt::format("{} has {} bytes, but at most {} are read", io::in_quotes(l.text), l.bytes,
                       line_reader::longest);
  if (l.text.empty()) return "the line is empty";
  if (l.text.find('\t') == l.text.npos) return io::in_quotes(l.text) + " has no tab between word and phones";
  const scored_line scored{l.text};
  const std::string sentence = pronounce.refusal(scored.word);
  return sentence.empty() ? pronounce.refusal_of_phones(scored.phones) : sentence;
}

/// Of all lines together.
struct sums {
  std::size_t lines = 0, phones = 0;
  double log_probability = 0;

  double perplexity() const { return std::exp(-log_probability / static_cast<double>(phones)); }
};

std::string answer(const scored_line& scored, double log_probability, bool as_json) {
  if (!as_json) return row_of(scored.word, scored.phones, log_probability);
  const nlohmann::ordered_json object{
      {"word", scored.word}, {"phones", scored.phones}, {"log_probability", log_probability}};
  return object.dump() + "\n";
}

std::vector<std::string> answers(pronouncer& pronounce, const options& given, std::span<const std::string_view> lines,
                                 sums& all) {
  std::vector<std::string_view> words;
  std::vector<std::vector<std::string_view>> phones;
  std::vector<scored_line> scored;
  for (const std::string_view line : lines) {
    scored.emplace_back(line);
    words.push_back(scored.back().word);
    phones.push_back(scored.back().phones);
  }
  const auto scores = pronounce.score(words, phones);
  std::vector<std::string> texts(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    all.lines += 1;
    all.phones += phones[i].size() + 1;
    all.log_probability += scores[i];
    if (!given.perplexity) texts[i] = answer(scored[i], scores[i], given.as_json);
  }
  return texts;
}

std::string text_of(const sums& all, bool as_json) {
  if (!as_json) return fmt::format("{:.6f}\n", all.perplexity());
  const nlohmann::ordered_json object{{"lines", all.lines},
                                      {"phones", all.phones},
                                      {"log_probability", all.log_probability},
                                      {"perplexity", all.perplexity()}};
  return object.dump() + "\n";
}

int run(const options& given, output& to) {
  io::descriptor file;
  if (!given.data.empty()) {
    file = io::descriptor{::open(given.data.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!file.is_open()) io::refuse(given.data, "cannot be opened: {}", std::strerror(errno));
  }
  auto pronounce = make_pronouncer(given);
  sums all;
  const answerer how{[&](const line& l) { return refusal(pronounce, l); },
                     [&](std::span<const std::string_view> lines) { return answers(pronounce, given, lines, all); },
                     "word"};
  // A tab at the end is that of a word without phones.
  line_reader input{file.is_open() ? file.number() : STDIN_FILENO, file.is_open() ? given.data : "standard input",
                    " \r"};
  const int code = answer_lines(input, file.is_open() ? io::printable(given.data) + ", line" : "line", how, to);
  if (!given.perplexity) return code;
  if (all.lines == 0) {
    complain("there is no line to score, and so no perplexity");
    return exit_code::failure;
  }
  show(text_of(all, given.as_json), to);
  return code;
}

constexpr std::string_view footer = R"(Reads lines WORD<TAB>PHONES, phones in ARPAbet with spaces between them, and
prints WORD<TAB>PHONES<TAB>LOGP: the natural logarithm of the probability with
which the model predicts just these phones of the word. Its digits beyond about the
sixth depend on which words are scored together. At most 39 phones of a word are
scored. A third column is not read, so what the command has printed it can read
again.

Perplexity is the exponential of the mean negative log-probability a phone: 1 if
the model is always sure, and right. The end counts as a phone of each line.

Examples:
  $ printf 'read\tR EH D\nread\tR IY D\n' | typeformer score pronounce
  $ typeformer pronounce < words.txt | typeformer score pronounce | sort -t$'\t' -gk3
  $ typeformer score pronounce --data dev.tsv --perplexity

Of a line that cannot be scored, standard error has its number and the reason; the
others are answered. The exit code is then 1, 2 for a command line without
meaning, 130 if interrupted, and otherwise 0.)";

}  // namespace

void add_score_command(CLI::App& program, action& chosen) {
  const auto given = std::make_shared<options>();
  CLI::App* const command = program.add_subcommand("score", "Print how likely a model finds given answers");
  command->footer(std::string{footer});
  add_model_option(*command, given->model_name, {"pronounce"});
  add_file_option(*command, "--data", given->data, "lines to score; otherwise those on standard input");
  command->add_flag("--perplexity", given->perplexity, "print the perplexity a phone over all lines instead");
  command->add_flag("--json", given->as_json,
                    "one JSON object a line: {\"word\": …, \"phones\": […], \"log_probability\": …}");
  add_pronouncer_options(*command, *given);
  command->callback([given, &chosen] { chosen = [given](output& to) { return run(*given, to); }; });
}

}  // namespace typeformer::cli
