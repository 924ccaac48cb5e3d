#include <array>

#include <fmt/format.h>

#include <typeformer/models/description.hpp>

#include "../io/sentence.hpp"
#include "described_models.hpp"
#include "text_table.hpp"

namespace typeformer {
namespace {

constexpr std::array<std::string_view, 2> names{"pronounce", "paper_base"};

std::string joined(const std::vector<step_axis>& axes, std::string_view separator, auto text_of_axis) {
  std::string text;
  for (const step_axis& a : axes) text += (text.empty() ? "" : std::string{separator}) + text_of_axis(a);
  return text;
}

std::string mebibytes(std::size_t bytes) {
  const auto tenths = static_cast<std::size_t>(static_cast<double>(bytes) / (1 << 20) * 10 + 0.5);
  return with_separators(tenths / 10) + "." + std::to_string(tenths % 10);
}

std::string parameters_text(const described_operation& o) {
  return o.shares_parameters ? "shared" : o.parameters == 0 ? "" : with_separators(o.parameters);
}

text_table table_of_numbers(const description& d) {
  text_table table{{{"module"},
                    {"operation"},
                    {"shape"},
                    {"parameters", align::right},
                    {"operations", align::right},
                    {"MiB", align::right}}};
  for (const auto& o : d.operations)
    table.add({o.name, o.operation, joined(o.axes, " ", [](const auto& a) { return a.name; }), parameters_text(o),
               with_separators(o.operations), mebibytes(o.workspace_bytes)});
  return table;
}

text_table table_of_formulas(const description& d) {
  text_table table{{{"module"}, {"formula"}, {"operations"}}};
  for (const auto& o : d.operations) table.add({o.name, o.formula, o.operations_text});
  return table;
}

}  // namespace

std::vector<step_axis> description::axes() const {
  std::vector<step_axis> all;
  for (const auto& o : operations)
    for (const step_axis& a : o.axes)
      if (std::ranges::find(all, a) == all.end()) all.push_back(a);
  return all;
}

std::span<const std::string_view> described_models() { return names; }

description describe(std::string_view model) {
  if (model == "pronounce") return describe_pronounce();
  if (model == "paper_base") return describe_paper_base();
  throw error{fmt::format("there is no model {}; there are {}", io::in_quotes(model), fmt::join(names, ", "))};
}

std::string text_of(const description& d, description_columns columns) {
  const auto table = columns == description_columns::numbers ? table_of_numbers(d) : table_of_formulas(d);
  const auto extents = joined(d.axes(), ", ", [](const step_axis& a) {
    return a.name + (a.is_bound ? " ≤ " : " ") + with_separators(a.extent);
  });
  std::string text = fmt::format("{}: one run at the largest extents\n{}\n\n", d.name, extents) + table.text();
  text += fmt::format("\nparameters  {}\noperations  {}\nworkspace   {} bytes, the most in use at once\n",
                      with_separators(d.parameters), with_separators(d.operation_count),
                      with_separators(d.workspace_bytes));
  return text;
}

}  // namespace typeformer
