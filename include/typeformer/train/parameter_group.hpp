#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <typeformer/error.hpp>
#include <typeformer/tensor/parameter_list.hpp>

namespace typeformer {

/// Parameters that are trained in their own way: those of a name, of a role, or of both.
///
///   {.roles = {role::vector, role::gain}, .decay = 0}          no weight decay for biases and norms
///   {.name = "encoder.*", .frozen = true}
struct parameter_group {
  std::string name = "*";            ///< of parameters, where each * stands for any text
  std::vector<role> roles = {};      ///< of parameters; none: any
  double rate = 1;                   ///< times the rate of the step
  std::optional<double> decay = {};  ///< of weights; otherwise the trainer's
  bool frozen = false;               ///< not trained: neither gradient nor decay changes it
};

/// Whether a name is one of a pattern, in which each * stands for any text.
constexpr bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, after_star = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      after_star = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p, ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++after_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

/// Elements of a block that are trained alike.
struct parameter_range {
  std::size_t first;  ///< element of the block
  std::size_t size;   ///< with the gaps that align parameters
  double rate;        ///< times the rate of the step
  double decay;       ///< of weights, as adam_step has it
  bool frozen;        ///< left as it is
};

/// A model's block in ranges: of each parameter the first group that has it decides, `decay` holds for the others.
/// Without groups it is one range.
///
/// throws   a group that has no parameter of the model; a rate that is negative or not finite
template <is_module M>
std::vector<parameter_range> parameter_ranges(const std::vector<parameter_group>& groups, double decay) {
  std::vector<parameter_range> ranges;
  std::vector<bool> is_used(groups.size());
  for (const listed_parameter& p : parameters_of<M>()) {
    const auto group = std::ranges::find_if(groups, [&](const parameter_group& g) {
      return matches(g.name, p.name) && (g.roles.empty() || std::ranges::find(g.roles, p.kind) != g.roles.end());
    });
    parameter_range range{p.offset, detail::aligned_elements(p.size), 1, decay, false};
    if (group != groups.end()) {
      is_used[static_cast<std::size_t>(group - groups.begin())] = true;
      range = {range.first, range.size, group->rate, group->decay.value_or(decay), group->frozen};
    }
    const bool goes_on = !ranges.empty() && ranges.back().rate == range.rate && ranges.back().decay == range.decay &&
                         ranges.back().frozen == range.frozen;
    if (goes_on) {
      ranges.back().size = range.first + range.size - ranges.back().first;
    } else {
      ranges.push_back(range);
    }
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!is_used[i]) throw error{"parameter_group: no parameter of the model is left for '" + groups[i].name + "'"};
    if (!(groups[i].rate >= 0 && groups[i].rate <= 1e300))
      throw error{"parameter_group: the rate of '" + groups[i].name + "' is " + std::to_string(groups[i].rate) +
                  ", but must be a number that is not negative"};
  }
  return ranges;
}

}  // namespace typeformer
