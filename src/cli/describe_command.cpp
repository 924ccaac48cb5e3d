#include "describe_command.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <typeformer/models/description.hpp>

#include "../io/sentence.hpp"
#include "arguments.hpp"

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

constexpr std::string_view help = R"(typeformer describe MODEL [OPTION…]

Prints every operation of one run of a model, pronounce or paper_base, at the
largest extents: the module it runs in, the shape of its result, parameters,
operations (additions, multiplications, comparisons, elementary functions) and
MiB of its result and scratch. Memory is used again, so the workspace of a run
is less than their sum.

  --formulas   what is computed, and operations as a polynomial of the axes
  --json       all of it, as one JSON object
  -h, --help   this help

Examples:
  $ typeformer describe pronounce
  $ typeformer describe paper_base --formulas
  $ typeformer describe paper_base --json | jq .parameters
  63045632

The exit code is 0, 1 if the output cannot be written, 2 for a command line
without meaning, such as a model that is not there.
)";

}  // namespace

int run_describe(std::span<const std::string> arguments, output& to) {
  bool help_wanted = false, as_json = false, formulas = false;
  const auto names = parse(
      arguments, {{"-h", &help_wanted}, {"--help", &help_wanted}, {"--json", &as_json}, {"--formulas", &formulas}});
  if (help_wanted) return show(help, to);
  const auto known = fmt::format("{}", fmt::join(described_models(), ", "));
  if (names.size() != 1) throw usage_error{fmt::format("describe needs the name of one model: {}", known)};
  if (std::ranges::find(described_models(), names.front()) == described_models().end())
    throw usage_error{fmt::format("there is no model {}; there are {}", io::in_quotes(names.front()), known)};
  const description d = describe(names.front());
  if (as_json) return show(json_of(d).dump(2) + "\n", to);
  return show(text_of(d, formulas ? description_columns::formulas : description_columns::numbers), to);
}

}  // namespace typeformer::cli
