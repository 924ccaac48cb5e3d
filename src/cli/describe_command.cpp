#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <typeformer/models/description.hpp>

#include "command.hpp"
#include "options/common_options.hpp"

namespace typeformer::cli {
namespace {

using json = nlohmann::ordered_json;

json json_of(const std::vector<step_axis>& axes) {
  json all = json::array();
  for (const step_axis& a : axes) all.push_back({{"name", a.name}, {"extent", a.extent}, {"at_most", a.is_bound}});
  return all;
}

json json_of(const description& d) {
  json operations = json::array();
  for (const auto& o : d.operations)
    operations.push_back({{"module", o.name},
                          {"operation", o.operation},
                          {"formula", o.formula},
                          {"shape", json_of(o.axes)},
                          {"parameters", o.parameters},
                          {"shares_parameters", o.shares_parameters},
                          {"operations", o.operations},
                          {"operations_formula", o.operations_text},
                          {"workspace_bytes", o.workspace_bytes}});
  return {{"model", d.name},
          {"parameters", d.parameters},
          {"operations", d.operation_count},
          {"workspace_bytes", d.workspace_bytes},
          {"axes", json_of(d.axes())},
          {"steps", std::move(operations)}};
}

struct options {
  std::string model;
  bool as_json = false, formulas = false;
};

constexpr std::string_view footer = R"(Prints every operation of one run at the largest extents: the module it runs
in, the shape of its result, parameters, operations (additions,
multiplications, comparisons, elementary functions) and MiB of its result and
scratch. Memory is used again, so the workspace of a run is less than their sum.

Examples:
  $ typeformer describe pronounce
  $ typeformer describe paper_base --formulas
  $ typeformer describe paper_base --json | jq .parameters
  63045632

The exit code is 0, 1 if the output cannot be written, 2 for a command line
without meaning, such as a model that is not there.)";

}  // namespace

void add_describe_command(CLI::App& program, action& chosen) {
  const auto given = std::make_shared<options>();
  CLI::App* const command =
      program.add_subcommand("describe", "Print a model's operations, their shapes and what they cost");
  command->footer(std::string{footer});
  const auto known = described_models();
  add_model_option(*command, given->model, {known.begin(), known.end()});
  command->add_flag("--formulas", given->formulas, "what is computed, and operations as a polynomial of the axes");
  command->add_flag("--json", given->as_json, "all of it, as one JSON object");
  command->callback([given, &chosen] {
    chosen = [given](output& to) {
      const description d = describe(given->model);
      if (given->as_json) return show(json_of(d).dump(2) + "\n", to);
      return show(text_of(d, given->formulas ? description_columns::formulas : description_columns::numbers), to);
    };
  });
}

}  // namespace typeformer::cli
