#include "diagram.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace typeformer {
namespace {

/// A module's name in parts: "encoder.0.self_attention.query" is the sublayer self_attention of layer 0 of encoder.
struct place {
  std::string stack, layer, sublayer;
  std::string whole;  ///< the name within the layer
};
place place_of_name(std::string_view name) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t dot = name.find('.');
    words.push_back(name.substr(0, dot));
    if (dot == name.npos) break;
    name.remove_prefix(dot + 1);
  }
  const auto is_number = [](std::string_view w) { return !w.empty() && w.find_first_not_of("0123456789") == w.npos; };
  const auto number = std::ranges::find_if(words, is_number);
  place p;
  for (auto word = number == words.end() ? words.begin() : number + 1; word != words.end(); ++word)
    p.whole += (p.whole.empty() ? "" : " ") + std::string{*word};
  if (number == words.end()) {
    p.sublayer = words.front();
    return p;
  }
  for (auto word = words.begin(); word != number; ++word) p.stack += (p.stack.empty() ? "" : ".") + std::string{*word};
  p.layer = *number;
  if (number + 1 != words.end()) p.sublayer = *(number + 1);
  return p;
}

std::string spaced(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

bool has_axis(const std::vector<step_axis>& axes, const step_axis& a) {
  return std::ranges::find(axes, a) != axes.end();
}

/// Whether it adds a value of the result's own shape to another.
bool is_joining(const described_operation& o) {
  return o.operation != "attention" && std::ranges::count(o.operands, o.axes) > 1;
}

/// A box and where it is.
struct placed_box {
  place at;
  std::size_t column = 0;
  std::vector<std::vector<step_axis>> operands;  ///< of its first operation
  diagram_box box;
};

class boxes {
 public:
  explicit boxes(const description& d) : d_{d} {
    for (const described_operation& o : d.operations) add(o);
  }
  std::vector<placed_box> all;

 private:
  void add(const described_operation& o) {
    place at = place_of_name(o.name);
    const bool is_own = at.sublayer.empty();  // of a layer or of the model itself
    if (is_own && o.operations == 0 && o.parameters == 0) return note_move(o);
    if (is_own) at.sublayer = at.whole = o.operation;
    const bool is_same_layer = !all.empty() && all.back().at.stack == at.stack && all.back().at.layer == at.layer;
    if (is_same_layer && !is_own && all.back().at.sublayer == at.sublayer) {
      all.back().box.title = spaced(at.sublayer);
      all.back().box.detail.clear();
    } else if (is_same_layer && reads_the_same_as_the_last(o)) {
      all.back().box.title += ", " + spaced(at.whole);
      all.back().at.sublayer = at.sublayer;
    } else {
      const std::size_t before = all.empty() ? 0 : all.back().column;
      all.push_back({at,
                     before,
                     o.operands,
                     {.title = spaced(at.whole), .detail = is_own ? "" : o.operation, .result = {}, .reads = {}}});
    }
    placed_box& b = all.back();
    b.box.parameters += o.shares_parameters ? 0 : o.parameters;
    b.box.shares_parameters = b.box.shares_parameters || o.shares_parameters;
    b.box.operations += o.operations;
    b.box.joins = is_joining(o);
    b.box.result = o.axes;
    for (std::size_t i = 0; i < d_.paths.size(); ++i) {
      if (has_axis(o.axes, d_.paths[i].sequence)) b.column = i;
      for (const auto& operand : o.operands)
        if (has_axis(operand, d_.paths[i].sequence) && !std::ranges::count(b.box.reads, i)) b.box.reads.push_back(i);
    }
  }

  /// What only moves numbers has no box. A scan appends what each position yields to its result.
  void note_move(const described_operation& o) {
    if (o.operation == "stack") stacked_ = o.axes;
    if (o.operation == "append" && !all.empty()) all.back().box.result = stacked_;
  }
  /// Products side by side, such as those for keys and values, and not one after the other.
  bool reads_the_same_as_the_last(const described_operation& o) const {
    return o.operands == all.back().operands && std::ranges::count(o.operands, all.back().box.result) == 0;
  }

  const description& d_;
  std::vector<step_axis> stacked_;
};

/// The boxes of a column as parts: neighbouring layers of a stack that are alike are one.
std::vector<diagram_part> parts_of(const std::vector<placed_box>& all, std::size_t column) {
  std::vector<diagram_part> parts;
  std::optional<place> last;
  for (const placed_box& b : all) {
    if (b.column != column) continue;
    const bool is_new = !last || last->stack != b.at.stack || last->layer != b.at.layer;
    if (is_new) parts.push_back({b.at.layer.empty() ? "" : b.at.stack.empty() ? "layers" : b.at.stack, 1, {}});
    parts.back().boxes.push_back(b.box);
    last = b.at;
  }
  std::vector<diagram_part> collapsed;
  for (diagram_part& part : parts) {
    if (!part.title.empty() && !collapsed.empty() && collapsed.back().title == part.title &&
        collapsed.back().boxes == part.boxes) {
      ++collapsed.back().times;
    } else {
      collapsed.push_back(std::move(part));
    }
  }
  return collapsed;
}

}  // namespace

std::vector<diagram_column> diagram_of(const description& d) {
  boxes made{d};
  std::vector<diagram_column> columns(std::max<std::size_t>(d.paths.size(), 1));
  for (placed_box& b : made.all) std::erase(b.box.reads, b.column);
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i].parts = parts_of(made.all, i);
  for (const described_input& input : d.inputs)
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (d.paths.empty() || has_axis(input.axes, d.paths[i].sequence)) {
        const std::string what = input.vocabulary.empty() ? "numbers" : "tokens of " + input.vocabulary;
        if (!std::ranges::count(columns[i].inputs, what)) columns[i].inputs.push_back(what);
        if (columns[i].input_axes.empty()) columns[i].input_axes = input.axes;
      }
  return columns;
}

}  // namespace typeformer
