#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "line_reader.hpp"
#include "output.hpp"

namespace typeformer::cli {

/// What a command makes of lines.
struct answerer {
  /// Why a line cannot be answered, as a sentence; empty if it can.
  std::function<std::string(const line&)> refusal;
  /// What is printed for each of some lines that can: whole lines, or nothing.
  std::function<std::vector<std::string>(std::span<const std::string_view>)> answers;
  /// What a line is, as progress counts it and complaints name it: "word".
  std::string_view unit;
};

/// Answers lines on `to`, in their order, and complains of those that are refused: "`place` 3: sentence". They are
/// answered as soon as no more input is there, so that a person or a program that waits for an answer gets it. The exit
/// code.
int answer_lines(line_reader& input, std::string_view place, const answerer& how, output& to);

/// The same for arguments of the command line: "`unit` 3: sentence".
int answer_arguments(const std::vector<std::string>& arguments, const answerer& how, output& to);

}  // namespace typeformer::cli
