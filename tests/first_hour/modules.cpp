// Modules of one's own: their members, the macro that lists them, and their formulas.
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <typeformer/typeformer.hpp>

#include <typeformer/models/description.hpp>

namespace tf = typeformer;

struct Batch : tf::axis<"B", 8> {};
struct Query : tf::axis<"N", tf::up_to<16>> {};
struct Model : tf::axis<"d_model", 64> {};
struct Inner : tf::axis<"d_ff", 128> {};
struct Letters : tf::axis<"letters", 30> {};
using queries = tf::shape<Batch, Query, Model>;
using map_type = tf::linear<Model, Model>;

struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 64> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 128> {};
};

// The macro.
#if RIGHT
struct first {
  BOOST_HANA_DEFINE_STRUCT(first, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_first(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<first> weights;
  const tf::packed_weights<first> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<first, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_macro_forgotten
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: first
struct first {
  map_type map;
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_first(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<first> weights;
  const tf::packed_weights<first> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<first, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_macro_of_no_struct
// compiler: a macro's own syntax
struct first {
  BOOST_HANA_DEFINE_STRUCT(frist, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_first(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<first> weights;
  const tf::packed_weights<first> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<first, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_comma_forgotten_before_a_member
// compiler: a macro's own syntax
struct first {
  BOOST_HANA_DEFINE_STRUCT(first (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_first(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<first> weights;
  const tf::packed_weights<first> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<first, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_reference_among_the_members
// compiler: a reference has no pointer to member
struct first {
  BOOST_HANA_DEFINE_STRUCT(first, (const map_type&, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_first(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<first> weights;
  const tf::packed_weights<first> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<first, float, queries> run{packed, threads};
  const auto y = run(x);
}
#endif

#if RIGHT
struct other {
  BOOST_HANA_DEFINE_STRUCT(other, (map_type, map));
};
struct second {
  BOOST_HANA_DEFINE_STRUCT(second, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_second(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<second> weights;
  const tf::packed_weights<second> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<second, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_macro_of_another_struct
// sentence: BOOST_HANA_DEFINE_STRUCT(name, ...): the name must be that of the module it stands in
// names: second
struct other {
  BOOST_HANA_DEFINE_STRUCT(other, (map_type, map));
};
struct second {
  BOOST_HANA_DEFINE_STRUCT(other, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_second(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<second> weights;
  const tf::packed_weights<second> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<second, float, queries> run{packed, threads};
  const auto y = run(x);
}
#endif

#if RIGHT
struct two_maps {
  BOOST_HANA_DEFINE_STRUCT(two_maps, (map_type, map), (map_type, second));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(second(map(x))); }
};
void use_two_maps(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<two_maps> weights;
  const tf::packed_weights<two_maps> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<two_maps, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_member_beside_the_macro
// sentence: every member of a module must be in its BOOST_HANA_DEFINE_STRUCT
// names: two_maps
struct two_maps {
  BOOST_HANA_DEFINE_STRUCT(two_maps, (map_type, map));
  map_type second;
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(second(map(x))); }
};
void use_two_maps(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<two_maps> weights;
  const tf::packed_weights<two_maps> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<two_maps, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_member_before_the_macro
// sentence: every member of a module must be in its BOOST_HANA_DEFINE_STRUCT
// names: two_maps
struct two_maps {
  map_type second;
  BOOST_HANA_DEFINE_STRUCT(two_maps, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(second(map(x))); }
};
void use_two_maps(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<two_maps> weights;
  const tf::packed_weights<two_maps> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<two_maps, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_same_name_twice
// compiler: two members of one name
struct two_maps {
  BOOST_HANA_DEFINE_STRUCT(two_maps, (map_type, map), (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_two_maps(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<two_maps> weights;
  const tf::packed_weights<two_maps> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<two_maps, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_vector_beside_the_macro
// sentence: every member of a module must be in its BOOST_HANA_DEFINE_STRUCT
// names: two_maps
struct two_maps {
  BOOST_HANA_DEFINE_STRUCT(two_maps, (map_type, map));
  std::vector<map_type> others;
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_two_maps(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<two_maps> weights;
  const tf::packed_weights<two_maps> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<two_maps, float, queries> run{packed, threads};
  const auto y = run(x);
}
#endif

// Members.
#if RIGHT
struct members {
  using shift_type = tf::vector<Model>;
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map), (shift_type, shift));
  constexpr auto operator()(const tf::expression auto& x) const { return map(x) + shift; }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_vector_of_modules_among_the_members
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: members
struct members {
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map), (std::vector<map_type>, more));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_number_among_the_members
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: members
struct members {
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map), (float, more));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_pointer_to_a_module_among_the_members
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: members
struct members {
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map), (const map_type*, more));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_tensor_among_the_members
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: members
struct members {
  using tensor_type = tf::tensor<float, Model>;
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map), (tensor_type, more));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_optional_module_among_the_members
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: members
struct members {
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map), (std::optional<map_type>, more));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_unique_pointer_among_the_members
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: members
struct members {
  using pointer_type = std::unique_ptr<map_type>;
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map), (pointer_type, more));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_string_among_the_members
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: members
struct members {
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map), (std::string, more));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_bool_among_the_members
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: members
struct members {
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map), (bool, more));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_array_in_brackets_among_the_members
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: members
struct members {
  using maps_type = map_type[2];
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map), (maps_type, more));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_array_of_numbers_among_the_members
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: members
struct members {
  using numbers_type = std::array<float, 4>;
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map), (numbers_type, more));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_module_without_the_macro_among_the_members
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: members
struct plain {
  map_type map;
};
struct members {
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map), (plain, more));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_weights_among_the_members
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: members
struct members {
  using weights_type = tf::weights<map_type>;
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map), (weights_type, more));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_private_members
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: members
class members {
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map));

 public:
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_no_default_constructor
// sentence: a module must be default-constructible in a constant expression
// names: members
struct members {
  explicit constexpr members(int) {}
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_constructor_that_is_not_constexpr
// sentence: a module must be default-constructible in a constant expression
// names: members
struct members {
  members() { std::puts("made"); }
  BOOST_HANA_DEFINE_STRUCT(members, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_members(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<members> weights;
  const tf::packed_weights<members> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<members, float, queries> run{packed, threads};
  const auto y = run(x);
}
#endif

// Formulas.
#if RIGHT
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_missing
// sentence: a module must have a public operator() const that takes one value for each input
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_formula_of_another_name
// sentence: a module must have a public operator() const that takes one value for each input
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto forward(const tf::expression auto& x) const { return map(x); }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_not_const
// sentence: operator() of a module must be const
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) { return map(x); }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_not_constexpr
// sentence: operator() of a module must be constexpr and call nothing else, as what prints: the compiler plans its memory
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  auto operator()(const tf::expression auto& x) const { return map(x); }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_takes_references
// sentence: operator() of a module must take each input by value or by const reference
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(tf::expression auto& x) const { return map(x); }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_takes_two_inputs_of_a_session_of_one
// sentence: a module must have a public operator() const that takes one value for each input
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x, const tf::expression auto& y) const { return map(x) + y; }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_takes_nothing
// sentence: a module must have a public operator() const that takes one value for each input
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()() const { return 0; }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_takes_a_tensor
// sentence: a module must have a public operator() const that takes one value for each input
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::tensor<float, Batch, Query, Model>& x) const { return 0; }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_takes_a_shape
// sentence: a module must have a public operator() const that takes one value for each input
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const queries& x) const { return x; }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_private
// sentence: a module must have a public operator() const that takes one value for each input
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));

 private:
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)); }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_static
// sentence: a module must have a public operator() const that takes one value for each input
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  static constexpr auto run(const tf::expression auto& x) { return x; }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_returns_nothing
// sentence: operator() of a module must return an expression, by value
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr void operator()(const tf::expression auto& x) const { map(x); }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_return_forgotten
// sentence: operator() of a module must return an expression, by value
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { tf::relu(map(x)); }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_returns_a_number
// sentence: operator() of a module must return an expression, by value
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return 1; }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_returns_a_bool
// sentence: operator() of a module must return an expression, by value
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr bool operator()(const tf::expression auto& x) const { return true; }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_returns_a_reference
// sentence: operator() of a module must return an expression, by value
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr const auto& operator()(const tf::expression auto& x) const { return x; }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_returns_a_member
// sentence: operator() of a module must return an expression, by value
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return map; }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_returns_a_shape
// sentence: operator() of a module must return an expression, by value
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return shape_of(x); }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_operator_returns_a_lambda
// sentence: operator() of a module must return an expression, by value
// names: formula
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return [] { return 1; }; }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_frame_returns_a_local_value
// sentence: in_frame: the body must return no value of its own, which is released with it, but an expression, or a function that makes the value outside, `return [=] { return f(z); };`
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] {
      const auto y = tf::let(map(x));
      return y;
    });
  }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_frame_without_return
// sentence: in_frame: the body must return an expression, `return f(x);`, or a function that yields one; per(sum, count) is returned outside
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { tf::let(map(x)); });
  }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_frame_returns_a_pair
// sentence: in_frame: the body must return an expression, `return f(x);`, or a function that yields one; per(sum, count) is returned outside
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return std::pair{map(x), x}; });
  }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_frame_returns_a_module
// sentence: in_frame: the body must return an expression, `return f(x);`, or a function that yields one; per(sum, count) is returned outside
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return map; });
  }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_frame_returns_a_number
// sentence: in_frame: the body must return an expression, `return f(x);`, or a function that yields one; per(sum, count) is returned outside
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return 0.5f; });
  }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_layer_of_two_arguments
// sentence: linear(x): it takes one argument; what can be chosen is part of its type
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return map(x, x); });
  }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_member_that_is_none
// compiler: a name that nothing has
// names: mapp
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return mapp(x); }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_member_of_a_member_that_is_none
// compiler: a name that nothing has
// names: wieght
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return x * map.wieght; }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_member_of_this_that_is_none
// compiler: a name that nothing has
// names: mapp
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return this->mapp(x); }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_template_forgotten
// compiler: a name that nothing has
// names: X
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const X& x) const { return map(x); }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_typename_for_an_axis_forgotten
// compiler: a name that nothing has
// names: Width
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::relu(map(x)) / tf::root<Width>; }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_function_that_is_none
// compiler: a name that nothing has
// names: rellu
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::rellu(map(x)); }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#elif WRONG_parameter_name_misspelt
// compiler: a name that nothing has
// names: xs
struct formula {
  BOOST_HANA_DEFINE_STRUCT(formula, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return map(xs); }
};
void use_formula(const tf::tensor<float, Batch, Query, Model>& x) {
  tf::weights<formula> weights;
  const tf::packed_weights<formula> packed{weights};
  tf::kernels::threads threads{2};
  tf::session<formula, float, queries> run{packed, threads};
  const auto y = run(x);
}
#endif

// Types that are no module.
#if RIGHT
constexpr std::size_t count = tf::parameter_count<map_type>;
#elif WRONG_parameters_of_int
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: int
constexpr std::size_t count = tf::parameter_count<int>;
#elif WRONG_parameters_of_a_Config
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: mine
constexpr std::size_t count = tf::parameter_count<mine>;
#elif WRONG_parameters_of_an_axis
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: Model
constexpr std::size_t count = tf::parameter_count<Model>;
#elif WRONG_parameters_of_a_pointer
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: linear
constexpr std::size_t count = tf::parameter_count<const map_type*>;
#elif WRONG_parameters_of_a_reference
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: linear
constexpr std::size_t count = tf::parameter_count<const map_type&>;
#elif WRONG_parameters_of_a_const_module
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: linear
constexpr std::size_t count = tf::parameter_count<const map_type>;
#elif WRONG_parameters_of_a_value
// compiler: a value where a template takes a type
constexpr std::size_t count = tf::parameter_count<map_type{}>;
#elif WRONG_parameters_of_a_shape
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: shape
constexpr std::size_t count = tf::parameter_count<queries>;
#elif WRONG_parameters_of_weights
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: weights
constexpr std::size_t count = tf::parameter_count<tf::weights<map_type>>;
#elif WRONG_parameters_of_a_template
// compiler: a template without its arguments
constexpr std::size_t count = tf::parameter_count<tf::linear>;
#endif

#if RIGHT
void make() { tf::weights<map_type> weights; }
#elif WRONG_weights_of_a_Config
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: mine
void make() { tf::weights<mine> weights; }
#elif WRONG_weights_of_an_axis
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: Model
void make() { tf::weights<Model> weights; }
#elif WRONG_weights_of_float
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: float
void make() { tf::weights<float> weights; }
#elif WRONG_weights_of_weights
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: weights
void make() { tf::weights<tf::weights<map_type>> weights; }
#elif WRONG_weights_of_a_shape
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: shape
void make() { tf::weights<queries> weights; }
#endif

#if RIGHT
constexpr auto offset = tf::block_size<map_type>;
#elif WRONG_block_of_a_number
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: float
constexpr auto offset = tf::block_size<float>;
#endif

#if RIGHT
constexpr const auto& handles = tf::model<map_type>;
#elif WRONG_model_of_a_Config
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: mine
constexpr const auto& handles = tf::model<mine>;
#elif WRONG_model_of_an_axis
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: Model
constexpr const auto& handles = tf::model<Model>;
#elif WRONG_model_of_a_pointer
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: linear
constexpr const auto& handles = tf::model<map_type*>;
#endif

#if RIGHT
auto load() { return tf::load<map_type>("weights.safetensors"); }
#elif WRONG_load_of_a_Config
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: mine
auto load() { return tf::load<mine>("weights.safetensors"); }
#elif WRONG_load_of_float
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: float
auto load() { return tf::load<float>("weights.safetensors"); }
#elif WRONG_load_of_no_model
// sentence: load<M>(path): M, the model, must be named by its type: load<my_model>(path)
// names: left_out
auto load() { return tf::load("weights.safetensors"); }
#elif WRONG_load_into_weights
// sentence: load<M>(path): M, the model, must be named by its type: load<my_model>(path)
// names: left_out
void load(tf::weights<map_type>& weights) { tf::load("weights.safetensors", weights); }
#elif WRONG_load_of_a_number
// sentence: load<M>(path): it takes a path or a safetensors::file; a checkpoint is neither, and a training_run goes on from it
// names: int
auto load() { return tf::load<map_type>(1); }
#elif WRONG_load_of_a_checkpoint
// sentence: load<M>(path): it takes a path or a safetensors::file; a checkpoint is neither, and a training_run goes on from it
// names: checkpoint_file
auto load() { return tf::load<map_type>(tf::checkpoint_file::open("checkpoint")); }
#endif

#if RIGHT
void save(const tf::weights<map_type>& weights) { tf::save("weights.safetensors", weights); }
#elif WRONG_save_of_weights_before_their_path
// sentence: save(path, weights): the path must come first, and weights be a weights<M>, as run.trainer().trained(); packed_weights, sessions and runs are not saved
// names: weights
void save(const tf::weights<map_type>& weights) { tf::save(weights, "weights.safetensors"); }
#elif WRONG_save_of_packed_weights
// sentence: save(path, weights): the path must come first, and weights be a weights<M>, as run.trainer().trained(); packed_weights, sessions and runs are not saved
// names: packed_weights
void save(const tf::packed_weights<map_type>& packed) { tf::save("weights.safetensors", packed); }
#elif WRONG_save_of_a_session
// sentence: save(path, weights): the path must come first, and weights be a weights<M>, as run.trainer().trained(); packed_weights, sessions and runs are not saved
// names: session
void save(const tf::session<map_type, float, queries>& run) { tf::save("weights.safetensors", run); }
#elif WRONG_save_of_a_module
// sentence: save(path, weights): the path must come first, and weights be a weights<M>, as run.trainer().trained(); packed_weights, sessions and runs are not saved
// names: linear
void save() { tf::save<map_type>("weights.safetensors"); }
#endif

#if RIGHT
void make(tf::session<map_type, float, queries>& run, const tf::tensor<float, Batch, Query, Model>& x) { run(x); }
#elif WRONG_session_of_a_Config
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: mine
void make(tf::session<mine, float, queries>& run, const tf::tensor<float, Batch, Query, Model>& x) { run(x); }
#elif WRONG_session_of_weights
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: weights
void make(tf::session<tf::weights<map_type>, float, queries>& run, const tf::tensor<float, Batch, Query, Model>& x) { run(x); }
#elif WRONG_session_of_an_axis
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: Model
void make(tf::session<Model, float, queries>& run, const tf::tensor<float, Batch, Query, Model>& x) { run(x); }
#endif

#if RIGHT
static_assert(tf::workspace_bytes<map_type, queries> > 0);
#elif WRONG_workspace_of_a_Config
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: mine
static_assert(tf::workspace_bytes<mine, queries> > 0);
#elif WRONG_workspace_of_a_pointer
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: linear
static_assert(tf::workspace_bytes<map_type*, queries> > 0);
#endif

#if RIGHT
constexpr auto operations = tf::operation_count<map_type, queries>;
#elif WRONG_operations_of_a_Config
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: mine
constexpr auto operations = tf::operation_count<mine, queries>;
#elif WRONG_operations_of_an_axis
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: Model
constexpr auto operations = tf::operation_count<Model, queries>;
#endif

// Frames, and modules within modules.
#if RIGHT
struct framed {
  BOOST_HANA_DEFINE_STRUCT(framed, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return x + map(x); });
  }
};
static_assert(tf::workspace_bytes<framed, queries> > 0);
#elif WRONG_frame_of_its_input
// sentence: in_frame(*this, x, body): the module, one of its inputs, and a function without arguments, [&] {...}
struct framed {
  BOOST_HANA_DEFINE_STRUCT(framed, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(x, *this, [&] { return x + map(x); });
  }
};
static_assert(tf::workspace_bytes<framed, queries> > 0);
#elif WRONG_frame_without_the_module
// sentence: in_frame(*this, x, body): the module, one of its inputs, and a function without arguments, [&] {...}
struct framed {
  BOOST_HANA_DEFINE_STRUCT(framed, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(x, [&] { return x + map(x); });
  }
};
static_assert(tf::workspace_bytes<framed, queries> > 0);
#elif WRONG_frame_of_a_function_of_x
// sentence: in_frame(*this, x, body): the module, one of its inputs, and a function without arguments, [&] {...}
struct framed {
  BOOST_HANA_DEFINE_STRUCT(framed, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&](const auto& y) { return y + map(y); });
  }
};
static_assert(tf::workspace_bytes<framed, queries> > 0);
#elif WRONG_const_member
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: linear<Model, Model>
struct framed {
  using fixed = const map_type;
  BOOST_HANA_DEFINE_STRUCT(framed, (fixed, map));
  constexpr auto operator()(const tf::expression auto& x) const { return map(x); }
};
void run_framed(tf::kernels::threads& threads) {
  const tf::weights<framed> weights;
  const tf::packed_weights<framed> packed{weights};
  tf::session<framed, float, queries> run{packed, threads};
}
#elif WRONG_shape_among_the_members
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
struct framed {
  BOOST_HANA_DEFINE_STRUCT(framed, (map_type, map), (queries, shape));
  constexpr auto operator()(const tf::expression auto& x) const { return map(x) * shape; }
};
static_assert(tf::workspace_bytes<framed, queries> > 0);
#elif WRONG_axis_two_modules_down
// sentence: linear(x): the last axis of x must be the layer's In
// names: Batch, Model
struct inner {
  using back = tf::linear<Batch, Model>;
  BOOST_HANA_DEFINE_STRUCT(inner, (back, map));
  constexpr auto operator()(const tf::expression auto& x) const { return map(x); }
};
struct outer {
  BOOST_HANA_DEFINE_STRUCT(outer, (inner, body));
  constexpr auto operator()(const tf::expression auto& x) const { return body(x); }
};
void run_outer(const tf::packed_weights<outer>& packed, tf::kernels::threads& threads) {
  tf::session<outer, float, queries> run{packed, threads};
}
#endif

// Modules that are called and are no members.
#if RIGHT
struct gated {
  BOOST_HANA_DEFINE_STRUCT(gated, (map_type, map), (map_type, gate));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::sigmoid(gate(x)) + map(x); }
};
static_assert(tf::workspace_bytes<gated, queries> > 0);
#elif WRONG_static_module_that_is_called
// sentence: a formula reads the parameters of its module alone: each module that it calls, and each parameter, must be a member in BOOST_HANA_DEFINE_STRUCT
// names: gated
struct gated {
  BOOST_HANA_DEFINE_STRUCT(gated, (map_type, map));
  static constexpr map_type gate{};
  constexpr auto operator()(const tf::expression auto& x) const { return tf::sigmoid(gate(x)) + map(x); }
};
static_assert(tf::workspace_bytes<gated, queries> > 0);
#elif WRONG_global_module_that_is_called
// sentence: a formula reads the parameters of its module alone: each module that it calls, and each parameter, must be a member in BOOST_HANA_DEFINE_STRUCT
// names: gated
constexpr map_type gate{};
struct gated {
  BOOST_HANA_DEFINE_STRUCT(gated, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::sigmoid(gate(x)) + map(x); }
};
void run_gated(const tf::packed_weights<gated>& packed, tf::kernels::threads& threads) {
  tf::session<gated, float, queries> run{packed, threads};
}
#elif WRONG_module_made_in_the_formula
// sentence: a formula reads the parameters of its module alone: each module that it calls, and each parameter, must be a member in BOOST_HANA_DEFINE_STRUCT
// names: gated
struct gated {
  BOOST_HANA_DEFINE_STRUCT(gated, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::sigmoid(map_type{}(x)) + map(x); }
};
void run_gated(const tf::packed_weights<gated>& packed, tf::kernels::threads& threads) {
  tf::session<gated, float, queries> run{packed, threads};
}
#elif WRONG_layer_of_a_number
// sentence: linear(x): x must be an expression; a tensor is given to a session, which hands the model a value
// names: int
struct gated {
  BOOST_HANA_DEFINE_STRUCT(gated, (map_type, map), (map_type, gate));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::sigmoid(gate(1)) + map(x); }
};
static_assert(tf::workspace_bytes<gated, queries> > 0);
#elif WRONG_workspace_of_no_inputs
// sentence: f<M, Input...>: what the model takes must follow, as shape<Query, Model>
struct gated {
  BOOST_HANA_DEFINE_STRUCT(gated, (map_type, map), (map_type, gate));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::sigmoid(gate(x)) + map(x); }
};
static_assert(tf::workspace_bytes<gated> > 0);
#elif WRONG_module_where_it_is_multiplied
// sentence: x + f, x * f, ...: f is a module, and a formula calls it: f(x)
// names: linear
struct gated {
  BOOST_HANA_DEFINE_STRUCT(gated, (map_type, map), (map_type, gate));
  constexpr auto operator()(const tf::expression auto& x) const { return x * gate + map(x); }
};
void run_gated(const tf::packed_weights<gated>& packed, tf::kernels::threads& threads) {
  tf::session<gated, float, queries> run{packed, threads};
}
#endif

// What stands in a formula's frame.
#if RIGHT
struct frame_of_map {
  BOOST_HANA_DEFINE_STRUCT(frame_of_map, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] {
      const auto z = tf::let(map(x));
      return [=, this] { return tf::let(map(z)); };
    });
  }
};
static_assert(tf::workspace_bytes<frame_of_map, queries> != 0);
#elif WRONG_member_that_there_is_not
// compiler: a name that the module does not have
// names: mapp
struct frame_of_map {
  BOOST_HANA_DEFINE_STRUCT(frame_of_map, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return mapp(x); });
  }
};
static_assert(tf::workspace_bytes<frame_of_map, queries> != 0);
#elif WRONG_value_transposed_by_a_member
// compiler: a member that values do not have
// names: T
struct frame_of_map {
  BOOST_HANA_DEFINE_STRUCT(frame_of_map, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return map(x).T(); });
  }
};
static_assert(tf::workspace_bytes<frame_of_map, queries> != 0);
#elif WRONG_argument_assigned
// sentence: x = y: an argument of a formula is not changed: name another value, const auto z = let(y)
struct frame_of_map {
  BOOST_HANA_DEFINE_STRUCT(frame_of_map, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    x = map(x);
    return map(x);
  }
};
static_assert(tf::workspace_bytes<frame_of_map, queries> != 0);
#elif WRONG_value_of_a_frame
// sentence: in_frame: the body must return no value of its own, which is released with it, but an expression, or a function that makes the value outside, `return [=] { return f(z); };`
struct frame_of_map {
  BOOST_HANA_DEFINE_STRUCT(frame_of_map, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return tf::let(map(x)); });
  }
};
static_assert(tf::workspace_bytes<frame_of_map, queries> != 0);
#elif WRONG_frame_with_an_argument
// sentence: in_frame(*this, x, body): the module, one of its inputs, and a function without arguments, [&] {...}
struct frame_of_map {
  BOOST_HANA_DEFINE_STRUCT(frame_of_map, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&](const auto& z) { return map(z); });
  }
};
static_assert(tf::workspace_bytes<frame_of_map, queries> != 0);
#elif WRONG_frame_of_a_text
// sentence: in_frame(*this, x, body): the module, one of its inputs, and a function without arguments, [&] {...}
struct frame_of_map {
  BOOST_HANA_DEFINE_STRUCT(frame_of_map, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return tf::in_frame(*this, x, std::string{}); }
};
static_assert(tf::workspace_bytes<frame_of_map, queries> != 0);
#elif WRONG_axis_among_the_members
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: Model
struct frame_of_map {
  BOOST_HANA_DEFINE_STRUCT(frame_of_map, (map_type, map), (Model, width));
  constexpr auto operator()(const tf::expression auto& x) const { return map(x); }
};
static_assert(tf::workspace_bytes<frame_of_map, queries> != 0);
#elif WRONG_first_layer_of_three_wrong
// sentence: linear(x): the last axis of x must be the layer's In
// names: Model, Inner
struct frame_of_map {
  using to_inner = tf::linear<Model, Inner>;
  using to_model = tf::linear<Inner, Model>;
  using attention_type = tf::multi_head_attention<mine::Head, mine::Width, Model>;
  BOOST_HANA_DEFINE_STRUCT(frame_of_map, (to_inner, inner), (to_model, outer), (attention_type, attention));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] {
      const auto [a, b] = tf::let(outer(x), inner(x));
      return x + attention(tf::let(inner(tf::let(tf::hadamard(a, x)))));
    });
  }
};
static_assert(tf::workspace_bytes<frame_of_map, queries> != 0);
#endif

// Inputs of what is counted.
#if RIGHT
static_assert(tf::workspace_bytes<map_type, queries> != 1 && tf::operation_count<map_type, Batch, Query> != 1);
#elif WRONG_workspace_of_a_tensor
// sentence: an input of a model is a shape<...> of all its axes, tokens<...>, labels<...>, or a mask
// names: tensor
static_assert(tf::workspace_bytes<map_type, tf::tensor<float, Batch, Query, Model>> != 1);
#elif WRONG_operations_of_numbers
// sentence: an input of a model is a shape<...> of all its axes, tokens<...>, labels<...>, or a mask
// names: float
static_assert(tf::operation_count<map_type, float, queries> != 1);
#elif WRONG_operations_with_the_models_own_axis
// sentence: axes alone are those before the module's own, which must not be among them: operation_count<M, Batch, Query>, or all of them in a shape<...>
// names: Model
static_assert(tf::operation_count<map_type, Batch, Model> != 1);
#elif WRONG_growth_before_its_module
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: Query
static_assert(tf::growth_of<Query, map_type, queries> != tf::growth{});
#endif

// Parameters on an axis that the compiler does not know.
#if RIGHT
struct with_positions {
  using table_type = tf::table<tf::learned<Query>, Model>;
  BOOST_HANA_DEFINE_STRUCT(with_positions, (table_type, table));
  constexpr auto operator()(const tf::expression auto& x) const { return add_positions(x, table); }
};
static_assert(tf::workspace_bytes<with_positions, queries> != 0);
#elif WRONG_positions_of_a_run_time_axis
// sentence: a parameter's axes must have extents known to the compiler
// names: Query
struct with_positions {
  using table_type = tf::table<Query, Model>;
  BOOST_HANA_DEFINE_STRUCT(with_positions, (table_type, table));
  constexpr auto operator()(const tf::expression auto& x) const { return add_positions(x, table); }
};
static_assert(tf::workspace_bytes<with_positions, queries> != 0);
#elif WRONG_weight_of_a_run_time_axis
// sentence: a parameter's axes must have extents known to the compiler
// names: Query
struct with_positions {
  using table_type = tf::weight<Query, Model>;
  BOOST_HANA_DEFINE_STRUCT(with_positions, (table_type, table));
  constexpr auto operator()(const tf::expression auto& x) const { return x * table; }
};
static_assert(tf::workspace_bytes<with_positions, queries> != 0);
#endif

// Descriptions.
#if RIGHT
void describe() {
  std::cout << tf::describe<map_type, Batch, Query>("map") << tf::operation_polynomial<map_type, Batch, Query>;
}
#elif WRONG_description_without_a_name
// sentence: describe<M, Input...>(name): the model and its inputs must be named by their types, and the description by a text: describe<my_model, shape<Query, Model>>("my model")
void describe() { std::cout << tf::describe<map_type, Batch, Query>(); }
#elif WRONG_description_of_an_object
// sentence: describe<M, Input...>(name): the model and its inputs must be named by their types, and the description by a text: describe<my_model, shape<Query, Model>>("my model")
// names: linear
void describe() { std::cout << tf::describe(map_type{}); }
#elif WRONG_description_of_a_Config
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: mine
void describe() { std::cout << tf::describe<mine, Batch, Query>("mine"); }
#endif
