#include "answering.hpp"

#include <utility>

#include <fmt/format.h>

#include "../exit_code.hpp"
#include "progress.hpp"

namespace typeformer::cli {
namespace {

// Lines that are worked on together: enough that each batch has lines of like length.
constexpr std::size_t lines_at_once = 1024;

class conversation {
 public:
  conversation(std::string_view place, const answerer& how, output& to)
      : place_{place}, how_{how}, to_{to}, progress_{how.unit} {}

  void answer(std::span<const line> lines) {
    std::vector<std::string> refusals;
    std::vector<std::string_view> texts;
    for (const line& l : lines) {
      refusals.push_back(how_.refusal(l));
      if (refusals.back().empty()) texts.push_back(l.text);
    }
    const auto answers = how_.answers(texts);
    auto next = answers.begin();
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (refusals[i].empty()) {
        to_.write(*next++);
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
  std::string_view place_;
  const answerer& how_;
  output& to_;
  int exit_code_ = exit_code::success;
  progress progress_;
};

}  // namespace

int answer_lines(line_reader& input, std::string_view place, const answerer& how, output& to) {
  conversation talk{place, how, to};
  std::vector<line> lines;
  while (auto first = input.next()) {
    lines.clear();
    lines.push_back(*std::move(first));
    while (lines.size() < lines_at_once && input.is_ready()) lines.push_back(*input.next());
    talk.answer(lines);
  }
  return talk.exit_code();
}

int answer_arguments(const std::vector<std::string>& arguments, const answerer& how, output& to) {
  std::vector<line> lines;
  for (const std::string& argument : arguments) lines.push_back({lines.size() + 1, argument, argument.size()});
  conversation talk{how.unit, how, to};
  talk.answer(lines);
  return talk.exit_code();
}

}  // namespace typeformer::cli
