#include <fmt/format.h>

#include "described_models.hpp"
#include "text_table.hpp"

namespace typeformer {
namespace {

/// What a run of a batch takes for each row: without the factor of that name.
long_polynomial of_one_row(const long_polynomial& p, std::string_view batch) {
  long_polynomial one;
  for (const monomial& m : p.terms()) {
    monomial rest{m.coefficient, {}, 0};
    for (std::size_t i = 0; i < m.count; ++i)
      if (m.factors[i].name != batch) rest.factors[rest.count++] = m.factors[i];
    one += long_polynomial{rest};
  }
  return one;
}

}  // namespace

std::string v0_1::layer_table(std::string_view model, table_format format) {
  text_table table{{{"layer"},
                    {"operations", content::formulas},
                    {"order", content::formulas},
                    {"sequential steps", content::formulas},
                    {"longest path", content::formulas},
                    {"parameters", content::numbers}}};
  for (const described_layer& layer : layers_of(model)) {
    if (!layer.is_compared) continue;
    const description d = layer.describe({});
    const long_polynomial operations = of_one_row(d.polynomial, d.inputs.front().axes.front().name);
    table.add({std::string{layer.kind}, operations.text(), operations.order().text(), d.sequential_steps_text,
               d.paths.empty() ? "" : d.paths.front().length_text, with_separators(d.parameters)});
  }
  return table.written(format);
}

}  // namespace typeformer
