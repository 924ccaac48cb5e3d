#include "common_options.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <typeformer/kernels/threads.hpp>

#include "../../io/sentence.hpp"
#include "../text/color.hpp"

namespace typeformer::cli {
namespace {

/// The whole text as a number, if it is one.
template <class Number>
std::optional<Number> number_in(const std::string& text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [behind, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc{} && behind == end ? std::optional{number} : std::nullopt;
}

/// Nobody wants to read ten thousand digits again, or sees that there are none.
std::string shown(const std::string& text) {
  constexpr std::size_t most = 40;
  return text.empty() || text.size() > most ? io::in_quotes(text) : text;
}

/// No description: the bounds are where numbers lose their meaning, and help need not tell them.
template <class Number, class Fits>
CLI::Validator number_that(Fits fits, std::string expected) {
  const auto check = [fits, expected = std::move(expected)](std::string& text) {
    const auto number = number_in<Number>(text);
    if (!number || !fits(*number)) return fmt::format("{} is not {}", shown(text), expected);
    text = fmt::format("{}", *number);
    return std::string{};
  };
  return {check, ""};
}

}  // namespace

CLI::Option* add_model_option(CLI::App& command, std::string& model, const std::vector<std::string>& known) {
  return command.add_option("MODEL", model, "its name")->required()->check(CLI::IsMember(known));
}

CLI::Option* add_threads_option(CLI::App& command, std::size_t& threads) {
  return command.add_option("--threads", threads, "threads; otherwise TYPEFORMER_THREADS, or one for each processor")
      ->type_name("N")
      ->transform(whole_number(1, kernels::threads::max_count));
}

CLI::Option* add_color_option(CLI::App& command) {
  static constexpr std::array<std::pair<const char*, color_choice>, 3> choices{
      {{"auto", color_choice::automatic}, {"always", color_choice::always}, {"never", color_choice::never}}};
  const auto choose = [](const std::string& when) {
    for (const auto& [name, choice] : choices)
      if (when == name) choose_color(choice);
  };
  return command.add_option_function<std::string>("--color", choose, "whether errors are coloured; auto: on terminals")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->trigger_on_parse();
}

CLI::Option* add_file_option(CLI::App& command, const std::string& name, std::string& file, const std::string& text) {
  const auto check = [](const std::string& given) -> std::string {
    return given.empty() ? "the name of a file is expected, but the text is empty" : "";
  };
  return command.add_option(name, file, text)->type_name("FILE")->check(check);
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  return number_that<std::uint64_t>([=](std::uint64_t n) { return least <= n && n <= most; },
                                    fmt::format("a whole number from {} to {}", least, most));
}

CLI::Validator real_number(double least, double most) {
  const bool is_bounded = most < std::numeric_limits<double>::max();
  return number_that<double>(
      [=](double x) { return std::isfinite(x) && least <= x && x <= most; },
      is_bounded ? fmt::format("a number from {} to {}", least, most) : fmt::format("a number of at least {}", least));
}

CLI::Validator real_number_above(double bound) {
  return number_that<double>([=](double x) { return std::isfinite(x) && x > bound; },
                             fmt::format("a number above {}", bound));
}

}  // namespace typeformer::cli
