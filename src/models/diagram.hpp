#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include <typeformer/models/description.hpp>

/// A description put in order for a picture.
namespace typeformer {

/// One sublayer: operations that follow each other in one module.
struct diagram_box {
  std::string title, detail;  ///< the module's name; the operation, where it is one alone
  std::size_t parameters = 0, operations = 0;
  bool shares_parameters = false;
  bool joins = false;  ///< it adds what came before the sublayer: a residual ends here
  std::vector<step_axis> result;
  std::vector<std::size_t> reads;  ///< the other columns whose sequence axis its operands have

  bool operator==(const diagram_box&) const = default;
};

/// Boxes that are drawn in one frame, for layers that are alike and follow each other.
struct diagram_part {
  std::string title;  ///< of the stack; empty where boxes are no layer of a stack
  std::size_t times = 1;
  std::vector<diagram_box> boxes;
};

/// What has one sequence axis.
struct diagram_column {
  std::vector<std::string> inputs;
  std::vector<step_axis> input_axes;
  std::vector<diagram_part> parts;
};

std::vector<diagram_column> diagram_of(const description& d);

}  // namespace typeformer
