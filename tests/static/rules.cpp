// Each rule has a concept that generic code can ask: true where the formula compiles, false where it does not
// (each rule's sentence: tests/must_not_compile/).
#include <typeformer/expressions/causal_product.hpp>
#include <typeformer/expressions/concatenate.hpp>
#include <typeformer/expressions/contract.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/expressions/scan.hpp>
#include <typeformer/expressions/zeros.hpp>
#include <typeformer/layers/positions.hpp>
#include <typeformer/readings/tracing.hpp>

namespace tf = typeformer;

namespace {

struct Batch : tf::axis<"B", 4> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::same_sequence<Query, "M"> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"d̃", 8> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};
struct Letters : tf::axis<"letters", 40> {};
struct Sounds : tf::axis<"sounds", 40> {};
struct Pair : tf::axis<"p", 2> {};
struct Kernel : tf::axis<"k", 3> {};
struct Source : tf::axis<"S", tf::up_to<64>> {};
struct Target : tf::axis<"T", tf::up_to<64>> {};
struct LongTarget : tf::axis<"L", tf::up_to<128>> {};
using Joined = tf::product<Head, Width>;

using reading = tf::tracing<tf::totals>;
template <class... A>
using x = tf::value<reading, tf::shape<A...>>;
template <class Vocabulary, class... A>
using tokens = tf::token_value<reading, Vocabulary, tf::shape<A...>>;
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
static_assert(tf::addable<x<Batch, Query, Model>, x<Query, Model>> && tf::addable<x<Query>, x<Batch, Query, Model>>);
static_assert(tf::addable<x<Query, Key>, x<Key, Query>> && tf::addable<x<Query, Model>, tf::vector<Query>>);
static_assert(!tf::addable<x<Query, Model>, x<Query, Inner>> && !tf::addable<x<Query, Model>, x<Key, Model>>);
static_assert(!tf::addable<x<Query, Model>, tf::vector<Inner>> &&
              !tf::addable<x<Query, Model>, tf::weight<Query, Model>>);
static_assert(tf::addable<x<Query, Model>, float> && !tf::addable<x<>, tf::vector<Model>>);

// Element by element: the axes of one are among the axes of the other; numbers and vectors are operands, too.
static_assert(tf::can_meet<x<Query, Model>, x<Model, Query>> && tf::can_meet<x<Model>, x<Batch, Query, Model>>);
static_assert(tf::can_meet<x<>, x<Query, Model>> && tf::can_meet<x<Query, Query>, x<Query, Query>>);
static_assert(tf::can_meet<x<Query, Model>, float> && tf::can_meet<int, x<Query, Model>>);
static_assert(tf::can_meet<tf::vector<Query>, x<Query, Model>> && tf::can_meet<x<Query>, tf::vector<Query>>);
static_assert(!tf::can_meet<x<Query>, x<Model>> && !tf::can_meet<x<Batch, Query>, x<Query, Model>>);
static_assert(!tf::can_meet<x<Query, Model>, x<Key, Model>> && !tf::can_meet<x<Query, Query>, x<Query>>);
static_assert(!tf::can_meet<x<Query, Model>, tf::vector<Inner>>);
static_assert(!tf::can_meet<x<Query, Model>, tf::weight<Query, Model>> && !tf::can_meet<x<Query>, tf::causal<Query>>);
static_assert(!tf::can_meet<tf::vector<Query>, tf::vector<Query>> && !tf::can_meet<tf::vector<Query>, double>);

// row: causal mask
static_assert(tf::maskable<x<Query, Key>, tf::no_mask> && tf::maskable<x<Query, Key>, tf::causal<Query, Key>>);
// row: padding mask
static_assert(tf::maskable<x<Batch, Head, Query, Key>, tf::padding<Batch, Query, Key>>);
static_assert(tf::maskable<x<Batch, Query, Key>, tf::causal_padding<Batch, Query, Key>>);
static_assert(!tf::maskable<x<Query, Key>, tf::causal<Key, Query>> && !tf::maskable<x<Query, Key>, tf::causal<Query>>);
static_assert(!tf::maskable<x<Head, Batch, Query, Key>, tf::padding<Batch, Query, Key>>);
static_assert(!tf::maskable<x<Key>, tf::causal<Key>>);
// row: sliding window
static_assert(tf::maskable<x<Query, Key>, tf::sliding_window<Query, 3, Key>>);
static_assert(!tf::maskable<x<Query, Key>, tf::sliding_window<Query, 3>>);
static_assert(tf::maskable<x<Query, Key>, tf::local_window<Query, 3, Key>>);
static_assert(!tf::maskable<x<Query, Key>, tf::local_window<Query, 3>>);
static_assert(!tf::maskable<x<Head, Query, Key>, tf::local_padding<Batch, Query, 3, Key>>);

static_assert(tf::causally_multipliable<x<Query, Width>, x<Query, Width>, x<Query, Model>>);
static_assert(!tf::causally_multipliable<x<Width>, x<Width>, x<Model>>);
static_assert(!tf::causally_multipliable<x<Query, Width>, x<Key, Width>, x<Query, Model>>);
static_assert(!tf::causally_multipliable<x<Query, Width>, x<Query, Width>, x<Key, Model>>);

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

static_assert(tf::selectable<x<Query>, x<Query, Model>, x<Model, Query>> && tf::selectable<x<Query>, int, int>);
static_assert(tf::selectable<x<Batch, Query, Model>, x<Query, Model>, tf::vector<Model>>);
static_assert(!tf::selectable<x<Query, Model>, x<Query>, x<Model>> && !tf::selectable<x<Key>, x<Query>, int>);
static_assert(!tf::selectable<float, x<Query>, x<Query>>);

static_assert(tf::clampable<x<Query, Model>, double, tf::vector<Model>> && tf::clampable<x<Query>, x<Query>, x<Query>>);
static_assert(!tf::clampable<x<Query, Model>, x<Inner>, int> && !tf::clampable<x<Query>, int, x<Query, Model>>);

// Over axes that are named: each is exactly one of the axes of x.
static_assert(tf::reducible<x<Batch, Query, Model>, Query> && tf::reducible<x<Batch, Query, Model>, Model, Batch>);
static_assert(tf::reducible<x<Query, Query>> && tf::reducible<x<>>);
static_assert(!tf::reducible<x<Query, Model>, Key> && !tf::reducible<x<Query, Model>, Query, Key>);
static_assert(!tf::reducible<x<Query, Model>, Query, Query> && !tf::reducible<x<Query, Query>, Query>);
static_assert(!tf::reducible<tf::weight<Query, Model>, Query>);

static_assert(tf::reducible_by_rows<x<Batch, Query, Model>, Query, tf::padding<Batch, Query>>);
static_assert(tf::reducible_by_rows<x<Batch, Model, Query>, Query, tf::padding<Batch, Query>>);
static_assert(!tf::reducible_by_rows<x<Batch, Query, Model>, Query, tf::padding<Batch, Key>>);
static_assert(!tf::reducible_by_rows<x<Batch, Query, Key>, Key, tf::padding<Batch, Query, Key>>);
static_assert(!tf::reducible_by_rows<x<Head, Batch, Query>, Query, tf::padding<Batch, Query>>);
static_assert(!tf::reducible_by_rows<x<Batch, Query, Model>, Query, tf::causal<Query>>);
static_assert(!tf::reducible_by_rows<x<Batch, Query, Model>, Query, tf::no_mask>);
static_assert(!tf::reducible_by_rows<x<Batch, Model>, Query, tf::padding<Batch, Query>>);
static_assert(!tf::reducible_by_rows<x<Batch, Model>, Batch, tf::padding<Batch, Batch>>);

static_assert(tf::contractible<x<Batch, Query, Width>, x<Batch, Key, Width>, Width>);
static_assert(tf::contractible<x<Query, Width, Batch>, x<Width, Key>, Width> && tf::contractible<x<Query>, x<Key>>);
static_assert(tf::contractible<x<Head, Query, Width>, x<Width, Head, Inner>, Head, Width>);
static_assert(!tf::contractible<x<Query, Width>, x<Key, Model>, Width>);
static_assert(!tf::contractible<x<Query, Width>, x<Key, Model>, Model>);
static_assert(!tf::contractible<x<Query, Width>, x<Key, Width>, Width, Width>);
static_assert(!tf::contractible<x<Query, Query, Width>, x<Width, Key>, Width>);
static_assert(!tf::contractible<x<Query, Width>, x<Width, Key, Key>, Width>);
static_assert(tf::contractible<x<Batch, Query, Model>, tf::weight<Query, Key>, Query>);
static_assert(!tf::contractible<x<Batch, Query, Model>, tf::weight<Query, Key>, Key>);
static_assert(!tf::contractible<x<Batch, Query, Model>, tf::weight<Key, Query>, Query>);
static_assert(!tf::contractible<x<Query, Model>, tf::weight<Query, Key>, Query, Key>);

// The same elements under other axes.
static_assert(tf::mergeable<x<Query, Head, Width>, Head, Width> && tf::mergeable<x<Query, Head, Width>, Query, Head>);
static_assert(!tf::mergeable<x<Query, Head, Width>, Width, Head> && !tf::mergeable<x<Head, Query, Width>, Head, Width>);
static_assert(tf::mergeable<x<Source, Batch>, Source, Batch> && !tf::mergeable<x<Source, Target>, Source, Target>);
static_assert(!tf::mergeable<x<Query, Width>, Head, Width> && !tf::mergeable<x<Query, Query>, Query, Query>);

static_assert(tf::splits_into<x<Query, Joined>, Head, Width> && tf::splits_into<x<Joined, Query>, Head, Width>);
static_assert(!tf::splits_into<x<Query, Joined>, Width, Head> && !tf::splits_into<x<Query, Model>, Head, Width>);
static_assert(!tf::splits_into<x<Joined, Joined>, Head, Width>);

static_assert(tf::renamable<x<Query, Model>, Query, Key> && tf::renamable<x<Source, Model>, Source, Target>);
static_assert(!tf::renamable<x<Query, Model>, Key, Query> && !tf::renamable<x<Query, Model>, Query, Model>);
static_assert(!tf::renamable<x<Source, Model>, Source, LongTarget> && !tf::renamable<x<Query, Query>, Query, Key>);

static_assert(tf::permutable<x<Batch, Query, Width>, Width, Batch, Query> && tf::permutable<x<Query, Key>, Query, Key>);
static_assert(!tf::permutable<x<Batch, Query, Width>, Width, Batch> && !tf::permutable<x<Query, Width>, Key, Width>);
static_assert(!tf::permutable<x<Query, Query>, Query, Query> && !tf::permutable<x<Query, Width>, Query, Query, Width>);

// Cut and put together.
static_assert(tf::sliceable<x<Batch, Query>, Query, Pair> && tf::sliceable<x<Query, Model>, Query, Source>);
static_assert(tf::sliceable<x<Source>, Source, Target> && !tf::sliceable<x<Batch, Query>, Query, Model>);
static_assert(!tf::sliceable<x<Batch, Query>, Key, Pair> && !tf::sliceable<x<Query, Query>, Query, Pair>);

static_assert(tf::concatenated_by<tf::direct_sum<Query, Key>, x<Batch, Query, Model>, x<Batch, Key, Model>>);
static_assert(tf::concatenated_by<tf::direct_sum<Query, Query, Key>, x<Query>, x<Query>, x<Key>>);
static_assert(!tf::concatenated_by<tf::direct_sum<Query, Key>, x<Batch, Key, Model>, x<Batch, Query, Model>>);
static_assert(!tf::concatenated_by<tf::direct_sum<Query, Key>, x<Batch, Query, Model>, x<Batch, Key, Inner>>);
static_assert(!tf::concatenated_by<tf::direct_sum<Query, Key>, x<Batch, Query>, x<Key, Batch>>);
static_assert(!tf::concatenated_by<tf::direct_sum<Query, Key>, x<Query>, x<Key>, x<Key>>);
static_assert(!tf::concatenated_by<Query, x<Query>, x<Query>>);

static_assert(tf::stackable<Pair, x<Query, Model>, x<Query, Model>> && tf::stackable<Kernel, x<>, x<>, x<>>);
static_assert(!tf::stackable<Pair, x<Query, Model>, x<Query, Inner>>);
static_assert(!tf::stackable<Pair, x<Query, Model>, x<Model, Query>>);
static_assert(!tf::stackable<Kernel, x<Query>, x<Query>> && !tf::stackable<Target, x<Query>, x<Query>>);

static_assert(tf::has_windows<x<Batch, Query, Model>, Query, Kernel> && tf::has_windows<x<Source>, Source, Kernel>);
static_assert(!tf::has_windows<x<Batch, Query, Model>, Key, Kernel> && !tf::has_windows<x<Query>, Query, Target>);
static_assert(!tf::has_windows<x<Query, Query>, Query, Kernel>);

// The state comes back as it was, the output begins as it does.
constexpr auto sum_of_both = [](const auto& s, const auto& v) { return s + v; };
constexpr auto first_axes_exchanged = [](const auto& s, const auto&) { return tf::rename<Model, Inner>(s); };
constexpr auto both = [](const auto& s, const auto& v) { return tf::step_result{s, v}; };
constexpr auto other_output = [](const auto& s, const auto& v) { return tf::step_result{s, tf::sum<Batch>(v)}; };
constexpr auto no_result = [](const auto&, const auto&) {};
template <class X, class A, class State, class Step>
constexpr bool scans(const Step&) {
  return tf::scannable<X, A, State, Step>;
}
static_assert(scans<x<Batch, Query, Model>, Query, x<Batch, Model>>(sum_of_both));
static_assert(scans<x<Source, Model>, Source, x<Model>>(sum_of_both) && scans<x<Query>, Query, x<>>(sum_of_both));
static_assert(scans<x<Batch, Query, Model>, Query, x<Batch, Inner>>(both));
static_assert(!scans<x<Batch, Query, Model>, Key, x<Batch, Model>>(sum_of_both));
static_assert(!scans<x<Query, Query>, Query, x<>>(sum_of_both));
static_assert(!scans<x<Batch, Query>, Query, x<Batch, Query>>(sum_of_both));
static_assert(!scans<x<Batch, Query, Model>, Query, x<Model>>(sum_of_both));
static_assert(!scans<x<Batch, Query, Model>, Query, x<Model, Batch>>(sum_of_both));
static_assert(!scans<x<Batch, Query, Model>, Query, x<Batch>>(sum_of_both));
static_assert(!scans<x<Batch, Query, Model>, Query, x<Batch, Model>>(first_axes_exchanged));
static_assert(!scans<x<Batch, Query, Model>, Query, x<Batch, Model>>(other_output));
static_assert(!scans<x<Batch, Query, Model>, Query, x<Batch, Model>>(no_result));

static_assert(tf::has_zeros<x<Query>, Batch, Model> && tf::has_zeros<x<Query, Source>, Source, Batch>);
static_assert(tf::has_zeros<tokens<Letters, Source>, Source> && tf::has_zeros<x<Query>>);
static_assert(!tf::has_zeros<x<Query, Target>, Source> && !tf::has_zeros<float, Model>);

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

/// Whether an expression, or what a formula makes of values, has these axes.
template <class Shape, class E>
constexpr bool is(const E&) {
  return std::is_same_v<tf::shape_t<E>, Shape>;
}
constexpr x<Batch, Query, Model> v{};
constexpr x<Query> rows{};
constexpr tf::vector<Model> b{};

// Element by element: the axes of the operand that has all; of two that have the same, in the order of the first.
static_assert(is<tf::shape<Batch, Query, Model>>(v + rows) && is<tf::shape<Batch, Query, Model>>(rows - v));
static_assert(is<tf::shape<Query, Key>>(x<Query, Key>{} + x<Key, Query>{}));
static_assert(is<tf::shape<Batch, Query, Model>>(2 * v + 1.0F) && is<tf::shape<Batch, Query, Model>>(1 / v - v / 2));
static_assert(is<tf::shape<Batch, Query, Model>>(hadamard(b, v)) && is<tf::shape<Batch, Query, Model>>(b + v));
static_assert(is<tf::shape<Batch, Query, Model>>(divide(v, rows)) && is<tf::shape<Query>>(maximum(rows, 0)));
static_assert(is<tf::shape<Batch, Query, Model>>(minimum(rows, v)) && is<tf::shape<Query>>(clamp(rows, -1, 1)));
static_assert(is<tf::shape<Batch, Query, Model>>(greater(v, b)) && is<tf::shape<Query>>(equal(rows, 0)));
static_assert(is<tf::shape<Batch, Query, Model>>(where(rows, v, 0)) && is<tf::shape<Query>>(where(rows, 1, -rows)));
static_assert(is<tf::shape<Query>>(exp(rows)) && is<tf::shape<Batch, Query, Model>>(square(v) + softplus(rows)));

// The other axes, in their order.
static_assert(is<tf::shape<Batch, Model>>(tf::sum<Query>(v)) && is<tf::shape<Query>>(tf::mean<Model, Batch>(v)));
static_assert(is<tf::shape<>>(sum(v)) && is<tf::shape<>>(mean(rows)) && is<tf::shape<>>(tf::max<Query>(rows)));
static_assert(is<tf::shape<Query>>(tf::max<Batch, Model>(v)) && is<tf::shape<Batch, Query>>(tf::argmax<Model>(v)));
static_assert(std::is_same_v<decltype(let(tf::argmax<Model>(v))), tokens<Model, Batch, Query>>);
static_assert(is<tf::shape<Batch, Model>>(tf::mean<Query>(v, tf::padding<Batch, Query>{})));
static_assert(is<tf::shape<Batch, Model>>(tf::sum<Query>(v, tf::padding<Batch, Query>{})));

// What both have, what x has, what y has.
static_assert(is<tf::shape<Batch, Query, Key>>(tf::contract<Model>(v, x<Key, Model, Batch>{})));
static_assert(is<tf::shape<Batch>>(tf::contract<Query, Model>(v, v)) &&
              is<tf::shape<>>(tf::contract<Query>(rows, rows)));
static_assert(is<tf::shape<Query, Key>>(tf::contract<>(rows, x<Key>{})));
static_assert(is<tf::shape<Head, Query, Inner, Key>>(tf::contract<Width>(x<Query, Head, Width, Inner>{},
                                                                         x<Width, Key, Head>{})));
static_assert(is<tf::shape<Batch, Model, Key>>(tf::contract<Query>(v, tf::weight<Query, Key>{})));

static_assert(is<tf::shape<tf::product<Batch, Query>, Model>>(tf::merge<Batch, Query>(v)));
static_assert(is<tf::shape<Query, Head, Width, Model>>(tf::split<Head, Width>(x<Query, Joined, Model>{})));
static_assert(is<tf::shape<Batch, Key, Model>>(tf::rename<Query, Key>(v)));
static_assert(is<tf::shape<Model, Batch, Query>>(tf::permute<Model, Batch, Query>(v)));
static_assert(is<tf::shape<Batch, Pair, Model>>(tf::slice<Query, Pair>(v, 14)));
static_assert(is<tf::shape<Batch, tf::direct_sum<Query, Key>, Model>>(
    tf::concat<tf::direct_sum<Query, Key>>(v, x<Batch, Key, Model>{})));
static_assert(is<tf::shape<Pair, Batch, Query, Model>>(tf::stack<Pair>(v, v)));
static_assert(is<tf::shape<Batch, Query, Kernel, Model>>(tf::windows<Query, Kernel>(v)));
static_assert(is<tf::shape<Model, Source>>(tf::zeros<Model, Source>(x<Source, Query>{})));
static_assert(std::is_same_v<decltype(tf::scan<Query>(x<Batch, Model>{}, v, sum_of_both)), x<Batch, Query, Model>>);
static_assert(std::is_same_v<decltype(tf::scan<Query>(x<Batch, Inner>{}, v, both)), x<Batch, Query, Model>>);
static_assert(std::is_same_v<decltype(tf::scan<Source>(x<Head>{}, x<Source, Model>{}, both)), x<Source, Model>>);

}  // namespace
