#pragma once
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include <boost/core/demangle.hpp>

#include <typeformer/expressions/traced.hpp>
#include <typeformer/operations/elementwise_chain.hpp>
#include <typeformer/readings/module_names.hpp>

/// What check_gradients() has checked, for coverage_test.py: the types of operations, modules, parameters, inputs and
/// policies, a line each, in the file that the environment variable TYPEFORMER_CHECKED_GRADIENTS names.
namespace typeformer::testing {

template <class T>
std::string type_name() {
  return boost::core::demangle(typeid(T).name());
}

template <class Op>
std::string line_of(const Op& operation) {
  std::string line = "operation " + type_name<Op>();
  if constexpr (requires { operation.function; })
    line += " function " + std::to_string(static_cast<int>(operation.function));
  return line;
}

/// The operations of a chain, each as if it were alone.
template <class Tree>
void note_branches(std::set<std::string>&, const Tree&) {}
template <class Op, class... X>
void note_branches(std::set<std::string>& lines, const branch<Op, X...>& tree) {
  lines.insert(line_of(tree.operation));
  tree.operands.pass_to([&](const auto&... x) { (note_branches(lines, x), ...); });
}

/// The operations of a trace, in their order.
struct traced_operations {
  std::vector<std::string_view> names;
  std::set<std::string> lines;
  bool drops = false;

  template <class Op, class Shape, class... X>
  void note(const Op& operation, const Shape&, std::size_t, const X&...) {
    names.push_back(Op::name);
    lines.insert(line_of(operation));
    if constexpr (requires { operation.tree; }) note_branches(lines, operation.tree);
    drops |= Op::name == "dropout";
  }
  std::size_t mark() const { return names.size(); }
  void repeat(std::size_t mark, const polynomial& times) {
    const std::vector<std::string_view> once(names.begin() + static_cast<std::ptrdiff_t>(mark), names.end());
    names.resize(mark);
    for (std::size_t i = 0; i < times.value(); ++i) names.insert(names.end(), once.begin(), once.end());
  }
};

/// A module's policies that its operations and parameters do not tell.
template <class M>
void note_policies(std::set<std::string>& lines) {
  if constexpr (requires { typename M::config::choices::normalization; })
    lines.insert("policy " + type_name<typename M::config::choices::normalization>());
  if constexpr (requires { typename M::config::embeddings; })
    lines.insert("policy " + type_name<typename M::config::embeddings>());
}

/// `operations` are those of M with these inputs.
template <class M, class... Input>
void note_checked(const traced_operations& operations) {
  const char* const file = std::getenv("TYPEFORMER_CHECKED_GRADIENTS");
  if (!file) return;
  std::set<std::string> lines = operations.lines;
  for_each_named_module(model<M>, [&](const std::string&, const auto& module) {
    using type = std::remove_cvref_t<decltype(module)>;
    lines.insert("module " + type_name<type>());
    note_policies<type>(lines);
  });
  for_each_handle(model<M>, [&]<class P>(const P&) { lines.insert("parameter " + type_name<P>()); });
  (lines.insert("input " + type_name<Input>()), ...);
  std::ofstream out{file, std::ios::app};
  for (const std::string& line : lines) out << line << '\n';
}

}  // namespace typeformer::testing
