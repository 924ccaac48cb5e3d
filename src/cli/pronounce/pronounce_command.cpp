#include <algorithm>
#include <array>
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
#include "../command.hpp"
#include "../exit_code.hpp"
#include "../options/common_options.hpp"
#include "../options/shared_files.hpp"
#include "../svg/heat_map.hpp"
#include "../text/answering.hpp"
#include "../text/output.hpp"
#include "pronouncer_command.hpp"

namespace typeformer::cli {
namespace {

struct options : pronouncer_options {
  std::vector<std::string> words;
  bool as_json = false;
  std::size_t beam = 0;   // greedy decoding
  std::size_t nbest = 0;  // one, without its probability
  std::string attention;  // no picture
};

std::string refusal(const pronouncer& pronounce, const line& l) {
  if (l.is_whole()) return pronounce.refusal(l.text);
  return fmt::format("{} has {} bytes, but at most {} letters are read", io::in_quotes(l.text), l.bytes,
                     pronouncer::longest_word);
}

std::string answer(std::string_view word, std::span<const std::string_view> phones, bool as_json) {
  if (!as_json) return row_of(word, phones);
  const nlohmann::ordered_json object{{"word", word}, {"phones", phones}};
  return object.dump() + "\n";
}

std::string answer(std::string_view word, std::span<const pronunciation> best, bool as_json) {
  std::string rows;
  auto all = nlohmann::ordered_json::array();
  for (const auto& [phones, log_probability] : best) {
    rows += row_of(word, phones, log_probability);
    all.push_back({{"phones", phones}, {"log_probability", log_probability}});
  }
  if (!as_json) return rows;
  return nlohmann::ordered_json{{"word", word}, {"pronunciations", std::move(all)}}.dump() + "\n";
}

std::vector<std::string> answers(pronouncer& pronounce, const options& given, std::span<const std::string_view> words) {
  std::vector<std::string> all;
  if (given.beam == 0) {
    const auto predicted = pronounce(words);
    for (std::size_t i = 0; i < words.size(); ++i) all.push_back(answer(words[i], predicted[i], given.as_json));
  } else {
    const auto found = pronounce.search(words, given.beam, std::max<std::size_t>(given.nbest, 1));
    for (std::size_t i = 0; i < words.size(); ++i)
      all.push_back(given.nbest > 0 ? answer(words[i], found[i], given.as_json)
                                    : answer(words[i], found[i].front().phones, given.as_json));
  }
  return all;
}

/// Draws a word, unless it is refused, which its answer will say. The exit code.
int draw(pronouncer& pronounce, const std::string& word, const std::string& path) {
  if (!pronounce.refusal(word).empty()) return exit_code::success;
  try {
    const attention_map map = pronounce.attention(word);
    return write_file(
        path, heat_map_svg(fmt::format("What the phones of {} look at", word), map.phones, map.letters, map.weights));
  } catch (const error& problem) {
    complain(io::printable(problem.what()));
    return exit_code::failure;
  }
}

int run(const options& given, output& to) {
  refuse_shared_files(std::array{named_file{"--model", given.model}},
                      std::array{named_file{"--attention", given.attention}});
  auto pronounce = make_pronouncer(given);
  const answerer how{[&](const line& l) { return refusal(pronounce, l); },
                     [&](std::span<const std::string_view> words) { return answers(pronounce, given, words); }, "word"};
  if (given.words.empty()) {
    line_reader input{STDIN_FILENO};
    return answer_lines(input, "line", how, to);
  }
  // First the picture, which is wanted though nobody may read the answer.
  const int drawn =
      given.attention.empty() ? exit_code::success : draw(pronounce, given.words.front(), given.attention);
  if (drawn == exit_code::interrupted) return drawn;
  return std::max(drawn, answer_arguments(given.words, how, to));
}

/// Arguments that CLI11 has no use for: words, and options that do not exist.
std::vector<std::string> words_of(std::vector<std::string> arguments) {
  for (const std::string& a : arguments)
    if (a.size() > 1 && a.front() == '-') throw CLI::ExtrasError{{a}};
  return arguments;
}

void check(const options& given) {
  if (given.nbest > given.beam)
    throw CLI::ValidationError{
        "--nbest", fmt::format("{} asked for, but a beam of {} finds at most {}", given.nbest, given.beam, given.beam)};
  if (!given.attention.empty() && given.words.size() != 1)
    throw CLI::ValidationError{"--attention", fmt::format("one WORD is drawn, but {} are given", given.words.size())};
}

constexpr std::string_view footer = R"(Prints WORD<TAB>PHONES, the phones in ARPAbet. Words have A to Z and the
apostrophe, of either case, and at most 63 letters. Without WORD they are read
from standard input, one a line.

A beam finds likelier phones than the greedy choice of one after the other, and
takes longer; 4 is a good width. With --nbest K, K lines a word are K
pronunciations, WORD<TAB>PHONES<TAB>LOGP, the most likely first; LOGP is the natural
logarithm of the probability, whose digits beyond about the sixth depend on which
words are answered together. With --json as well, a line is
{"word": …, "pronunciations": [{"phones": […], "log_probability": …}, …]}.

--attention draws the cross-attention of the last decoder layer, phones by letters.

Examples:
  $ typeformer pronounce typeformer
  typeformer	T AY P F AO R M ER
  $ typeformer pronounce --json < words.txt > phones.jsonl
  $ shuf -n 3 words.txt | typeformer pronounce
  $ typeformer pronounce --beam 8 --nbest 3 read lead
  $ typeformer pronounce --attention typeformer.svg typeformer

Of a word that cannot be pronounced, standard error says where it is and why;
the others are answered. The exit code is then 1, as it is for a picture that
cannot be written, 2 for a command line without meaning, 130 if interrupted, and
otherwise 0.)";

}  // namespace

void add_pronounce_command(CLI::App& program, action& chosen) {
  const auto given = std::make_shared<options>();
  CLI::App* const command = program.add_subcommand("pronounce", "Print how words are pronounced");
  command->footer(std::string{footer});
  // For the help alone: CLI11 would cut the word "[A,B]" in two, so words are what it leaves over.
  command->add_option("WORD", given->words, "words; none: those on standard input")
      ->expected(0, -1)
      ->allow_extra_args(false);
  command->allow_extras();
  const CLI::Validator width = whole_number(1, pronouncer::widest_beam);
  CLI::Option* const beam =
      command->add_option("--beam", given->beam, "width of the beam search, 1 to 16; otherwise greedy")
          ->type_name("N")
          ->transform(width);
  command->add_option("--nbest", given->nbest, "how many pronunciations of each word, up to N")
      ->type_name("K")
      ->transform(width)
      ->needs(beam);
  add_file_option(*command, "--attention", given->attention, "an SVG file to draw, of one WORD")->excludes(beam);
  command->add_flag("--json", given->as_json, "one JSON object a line: {\"word\": …, \"phones\": […]}");
  add_pronouncer_options(*command, *given);
  command->callback([given, command, &chosen] {
    given->words = words_of(command->remaining());
    check(*given);
    chosen = [given](output& to) { return run(*given, to); };
  });
}

}  // namespace typeformer::cli
