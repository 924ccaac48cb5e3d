// Parts of one's own deep in a stack: feature maps, similarities, mechanisms, norms, and what is no layer.
#include <cstddef>

#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Position : tf::axis<"N", tf::up_to<128>> {};
struct Half : tf::axis<"d_half", 16> {};
template <class... Choices>
struct small : tf::conventions<Choices...> {
  struct Model : tf::axis<"d_model", 32> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 64> {};
};
using Model = small<>::Model;
template <class... Choices>
constexpr std::size_t bytes_of_encoder = tf::workspace_bytes<tf::encoder<small<Choices...>, 2>, Batch, Position>;

// Linear attention's feature map.
#if RIGHT
struct softened {
  constexpr auto operator()(const tf::expression auto& x) const { return softplus(x); }
};
constexpr std::size_t bytes = tf::workspace_bytes<tf::encoder<small<tf::linear_attention<softened>>, 2>, Batch, Position>;
#elif WRONG_feature_map_that_returns_nothing
// sentence: linear_attention<FeatureMap>: the feature map must have a constexpr operator() const that takes an expression and yields one
// names: softened
struct softened {
  constexpr auto operator()(const tf::expression auto& x) const { softplus(x); }
};
constexpr std::size_t bytes = tf::workspace_bytes<tf::encoder<small<tf::linear_attention<softened>>, 2>, Batch, Position>;
#elif WRONG_feature_map_of_an_axis_that_is_not_there
// sentence: sum<A...>(x): each A must be exactly one of the axes of x
// names: Half
struct softened {
  constexpr auto operator()(const tf::expression auto& x) const { return softplus(x) / tf::sum<Half>(x); }
};
constexpr std::size_t bytes = tf::workspace_bytes<tf::encoder<small<tf::linear_attention<softened>>, 2>, Batch, Position>;
#elif WRONG_feature_map_that_sums_the_positions
// sentence: linear_attention<FeatureMap>: the feature map must keep all axes but the last
// names: Position
struct softened {
  constexpr auto operator()(const tf::expression auto& x) const { return tf::sum<Position>(softplus(x)); }
};
constexpr std::size_t bytes = tf::workspace_bytes<tf::encoder<small<tf::linear_attention<softened>>, 2>, Batch, Position>;
#endif

// A window of keys.
#if RIGHT
constexpr std::size_t window = tf::workspace_bytes<tf::encoder<small<tf::local_attention<15>>, 2>, Batch, Position>;
#elif WRONG_local_attention_to_an_even_window
// sentence: local_window<Query, Size>: Size must be odd, since a query sees as many keys before its position as behind it
// names: 16
constexpr std::size_t window = tf::workspace_bytes<tf::encoder<small<tf::local_attention<16>>, 2>, Batch, Position>;
#elif WRONG_local_window_of_an_even_size
// sentence: local_window<Query, Size>: Size must be odd, since a query sees as many keys before its position as behind it
// names: 4
constexpr tf::local_window<Position, 4> window{};
#endif

// A norm.
template <class A>
struct scaled {
  using gain_type = tf::gain<A>;
  BOOST_HANA_DEFINE_STRUCT(scaled, (gain_type, gain));
  constexpr auto operator()(const tf::expression auto& x) const { return hadamard(x, gain); }
};
template <class A>
struct summed {
  BOOST_HANA_DEFINE_STRUCT(summed);
  constexpr auto operator()(const tf::expression auto& x) const { return tf::sum<A>(x); }
};
#if RIGHT
struct scaled_norms {
  static constexpr auto kind = tf::choice::norm;
  template <class A>
  using norm = scaled<A>;
};
constexpr std::size_t norms = tf::workspace_bytes<tf::encoder<small<scaled_norms>, 2>, Batch, Position>;
#elif WRONG_norm_that_sums_the_width
// sentence: a configuration's norm must have a public operator()(x) const that yields an expression of the axes of x
// names: Position
struct summed_norms {
  static constexpr auto kind = tf::choice::norm;
  template <class A>
  using norm = summed<A>;
};
constexpr std::size_t norms = tf::workspace_bytes<tf::encoder<small<summed_norms>, 2>, Batch, Position>;
#endif

// A cell is a step, and no layer.
#if RIGHT
struct reader {
  using layer = tf::recurrent<tf::gru_cell<Model, Half>>;
  BOOST_HANA_DEFINE_STRUCT(reader, (layer, read));
  constexpr auto operator()(const tf::expression auto& x) const { return read(x); }
};
constexpr std::size_t bytes_read = tf::workspace_bytes<reader, tf::shape<Batch, Position, Model>>;
#elif WRONG_cell_for_a_layer
// sentence: gru_cell: it is a step of a recurrence; recurrent<gru_cell<In, Hidden>> runs it along a sequence
// names: Position
struct reader {
  using layer = tf::gru_cell<Model, Half>;
  BOOST_HANA_DEFINE_STRUCT(reader, (layer, read));
  constexpr auto operator()(const tf::expression auto& x) const { return read(x); }
};
constexpr std::size_t bytes_read = tf::workspace_bytes<reader, tf::shape<Batch, Position, Model>>;
#endif

// A similarity.
struct halved {
  constexpr auto operator()(const tf::expression auto& q, const tf::expression auto& k) const {
    return q * transpose(k) * 0.5;
  }
};
#if RIGHT
constexpr std::size_t by_similarity = bytes_of_encoder<tf::hard_attention<halved>>;
#elif WRONG_similarity_of_one_argument
// sentence: a similarity must have a public operator()(q, k) const that yields an expression
// names: of_queries
struct of_queries {
  constexpr auto operator()(const tf::expression auto& q) const { return q * transpose(q); }
};
constexpr std::size_t by_similarity = tf::workspace_bytes<tf::encoder<small<tf::hard_attention<of_queries>>, 2>, Batch, Position>;
#elif WRONG_similarity_without_transpose
// sentence: x * y: the last axis of x must be the axis before last of y
// names: Position
struct untransposed {
  constexpr auto operator()(const tf::expression auto& q, const tf::expression auto& k) const { return q * k * 0.5; }
};
constexpr std::size_t by_similarity = tf::workspace_bytes<tf::encoder<small<tf::hard_attention<untransposed>>, 2>, Batch, Position>;
#endif

// A mechanism.
#if RIGHT
struct doubled {
  BOOST_HANA_DEFINE_STRUCT(doubled);
  constexpr auto operator()(const auto& q, const auto& k, const auto& v, const auto& mask) const {
    return tf::attention(q, k, v, mask) * 2;
  }
};
struct doubled_attention : tf::attention_by<doubled_attention> {
  template <class, class, class>
  using heads = doubled;
};
constexpr std::size_t with_mechanism = tf::workspace_bytes<tf::encoder<small<doubled_attention>, 2>, Batch, Position>;
#elif WRONG_mechanism_without_a_mask
// sentence: an attention mechanism must have a public operator()(q, k, v, mask) const
// names: doubled_attention
struct doubled {
  BOOST_HANA_DEFINE_STRUCT(doubled);
  constexpr auto operator()(const auto& q, const auto& k, const auto& v) const {
    return tf::attention(q, k, v) * 2;
  }
};
struct doubled_attention : tf::attention_by<doubled_attention> {
  template <class, class, class>
  using heads = doubled;
};
constexpr std::size_t with_mechanism = tf::workspace_bytes<tf::encoder<small<doubled_attention>, 2>, Batch, Position>;
#elif WRONG_mechanism_that_forgets_the_values
// sentence: an attention mechanism must yield the axes of q, the last of them replaced by that of v, as attention(q, k, v, mask) does
// names: Position
struct doubled {
  BOOST_HANA_DEFINE_STRUCT(doubled);
  constexpr auto operator()(const auto& q, const auto& k, const auto&, const auto&) const {
    return q * transpose(k) * 2;
  }
};
struct doubled_attention : tf::attention_by<doubled_attention> {
  template <class, class, class>
  using heads = doubled;
};
constexpr std::size_t with_mechanism = tf::workspace_bytes<tf::encoder<small<doubled_attention>, 2>, Batch, Position>;
#endif

// Choices with numbers of their own.
#if RIGHT
constexpr std::size_t rotated = bytes_of_encoder<tf::rotary_positions<tf::rotary_layout::halves, 500000>, tf::no_positions>;
#elif WRONG_rotary_positions_of_a_base_alone
// sentence: rotary_positions<Layout, Base>: Layout must be tf::rotary_layout::interleaved or tf::rotary_layout::halves, and the base follows it
// names: 500000
constexpr std::size_t rotated = bytes_of_encoder<tf::rotary_positions<500000>, tf::no_positions>;
#elif WRONG_bucketed_bias_of_thirty_buckets
// sentence: bucketed_bias<Buckets, MaxDistance>: Buckets must be a multiple of 4, and MaxDistance above half of them
// names: 30
constexpr std::size_t rotated = bytes_of_encoder<tf::bucketed_bias<30>, tf::no_positions>;
#elif WRONG_choice_whose_kind_is_not_static
// sentence: conventions<...>: each argument must be a choice of one of the kinds of choice.hpp
// names: own_norms
struct own_norms {
  const tf::choice kind = tf::choice::norm;
  template <class A>
  using norm = scaled<A>;
};
struct own_choices : tf::conventions<own_norms> {};
#endif

// A layer for a cell, and what layers do not take.
#if RIGHT
struct recurrent_reader {
  using layer = tf::recurrent<tf::gru_cell<Model, Half>>;
  BOOST_HANA_DEFINE_STRUCT(recurrent_reader, (layer, read));
  constexpr auto operator()(const tf::expression auto& x) const { return read(x); }
};
constexpr std::size_t bytes_of_reader = tf::workspace_bytes<recurrent_reader, tf::shape<Batch, Position, Model>>;
#elif WRONG_layer_for_a_cell
// sentence: recurrent<Cell>: Cell must be a cell, such as tf::gru_cell<In, Hidden>, with inputs(x) and step(state, x); a layer is none
// names: gru_cell
struct recurrent_reader {
  using layer = tf::recurrent<tf::gru<Model, Half>>;
  BOOST_HANA_DEFINE_STRUCT(recurrent_reader, (layer, read));
  constexpr auto operator()(const tf::expression auto& x) const { return read(x); }
};
constexpr std::size_t bytes_of_reader = tf::workspace_bytes<recurrent_reader, tf::shape<Batch, Position, Model>>;
#elif WRONG_linear_layer_for_a_cell
// sentence: recurrent<Cell>: Cell must be a cell, such as tf::gru_cell<In, Hidden>: a module with the axes In, Hidden and State
// names: linear
struct recurrent_reader {
  using layer = tf::recurrent<tf::linear<Model, Half>>;
  BOOST_HANA_DEFINE_STRUCT(recurrent_reader, (layer, read));
  constexpr auto operator()(const tf::expression auto& x) const { return read(x); }
};
constexpr std::size_t bytes_of_reader = tf::workspace_bytes<recurrent_reader, tf::shape<Batch, Position, Model>>;
#elif WRONG_recurrent_layer_with_a_mask
// sentence: recurrent(x), recurrent(start, x): x and start must be expressions; a recurrence sees no later positions, so it takes no mask
// names: causal
struct recurrent_reader {
  using layer = tf::gru<Model, Half>;
  BOOST_HANA_DEFINE_STRUCT(recurrent_reader, (layer, read));
  constexpr auto operator()(const tf::expression auto& x) const { return read(x, tf::causal<Position>{}); }
};
constexpr std::size_t bytes_of_reader = tf::workspace_bytes<recurrent_reader, tf::shape<Batch, Position, Model>>;
#endif
#if RIGHT
struct positioned {
  using adding = tf::learned_positions<Position, Model>;
  BOOST_HANA_DEFINE_STRUCT(positioned, (adding, add));
  constexpr auto operator()(const tf::expression auto& x) const { return add(x); }
};
constexpr std::size_t bytes_of_positioned = tf::workspace_bytes<positioned, tf::shape<Batch, Position, Model>>;
#elif WRONG_positions_with_a_mask
// sentence: learned_positions(x), learned_positions(x, first): x must be an expression, and first the position of its first row, a number
// names: causal
struct positioned {
  using adding = tf::learned_positions<Position, Model>;
  BOOST_HANA_DEFINE_STRUCT(positioned, (adding, add));
  constexpr auto operator()(const tf::expression auto& x) const { return add(x, tf::causal<Position>{}); }
};
constexpr std::size_t bytes_of_positioned = tf::workspace_bytes<positioned, tf::shape<Batch, Position, Model>>;
#endif

// Where a slice begins.
#if RIGHT
struct second_half {
  BOOST_HANA_DEFINE_STRUCT(second_half);
  constexpr auto operator()(const tf::expression auto& x) const { return tf::slice<Model, Half>(x, 16); }
};
constexpr std::size_t bytes_of_half = tf::workspace_bytes<second_half, tf::shape<Batch, Position, Model>>;
#elif WRONG_slice_whose_first_is_a_template_argument
// sentence: slice<Whole, Part>(x, first): first is an argument behind x, slice<Whole, Part>(x, 16)
// names: 16
struct second_half {
  BOOST_HANA_DEFINE_STRUCT(second_half);
  constexpr auto operator()(const tf::expression auto& x) const { return tf::slice<Model, Half, 16>(x); }
};
constexpr std::size_t bytes_of_half = tf::workspace_bytes<second_half, tf::shape<Batch, Position, Model>>;
#endif

// A path.
#if RIGHT
static_assert(tf::longest_path<tf::encoder<small<>, 2>, Position, Batch, Position>.length == 1);
#elif WRONG_path_along_an_axis_of_no_input
// sentence: longest_path<M, A, Input...>: A must be an axis of an input
// names: Half
static_assert(tf::longest_path<tf::encoder<small<>, 2>, Half, Batch, Position>.length == 1);
#endif

// A Config that is none, and inputs that are named with axes of the program's own.
#if RIGHT
constexpr std::size_t whole = tf::workspace_bytes<tf::encoder<small<>, 2>, tf::shape<Batch, Position, Model>>;
#elif WRONG_config_that_is_a_number_type
// sentence: Config: it must derive from conventions<...>, as `struct mine : tf::conventions<> {...};` does
// names: int
constexpr std::size_t whole = tf::workspace_bytes<tf::encoder<int, 2>, tf::shape<Batch, Position, Model>>;
#elif WRONG_config_without_its_width
// sentence: Config: it must have the axis Model, the width of each position: `struct Model : tf::axis<"d_model", 512> {};`
// names: without_width
struct without_width : tf::conventions<> {
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::axis<"d̃", 8> {};
  struct Inner : tf::axis<"d_ff", 64> {};
};
constexpr std::size_t whole = tf::workspace_bytes<tf::encoder<without_width, 2>, tf::shape<Batch, Position, Model>>;
#elif WRONG_model_counted_before_its_name
// sentence: a module is expected here: a struct with a public BOOST_HANA_DEFINE_STRUCT(name, (type, member)...)
// names: shape
constexpr std::size_t whole = tf::workspace_bytes<tf::shape<Batch, Position, Model>, tf::encoder<small<>, 2>>;
#elif WRONG_shape_that_ends_with_int
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
constexpr std::size_t whole = tf::workspace_bytes<tf::encoder<small<>, 2>, tf::shape<Batch, Position, int>>;
#elif WRONG_path_without_inputs
// sentence: f<M, Input...>: what the model takes must follow, as shape<Query, Model>
// names: encoder
static_assert(tf::longest_path<tf::encoder<small<>, 2>, Position>.length == 1);
#endif
