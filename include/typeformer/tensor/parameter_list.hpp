#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <typeformer/tensor/weights.hpp>

namespace typeformer {

/// A parameter of a model, as files and training name it. What goes through parameters by name asks for this list,
/// which the compiler makes once, rather than for each of their types.
struct listed_parameter {
  std::string name;                    ///< by the path in the struct: "encoder.0.self_attention.query.weight"
  role kind;                           ///< what it is for
  std::string shape_text;              ///< as it is stored: "[d_model 512, h·d̃ 512]"
  std::vector<std::uint64_t> extents;  ///< as it is stored
  std::size_t offset;                  ///< of its first number in the block, in elements
  std::size_t size;                    ///< numbers
};

/// Whether a model is named by an argument: never.
template <class... X>
inline constexpr bool name_model = false;

/// In the order of the struct, which is that of the block.
template <class M>
  requires(sizeof(M) > 0 && must_be_module<M>())
std::vector<listed_parameter> parameters_of() {
  std::vector<listed_parameter> all;
  for_each_named_parameter(model<M>, [&]<class P>(const std::string& name, const P& p) {
    using shape = stored_shape<P>;
    const auto extents = shape{}.extents();
    all.push_back({name, P::kind, text_of(shape{}), {extents.begin(), extents.end()}, p.offset, P::size});
  });
  return all;
}
// Of anything else.
template <class M = left_out, class... X>
  requires(sizeof...(X) > 0 || !is_given<M>)
std::vector<listed_parameter> parameters_of(const X&...) {
  static_assert(name_model<M, X...>,
                "parameters_of<M>(): M, the model, must be named by its type: parameters_of<my_model>()");
  return {};
}

}  // namespace typeformer
