#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <typeformer/pronounce/evaluation.hpp>

#include "../../io/sentence.hpp"
#include "../../io/system_file.hpp"
#include "../../models/text_table.hpp"
#include "../command.hpp"
#include "../exit_code.hpp"
#include "../interruption.hpp"
#include "../options/common_options.hpp"
#include "../options/shared_files.hpp"
#include "../text/status_line.hpp"
#include "pronouncer_command.hpp"

namespace typeformer::cli {
namespace {

struct options : pronouncer_options {
  std::string model_name, data, errors;
  std::size_t beam = 1;
  bool skip_bad = false, as_json = false;
};

double words_per_second(const evaluation& e) { return static_cast<double>(e.words) / e.seconds; }

std::string json_of(const evaluation& e, const options& given) {
  auto confusions = nlohmann::ordered_json::array();
  for (const auto& c : e.confusions)
    confusions.push_back({{"expected", c.expected}, {"predicted", c.predicted}, {"times", c.times}});
  const nlohmann::ordered_json object{{"model", given.model_name},
                                      {"parameters", e.parameters},
                                      {"data", given.data},
                                      {"beam", given.beam},
                                      {"words", e.words},
                                      {"word_errors", e.word_errors.size()},
                                      {"wer", e.word_error_rate()},
                                      {"phones", e.phones},
                                      {"phone_errors", e.phone_errors()},
                                      {"per", e.phone_error_rate()},
                                      {"substitutions", e.substitutions},
                                      {"insertions", e.insertions},
                                      {"deletions", e.deletions},
                                      {"confusions", std::move(confusions)},
                                      {"skipped_lines", e.skipped_lines},
                                      {"seconds", e.seconds},
                                      {"words_per_second", words_per_second(e)}};
  // A path may be any bytes; JSON is UTF-8.
  return object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string text_of(const evaluation& e) {
  constexpr std::size_t shown_confusions = 8;
  text_table counts{{{""}, {"of", content::numbers}, {"errors", content::numbers}, {"rate", content::numbers}}};
  const auto add = [&](std::string name, std::size_t of, std::size_t errors, double rate) {
    counts.add({std::move(name), with_separators(of), with_separators(errors), fmt::format("{:.2f} %", 100 * rate)});
  };
  add("words", e.words, e.word_errors.size(), e.word_error_rate());
  add("phones", e.phones, e.phone_errors(), e.phone_error_rate());
  for (const auto& [name, count] : {std::pair{"  substituted", e.substitutions}, std::pair{"  inserted", e.insertions},
                                    std::pair{"  deleted", e.deletions}})
    counts.add({name, "", with_separators(count), ""});
  std::string text = counts.text();

  if (!e.confusions.empty()) {
    text_table table{{{"expected"}, {"predicted"}, {"times", content::numbers}}};
    for (const auto& c : std::span{e.confusions}.first(std::min(shown_confusions, e.confusions.size())))
      table.add({c.expected, c.predicted, with_separators(c.times)});
    text += "\n" + table.text();
  }
  return text + fmt::format("\n{:.1f} seconds, {} words a second\n", e.seconds,
                            with_separators(static_cast<std::size_t>(std::llround(words_per_second(e)))));
}

// One line a word, its references separated by bars, which no phone is.
std::string tsv_of(std::span<const evaluation::word_error> errors) {
  std::string text = "word\tpredicted\treferences\n";
  for (const auto& w : errors) {
    std::vector<std::string> references;
    for (const auto& r : w.references) references.push_back(fmt::format("{}", fmt::join(r, " ")));
    text += fmt::format("{}\t{}\t{}\n", w.word, fmt::join(w.predicted, " "), fmt::join(references, " | "));
  }
  return text;
}

evaluation evaluate_with_progress(const options& given) {
  pronouncer pronounce = make_pronouncer(given);
  status_line line{::isatty(STDERR_FILENO) == 1};
  return evaluate(pronounce, given.data,
                  {.beam = given.beam, .skip_bad_lines = given.skip_bad, .progress = [&](auto done, auto words) {
                     if (line.is_due())
                       line.draw(fmt::format("{} of {} words", with_separators(done), with_separators(words)));
                   }});
}

void complain_of_skipped(const evaluation& e) {
  for (const std::string& sentence : e.skipped) complain(sentence);
  if (const std::size_t more = e.skipped_lines - e.skipped.size(); more > 0)
    complain(fmt::format("{} more {} left out", with_separators(more), more == 1 ? "line is" : "lines are"));
}

// Before the work, so that it is not for nothing. The exit code.
int check_errors_file(const options& given) {
  refuse_shared_files(std::array{named_file{"--data", given.data}, named_file{"--model", given.model}},
                      std::array{named_file{"--errors", given.errors}});
  const noted_interruption interruption;
  {
    const io::replacement_file attempt{given.errors};
  }
  return interruption.has_come() ? exit_code::interrupted : exit_code::success;
}

int run(const options& given, output& to) {
  if (!given.errors.empty() && check_errors_file(given) == exit_code::interrupted) return exit_code::interrupted;
  const evaluation e = evaluate_with_progress(given);
  complain_of_skipped(e);
  int code = exit_code::success;
  if (!given.errors.empty()) {
    try {
      code = write_file(given.errors, tsv_of(e.word_errors));
    } catch (const error& problem) {
      complain(io::printable(problem.what()));
      code = exit_code::failure;
    }
  }
  if (code == exit_code::interrupted) return code;
  show(given.as_json ? json_of(e, given) : text_of(e), to);
  return code;
}

constexpr std::string_view footer = R"(Pronounces the words of FILE and compares with its phones. A line is a word, a
tab and its phones, with spaces between them:
  TYPE	T AY P
A word may have several lines; it is right if the prediction is any of them.
Otherwise the phones that were substituted, inserted and deleted are counted,
from the line that is nearest. The rates are word errors over all words, and
phone errors over all phones of these lines.

Examples:
  $ typeformer evaluate pronounce --data dev.tsv
  $ typeformer evaluate pronounce --data dev.tsv --beam 4 --json | jq .wer
  $ typeformer evaluate pronounce --data dev.tsv --errors errors.tsv
  $ typeformer evaluate pronounce --data dev.tsv --model model.safetensors

A line that cannot be read is refused with its number and the reason, or with
--skip-bad left out and counted. The exit code is 0, 1 if something could not be
read or written, 2 for a command line without meaning, 130 if interrupted.)";

}  // namespace

void add_evaluate_command(CLI::App& program, action& chosen) {
  const auto given = std::make_shared<options>();
  CLI::App* const command = program.add_subcommand("evaluate", "Print a model's error rates");
  command->footer(std::string{footer});
  add_model_option(*command, given->model_name, {"pronounce"});
  add_file_option(*command, "--data", given->data, "words and their phones")->required();
  command->add_option("--beam", given->beam, "width of the beam search; otherwise 1, which is greedy")
      ->type_name("N")
      ->transform(whole_number(1, pronouncer::widest_beam));
  add_pronouncer_options(*command, *given);
  command->add_flag("--skip-bad", given->skip_bad, "leave out lines that cannot be read");
  add_file_option(*command, "--errors", given->errors, "where to write the word errors: word, predicted, references");
  command->add_flag("--json", given->as_json, "all of it, as one JSON object; rates are fractions");
  command->callback([given, &chosen] { chosen = [given](output& to) { return run(*given, to); }; });
}

}  // namespace typeformer::cli
