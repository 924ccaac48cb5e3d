#include "training_report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <unistd.h>

#include <fmt/format.h>

#include "../../io/system_file.hpp"
#include "../../models/text_table.hpp"
#include "../svg/line_chart.hpp"

namespace typeformer::cli {
namespace {

using json = nlohmann::ordered_json;

std::string duration(double seconds) {
  const auto whole = static_cast<std::size_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string bar(double share) {
  constexpr std::size_t width = 24;
  const auto full = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * width);
  return "[" + std::string(full, '#') + std::string(width - full, '.') + "]";
}

chart_line curve(std::string name, std::span<const json> lines, const char* key, double scale = 1) {
  chart_line all{std::move(name), {}};
  for (const json& line : lines)
    if (const auto found = line.find(key); found != line.end() && found->is_number())
      all.points.emplace_back(line["step"].get<double>(), scale * found->get<double>());
  return all;
}

}  // namespace

training_report::training_report(const train_options& given, output& to, std::size_t first)
    : given_{given},
      to_{to},
      first_{first},
      log_{given.log, given.resume ? std::optional{first} : std::nullopt},
      bar_{::isatty(STDERR_FILENO) == 1},
      has_bar_{::isatty(STDERR_FILENO) == 1} {}

double training_report::seconds() const { return std::chrono::duration<double>(clock::now() - start_).count(); }

void training_report::say(const std::string& sentence) {
  if (!is_read_) return;
  status_line::erase();
  try {
    show(sentence + "\n", to_);
  } catch (const output_closed&) {
    is_read_ = false;
  }
}

void training_report::step(const training_progress& seen, std::size_t step, double epochs, double step_seconds) {
  loss_ += seen.loss * static_cast<double>(seen.count);
  norm_ += seen.gradient_norm;
  tokens_ += seen.count;
  ++steps_;
  const double loss = loss_ / static_cast<double>(tokens_);
  seconds_in_steps_ += step_seconds;
  const auto speed = static_cast<std::size_t>(static_cast<double>(tokens_) / seconds_in_steps_);
  if (bar_.is_due())
    bar_.draw(fmt::format("{} step {} of {}  loss {:.3f}  {} tokens a second  {} left",
                          bar(static_cast<double>(step) / static_cast<double>(given_.last_step())),
                          with_separators(step), with_separators(given_.last_step()), loss, with_separators(speed),
                          time_left(step)));
  if (step % interval != 0) return;
  log_.add({{"step", step},
            {"epochs", epochs},
            {"loss", loss},
            {"gradient_norm", norm_ / static_cast<double>(steps_)},
            {"rate", given_.how.rate(step)},
            {"tokens", tokens_},
            {"tokens_per_second", speed},
            {"seconds", seconds()}});
  if (!has_bar_)
    say(fmt::format("step {}, epoch {:.2f}: loss {:.4f}, {} tokens a second, {} left", with_separators(step), epochs,
                    loss, with_separators(speed), time_left(step)));
  loss_ = norm_ = seconds_in_steps_ = 0;
  steps_ = tokens_ = 0;
}

void training_report::measured(const dev_figures& figures, std::size_t step) {
  const auto& errors = figures.errors;
  log_.add({{"step", step},
            {"dev_loss", figures.loss},
            {"words", errors.words()},
            {"wer", errors.word_error_rate()},
            {"per", errors.phone_error_rate()},
            {"seconds", seconds()}});
  say(fmt::format("after step {}: dev loss {:.4f}, word errors {:.2f} %, phone errors {:.2f} %", with_separators(step),
                  figures.loss, 100 * errors.word_error_rate(), 100 * errors.phone_error_rate()));
}

void training_report::draw() const {
  if (given_.plot.empty()) return;
  const std::span lines{log_.lines()};
  std::vector<chart_panel> panels{{"loss in nats a phone", {curve("train, smoothed labels", lines, "loss")}}};
  if (!given_.dev.empty()) {
    panels[0].lines.push_back(curve("dev", lines, "dev_loss"));
    panels.push_back({"dev errors in %", {curve("words", lines, "wer", 100), curve("phones", lines, "per", 100)}});
  }
  const std::string picture = line_chart_svg("Training " + given_.model, "step", panels);
  io::write_file(given_.plot, picture);
}

std::string training_report::time_left(std::size_t step) const {
  const double a_step = seconds() / static_cast<double>(step - first_);
  double left = a_step * static_cast<double>(given_.last_step() - std::min(step, given_.last_step()));
  if (given_.minutes > 0) left = std::min(left, 60 * given_.minutes - seconds());
  return duration(std::max(left, 0.0));
}

}  // namespace typeformer::cli
