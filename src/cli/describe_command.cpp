#include <map>
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
  json paths = json::array();
  for (const auto& p : d.paths)
    paths.push_back({{"axis", p.sequence.name}, {"length", p.length}, {"length_formula", p.length_text}});
  return {{"model", d.name},
          {"parameters", d.parameters},
          {"operations", d.operation_count},
          {"operations_formula", d.polynomial.text()},
          {"operations_factored", factored_text(d.polynomial)},
          {"operations_order", d.polynomial.order().text()},
          {"workspace_bytes", d.workspace_bytes},
          {"sequential_steps", d.sequential_steps},
          {"sequential_steps_formula", d.sequential_steps_text},
          {"longest_paths", std::move(paths)},
          {"axes", json_of(d.axes())},
          {"steps", std::move(operations)}};
}

struct options {
  std::string model, layer, format = "table";
  bool as_json = false, formulas = false, layers = false;
};

const std::map<std::string, table_format> tables{
    {"table", table_format::text}, {"markdown", table_format::markdown}, {"latex", table_format::latex}};

std::string text_of(const options& given) {
  if (given.layers) return layer_table(given.model, tables.at(given.format));
  const description d = given.layer.empty() ? describe(given.model) : describe(given.model, given.layer);
  if (given.format == "json") return json_of(d).dump(2) + "\n";
  if (given.format == "svg") return svg_of(d);
  return typeformer::text_of(d, given.formulas ? description_columns::formulas : description_columns::numbers,
                             tables.at(given.format));
}

constexpr std::string_view footer = R"(Prints every operation of one run at the largest extents: the module it runs
in, the shape of its result, parameters, operations (additions,
multiplications, comparisons, elementary functions) and MiB of its result and
scratch. Memory is used again, so the workspace of a run is less than their sum.
Then the sums, the steps that must be one after the other, and the longest path
between two positions.

--format is table, markdown, latex (a tabular), json, or svg: a picture with a
box for each sublayer and a shape on every arrow.

Examples:
  $ typeformer describe pronounce
  $ typeformer describe paper_base --formulas
  $ typeformer describe paper_base --layer self_attention --format latex
  $ typeformer describe paper_base --layers
  $ typeformer describe paper_base --format svg > paper_base.svg
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
  const auto known = described_models(), kinds = described_layers();
  add_model_option(*command, given->model, {known.begin(), known.end()});
  CLI::Option* const layer =
      command->add_option("--layer", given->layer, "one kind of layer alone, at the sizes of the model")
          ->option_text("KIND")
          ->check(CLI::IsMember(std::vector<std::string>{kinds.begin(), kinds.end()}));
  CLI::Option* const layers =
      command->add_flag("--layers", given->layers, "kinds of layers beside each other: operations, steps, paths")
          ->excludes(layer);
  CLI::Option* const format = command->add_option("--format", given->format, "how it is written")
                                  ->option_text("FORMAT")
                                  ->check(CLI::IsMember({"table", "markdown", "latex", "json", "svg"}));
  command->add_flag("--formulas", given->formulas, "what is computed, and operations as a polynomial of the axes")
      ->excludes(layers);
  command->add_flag("--json", given->as_json, "the same as --format json")->excludes(format)->excludes(layers);
  command->callback([given, &chosen] {
    if (given->as_json) given->format = "json";
    if (given->layers && !tables.contains(given->format))
      throw CLI::ValidationError{"--format",
                                 "--layers is written as table, markdown or latex, not as " + given->format};
    chosen = [given](output& to) { return show(text_of(*given), to); };
  });
}

}  // namespace typeformer::cli
