// Each rule has a concept that generic code can ask: true where the formula compiles, false where it does not
// (each rule's sentence: tests/must_not_compile/).
#include <typeformer/expressions/concatenate.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/positions.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

namespace {

struct Batch : tf::axis<"B", 4> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"d̃", 8> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};
struct Letters : tf::axis<"letters", 40> {};
struct Sounds : tf::axis<"sounds", 40> {};
using Joined = tf::product<Head, Width>;

using reading = tf::tracing<tf::totals>;
template <class... A>
using x = tf::value<reading, tf::shape<A...>>;
template <class Vocabulary, class... A>
using tokens = tf::token_value<reading, Vocabulary, tf::shape<A...>>;
template <class... A>
using cache = tf::cache_value<reading, tf::shape<A...>>;
template <class X>
using transposed = tf::node<tf::transpose_operation, X>;

static_assert(tf::expression<x<Query>> && tf::expression<tokens<Letters, Query>> &&
              tf::expression<transposed<x<Query, Key>>>);
static_assert(!tf::expression<tf::weight<Model, Inner>> && !tf::expression<float> && !tf::expression<tf::no_mask>);

static_assert(tf::transposable<x<Query, Key>> && tf::transposable<tf::table<Letters, Model>>);
static_assert(!tf::transposable<x<Query>> && !tf::transposable<tf::weight<Model, Inner>>);

static_assert(tf::multipliable<x<Query, Model>, tf::weight<Model, Inner>>);
static_assert(tf::multipliable<x<Model>, tf::weight<Model, Inner>>);
static_assert(!tf::multipliable<x<Query, Model>, tf::weight<Inner, Model>>);
static_assert(!tf::multipliable<x<Query, Model>, tf::vector<Model>>);
static_assert(!tf::multipliable<tf::weight<Model, Inner>, x<Inner, Query>>);
static_assert(tf::multipliable<x<Batch, Query, Width>, transposed<x<Batch, Key, Width>>>);
static_assert(tf::multipliable<x<Query, Key>, x<Key, Width>>);
static_assert(!tf::multipliable<x<Query, Width>, x<Key, Width>>);
static_assert(!tf::multipliable<x<Batch, Query, Key>, x<Key, Width>>);
static_assert(!tf::multipliable<x<Head, Query, Key>, x<Batch, Key, Width>>);
static_assert(!tf::multipliable<x<Key>, x<Key, Width>> && !tf::multipliable<x<Query, Key>, x<Key>>);

static_assert(tf::addable<x<Query, Model>, x<Query, Model>> && tf::addable<x<Query, Model>, tf::vector<Model>>);
static_assert(!tf::addable<x<Query, Model>, x<Query, Inner>> && !tf::addable<x<Query, Key>, x<Key, Query>>);
static_assert(!tf::addable<x<Batch, Query, Model>, x<Query, Model>>);
static_assert(!tf::addable<x<Query, Model>, tf::vector<Inner>> && !tf::addable<x<Query, Model>, tf::vector<Query>>);

static_assert(tf::maskable<x<Query, Key>, tf::no_mask> && tf::maskable<x<Query, Key>, tf::causal<Query, Key>>);
static_assert(tf::maskable<x<Batch, Head, Query, Key>, tf::padding<Batch, Query, Key>>);
static_assert(tf::maskable<x<Batch, Query, Key>, tf::causal_padding<Batch, Query, Key>>);
static_assert(!tf::maskable<x<Query, Key>, tf::causal<Key, Query>> && !tf::maskable<x<Query, Key>, tf::causal<Query>>);
static_assert(!tf::maskable<x<Head, Batch, Query, Key>, tf::padding<Batch, Query, Key>>);
static_assert(!tf::maskable<x<Key>, tf::causal<Key>>);

template <class P>
using positions = tf::constant<tf::interleaved_rule<P>, Letters, P>;
static_assert(tf::positionable<x<Query, Model>, positions<Model>>);
static_assert(!tf::positionable<x<Query, Model>, positions<Inner>> && !tf::positionable<x<Model>, positions<Model>>);
static_assert(!tf::positionable<x<Query, Model>, tf::table<Letters, Model>>);

static_assert(tf::has_unique_axis<x<Query, Key>, Query> && tf::has_unique_axis<x<Query, Key>, Key>);
static_assert(!tf::has_unique_axis<x<Query, Key>, Model> && !tf::has_unique_axis<x<Query, Query>, Query>);

static_assert(tf::normalizable<x<Query, Model>, Model>);
static_assert(!tf::normalizable<x<Query, Model>, Inner> && !tf::normalizable<x<Query, Model>, Query>);

static_assert(tf::gatherable<tokens<Letters, Batch, Query>, tf::table<Letters, Model>>);
static_assert(!tf::gatherable<tokens<Sounds, Batch, Query>, tf::table<Letters, Model>>);
static_assert(!tf::gatherable<x<Batch, Query>, tf::table<Letters, Model>>);
static_assert(!tf::gatherable<tokens<Letters, Query>, tf::weight<Letters, Model>>);

static_assert(tf::splittable<x<Query, Joined>, Head, Width> && tf::splittable<x<Batch, Query, Joined>, Head, Width>);
static_assert(!tf::splittable<x<Query, Joined>, Width, Head> && !tf::splittable<x<Query, Model>, Head, Width>);
static_assert(!tf::splittable<x<Joined>, Head, Width>);

static_assert(tf::joinable<x<Head, Query, Width>> && !tf::joinable<x<Query, Width>>);

static_assert(tf::concatenable<x<Query, Model>, x<Query, Width>>);
static_assert(!tf::concatenable<x<Query, Model>, x<Key, Width>> &&
              !tf::concatenable<x<Batch, Query, Model>, x<Query, Model>>);

static_assert(tf::appendable<cache<Batch, Key, Joined>, x<Batch, Query, Joined>>);
static_assert(!tf::appendable<cache<Batch, Key, Joined>, x<Batch, Query, Model>>);
static_assert(!tf::appendable<cache<Batch, Key, Joined>, x<Query, Joined>>);

// What formulas yield: joining the heads gives a product, which splits back into its factors alone.
using split = tf::shape_t<decltype(tf::split_heads<Head, Width>(std::declval<x<Batch, Query, Joined>>()))>;
static_assert(std::is_same_v<split, tf::shape<Batch, Head, Query, Width>>);
using joined = tf::shape_t<decltype(join_heads(std::declval<x<Batch, Head, Query, Width>>()))>;
static_assert(std::is_same_v<joined, tf::shape<Batch, Query, Joined>>);
using side_by_side =
    tf::shape_t<decltype(concatenate(std::declval<x<Query, Model>>(), std::declval<x<Query, Width>>()))>;
static_assert(std::is_same_v<side_by_side, tf::shape<Query, tf::direct_sum<Model, Width>>>);
using scores =
    tf::shape_t<decltype(std::declval<x<Head, Query, Width>>() * transpose(std::declval<x<Head, Key, Width>>()))>;
static_assert(std::is_same_v<scores, tf::shape<Head, Query, Key>>);

}  // namespace
