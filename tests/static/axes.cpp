// Axes: names, extents, bounds, and that each is a type of its own.
#include <typeformer/axis/agreement.hpp>
#include <typeformer/axis/axis.hpp>

namespace tf = typeformer;

namespace {

struct Batch : tf::axis<"B", 8> {};
struct Query : tf::axis<"N", tf::up_to<512>> {};
struct Head : tf::axis<"h", 8> {};
struct Model : tf::axis<"d_model", 512> {};
struct Twin : tf::axis<"d_model", 512> {};
struct Width : tf::quotient<"d̃", Model, Head> {};
struct None : tf::axis<"nothing", 0> {};

using Joined = tf::product<Head, Width>;

static_assert(tf::is_axis<Batch> && tf::is_axis<Query> && tf::is_axis<Joined> && tf::is_axis<Width>);
static_assert(!tf::is_axis<int> && !tf::is_axis<tf::bounded>);

static_assert(Batch::name == "B" && Width::name == "d̃" && Model::name == "d_model");

// Extents.
static_assert(tf::bound<Batch> == 8 && tf::has_static_extent<Batch>);
static_assert(tf::bound<Query> == 512 && !tf::has_static_extent<Query>);
static_assert(tf::bound<None> == 0 && tf::has_static_extent<None>);
static_assert(tf::bound<Width> == 64 && tf::has_static_extent<Width>);

// Axes made of axes. One part known at run time makes the whole so.
static_assert(tf::bound<Joined> == 512 && tf::has_static_extent<Joined>);
static_assert(tf::bound<tf::product<Batch, Query>> == 4096 && !tf::has_static_extent<tf::product<Batch, Query>>);
static_assert(tf::bound<tf::product<>> == 1);
static_assert(tf::bound<tf::product<Head, None>> == 0);
static_assert(tf::bound<tf::product<Joined, Batch>> == 4096);
static_assert(tf::bound<tf::direct_sum<Head, Width>> == 72 && tf::has_static_extent<tf::direct_sum<Head, Width>>);
static_assert(tf::bound<tf::direct_sum<Query, Width>> == 576 && !tf::has_static_extent<tf::direct_sum<Query, Width>>);

// Axes of the same extent, and even of the same name, are different.
static_assert(tf::is_same_axis<Model, Model>);
static_assert(!tf::is_same_axis<Model, Twin> && tf::bound<Model> == tf::bound<Twin> && Model::name == Twin::name);
static_assert(!tf::is_same_axis<Model, Joined> && tf::bound<Model> == tf::bound<Joined>);
static_assert(!tf::is_same_axis<tf::product<Head, Width>, tf::product<Width, Head>>);
static_assert(!tf::is_same_axis<tf::direct_sum<Head, Width>, tf::direct_sum<Width, Head>>);

static_assert(tf::divides<Model, 512, Head, 8>);
static_assert(!tf::divides<Model, 512, Head, 7> && !tf::divides<Model, 512, Head, 0>);

}  // namespace
