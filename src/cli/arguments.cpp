#include "arguments.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "../io/sentence.hpp"

namespace typeformer::cli {

using io::in_quotes;

std::vector<std::string> parse(std::span<const std::string> arguments, std::initializer_list<option> options) {
  std::vector<std::string> others;
  for (auto argument = arguments.begin(); argument != arguments.end(); ++argument) {
    if (*argument == "--") {
      others.insert(others.end(), std::next(argument), arguments.end());
      break;
    }
    if (argument->size() < 2 || argument->front() != '-') {
      others.push_back(*argument);
      continue;
    }
    const std::size_t equals = std::min(argument->find('='), argument->size());
    const std::string name = argument->substr(0, equals);
    std::optional<std::string> value;
    if (equals < argument->size()) value = argument->substr(equals + 1);
    const auto found = std::ranges::find(options, name, &option::name);
    if (found == options.end()) throw usage_error{fmt::format("there is no option {}", in_quotes(name))};
    if (bool* const* flag = std::get_if<bool*>(&found->target)) {
      if (value)
        throw usage_error{fmt::format("the option {} takes no value, but {} is given", name, in_quotes(*value))};
      **flag = true;
    } else {
      if (!value && std::next(argument) == arguments.end())
        throw usage_error{fmt::format("the option {} needs a value", name)};
      *std::get<std::optional<std::string>*>(found->target) = value ? *value : *++argument;
    }
  }
  return others;
}

std::size_t parse_number(std::string_view name, std::string_view text, std::size_t most) {
  std::size_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{} || end != text.data() + text.size() || number < 1 || number > most)
    throw usage_error{fmt::format("{} needs a number from 1 to {}, not {}", name, most, in_quotes(text))};
  return number;
}

}  // namespace typeformer::cli
