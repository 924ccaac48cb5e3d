#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <typeformer/expressions/paths.hpp>
#include <typeformer/readings/module_names.hpp>

namespace typeformer {
inline namespace v0_1 {

/// One operation of a model's run.
struct described_operation {
  /// Of the module whose parameters it uses, else of the module that it runs in.
  std::string name;
  std::string operation;                         ///< as tables name it, such as "linear"
  std::string formula;                           ///< of this operation
  std::vector<step_axis> axes;                   ///< of its result
  std::size_t parameters;                        ///< that it uses
  bool shares_parameters;                        ///< an earlier operation uses the same
  std::size_t operations;                        ///< additions, multiplications, comparisons and elementary functions
  std::string operations_text;                   ///< the same as a polynomial in the axes' names
  std::size_t workspace_bytes;                   ///< of its result and its scratch
  std::vector<std::vector<step_axis>> operands;  ///< the axes of those that are values
};

/// One input of a model, at the extents of its axes.
struct described_input {
  std::string vocabulary;       ///< of tokens; empty for numbers
  std::vector<step_axis> axes;  ///< all of them, the sequence axis too
};

/// The longest path between two positions of a sequence axis (expressions/paths.hpp).
struct described_path {
  step_axis sequence;       ///< the axis along which the path is
  std::size_t length;       ///< applications of the model, or positions of its scan; 0 where no position sees another
  std::string length_text;  ///< its order: "1", "N", "N/k" or "none"
};

/// What the compiler knows of a model and one run of it, run-time extents at their bounds.
struct description {
  std::string name;                               ///< what tables and pictures are headed by
  std::vector<described_input> inputs;            ///< that are numbers or tokens; masks are left out
  std::vector<described_operation> operations{};  ///< in the order in which they run
  std::size_t parameters = 0;                     ///< trained numbers
  std::size_t operation_count = 0;                ///< additions, multiplications, comparisons and elementary functions
  long_polynomial polynomial{};                   ///< the same in the axes' names
  /// The most that a run takes at once beside weights and inputs, with floats.
  std::size_t workspace_bytes = 0;
  std::size_t sequential_steps = 1;     ///< 1, or how many positions of scans wait for each other
  std::string sequential_steps_text{};  ///< the same as a polynomial in the axes' names
  std::vector<described_path> paths{};  ///< one for each sequence axis of the inputs

  /// Every axis of the operations' results, in the order in which they appear.
  std::vector<step_axis> axes() const;
};

}  // namespace v0_1

namespace detail {
template <class... Notes>
struct step_list_with : step_list {
  std::tuple<Notes...> others;

  template <class Op, class Shape, class... X>
  void note(const Op& operation, const Shape& shape, std::size_t bytes, const X&... x) {
    step_list::note(operation, shape, bytes, x...);
    std::apply([&](auto&... notes) { (notes.note(operation, shape, bytes, x...), ...); }, others);
  }
  auto mark() {
    return std::pair{step_list::mark(), std::apply([](auto&... notes) { return std::tuple{notes.mark()...}; }, others)};
  }
  template <class Mark>
  void repeat(const Mark& mark, const polynomial& times) {
    step_list::repeat(mark.first, times);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (std::get<I>(others).repeat(std::get<I>(mark.second), times), ...);
    }(std::index_sequence_for<Notes...>{});
  }
};

/// The axes of an input: all of a shape or of tokens; a mask has none.
template <class Input>
struct axes_of_input {
  using type = shape<>;
};
template <class... A>
struct axes_of_input<shape<A...>> {
  using type = shape<A...>;
  using sequence = axis_from_last<type, 1>;
};
template <class Input>
  requires requires { typename Input::vocabulary; }
struct axes_of_input<Input> {
  using type = typename Input::shape_type;
  using sequence = axis_from_last<type, 0>;
};

/// The inputs of a module, which may be given by their leading axes alone.
template <class M, class... Input>
auto whole_inputs() {
  if constexpr ((is_axis<Input> && ...)) {
    return std::tuple<std::type_identity<typename M::template input<Input...>>>{};
  } else {
    return std::tuple<std::type_identity<Input>...>{};
  }
}

/// A list of axes with one more, unless it has it or there is none.
template <class List, class Input>
struct with_sequence {
  using type = List;
};
template <class... A, class Input>
  requires requires { typename axes_of_input<Input>::sequence; } &&
           (!std::is_same_v<typename axes_of_input<Input>::sequence, no_axis> &&
            (!std::is_same_v<typename axes_of_input<Input>::sequence, A> && ...))
struct with_sequence<shape<A...>, Input> {
  using type = shape<A..., typename axes_of_input<Input>::sequence>;
};
template <class List, class... Input>
struct sequences {
  using type = List;
};
template <class List, class First, class... Rest>
struct sequences<List, First, Rest...> {
  using type = typename sequences<typename with_sequence<List, First>::type, Rest...>::type;
};

template <class Input>
void add_input(std::vector<described_input>& inputs) {
  using axes = typename axes_of_input<Input>::type;
  if constexpr (requires { typename Input::vocabulary; }) {
    inputs.push_back({name_of<typename Input::vocabulary>(), axes_of(axes{})});
  } else if constexpr (axes::rank > 0) {
    inputs.push_back({"", axes_of(axes{})});
  }
}

inline namespace v0_1 {
void add_steps(description& d, step_list& list, const module_names& names);
}

template <class M, class... Whole, class... Sequence>
description described(std::string name, std::tuple<std::type_identity<Whole>...>, shape<Sequence...>) {
  description d{std::move(name), {}};
  (add_input<Whole>(d.inputs), ...);
  d.parameters = parameter_count<M>;
  auto traced = trace<M, float, step_list_with<path_notes<no_axis>, path_notes<Sequence>...>, false, Whole...>();
  d.workspace_bytes = traced.workspace_bytes;
  const long_polynomial steps = steps_of_notes(std::get<0>(traced.notes.others));
  d.sequential_steps = steps.value();
  d.sequential_steps_text = steps.text();
  [[maybe_unused]] const auto add_path = [&]<class A>(const path_notes<A>& notes) {
    const path p = path_of(notes);
    d.paths.push_back({axes_of(shape<A>{}).front(), p.length, p.text()});
  };
  (add_path(std::get<path_notes<Sequence>>(traced.notes.others)), ...);
  add_steps(d, traced.notes, module_names::of<M>());
  return d;
}
}  // namespace detail

/// Whether describe is called with a name; or with the names of a model and a layer of the library's own.
template <class... X>
inline constexpr bool is_described_by_name =
    (sizeof...(X) == 1 || sizeof...(X) == 2) && (std::is_convertible_v<const X&, std::string_view> && ...);

/// Describes a model of one's own. Inputs as for workspace_bytes (expressions/formula.hpp).
template <class M, class... Input>
  requires(sizeof(M) > 0 && must_be_module<M>())
description describe(std::string name) {
  if constexpr (std::is_same_v<detail::module_of<M>, detail::any_module>) {
    return {};
  } else {
    using inputs = decltype(detail::whole_inputs<M, Input...>());
    return [&]<class... Whole>(std::tuple<std::type_identity<Whole>...> whole) {
      return detail::described<M>(std::move(name), whole, typename detail::sequences<shape<>, Whole...>::type{});
    }(inputs{});
  }
}
// Of anything else.
template <class... MAndInput, class... X>
  requires(!is_described_by_name<X...>)
description describe(const X&...) {
  static_assert(is_described_by_name<X...>,
                "describe<M, Input...>(name): the model and its inputs must be named by their types, and the "
                "description by a text: describe<my_model, shape<Query, Model>>(\"my model\")");
  return {};
}

inline namespace v0_1 {

/// The models that come with the library: "pronounce", "paper_base".
std::span<const std::string_view> described_models();

/// Describes one of them.
///
/// throws   a name that is none of these
description describe(std::string_view model);

/// Kinds of layers: "self_attention", "feed_forward", "encoder_layer", ….
std::span<const std::string_view> described_layers();

/// A layer alone, at the sizes of a model.
///
/// throws   a name that is none of the models, a kind that is none of the layers
description describe(std::string_view model, std::string_view layer);

/// A polynomial with what its terms share before them: "2·N·h·(2·d̃·(2·d_model + N) + 3·N)".
std::string factored_text(const long_polynomial& p);

/// What the columns of a table show.
enum class description_columns {
  numbers,   ///< shape, parameters, operations, workspace
  formulas,  ///< the operation's formula, operations as a polynomial
};
/// How a table is written.
enum class table_format {
  text,      ///< for terminals
  markdown,  ///< a table of GitHub's Markdown
  latex,     ///< a tabular, in ASCII; formulas are in math mode
};

/// A table with a line for each operation, then the sums.
std::string text_of(const description& d, description_columns columns = description_columns::numbers,
                    table_format format = table_format::text);

/// Every kind of layer at the sizes of a model: operations, sequential steps and longest path, as table 1 of Vaswani et
/// al. 2017 compares them, one run of one sequence.
///
/// throws   a name that is none of the models
std::string layer_table(std::string_view model, table_format format = table_format::text);

/// A picture: a box for each sublayer with its parameters and operations, a shape on every arrow, layers that are alike
/// once; a column for each sequence axis of the inputs. Drawn from the operations and the modules' names alone.
std::string svg_of(const description& d);

}  // namespace v0_1

/// Writes its table.
template <class Stream>
  requires requires(Stream& to) { to.flush(); }
auto& operator<<(Stream& to, const description& d) {
  return to << text_of(d);
}
}  // namespace typeformer
