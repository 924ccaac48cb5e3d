#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <typeformer/expressions/traced.hpp>
#include <typeformer/readings/module_names.hpp>

namespace typeformer {

/// One operation of a model's run.
struct described_operation {
  std::string name;  ///< of the module whose parameters it uses, else of the module that it runs in
  std::string operation, formula;
  std::vector<step_axis> axes;  ///< of its result
  std::size_t parameters;       ///< that it uses
  bool shares_parameters;       ///< an earlier operation uses the same
  std::size_t operations;
  std::string operations_text;  ///< the same as a polynomial in the axes' names
  std::size_t workspace_bytes;  ///< of its result and its scratch
};

/// What the compiler knows of a model and one run of it, run-time extents at their bounds.
struct description {
  std::string name;
  std::vector<described_operation> operations;
  std::size_t parameters;
  std::size_t operation_count;  ///< additions, multiplications, comparisons and elementary functions
  std::size_t workspace_bytes;  ///< the most that a run takes at once beside weights and inputs, with floats

  /// Every axis of the operations' results, in the order in which they appear.
  std::vector<step_axis> axes() const;
};

/// Describes a model of one's own. Inputs as for workspace_bytes (expressions/traced.hpp).
template <is_module M, class... Input>
description describe(std::string name) {
  const auto names = module_names::of<M>();
  description d{std::move(name), {}, parameter_count<M>, 0, workspace_bytes<M, Input...>};
  std::vector<module_place> used;
  for (step& s : steps_of<M, Input...>().steps) {
    const std::string* found = names.find(s.used);
    if (!found) found = names.find(s.module);
    const bool is_shared = s.used.parameters > 0 && std::ranges::find(used, s.used) != used.end();
    used.push_back(s.used);
    const std::size_t operations = s.operations.value();
    d.operation_count += operations;
    d.operations.push_back({found ? *found : std::string{}, std::move(s.operation), std::move(s.formula),
                            std::move(s.axes), s.used.parameters, is_shared, operations, s.operations.text(), s.bytes});
  }
  return d;
}

/// The models that come with the library: "pronounce", "paper_base".
std::span<const std::string_view> described_models();

/// throws   a name that is none of these
description describe(std::string_view model);

enum class description_columns {
  numbers,   ///< shape, parameters, operations, workspace
  formulas,  ///< the operation's formula, operations as a polynomial
};

/// A table with a line for each operation, then the sums.
std::string text_of(const description& d, description_columns columns = description_columns::numbers);

}  // namespace typeformer
