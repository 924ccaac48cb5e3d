// Modules that are read to count their parameters, operations and workspace: a mistake inside is one error.
#include <typeformer/typeformer.hpp>

#include <typeformer/models/description.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 16> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};
struct RunTimeInner : tf::axis<"f", tf::up_to<32>> {};

#if RIGHT
static_assert(tf::parameter_count<tf::linear<Model, Inner>> == 32 * 32 + 32);
#elif WRONG_linear_map_to_a_run_time_axis
// sentence: a parameter's axes must have extents known to the compiler
// names: RunTimeInner
static_assert(tf::parameter_count<tf::linear<Model, RunTimeInner>> == 32 * 32 + 32);
#elif WRONG_linear_map_to_an_axis_of_negative_extent
// sentence: axis: an extent is not negative
// names: axis
struct Negative : tf::axis<"f", -64> {};
static_assert(tf::parameter_count<tf::linear<Model, Negative>> > 0);
#endif

#if RIGHT
struct module {
  using map_type = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(module, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return map(x); }
};
static_assert(tf::parameter_count<module> > 0);
#elif WRONG_module_with_a_number
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: module
struct module {
  using map_type = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(module, (map_type, map), (float, scale));
  constexpr auto operator()(const tf::expression auto& x) const { return map(x); }
};
static_assert(tf::parameter_count<module> > 0);
#elif WRONG_module_with_an_unlisted_parameter
// sentence: every member of a module must be in its BOOST_HANA_DEFINE_STRUCT
// names: module
struct module {
  using map_type = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(module, (map_type, map));
  tf::vector<Model> shift;
  constexpr auto operator()(const tf::expression auto& x) const { return map(x); }
};
static_assert(tf::parameter_count<module> > 0);
#endif

#if RIGHT
struct part {
  using map_type = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(part, (map_type, map), (map_type, second));
};
struct stack {
  using parts_type = std::array<part, 2>;
  BOOST_HANA_DEFINE_STRUCT(stack, (parts_type, parts));
};
static_assert(tf::parameter_count<stack> > 0);
#elif WRONG_array_of_modules_with_an_unlisted_module
// sentence: every member of a module must be in its BOOST_HANA_DEFINE_STRUCT
// names: part
struct part {
  using map_type = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(part, (map_type, map));
  map_type second;
};
struct stack {
  using parts_type = std::array<part, 2>;
  BOOST_HANA_DEFINE_STRUCT(stack, (parts_type, parts));
};
static_assert(tf::parameter_count<stack> > 0);
#endif

#if RIGHT
struct residual {
  using map_type = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(residual, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return x + map(x); }
};
static_assert(tf::operation_count<residual, tf::shape<Query, Model>> > 0);
#elif WRONG_residual_of_another_width
// sentence: x + y: the axes of one must be among the axes of the other
// names: Model, Inner
struct residual {
  using map_type = tf::linear<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(residual, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return x + map(x); }
};
static_assert(tf::operation_count<residual, tf::shape<Query, Model>> > 0);
#endif

struct KeyHead : tf::axis<"h_k", 2> {};
struct Group : tf::axis<"g", 4> {};
struct EightHeads : tf::axis<"h", 8> {};
struct Width : tf::axis<"w", 4> {};
template <class Heads>
using grouped = tf::multi_head_attention<Heads, Width, Model, Width, Model, Model, Model, tf::with_bias, KeyHead>;

#if RIGHT
static_assert(tf::parameter_count<grouped<tf::product<KeyHead, Group>>> > 0);
#elif WRONG_heads_of_other_groups
// sentence: multi_head_attention<Head, ..., KeyHead>: Head must be KeyHead, or product<KeyHead, Group>
// names: EightHeads, KeyHead
static_assert(tf::parameter_count<grouped<EightHeads>> > 0);
#endif

struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};

#if RIGHT
static_assert(tf::operation_count<tf::encoder<mine>, tf::shape<Query, mine::Model>> > 0);
static_assert(tf::workspace_bytes<tf::encoder<mine>, tf::shape<Query, mine::Model>> < 1 << 20);
#elif WRONG_operations_of_an_encoder_of_another_width
// sentence: encoder(x): the last axis of x must be the model's width
// names: mine, Model
static_assert(tf::operation_count<tf::encoder<mine>, tf::shape<Query, Model>> > 0);
#elif WRONG_workspace_of_an_encoder_of_another_width
// sentence: encoder(x): the last axis of x must be the model's width
// names: mine, Model
static_assert(tf::workspace_bytes<tf::encoder<mine>, tf::shape<Query, Model>> < 1 << 20);
#endif

#if RIGHT
struct four_heads : mine {
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
};
static_assert(tf::parameter_count<tf::encoder<four_heads>> > 0);
#elif WRONG_encoder_whose_width_is_no_multiple_of_its_heads
// sentence: quotient<Name, A, B>: the extent of A must be a multiple of the extent of B
// names: mine::Model, five_heads::Head
struct five_heads : mine {
  struct Head : tf::axis<"h", 5> {};
  struct Width : tf::quotient<"w", Model, Head> {};
};
static_assert(tf::parameter_count<tf::encoder<five_heads>> > 0);
#endif

#if RIGHT
struct with_dropout : tf::with_choices<mine, tf::dropout_rate<std::ratio<1, 10>>> {};
static_assert(tf::operation_count<tf::encoder<with_dropout>, Query> > 0);
#elif WRONG_encoder_with_a_dropout_rate_above_1
// sentence: drop<Rate>(x): the rate must be at least 0 and below 1
// names: ratio
struct with_dropout : tf::with_choices<mine, tf::dropout_rate<std::ratio<11, 10>>> {};
static_assert(tf::operation_count<tf::encoder<with_dropout>, Query> > 0);
#endif

#if RIGHT
static_assert(tf::growth_of<tf::linear<Model, Inner>, Query, Query> >= tf::growth{});
#elif WRONG_growth_with_a_product_of_axes
// sentence: growth_of<M, A, Input...>: A must be an axis with a name, no product or sum of axes
// names: product<Query, Model>
static_assert(tf::growth_of<tf::linear<Model, Inner>, tf::product<Query, Model>, Query> >= tf::growth{});
#endif

// Counted, grown, and run: one formula, one mistake, one error.
#if RIGHT
struct halves {
  using widening = tf::linear<Model, Inner>;
  using narrowing = tf::linear<Inner, Model>;
  BOOST_HANA_DEFINE_STRUCT(halves, (widening, widen), (narrowing, narrow));
  constexpr auto operator()(const tf::expression auto& x) const { return narrow(widen(x)); }
};
static_assert(tf::operation_count<halves, tf::shape<Query, Model>> > 0);
static_assert(tf::growth_of<halves, Query, tf::shape<Query, Model>> == tf::growth{1});
static_assert(tf::workspace_bytes<halves, tf::shape<Query, Model>> > 0);
using halves_session = tf::session<halves, float, tf::shape<Query, Model>>;
void run(halves_session& session, const tf::tensor<float, Query, Model>& x) { session(x); }
#elif WRONG_module_counted_and_run
// sentence: linear(x): the last axis of x must be the layer's In
// names: Inner, Model
struct halves {
  using widening = tf::linear<Model, Inner>;
  using narrowing = tf::linear<Inner, Model>;
  BOOST_HANA_DEFINE_STRUCT(halves, (widening, widen), (narrowing, narrow));
  constexpr auto operator()(const tf::expression auto& x) const { return widen(narrow(x)); }
};
static_assert(tf::operation_count<halves, tf::shape<Query, Model>> > 0);
static_assert(tf::growth_of<halves, Query, tf::shape<Query, Model>> == tf::growth{1});
static_assert(tf::workspace_bytes<halves, tf::shape<Query, Model>> > 0);
using halves_session = tf::session<halves, float, tf::shape<Query, Model>>;
void run(halves_session& session, const tf::tensor<float, Query, Model>& x) { session(x); }
#endif

// What is counted, in which shape.
#if RIGHT
static_assert(tf::operation_count<tf::linear<Model, Inner>, Query> != 0);
#elif WRONG_count_with_the_models_own_axis
// sentence: axes alone are those before the module's own, which must not be among them: operation_count<M, Batch, Query>, or all of them in a shape<...>
// names: Model
static_assert(tf::operation_count<tf::linear<Model, Inner>, Query, Model> != 0);
#elif WRONG_count_of_a_tensor
// sentence: an input of a model is a shape<...> of all its axes, tokens<...>, labels<...>, or a mask
// names: tensor
static_assert(tf::operation_count<tf::linear<Model, Inner>, tf::tensor<float, Query, Model>> != 0);
#elif WRONG_growth_before_its_module
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: Query
static_assert(tf::growth_of<Query, tf::linear<Model, Inner>, Query> != tf::growth{});
#endif

#if RIGHT
const tf::description described = tf::describe<tf::linear<Model, Inner>, tf::shape<Query, Model>>("linear");
#elif WRONG_description_without_a_name
// sentence: describe<M, Input...>(name): the model and its inputs must be named by their types, and the description by a text: describe<my_model, shape<Query, Model>>("my model")
// names: describe
const tf::description described = tf::describe<tf::linear<Model, Inner>, tf::shape<Query, Model>>();
#endif

#if RIGHT
static_assert(tf::longest_path<tf::linear<Model, Inner>, Query, Query>.length == 0);
#elif WRONG_path_along_an_axis_of_no_input
// sentence: longest_path<M, A, Input...>: A must be an axis of an input
// names: Inner, Query, Model
static_assert(tf::longest_path<tf::linear<Model, Inner>, Inner, Query>.length == 0);
#elif WRONG_path_without_its_axis
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: shape, Query, Model
static_assert(tf::longest_path<tf::linear<Model, Inner>, tf::shape<Query, Model>>.length == 0);
#endif
