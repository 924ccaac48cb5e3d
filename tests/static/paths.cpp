// Sequential steps and the longest path between two positions, for each kind of layer.
#include <typeformer/expressions/contract.hpp>
#include <typeformer/expressions/paths.hpp>
#include <typeformer/expressions/scan.hpp>
#include <typeformer/expressions/zeros.hpp>
#include <typeformer/layers/encoder_model.hpp>
#include <typeformer/layers/transformer.hpp>

namespace tf = typeformer;

namespace {

constexpr std::size_t N = 24;
struct Query : tf::axis<"N", tf::up_to<N>> {};
struct Key : tf::axis<"M", tf::up_to<16>> {};
struct Model : tf::axis<"d_model", 12> {};
struct Head : tf::axis<"h", 3> {};
struct Width : tf::quotient<"d̃", Model, Head> {};
struct Inner : tf::axis<"d_ff", 20> {};
struct Kernel : tf::axis<"k", 3> {};
using sequence = tf::shape<Query, Model>;

template <class M, class... Input>
constexpr std::size_t length = tf::longest_path<M, Query, Input...>.length;
template <class M, class... Input>
constexpr std::size_t steps = tf::sequential_steps<M, Input...>.value();

// What computes each position alone.
using feed_forward = tf::feed_forward<Model, Inner>;
static_assert(length<feed_forward, Query> == 0 && steps<feed_forward, Query> == 1);
static_assert(length<tf::layer_norm<Model>, Query> == 0 && steps<tf::layer_norm<Model>, Query> == 1);
using positions = tf::sinusoidal_positions<Query, Model>;
static_assert(length<positions, sequence> == 0);

// Attention sees all positions at once; that to another sequence none of its own, and all of the other.
using attention = tf::multi_head_attention<Head, Width, Model>;
static_assert(length<attention, Query> == 1 && steps<attention, Query> == 1);
static_assert(length<attention, sequence, tf::causal<Query>> == 1);
using other = tf::shape<Key, Model>;
static_assert(length<attention, sequence, other, other> == 0);
static_assert(tf::longest_path<attention, Key, sequence, other, other>.length == 1);

// A window of 4 positions that ends with its own goes 3 back: over 23 in 8 applications. One of all is attention.
static_assert(length<attention, sequence, tf::sliding_window<Query, 4>> == 8);
static_assert(length<attention, sequence, tf::sliding_window<Query, 24>> == 1);
static_assert(steps<attention, sequence, tf::sliding_window<Query, 4>> == 1);

// The same operation by operation, from the scores.
struct unfused_attention {
  BOOST_HANA_DEFINE_STRUCT(unfused_attention);
  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    const auto scores = let(x * transpose(x));
    const auto masked = let(scores + tf::causal<Query>{});
    return let(softmax(masked)) * x;
  }
};
static_assert(length<unfused_attention, sequence> == 1);

// A convolution: neighbours from `first` on, and a product with each.
template <std::ptrdiff_t First>
struct convolution {
  using map_type = tf::linear<tf::product<Kernel, Model>, Model>;
  BOOST_HANA_DEFINE_STRUCT(convolution, (map_type, map));
  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return map(tf::merge<Kernel, Model>(tf::windows<Query, Kernel>(x, First)));
  }
};
static_assert(length<convolution<-1>, sequence> == 23);  // 1 each way
static_assert(length<convolution<-2>, sequence> == 12);  // 2 back, none ahead
static_assert(length<convolution<-4>, sequence> == 6);   // 2 to 4 back
static_assert(length<convolution<0>, sequence> == 12);
static_assert(steps<convolution<-1>, sequence> == 1);

// Dilated, it sees further with as many products.
struct dilated {
  using map_type = tf::linear<tf::product<Kernel, Model>, Model>;
  BOOST_HANA_DEFINE_STRUCT(dilated, (map_type, map));
  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return map(tf::merge<Kernel, Model>(tf::windows<Query, Kernel, 4>(x)));
  }
};
static_assert(length<dilated, sequence> == 6);  // 4 each way

// Two convolutions in one module see twice as far.
struct two_convolutions {
  BOOST_HANA_DEFINE_STRUCT(two_convolutions, (convolution<-2>, first), (convolution<-2>, second));
  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return second(let(first(x)));
  }
};
static_assert(length<two_convolutions, sequence> == 6);

// A recurrence: Y_i = tanh(X_i W + Y_{i−1} U).
struct recurrence {
  using map_type = tf::linear<Model, Model>;
  using back_type = tf::linear<Model, Model, tf::without_bias>;
  BOOST_HANA_DEFINE_STRUCT(recurrence, (map_type, map), (back_type, back));
  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return tf::scan<Query>(tf::zeros<Model>(x), let(map(x)),
                           [&](const auto& y, const auto& x_i) { return tanh(x_i + back(y)); });
  }
};
static_assert(length<recurrence, sequence> == N && steps<recurrence, sequence> == N);
static_assert(tf::sequential_steps<recurrence, sequence> == tf::long_polynomial{tf::count_of(tf::shape<Query>{})});
// Of other axes it sees none.
struct recurrence_of_a_batch {
  using recurrence_map = tf::linear<Model, Model>;
  BOOST_HANA_DEFINE_STRUCT(recurrence_of_a_batch, (recurrence_map, map));
  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return tf::scan<Query>(tf::zeros<Key, Model>(x), x,
                           [&](const auto& y, const auto& x_i) { return tanh(x_i + map(y)); });
  }
};
static_assert(tf::longest_path<recurrence_of_a_batch, Key, tf::shape<Key, Query, Model>>.length == 0);
static_assert(length<recurrence_of_a_batch, tf::shape<Key, Query, Model>> == N);

// Two scans wait for each other; a scan within a scan is done for each position.
struct twice {
  BOOST_HANA_DEFINE_STRUCT(twice, (recurrence, first), (recurrence, second));
  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return second(first(x));
  }
};
static_assert(length<twice, sequence> == N && steps<twice, sequence> == 2 * N);
struct over_both {
  BOOST_HANA_DEFINE_STRUCT(over_both);
  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return tf::scan<Key>(tf::zeros<Query, Model>(x), x, [](const auto& s, const auto& rows) {
      return s + tf::scan<Query>(tf::zeros<Model>(rows), rows, [](const auto& y, const auto& row) { return y + row; });
    });
  }
};
using of_both = tf::shape<Key, Query, Model>;
static_assert(steps<over_both, of_both> == 16 * N);
static_assert(length<over_both, of_both> == N && tf::longest_path<over_both, Key, of_both>.length == 16);

// A stack, a mean over positions.
struct config : tf::conventions<> {
  using Model = ::Model;
  using Head = ::Head;
  using Width = ::Width;
  using Inner = ::Inner;
  static constexpr std::size_t encoder_layers = 3;
};
static_assert(length<tf::encoder<config>, Query> == 1 && steps<tf::encoder<config>, Query> == 1);
struct mean_of_all {
  BOOST_HANA_DEFINE_STRUCT(mean_of_all);
  template <tf::expression X>
  constexpr auto operator()(const X& x) const {
    return x - tf::mean<Query>(x);
  }
};
static_assert(length<mean_of_all, sequence> == 1);

}  // namespace
