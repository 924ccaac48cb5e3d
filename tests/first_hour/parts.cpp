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
// sentence: feed_forward(x): the last axis of x must be the layer's In
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
