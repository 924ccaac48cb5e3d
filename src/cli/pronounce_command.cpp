#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <typeformer/models/pronouncer.hpp>

#include "../io/sentence.hpp"
#include "command.hpp"
#include "exit_code.hpp"
#include "interruption.hpp"
#include "line_reader.hpp"
#include "progress.hpp"

namespace typeformer::cli {
namespace {

// Words that are worked on together: enough that each batch has words of like length.
constexpr std::size_t words_at_once = 1024;
constexpr std::size_t most_threads = 1024;

struct options {
  std::vector<std::string> words;
  bool as_json = false;
  std::size_t threads = 0;  // one for each processor
  std::string model;        // none: the one in the program
};

std::string answer(std::string_view word, std::span<const std::string_view> phones, bool as_json) {
  if (!as_json) return fmt::format("{}\t{}\n", word, fmt::join(phones, " "));
  const nlohmann::ordered_json object{{"word", word}, {"phones", phones}};
  return object.dump() + "\n";
}

/// Says words, prints what comes of them, and complains of those that cannot be said.
class speaker {
 public:
  /// `place` is what words come from, "line" or "word".
  speaker(pronouncer& pronounce, output& to, std::string_view place, bool as_json)
      : pronounce_{pronounce}, to_{to}, place_{place}, as_json_{as_json} {}

  void say(std::span<const line> lines) {
    std::vector<std::string> refusals;
    std::vector<std::string_view> words;
    for (const line& l : lines) {
      refusals.push_back(refusal(l));
      if (refusals.back().empty()) words.push_back(l.text);
    }
    const auto phones = pronounce_(words);
    auto next = phones.begin();
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (refusals[i].empty()) {
        to_.write(answer(lines[i].text, *next++, as_json_));
      } else {
        to_.flush();
        complain(fmt::format("{} {}: {}", place_, lines[i].number, refusals[i]));
        exit_code_ = exit_code::failure;
      }
    }
    to_.flush();
    progress_.add(lines.size());
  }

  int exit_code() const { return exit_code_; }

 private:
  std::string refusal(const line& l) const {
    if (l.is_whole()) return pronounce_.refusal(l.text);
    return fmt::format("{} has {} bytes, but at most {} letters are read", io::in_quotes(l.text), l.bytes,
                       pronouncer::longest_word);
  }

  pronouncer& pronounce_;
  output& to_;
  std::string_view place_;
  bool as_json_;
  int exit_code_ = exit_code::success;
  progress progress_;
};

pronouncer make_pronouncer(const options& given) {
  const signals_for_main_thread guard;
  return given.model.empty() ? pronouncer{given.threads}
                             : pronouncer{std::filesystem::path{given.model}, given.threads};
}

int say_arguments(pronouncer& pronounce, output& to, bool as_json, const std::vector<std::string>& words) {
  std::vector<line> lines;
  for (const std::string& word : words) lines.push_back({lines.size() + 1, word, word.size()});
  speaker speak{pronounce, to, "word", as_json};
  speak.say(lines);
  return speak.exit_code();
}

// Words are answered as soon as no more input is there, so that a person or a program that waits for an answer gets it.
int say_input(pronouncer& pronounce, output& to, bool as_json) {
  line_reader input{STDIN_FILENO};
  speaker speak{pronounce, to, "line", as_json};
  std::vector<line> lines;
  while (auto first = input.next()) {
    lines.clear();
    lines.push_back(*std::move(first));
    while (lines.size() < words_at_once && input.is_ready()) lines.push_back(*input.next());
    speak.say(lines);
  }
  return speak.exit_code();
}

/// Arguments that CLI11 has no use for: words, and options that do not exist.
std::vector<std::string> words_of(std::vector<std::string> arguments) {
  for (const std::string& a : arguments)
    if (a.size() > 1 && a.front() == '-') throw CLI::ExtrasError{{a}};
  return arguments;
}

constexpr std::string_view footer = R"(Prints WORD<TAB>PHONES, the phones in ARPAbet. Words have A to Z and the
apostrophe, of either case, and at most 63 letters. Without WORD they are read
from standard input, one a line.

Examples:
  $ typeformer pronounce typeformer
  typeformer	T AY P F AO R M ER
  $ typeformer pronounce --json < words.txt > phones.jsonl
  $ shuf -n 3 words.txt | typeformer pronounce

Of a word that cannot be pronounced, standard error says where it is and why;
the others are answered. The exit code is then 1, 2 for a command line without
meaning, 130 if interrupted, and otherwise 0.)";

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
  command->add_flag("--json", given->as_json, "one JSON object a line: {\"word\": …, \"phones\": […]}");
  command->add_option("--threads", given->threads, "threads to work with; otherwise one for each processor")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, most_threads));
  command->add_option("--model", given->model, "a safetensors file of weights; otherwise those in the program")
      ->type_name("FILE");
  command->callback([given, command, &chosen] {
    given->words = words_of(command->remaining());
    chosen = [given](output& to) {
      auto pronounce = make_pronouncer(*given);
      return given->words.empty() ? say_input(pronounce, to, given->as_json)
                                  : say_arguments(pronounce, to, given->as_json, given->words);
    };
  });
}

}  // namespace typeformer::cli
