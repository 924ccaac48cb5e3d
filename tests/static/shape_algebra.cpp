// From the shapes of operands to the shape of a result: axes and extents at once.
#include <array>
#include <type_traits>

#include <typeformer/axis/algebra.hpp>

namespace tf = typeformer;
namespace algebra = tf::algebra;

namespace {

struct Batch : tf::axis<"B", tf::up_to<8>> {};
struct Query : tf::axis<"N", tf::up_to<32>> {};
struct Key : tf::axis<"M", 20> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"d̃", 16> {};
struct Inner : tf::axis<"f", 48> {};
using Joined = tf::product<Head, Width>;

template <class Expected, std::size_t N>
constexpr bool is(const auto& shape, const std::array<std::size_t, N>& extents) {
  return std::is_same_v<std::remove_cvref_t<decltype(shape)>, Expected> && shape.extents() == extents;
}

constexpr auto x = tf::shape<Batch, Query, Joined>::of({3, 5});

// A shape's own facts.
static_assert(x.rank == 3 && x.run_time_axes == 2);
static_assert(x.size() == 3 * 5 * 64 && x.rows() == 15 && x.last() == 64);
static_assert(tf::shape<>{}.size() == 1 && tf::shape<>{}.rank == 0);
static_assert(is<tf::shape<Batch, Query>>(tf::shape<Batch, Query>{}, std::array<std::size_t, 2>{8, 32}));
static_assert(std::is_same_v<tf::axis_at<decltype(x), 1>, Query>);
static_assert(std::is_same_v<tf::axis_from_last<decltype(x), 0>, Joined>);
static_assert(std::is_same_v<tf::axis_from_last<decltype(x), 2>, Batch>);
static_assert(std::is_same_v<tf::axis_from_last<decltype(x), 3>, tf::no_axis>);
static_assert(sizeof(tf::shape<Key, Head, Width>) <= 3, "extents that the type knows are not stored");

// [L…, K] and [K, N] → [L…, N]; of two matrices, too.
static_assert(is<tf::shape<Batch, Query, Inner>>(algebra::contract(x, tf::shape<Joined, Inner>{}),
                                                 std::array<std::size_t, 3>{3, 5, 48}));
static_assert(is<tf::shape<Batch, Query, Key>>(algebra::contract(x, tf::shape<Batch, Joined, Key>::of({3})),
                                               std::array<std::size_t, 3>{3, 5, 20}));

// [L…, M, N] → [L…, N, M]; twice is nothing.
static_assert(is<tf::shape<Batch, Joined, Query>>(algebra::transpose(x), std::array<std::size_t, 3>{3, 64, 5}));
static_assert(is<tf::shape<Batch, Query, Joined>>(algebra::transpose(algebra::transpose(x)),
                                                  std::array<std::size_t, 3>{3, 5, 64}));

// Heads: [L…, N, h·d̃] → [L…, h, N, d̃] and back.
constexpr auto heads = algebra::split<Head, Width>(x);
static_assert(is<tf::shape<Batch, Head, Query, Width>>(heads, std::array<std::size_t, 4>{3, 4, 5, 16}));
static_assert(is<tf::shape<Batch, Query, Joined>>(algebra::join(heads), std::array<std::size_t, 3>{3, 5, 64}));

// A product of which one factor is known at run time splits as it was joined.
constexpr auto pairs = algebra::join(tf::shape<Query, Key, Width>::of({7}));
static_assert(is<tf::shape<Key, tf::product<Query, Width>>>(pairs, std::array<std::size_t, 2>{20, 112}));
static_assert(is<tf::shape<Query, Key, Width>>(algebra::split<Query, Width>(pairs),
                                               std::array<std::size_t, 3>{7, 20, 16}));

// [L…, A] and [L…, B] → [L…, A⊕B]
static_assert(is<tf::shape<Batch, tf::direct_sum<Width, Inner>>>(algebra::concatenate(tf::shape<Batch, Width>::of({3}),
                                                                                      tf::shape<Batch, Inner>::of({3})),
                                                                 std::array<std::size_t, 2>{3, 64}));
static_assert(is<tf::shape<tf::direct_sum<Query, Batch>>>(algebra::concatenate(tf::shape<Query>::of({5}),
                                                                               tf::shape<Batch>::of({3})),
                                                          std::array<std::size_t, 1>{8}));

static_assert(is<tf::shape<Batch>>(algebra::leading(x), std::array<std::size_t, 1>{3}));
static_assert(is<tf::shape<Batch, Query, Joined, Key>>(algebra::append(x, tf::dimension<Key>{}),
                                                       std::array<std::size_t, 4>{3, 5, 64, 20}));

}  // namespace
