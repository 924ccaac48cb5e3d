#include <utility>

#include <fmt/format.h>

#include <typeformer/train/recipe.hpp>
#include <typeformer/train/schedule.hpp>

#include "../io/sentence.hpp"

namespace typeformer {
namespace {

std::string sentence_of(const std::string& origin, const std::vector<recipe_mismatch::difference>& differences) {
  std::string saved, given;
  for (const auto& d : differences) {
    saved += fmt::format("{}{} {}", saved.empty() ? "" : ", ", d.name, io::in_quotes(d.saved));
    given += fmt::format("{}{} {}", given.empty() ? "" : ", ", d.name, io::in_quotes(d.given));
  }
  return fmt::format("{}: its recipe has {}, but this training's has {}", io::printable(origin), saved, given);
}

}  // namespace

std::string_view v0_1::name_of(rate_schedule schedule) {
  switch (schedule) {
    case rate_schedule::linear:
      return "linear";
    case rate_schedule::cosine:
      return "cosine";
    case rate_schedule::inverse_root:
      return "inverse-root";
    case rate_schedule::constant:
      break;
  }
  return "constant";
}

std::string_view v0_1::name_of(kernels::smoothing_over over) {
  return over == kernels::smoothing_over::all ? "all" : "others";
}

std::string_view v0_1::name_of(training_precision precision) {
  return precision == training_precision::float32 ? "float32" : "bf16";
}

double recipe::rate(std::size_t step) const {
  switch (schedule) {
    case rate_schedule::linear:
      return linear_schedule{peak_rate, warmup, steps}(step);
    case rate_schedule::cosine:
      return cosine_schedule{peak_rate, warmup, steps}(step);
    case rate_schedule::inverse_root:
      return inverse_root_schedule{peak_rate, warmup}(step);
    case rate_schedule::constant:
      break;
  }
  return constant_schedule{peak_rate}(step);
}

std::vector<recipe_member> recipe::members() const {
  // {} writes a double with as many digits as tell it from every other.
  const auto text = [](auto value) { return fmt::format("{}", value); };
  return {{"batch_tokens", text(batch_tokens)},
          {"schedule", text(name_of(schedule))},
          {"peak_rate", text(peak_rate)},
          {"warmup", text(warmup)},
          {"smoothing", text(smoothing)},
          {"smoothed", text(name_of(smoothed))},
          {"dropout", text(dropout)},
          {"max_gradient_norm", text(max_gradient_norm)},
          {"weight_decay", text(weight_decay)},
          {"average_decay", text(average_decay)},
          {"seed", text(seed)},
          {"precision", text(name_of(precision))}};
}

recipe_mismatch::recipe_mismatch(std::string from, std::vector<difference> found)
    : error{sentence_of(from, found)}, origin{std::move(from)}, differences{std::move(found)} {}

}  // namespace typeformer
