#pragma once
#include <string>
#include <vector>

#include <typeformer/expressions/traced.hpp>

/// What a trace says of a module.
namespace typeformer::testing {

/// "linear 2·N·d·e", a line for each operation.
template <class M, class... Input>
std::vector<std::string> traced() {
  std::vector<std::string> lines;
  for (const step& s : steps_of<M, Input...>().steps) lines.push_back(s.operation + " " + s.operations.text());
  return lines;
}

}  // namespace typeformer::testing
