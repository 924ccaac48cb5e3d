#include <string_view>

#include <typeformer/typeformer.hpp>
namespace tf = typeformer;

struct Model : tf::axis<"d_model", 64> {};
struct Inner : tf::axis<"d_ff", 128> {};
struct Head : tf::axis<"h", 4> {};
struct Query : tf::axis<"N", tf::up_to<32>> {};

#if RIGHT
struct Width : tf::axis<"d", 16> {};
#elif WRONG_extent_negative
// sentence: axis: an extent is not negative
struct Width : tf::axis<"d", -16> {};
#elif WRONG_extent_true
// sentence: axis: an extent is a whole number, or up_to<...>: axis<"d", 64>
struct Width : tf::axis<"d", true> {};
#elif WRONG_extent_double
// sentence: axis: an extent is a whole number, or up_to<...>: axis<"d", 64>
struct Width : tf::axis<"d", 16.0> {};
#elif WRONG_extent_type
// compiler: a type where a template takes a value
struct Width : tf::axis<"d", int> {};
#elif WRONG_extent_character
// sentence: axis: an extent is a whole number, or up_to<...>: axis<"d", 64>
struct Width : tf::axis<"d", nullptr> {};
#elif WRONG_extent_missing
// sentence: axis: an extent is a whole number, or up_to<...>: axis<"d", 64>
struct Width : tf::axis<"d"> {};
#elif WRONG_extent_axis
// compiler: a type where a template takes a value
struct Width : tf::axis<"d", Model> {};
#endif

#if RIGHT
struct Named : tf::axis<"d", 16> {};
#elif WRONG_name_missing
// sentence: axis<Name, Extent>: the name comes first, a literal, and then the extent: axis<"d", 64>
struct Named : tf::axis<16> {};
#elif WRONG_name_empty
// sentence: axis: the name must not be empty, since formulas are written with it
struct Named : tf::axis<"", 16> {};
#elif WRONG_name_number
// sentence: axis<Name, Extent>: the name comes first, a literal, and then the extent: axis<"d", 64>
struct Named : tf::axis<1, 16> {};
#elif WRONG_name_after_extent
// sentence: axis<Name, Extent>: the name comes first, a literal, and then the extent: axis<"d", 64>
struct Named : tf::axis<16, "d"> {};
using of_named = tf::shape<Named>;
#elif WRONG_name_after_run_time_extent
// sentence: axis<Name, Extent>: the name comes first, a literal, and then the extent: axis<"d", 64>
// names: bounded
struct Named : tf::axis<tf::up_to<16>, "d"> {};
using of_named = tf::shape<Named>;
#elif WRONG_two_extents
// sentence: axis<Name, Extent>: a name and one extent are all: axis<"d", 64>
// names: 16
struct Named : tf::axis<"d", 16, 16> {};
using of_named = tf::shape<Named>;
#endif

#if RIGHT
struct Long : tf::axis<"L", tf::up_to<16>> {};
#elif WRONG_up_to_negative
// sentence: up_to<...>: an extent is not negative
struct Long : tf::axis<"L", tf::up_to<-16>> {};
#elif WRONG_up_to_zero
// sentence: up_to<...>: an extent of at most 0 holds nothing
struct Long : tf::axis<"L", tf::up_to<0>> {};
#elif WRONG_up_to_true
// sentence: up_to<...>: an extent is a whole number, up_to<512>
struct Long : tf::axis<"L", tf::up_to<true>> {};
#elif WRONG_up_to_double
// sentence: up_to<...>: an extent is a whole number, up_to<512>
struct Long : tf::axis<"L", tf::up_to<1.5>> {};
#elif WRONG_up_to_nothing
// sentence: up_to<...>: an extent is a whole number, up_to<512>
struct Long : tf::axis<"L", tf::up_to<>> {};
#elif WRONG_up_to_two
// sentence: up_to<...>: an extent is a whole number, up_to<512>
// names: 32
struct Long : tf::axis<"L", tf::up_to<16, 32>> {};
#elif WRONG_up_to_axis
// compiler: a type where a template takes a value
struct Long : tf::axis<"L", tf::up_to<Model>> {};
#endif

#if RIGHT
struct Key : tf::axis<"k", 16> {};
using key_shape = tf::shape<Key>;
#elif WRONG_alias_in_a_shape
// sentence: an axis must be a struct of its own, `struct Width : tf::axis<"d", 64> {};`: an alias is the same type as each other of this name and extent
using Key = tf::axis<"k", 16>;
using key_shape = tf::shape<Key>;
#elif WRONG_alias_in_a_layer
// sentence: an axis must be a struct of its own, `struct Width : tf::axis<"d", 64> {};`: an alias is the same type as each other of this name and extent
using Key = tf::axis<"k", 16>;
using map = tf::linear<Model, Key>;
#elif WRONG_alias_in_a_product
// sentence: an axis must be a struct of its own, `struct Width : tf::axis<"d", 64> {};`: an alias is the same type as each other of this name and extent
using Key = tf::axis<"k", 16>;
using joined = tf::product<Head, Key>;
#elif WRONG_alias_of_a_quotient
// sentence: an axis must be a struct of its own, `struct Width : tf::axis<"d", 64> {};`: an alias is the same type as each other of this name and extent
using Key = tf::quotient<"k", Model, Head>;
using joined = tf::product<Head, Key>;
#elif WRONG_alias_up_to
// sentence: an axis must be a struct of its own, `struct Width : tf::axis<"d", 64> {};`: an alias is the same type as each other of this name and extent
using Key = tf::axis<"k", tf::up_to<16>>;
using key_shape = tf::shape<Key>;
#endif

#if RIGHT
using inputs = tf::shape<Query, Model>;
constexpr inputs x{};
#elif WRONG_shape_of_numbers
// compiler: a number where a template takes a type
using inputs = tf::shape<512, Model>;
#elif WRONG_shape_of_shape
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: shape<Query
using inputs = tf::shape<tf::shape<Query, Model>>;
constexpr inputs x{};
#elif WRONG_shape_of_tensor
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: tensor
using inputs = tf::shape<Query, tf::tensor<float, Model>>;
constexpr inputs x{};
#elif WRONG_shape_of_int
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
using inputs = tf::shape<int>;
constexpr inputs x{};
#elif WRONG_shape_of_module
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: linear
using inputs = tf::shape<Query, tf::linear<Model, Inner>>;
constexpr inputs x{};
#endif

#if RIGHT
using joined = tf::product<Head, Model>;
constexpr auto extent = tf::bound<joined>;
#elif WRONG_product_of_int
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
using joined = tf::product<Head, int>;
constexpr auto extent = tf::bound<joined>;
#elif WRONG_product_of_number
// compiler: a number where a template takes a type
using joined = tf::product<Head, 16>;
#elif WRONG_product_of_shape
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: shape
using joined = tf::product<tf::shape<Head>, Model>;
constexpr auto extent = tf::bound<joined>;
#endif

#if RIGHT
using both = tf::direct_sum<Head, Model>;
constexpr auto extent_of_sum = tf::bound<both>;
#elif WRONG_sum_of_int
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
using both = tf::direct_sum<Head, int>;
constexpr auto extent_of_sum = tf::bound<both>;
#elif WRONG_sum_of_shapes
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: shape
using both = tf::direct_sum<tf::shape<Head>, tf::shape<Head>>;
constexpr auto extent_of_sum = tf::bound<both>;
#endif

#if RIGHT
struct Cut : tf::quotient<"w", Model, Head> {};
constexpr auto cut = tf::bound<Cut>;
#elif WRONG_quotient_that_does_not_divide
// sentence: quotient<Name, A, B>: the extent of A must be a multiple of the extent of B
// names: Model, Three
struct Three : tf::axis<"t", 3> {};
struct Cut : tf::quotient<"w", Model, Three> {};
constexpr auto cut = tf::bound<Cut>;
#elif WRONG_quotient_of_int
// sentence: an axis is expected here: a struct such as `struct Width : tf::axis<"d", 64> {};`
// names: int
struct Cut : tf::quotient<"w", Model, int> {};
constexpr auto cut = tf::bound<Cut>;
#elif WRONG_quotient_of_number
// compiler: a number where a template takes a type
struct Cut : tf::quotient<"w", Model, 4> {};
#elif WRONG_quotient_of_run_time
// sentence: quotient<Name, A, B>: the extents of A and B must be known to the compiler
// names: Query
struct Cut : tf::quotient<"w", Query, Head> {};
constexpr auto cut = tf::bound<Cut>;
#elif WRONG_quotient_of_empty_name
// sentence: axis: the name must not be empty, since formulas are written with it
struct Cut : tf::quotient<"", Model, Head> {};
#elif WRONG_quotient_without_name
// compiler: a type where a template takes a string
struct Cut : tf::quotient<Model, Head> {};
#endif

#if RIGHT
constexpr auto r = tf::root<Model>;
#elif WRONG_root_of_number
// compiler: a number where a template takes a type
constexpr auto r = tf::root<64>;
#endif
