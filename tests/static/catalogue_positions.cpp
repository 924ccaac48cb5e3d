// Positions inside attention: shapes, parameters, operations and workspace.
#include <typeformer/expressions/traced.hpp>
#include <typeformer/layers/mechanisms/rotary_positions.hpp>

namespace tf = typeformer;

namespace {

constexpr std::size_t b = 3, n = 24, h = 4, w = 16, d = 64;
struct Batch : tf::axis<"B", b> {};
struct N : tf::axis<"N", n> {};
struct Head : tf::axis<"h", h> {};
struct Width : tf::axis<"w", w> {};
struct Model : tf::axis<"d", d> {};
template <class... A>
using input = tf::value<tf::tracing<tf::totals>, tf::shape<A...>>;
using heads = tf::shape<Batch, Head, N, Width>;

template <class Mechanism>
using layer =
    tf::multi_head_attention<Head, Width, Model, Width, Model, Model, Model, tf::without_bias, Head, Mechanism>;
template <class Mechanism>
constexpr std::size_t operations = tf::operation_count<layer<Mechanism>, Batch, N>;
constexpr std::size_t plain = operations<tf::softmax_attention>, pairs = b * h * n * n;
template <class Mechanism>
constexpr std::size_t parameters = tf::parameter_count<layer<Mechanism>> - 4 * d * h * w;

// row: rotary positions, interleaved
static_assert(std::is_same_v<tf::shape_t<decltype(tf::rotate(std::declval<input<Batch, Head, N, Width>>()))>, heads>);
static_assert(parameters<tf::rotary_positions<>> == 0);
static_assert(operations<tf::rotary_positions<>> == plain + 2 * 3 * b * n * h * w);
// row: rotary positions, halves
using halves = tf::rotary_positions<tf::rotary_layout::halves, 500>;
static_assert(parameters<halves> == 0 && operations<halves> == plain + 2 * 3 * b * n * h * w);
// What is turned of queries and keys, and nothing else: heads are not moved.
static_assert(tf::workspace_bytes<layer<halves>, Batch, N> ==
              tf::workspace_bytes<layer<tf::softmax_attention>, Batch, N> + 2 * 4 * b * n * h * w);

}  // namespace
