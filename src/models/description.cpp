#include <array>

#include <fmt/format.h>

#include <typeformer/models/description.hpp>

#include "../io/sentence.hpp"
#include "described_models.hpp"
#include "text_table.hpp"

namespace typeformer {
namespace {

constexpr std::array<std::string_view, 2> model_names{"pronounce", "paper_base"};

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

text_table table_of_numbers(const description& d, std::string_view between_axes) {
  text_table table{{{"module"},
                    {"operation"},
                    {"shape", content::formulas},
                    {"parameters", content::numbers},
                    {"operations", content::numbers},
                    {"MiB", content::numbers}}};
  for (const auto& o : d.operations)
    table.add({o.name, o.operation, joined(o.axes, between_axes, [](const auto& a) { return a.name; }),
               parameters_text(o), with_separators(o.operations), mebibytes(o.workspace_bytes)});
  return table;
}

text_table table_of_formulas(const description& d) {
  text_table table{{{"module"}, {"formula", content::formulas}, {"operations", content::formulas}}};
  for (const auto& o : d.operations) table.add({o.name, o.formula, o.operations_text});
  return table;
}

/// What is known of the whole.
text_table table_of_sums(const description& d) {
  text_table table{{{""}, {""}, {"", content::formulas}}};
  table.add({"parameters", with_separators(d.parameters), ""});
  table.add({"operations", with_separators(d.operation_count), d.polynomial.text()});
  table.add({"workspace", with_separators(d.workspace_bytes) + " bytes", ""});
  table.add({"sequential steps", with_separators(d.sequential_steps), d.sequential_steps_text});
  for (const auto& p : d.paths)
    table.add({"longest path along " + p.sequence.name, with_separators(p.length), p.length_text});
  return table;
}

}  // namespace

void detail::v0_1::add_steps(description& d, step_list& list, const module_names& names) {
  std::vector<module_place> used;
  for (typeformer::step& s : list.steps) {
    const std::string* found = names.find(s.used);
    if (!found) found = names.find(s.module);
    const bool is_shared = s.used.parameters > 0 && std::ranges::find(used, s.used) != used.end();
    used.push_back(s.used);
    d.polynomial += s.operations;
    d.operations.push_back({found ? *found : std::string{}, std::move(s.operation), std::move(s.formula),
                            std::move(s.axes), s.used.parameters, is_shared, s.operations.value(), s.operations.text(),
                            s.bytes, std::move(s.operands)});
  }
  d.operation_count = d.polynomial.value();
}

std::vector<step_axis> description::axes() const {
  std::vector<step_axis> all;
  for (const auto& o : operations)
    for (const step_axis& a : o.axes)
      if (std::ranges::find(all, a) == all.end()) all.push_back(a);
  return all;
}

std::span<const std::string_view> v0_1::described_models() { return model_names; }

[[noreturn]] void refuse_model(std::string_view model) {
  throw error{fmt::format("there is no model {}; there are {}", io::in_quotes(model), fmt::join(model_names, ", "))};
}
std::span<const described_layer> layers_of(std::string_view model) {
  if (model == "pronounce") return layers_of_pronounce();
  if (model == "paper_base") return layers_of_paper_base();
  refuse_model(model);
}

description v0_1::describe(std::string_view model) {
  if (model == "pronounce") return describe_pronounce();
  if (model == "paper_base") return describe_paper_base();
  refuse_model(model);
}

std::span<const std::string_view> v0_1::described_layers() {
  static const std::vector<std::string_view> kinds = [] {
    std::vector<std::string_view> all;
    for (const described_layer& layer : layers_of_paper_base()) all.push_back(layer.kind);
    return all;
  }();
  return kinds;
}

description v0_1::describe(std::string_view model, std::string_view layer) {
  for (const described_layer& known : layers_of(model))
    if (known.kind == layer) return known.describe(fmt::format("{} of {}", layer, model));
  throw error{
      fmt::format("there is no layer {}; there are {}", io::in_quotes(layer), fmt::join(described_layers(), ", "))};
}

std::string v0_1::text_of(const description& d, description_columns columns, table_format format) {
  const auto table = columns == description_columns::numbers
                         ? table_of_numbers(d, format == table_format::text ? " " : " × ")
                         : table_of_formulas(d);
  const auto extents = joined(d.axes(), ", ", [](const step_axis& a) {
    return a.name + (a.is_bound ? " ≤ " : " ") + with_separators(a.extent);
  });
  if (format == table_format::latex)
    return "% " + d.name + "\n" + table.written(format) + "\n" + table_of_sums(d).written(format);
  std::string text = fmt::format("{}: one run at the largest extents\n{}\n\n", d.name, extents) + table.written(format);
  if (format == table_format::markdown) return text + "\n" + table_of_sums(d).written(format);
  text += fmt::format("\nparameters  {}\noperations  {}\nworkspace   {} bytes, the most in use at once\n",
                      with_separators(d.parameters), with_separators(d.operation_count),
                      with_separators(d.workspace_bytes));
  text += fmt::format("steps       {}, sequential\n", d.sequential_steps_text);
  for (const auto& p : d.paths) text += fmt::format("path        {} along {}\n", p.length_text, p.sequence.name);
  if (columns == description_columns::formulas)
    text += fmt::format("\noperations  {}\n            {}\n", d.polynomial.text(), factored_text(d.polynomial));
  return text;
}

}  // namespace typeformer
