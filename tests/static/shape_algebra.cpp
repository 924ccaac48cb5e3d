// From the shapes of operands to the shape of a result: axes and extents at once.
#include <array>
#include <type_traits>

#include <typeformer/axis/agreement.hpp>
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
struct Kernel : tf::axis<"k", 3> {};
struct Renamed : tf::axis<"n", tf::up_to<32>> {};
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

static_assert(is<tf::shape<Batch>>(algebra::leading(x), std::array<std::size_t, 1>{3}));
static_assert(is<tf::shape<Batch, Query, Joined, Key>>(algebra::append(x, tf::dimension<Key>{}),
                                                       std::array<std::size_t, 4>{3, 5, 64, 20}));

// The rules' conditions on whole shapes.
static_assert(tf::are_axes_of<tf::shape<Query, Batch>, tf::shape<Batch, Query, Joined>>);
static_assert(tf::are_axes_of<tf::shape<>, tf::shape<Query>> && !tf::are_axes_of<tf::shape<Key>, tf::shape<Query>>);
static_assert(!tf::are_axes_of<tf::shape<Query, Query>, tf::shape<Query, Batch>>);
static_assert(!tf::are_axes_of<tf::shape<Query>, tf::shape<Query, Query>>);
static_assert(tf::are_distinct<tf::shape<Query, Key>> && !tf::are_distinct<tf::shape<Query, Key, Query>>);
static_assert(tf::is_broadcastable<tf::shape<Query>, tf::shape<Batch, Query>> &&
              !tf::is_broadcastable<tf::shape<Key, Query>, tf::shape<Batch, Query>>);
static_assert(tf::are_neighbours<Query, Key, tf::shape<Batch, Query, Key>> &&
              !tf::are_neighbours<Key, Query, tf::shape<Batch, Query, Key>> &&
              !tf::are_neighbours<Batch, Key, tf::shape<Batch, Query, Key>>);
static_assert(tf::are_in_another_order<tf::shape<Query, Key>, tf::shape<Key, Query>> &&
              !tf::are_in_another_order<tf::shape<Query>, tf::shape<Key, Query>>);
static_assert(tf::same_extent<tf::sized<Query>, tf::sized<Renamed>> &&
              !tf::same_extent<tf::sized<Query>, tf::sized<Batch>> &&
              !tf::same_extent<tf::sized<Key>, tf::sized<Head>>);

// Where axes are, and some of them, in the order that they have.
static_assert(algebra::index_of<Query>(std::type_identity<tf::shape<Batch, Query, Joined>>{}) == 1);
static_assert(algebra::index_of<Key>(std::type_identity<tf::shape<Batch, Query, Joined>>{}) == 3);
static_assert(algebra::extent_of<Query>(x) == 5 && algebra::extent_of<Joined>(x) == 64);
static_assert(is<tf::shape<Batch, Joined>>(algebra::without<Query>(x), std::array<std::size_t, 2>{3, 64}));
static_assert(is<tf::shape<Query>>(algebra::without<Joined, Batch>(x), std::array<std::size_t, 1>{5}));
static_assert(is<tf::shape<>>(algebra::without<Batch, Query, Joined>(x), std::array<std::size_t, 0>{}));
static_assert(is<tf::shape<Batch, Query, Joined>>(algebra::without<Key>(x), std::array<std::size_t, 3>{3, 5, 64}));
static_assert(is<tf::shape<Batch, Joined>>(algebra::only<Joined, Batch, Key>(x), std::array<std::size_t, 2>{3, 64}));
static_assert(is<tf::shape<>>(algebra::only<Key>(x), std::array<std::size_t, 0>{}));

// The shape that has the axes of all, with its own extents; the first of several.
static_assert(is<tf::shape<Batch, Query, Joined>>(algebra::broadcast(tf::shape<Query>::of({5}), x),
                                                  std::array<std::size_t, 3>{3, 5, 64}));
static_assert(is<tf::shape<Batch, Query, Joined>>(algebra::broadcast(tf::shape<Joined>{}, x, tf::shape<>{}),
                                                  std::array<std::size_t, 3>{3, 5, 64}));
static_assert(is<tf::shape<Query, Batch>>(algebra::broadcast(tf::shape<Query, Batch>::of({5, 3}),
                                                             tf::shape<Batch, Query>::of({3, 5})),
                                          std::array<std::size_t, 2>{5, 3}));

// [L…, A, R…] → [L…, B, R…], [L…, A, K, R…]
static_assert(is<tf::shape<Batch, Renamed, Joined>>(algebra::replace<Query>(x, tf::dimension<Renamed>{5}),
                                                    std::array<std::size_t, 3>{3, 5, 64}));
static_assert(is<tf::shape<Batch, Query, Inner>>(algebra::replace<Joined>(x, tf::dimension<Inner>{}),
                                                 std::array<std::size_t, 3>{3, 5, 48}));
static_assert(is<tf::shape<Batch, Query, Kernel, Joined>>(algebra::insert_after<Query>(x, tf::dimension<Kernel>{}),
                                                          std::array<std::size_t, 4>{3, 5, 3, 64}));
static_assert(is<tf::shape<Batch, Query, Joined, Kernel>>(algebra::insert_after<Joined>(x, tf::dimension<Kernel>{}),
                                                          std::array<std::size_t, 4>{3, 5, 64, 3}));

// [L…, A, B, R…] → [L…, A·B, R…] and back, wherever they are; of one factor that is known at run time, too.
constexpr auto scores = tf::shape<Batch, Key, Query, Head>::of({3, 5});
constexpr auto merged = algebra::merge<Key, Query>(scores);
static_assert(is<tf::shape<Batch, tf::product<Key, Query>, Head>>(merged, std::array<std::size_t, 3>{3, 100, 4}));
static_assert(is<tf::shape<Batch, Key, Query, Head>>(algebra::unmerge<Key, Query>(merged),
                                                     std::array<std::size_t, 4>{3, 20, 5, 4}));
static_assert(is<tf::shape<Batch, Query, Head, Width>>(algebra::unmerge<Head, Width>(x),
                                                       std::array<std::size_t, 4>{3, 5, 4, 16}));
static_assert(is<tf::shape<Batch, Key, tf::product<Query, Head>>>(algebra::merge<Query, Head>(scores),
                                                                  std::array<std::size_t, 3>{3, 20, 20}));

// The same axes in another order.
static_assert(is<tf::shape<Joined, Batch, Query>>(algebra::permute<Joined, Batch, Query>(x),
                                                  std::array<std::size_t, 3>{64, 3, 5}));
static_assert(is<tf::shape<Batch, Query, Joined>>(algebra::permute<Batch, Query, Joined>(x),
                                                  std::array<std::size_t, 3>{3, 5, 64}));
static_assert(is<tf::shape<Joined, Query>>(algebra::ordered(x, std::type_identity<tf::shape<Joined, Query>>{}),
                                           std::array<std::size_t, 2>{64, 5}));

// [L…, A, R…], [L…, B, R…], … → [L…, A⊕B⊕…, R…]
static_assert(is<tf::shape<Batch, tf::direct_sum<Width, Inner>>>(
    algebra::concatenate<Width, Inner>(tf::shape<Batch, Width>::of({3}), tf::shape<Batch, Inner>::of({3})),
    std::array<std::size_t, 2>{3, 64}));
static_assert(is<tf::shape<tf::direct_sum<Query, Batch>>>(algebra::concatenate<Query, Batch>(tf::shape<Query>::of({5}),
                                                                                             tf::shape<Batch>::of({3})),
                                                          std::array<std::size_t, 1>{8}));
static_assert(is<tf::shape<Batch, tf::direct_sum<Query, Key, Query>, Joined>>(
    algebra::concatenate<Query, Key, Query>(x, tf::shape<Batch, Key, Joined>::of({3}),
                                            tf::shape<Batch, Query, Joined>::of({3, 2})),
    std::array<std::size_t, 3>{3, 27, 64}));
static_assert(is<tf::shape<tf::direct_sum<Batch>, Query, Joined>>(algebra::concatenate<Batch>(x),
                                                                  std::array<std::size_t, 3>{3, 5, 64}));

// By which strides an operand is read along the axes of a result.
constexpr std::type_identity<tf::shape<Batch, Query, Joined>> result;
static_assert(algebra::strides_along(result, x) == std::array<std::size_t, 3>{320, 64, 1});
static_assert(algebra::strides_along(result, algebra::permute<Joined, Batch, Query>(x)) ==
              std::array<std::size_t, 3>{5, 1, 15});
static_assert(algebra::strides_along(result, tf::shape<Joined, Batch>::of({3})) == std::array<std::size_t, 3>{1, 0, 3});
static_assert(algebra::strides_along(result, tf::shape<>{}) == std::array<std::size_t, 3>{});
static_assert(algebra::strides_along(std::type_identity<tf::shape<Key, Key>>{}, tf::shape<Key, Key>{}) ==
              std::array<std::size_t, 2>{20, 1});

}  // namespace
