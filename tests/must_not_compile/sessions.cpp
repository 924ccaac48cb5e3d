// Sessions: the inputs of their calls, and the modules that they run.
#include <typeformer/typeformer.hpp>

namespace tf = typeformer;

struct Query : tf::axis<"N", 32> {};
struct Letters : tf::axis<"letters", 40> {};
struct Sounds : tf::axis<"sounds", 40> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};
struct RunTimeInner : tf::axis<"f", tf::up_to<32>> {};

using map_session = tf::session<tf::linear<Model, Inner>, float, tf::shape<Query, Model>>;

#if RIGHT
auto result(map_session& map, const tf::tensor<float, Query, Model>& x) { return map(x); }
#elif WRONG_session_with_doubles
// sentence: session(x...): each argument must have the type and the axes of its input
// names: double, Query, Model
auto result(map_session& map, const tf::tensor<double, Query, Model>& x) { return map(x); }
#elif WRONG_session_with_a_transposed_input
// sentence: session(x...): each argument must have the type and the axes of its input
// names: Query, Model
auto result(map_session& map, const tf::tensor<float, Model, Query>& x) { return map(x); }
#elif WRONG_session_with_two_inputs
// sentence: session(x...): there must be one argument for each input
// names: Query, Model
auto result(map_session& map, const tf::tensor<float, Query, Model>& x) { return map(x, x); }
#elif WRONG_session_of_a_layer_of_one_input_with_two
// sentence: f<M, Input...>: the layer M takes one input; what can be chosen is part of its type
// names: linear, Query, Model
using pair_session = tf::session<tf::linear<Model, Inner>, float, tf::shape<Query, Model>, tf::shape<Query, Model>>;
auto result(pair_session& map, const tf::tensor<float, Query, Model>& x) { return map(x, x); }
#endif

using embedding_session = tf::session<tf::embedding<Letters, Model>, float, tf::tokens<Letters, Query>>;

#if RIGHT
auto embedded(embedding_session& embed, const tf::tokens<Letters, Query>& word) { return embed(word); }
#elif WRONG_session_with_tokens_of_another_vocabulary
// sentence: session(x...): each argument must have the type and the axes of its input
// names: Letters, Sounds
auto embedded(embedding_session& embed, const tf::tokens<Sounds, Query>& word) { return embed(word); }
#endif

// What a program does with a module: a mistake in the module is one error, though the session asks for much.
#if RIGHT
void run_map(tf::kernels::threads& threads) {
  tf::weights<tf::linear<Model, Inner>> w;
  tf::packed_weights<tf::linear<Model, Inner>> packed{w};
  tf::session<tf::linear<Model, Inner>, float, tf::shape<Query, Model>> session{packed, threads};
}
#elif WRONG_session_of_a_linear_map_to_a_run_time_axis
// sentence: a parameter's axes must have extents known to the compiler
// names: RunTimeInner
void run_map(tf::kernels::threads& threads) {
  tf::weights<tf::linear<Model, RunTimeInner>> w;
  tf::packed_weights<tf::linear<Model, RunTimeInner>> packed{w};
  tf::session<tf::linear<Model, RunTimeInner>, float, tf::shape<Query, Model>> session{packed, threads};
}
#endif

#if RIGHT
struct module {
  using map_type = tf::linear<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(module, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return map(x); }
};
void run_module(tf::kernels::threads& threads) {
  tf::weights<module> w;
  tf::packed_weights<module> packed{w};
  tf::session<module, float, tf::shape<Query, Model>> session{packed, threads};
}
#elif WRONG_session_of_a_module_with_a_number
// sentence: a module's members must be parameters, modules, arrays of modules, or empty structs
// names: module
struct module {
  using map_type = tf::linear<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(module, (map_type, map), (float, scale));
  constexpr auto operator()(const tf::expression auto& x) const { return map(x); }
};
void run_module(tf::kernels::threads& threads) {
  tf::weights<module> w;
  tf::packed_weights<module> packed{w};
  tf::session<module, float, tf::shape<Query, Model>> session{packed, threads};
}
#elif WRONG_session_of_a_module_on_a_run_time_axis
// sentence: a parameter's axes must have extents known to the compiler
// names: RunTimeInner
struct module {
  using map_type = tf::linear<Model, RunTimeInner>;
  BOOST_HANA_DEFINE_STRUCT(module, (map_type, map));
  constexpr auto operator()(const tf::expression auto& x) const { return map(x); }
};
void run_module(tf::kernels::threads& threads) {
  tf::weights<module> w;
  tf::packed_weights<module> packed{w};
  tf::session<module, float, tf::shape<Query, Model>> session{packed, threads};
}
#endif

struct KeyHead : tf::axis<"h_k", 2> {};
struct Group : tf::axis<"g", 4> {};
struct EightHeads : tf::axis<"h", 8> {};
struct Width : tf::axis<"w", 4> {};
template <class Heads>
using grouped = tf::multi_head_attention<Heads, Width, Model, Width, Model, Model, Model, tf::with_bias, KeyHead>;

#if RIGHT
void run_grouped(tf::kernels::threads& threads) {
  tf::weights<grouped<tf::product<KeyHead, Group>>> w;
  tf::packed_weights<grouped<tf::product<KeyHead, Group>>> packed{w};
  tf::session<grouped<tf::product<KeyHead, Group>>, float, tf::shape<Query, Model>> session{packed, threads};
}
#elif WRONG_session_of_heads_of_other_groups
// sentence: multi_head_attention<Head, ..., KeyHead>: Head must be KeyHead, or product<KeyHead, Group>
// names: EightHeads, KeyHead
void run_grouped(tf::kernels::threads& threads) {
  tf::weights<grouped<EightHeads>> w;
  tf::packed_weights<grouped<EightHeads>> packed{w};
  tf::session<grouped<EightHeads>, float, tf::shape<Query, Model>> session{packed, threads};
}
#endif

struct mine : tf::conventions<> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"w", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
  static constexpr std::size_t encoder_layers = 2;
};

#if RIGHT
struct with_dropout : tf::with_choices<mine, tf::dropout_rate<std::ratio<1, 10>>> {};
void run_encoder(tf::kernels::threads& threads) {
  tf::weights<tf::encoder<with_dropout>> w;
  tf::packed_weights<tf::encoder<with_dropout>> packed{w};
  tf::session<tf::encoder<with_dropout>, float, tf::shape<Query, mine::Model>> session{packed, threads};
}
#elif WRONG_session_of_an_encoder_with_a_dropout_rate_above_1
// sentence: drop<Rate>(x): the rate must be at least 0 and below 1
// names: ratio
struct with_dropout : tf::with_choices<mine, tf::dropout_rate<std::ratio<11, 10>>> {};
void run_encoder(tf::kernels::threads& threads) {
  tf::weights<tf::encoder<with_dropout>> w;
  tf::packed_weights<tf::encoder<with_dropout>> packed{w};
  tf::session<tf::encoder<with_dropout>, float, tf::shape<Query, mine::Model>> session{packed, threads};
}
#elif WRONG_session_of_an_encoder_without_layers
// sentence: encoder, decoder: there must be at least one layer
// names: encoder
struct without_layers : mine {
  static constexpr std::size_t encoder_layers = 0;
};
void run_encoder(tf::kernels::threads& threads) {
  tf::weights<tf::encoder<without_layers>> w;
  tf::packed_weights<tf::encoder<without_layers>> packed{w};
  tf::session<tf::encoder<without_layers>, float, tf::shape<Query, mine::Model>> session{packed, threads};
}
#endif

#if RIGHT
struct shifted {
  using map_type = tf::linear<Model, Model>;
  using vector_type = tf::vector<Model>;
  BOOST_HANA_DEFINE_STRUCT(shifted, (map_type, map), (vector_type, shift));
  constexpr auto operator()(const tf::expression auto& x) const { return map(x) + shift; }
};
void run_shifted(tf::kernels::threads& threads) {
  tf::weights<shifted> w;
  tf::packed_weights<shifted> packed{w};
  tf::session<shifted, float, tf::shape<Query, Model>> session{packed, threads};
}
#elif WRONG_session_of_a_module_with_an_unlisted_parameter
// sentence: every member of a module must be in its BOOST_HANA_DEFINE_STRUCT
// names: shifted
struct shifted {
  using map_type = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(shifted, (map_type, map));
  tf::vector<Model> shift;
  constexpr auto operator()(const tf::expression auto& x) const { return map(x); }
};
void run_shifted(tf::kernels::threads& threads) {
  tf::weights<shifted> w;
  tf::packed_weights<shifted> packed{w};
  tf::session<shifted, float, tf::shape<Query, Model>> session{packed, threads};
}
#endif

#if RIGHT
struct gated {
  using map_type = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(gated, (map_type, map), (map_type, gate));
  constexpr auto operator()(const tf::expression auto& x) const { return map(x) + gate(x); }
};
void run_gated(const tf::packed_weights<gated>& packed, tf::kernels::threads& threads) {
  tf::session<gated, float, tf::shape<Query, Model>> session{packed, threads};
}
#elif WRONG_session_of_a_formula_that_calls_what_is_no_member
// sentence: a formula reads the parameters of its module alone: each module that it calls, and each parameter, must be a member in BOOST_HANA_DEFINE_STRUCT
// names: gated
struct gated {
  using map_type = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(gated, (map_type, map));
  static constexpr map_type gate{};
  constexpr auto operator()(const tf::expression auto& x) const { return map(x) + gate(x); }
};
void run_gated(const tf::packed_weights<gated>& packed, tf::kernels::threads& threads) {
  tf::session<gated, float, tf::shape<Query, Model>> session{packed, threads};
}
#endif

// An argument that was refused already is no second mistake, nor is what a formula does with a refused parameter.
#if RIGHT
auto refused_argument(map_session& map, const tf::tensor<float, Query, Model>& x) { return map(x); }
#elif WRONG_session_with_a_tensor_of_no_axis
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
auto refused_argument(map_session& map, const tf::tensor<float, Query, int>& x) { return map(x); }
#elif WRONG_session_of_a_shape_of_no_axis
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
auto refused_argument(tf::session<tf::linear<Model, Inner>, float, tf::shape<Query, int>>& map,
                      const tf::tensor<float, Query, Model>& x) {
  return map(x);
}
#endif

#if RIGHT
auto refused_tokens(embedding_session& embed, const tf::tokens<Letters, Query>& word) { return embed(word); }
#elif WRONG_session_with_tokens_of_no_vocabulary
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
auto refused_tokens(embedding_session& embed, const tf::tokens<int, Query>& word) { return embed(word); }
#endif

#if RIGHT
struct positioned {
  using table_type = tf::table<tf::learned<RunTimeInner>, Model>;
  BOOST_HANA_DEFINE_STRUCT(positioned, (table_type, table));
  constexpr auto operator()(const tf::expression auto& x) const { return add_positions(x, table); }
};
void run_positioned(const tf::packed_weights<positioned>& packed, tf::kernels::threads& threads) {
  tf::session<positioned, float, tf::shape<RunTimeInner, Model>> session{packed, threads};
}
#elif WRONG_session_of_a_table_on_a_run_time_axis
// sentence: a parameter's axes must have extents known to the compiler
// names: RunTimeInner
struct positioned {
  using table_type = tf::table<RunTimeInner, Model>;
  BOOST_HANA_DEFINE_STRUCT(positioned, (table_type, table));
  constexpr auto operator()(const tf::expression auto& x) const { return add_positions(x, table); }
};
void run_positioned(const tf::packed_weights<positioned>& packed, tf::kernels::threads& threads) {
  tf::session<positioned, float, tf::shape<RunTimeInner, Model>> session{packed, threads};
}
#endif

#if RIGHT
void run_loaded() {
  const tf::packed_weights<tf::linear<Model, Inner>> packed{tf::load<tf::linear<Model, Inner>>("weights.safetensors")};
}
#elif WRONG_packed_weights_of_a_file_of_no_model
// sentence: load<M>(path): M, the model, must be named by its type: load<my_model>(path)
// names: left_out
void run_loaded() {
  const tf::packed_weights<tf::linear<Model, Inner>> packed{tf::load("weights.safetensors")};
}
#endif

// What a session runs does not follow from what it is made with.
#if RIGHT
void run_named(const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads) {
  tf::session<tf::linear<Model, Inner>, float, tf::shape<Query, Model>> session{packed, threads};
}
#elif WRONG_session_without_template_arguments
// sentence: the module must be named, which nothing else tells: weights<my_model> w, session<my_model, float, shape<Query, Model>> run{packed, threads}
// names: packed_weights
void run_named(const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads) {
  tf::session session{packed, threads};
}
#elif WRONG_session_of_a_module_alone
// sentence: Numbers, what a model computes with, must be float, double, or one of quantized_weights.hpp, such as int8_weights
// names: left_out
void run_named(const tf::packed_weights<tf::linear<Model, Inner>>& packed, tf::kernels::threads& threads) {
  tf::session<tf::linear<Model, Inner>> session{packed, threads};
}
#endif

// Weights are packed as weights of their module; nothing else tells whose they are.
#if RIGHT
void pack_named(const tf::weights<tf::linear<Model, Inner>>& weights) {
  const tf::packed_weights packed{weights};
}
#elif WRONG_weights_without_template_arguments
// sentence: the module must be named, which nothing else tells: weights<my_model> w, session<my_model, float, shape<Query, Model>> run{packed, threads}
// names: linear
void pack_named() {
  const tf::weights weights{tf::linear<Model, Inner>{}};
  const tf::packed_weights<tf::linear<Model, Inner>> packed{weights};
}
#endif
