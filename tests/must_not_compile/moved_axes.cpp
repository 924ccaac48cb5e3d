// Axes that are merged, split, renamed, put in another order, cut and put together.
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/move.hpp>
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/expressions/traced.hpp>
#include <typeformer/readings/running.hpp>

namespace tf = typeformer;

template <class... A>
using input = tf::value<float, tf::shape<A...>>;

struct Batch : tf::axis<"B", 8> {};
struct Query : tf::axis<"N", 16> {};
struct Key : tf::axis<"M", 16> {};
struct Head : tf::axis<"h", 4> {};
struct Width : tf::axis<"w", 8> {};
struct Model : tf::axis<"d", 32> {};
struct Inner : tf::axis<"f", 32> {};
struct Pair : tf::axis<"p", 2> {};
struct Kernel : tf::axis<"k", 3> {};
struct Source : tf::axis<"S", tf::up_to<64>> {};
struct Target : tf::axis<"T", tf::up_to<64>> {};
struct LongTarget : tf::axis<"L", tf::up_to<128>> {};
using Joined = tf::product<Head, Width>;

// -------------------------------------------------------------------------------------------------- merged and split
#if RIGHT
void merged(input<Query, Head, Width> x) { let(tf::merge<Head, Width>(x)); }
#elif WRONG_merge_in_the_other_order
// sentence: merge<A, B>(x): A and B must be axes of x, side by side
// names: Width, Head, Query
void merged(input<Query, Head, Width> x) { let(tf::merge<Width, Head>(x)); }
#elif WRONG_merge_of_axes_that_are_apart
// sentence: merge<A, B>(x): A and B must be axes of x, side by side
// names: Head, Width, Query
void merged(input<Head, Query, Width> x) { let(tf::merge<Head, Width>(x)); }
#elif WRONG_merge_of_an_axis_that_x_does_not_have
// sentence: merge<A, B>(x): A and B must be axes of x, side by side
// names: Batch, Query, Head, Width
void merged(input<Query, Head, Width> x) { let(tf::merge<Batch, Query>(x)); }
#endif

#if RIGHT
void merged_positions(input<Batch, Source, Model> x) { let(tf::merge<Batch, Source>(x)); }
#elif WRONG_merge_of_two_run_time_axes
// sentence: merge<A, B>(x): at most one of A and B may have an extent known only at run time
// names: Target, Source
void merged_positions(input<Target, Source, Model> x) { let(tf::merge<Target, Source>(x)); }
#endif

#if RIGHT
void parts(input<Query, Joined> x) { let(tf::split<Head, Width>(x)); }
#elif WRONG_split_in_the_other_order
// sentence: split<A, B>(x): product<A, B> must be exactly one of the axes of x
// names: Width, Head, Query
void parts(input<Query, Joined> x) { let(tf::split<Width, Head>(x)); }
#elif WRONG_split_of_an_axis_that_only_has_the_extent
// sentence: split<A, B>(x): product<A, B> must be exactly one of the axes of x
// names: Head, Width, Query, Model
void parts(input<Query, Model> x) { let(tf::split<Head, Width>(x)); }
#endif

// -------------------------------------------------------------------------------------------------- renamed
#if RIGHT
void keys(input<Batch, Query, Model> x) { let(tf::rename<Query, Key>(x)); }
#elif WRONG_rename_from_what_x_does_not_have
// sentence: rename<From, To>(x): From must be exactly one of the axes of x
// names: Key, Batch, Query, Model
void keys(input<Batch, Query, Model> x) { let(tf::rename<Key, Query>(x)); }
#elif WRONG_rename_to_another_extent
// sentence: rename<From, To>(x): both axes must have the same extent
// names: Query, Model
void keys(input<Batch, Query, Model> x) { let(tf::rename<Query, Model>(x)); }
#elif WRONG_rename_from_what_x_does_not_have_to_another_extent
// sentence: rename<From, To>(x): From must be exactly one of the axes of x
// names: Width, Batch, Query, Model
void keys(input<Batch, Query, Model> x) { let(tf::rename<Width, Key>(x)); }
#elif WRONG_rename_to_an_extent_that_is_known_at_run_time
// sentence: rename<From, To>(x): both axes must have the same extent
// names: Query, Source
void keys(input<Batch, Query, Model> x) { let(tf::rename<Query, Source>(x)); }
#endif

#if RIGHT
void targets(input<Batch, Source, Model> x) { let(tf::rename<Source, Target>(x)); }
#elif WRONG_rename_to_another_bound
// sentence: rename<From, To>(x): both axes must have the same extent
// names: Source, 64, LongTarget, 128
void targets(input<Batch, Source, Model> x) { let(tf::rename<Source, LongTarget>(x)); }
#endif

// -------------------------------------------------------------------------------------------------- in another order
#if RIGHT
void heads_first(input<Batch, Query, Head, Width> x) { let(tf::permute<Batch, Head, Query, Width>(x)); }
#elif WRONG_permutation_without_an_axis
// sentence: permute<A...>(x): A... must be the axes of x, each once
// names: Head, Query, Width, Batch
void heads_first(input<Batch, Query, Head, Width> x) { let(tf::permute<Head, Query, Width>(x)); }
#elif WRONG_permutation_with_an_axis_of_the_same_extent
// sentence: permute<A...>(x): A... must be the axes of x, each once
// names: Batch, Head, Key, Width, Query
void heads_first(input<Batch, Query, Head, Width> x) { let(tf::permute<Batch, Head, Key, Width>(x)); }
#elif WRONG_permutation_with_an_axis_twice
// sentence: permute<A...>(x): A... must be the axes of x, each once
// names: Batch, Head, Query, Width
void heads_first(input<Batch, Query, Head, Width> x) { let(tf::permute<Batch, Head, Head, Width>(x)); }
#endif

// -------------------------------------------------------------------------------------------------- cut
#if RIGHT
void first_two(input<Batch, Query, Model> x) { let(tf::slice<Query, Pair>(x)); }
#elif WRONG_part_of_what_x_does_not_have
// sentence: slice<Whole, Part>(x, first): Whole must be exactly one of the axes of x
// names: Key, Batch, Query, Model
void first_two(input<Batch, Query, Model> x) { let(tf::slice<Key, Pair>(x)); }
#elif WRONG_part_before_the_whole
// sentence: slice<Whole, Part>(x, first): Whole must be exactly one of the axes of x
// names: Pair, Batch, Query, Model
void first_two(input<Batch, Query, Model> x) { let(tf::slice<Pair, Query>(x)); }
#elif WRONG_part_that_is_longer_than_the_whole
// sentence: slice<Whole, Part>(x, first): Part must not be longer than Whole
// names: Inner, Query
void first_two(input<Batch, Query, Model> x) { let(tf::slice<Query, Inner>(x)); }
#endif

// -------------------------------------------------------------------------------------------------- put together
#if RIGHT
void in_turn(input<Batch, Query, Model> x, input<Batch, Key, Model> y) {
  let(tf::concat<tf::direct_sum<Query, Key>>(x, y));
}
#elif WRONG_concatenation_in_another_order
// sentence: concat<direct_sum<A, B, ...>>(x, y, ...): x must have A, y must have B, ..., and all else the same
// names: direct_sum, Query, Key
void in_turn(input<Batch, Query, Model> x, input<Batch, Key, Model> y) {
  let(tf::concat<tf::direct_sum<Query, Key>>(y, x));
}
#elif WRONG_concatenation_of_different_widths
// sentence: concat<direct_sum<A, B, ...>>(x, y, ...): x must have A, y must have B, ..., and all else the same
// names: direct_sum, Query, Key, Model, Inner
void in_turn(input<Batch, Query, Model> x, input<Batch, Key, Inner> y) {
  let(tf::concat<tf::direct_sum<Query, Key>>(x, y));
}
#elif WRONG_concatenation_of_more_than_is_named
// sentence: concat<direct_sum<A, B, ...>>(x, y, ...): x must have A, y must have B, ..., and all else the same
// names: direct_sum, Query, Key
void in_turn(input<Batch, Query, Model> x, input<Batch, Key, Model> y) {
  let(tf::concat<tf::direct_sum<Query, Key>>(x, y, y));
}
#elif WRONG_concatenation_along_an_axis_that_is_no_direct_sum
// sentence: concat<direct_sum<A, B, ...>>(x, y, ...): x must have A, y must have B, ..., and all else the same
// names: Query, Batch, Model
void in_turn(input<Batch, Query, Model> x, input<Batch, Query, Model> y) { let(tf::concat<Query>(x, y)); }
#elif WRONG_concatenation_with_the_axes_in_another_order
// sentence: concat<direct_sum<A, B, ...>>(x, y, ...): x must have A, y must have B, ..., and all else the same
// names: direct_sum, Batch, Query, Key
void in_turn(input<Batch, Query, Model> x, input<Key, Batch, Model> y) {
  let(tf::concat<tf::direct_sum<Query, Key>>(x, y));
}
#elif WRONG_concatenation_of_a_list
// sentence: concat<direct_sum<A, B>>({x, y}): operands are no list: concat<direct_sum<A, B>>(x, y)
// names: direct_sum, Query, Key
void in_turn(input<Batch, Query, Model> x, input<Batch, Key, Model> y) {
  let(tf::concat<tf::direct_sum<Query, Key>>({x, y}));
}
#endif

#if RIGHT
void pair(input<Query, Model> x, input<Query, Model> y) { let(tf::stack<Pair>(x, y)); }
#elif WRONG_stack_of_different_widths
// sentence: stack<New>(x, y, ...): all must have the same axes
// names: Query, Model, Inner
void pair(input<Query, Model> x, input<Query, Inner> y) { let(tf::stack<Pair>(x, y)); }
#elif WRONG_stack_of_axes_in_another_order
// sentence: stack<New>(x, y, ...): all must have the same axes
// names: Query, Model
void pair(input<Query, Model> x, input<Model, Query> y) { let(tf::stack<Pair>(x, y)); }
#elif WRONG_stack_of_more_than_the_axis_has
// sentence: stack<New>(x, y, ...): the extent of New must be the number of operands
// names: Pair
void pair(input<Query, Model> x, input<Query, Model> y) { let(tf::stack<Pair>(x, y, x)); }
#elif WRONG_stack_along_an_axis_that_is_known_at_run_time
// sentence: stack<New>(x, y, ...): the extent of New must be the number of operands
// names: Target
void pair(input<Query, Model> x, input<Query, Model> y) { let(tf::stack<Target>(x, y)); }
#elif WRONG_stack_of_a_list
// sentence: stack<New>({x, y}): operands are no list: stack<New>(x, y)
// names: Pair
void pair(input<Query, Model> x, input<Query, Model> y) { let(tf::stack<Pair>({x, y})); }
#endif

// -------------------------------------------------------------------------------------------------- windows
#if RIGHT
void neighbours(input<Batch, Query, Model> x) { let(tf::windows<Query, Kernel>(x)); }
#elif WRONG_windows_along_what_x_does_not_have
// sentence: windows<A, Kernel>(x): A must be exactly one of the axes of x
// names: Key, Batch, Query, Model
void neighbours(input<Batch, Query, Model> x) { let(tf::windows<Key, Kernel>(x)); }
#elif WRONG_windows_of_a_run_time_extent
// sentence: windows<A, Kernel>(x): the extent of Kernel must be known to the compiler
// names: Source
void neighbours(input<Batch, Query, Model> x) { let(tf::windows<Query, Source>(x)); }
#elif WRONG_windows_of_dilation_zero
// row: dilated convolution
// sentence: windows<A, Kernel, Dilation>(x): Dilation must be 1 at least
// names: Kernel
void neighbours(input<Batch, Query, Model> x) { let(tf::windows<Query, Kernel, 0>(x)); }
#endif

// In a module, whose formula is read to count its operations.
#if RIGHT
struct heads {
  using weight_type = tf::weight<Model, Joined>;
  BOOST_HANA_DEFINE_STRUCT(heads, (weight_type, w));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x,
                        [&] { return tf::permute<Batch, Head, Query, Width>(tf::split<Head, Width>(x * w)); });
  }
};
static_assert(tf::operation_count<heads, tf::shape<Batch, Query, Model>> > 0);
#elif WRONG_split_of_a_product_in_the_wrong_order
// sentence: split<A, B>(x): product<A, B> must be exactly one of the axes of x
// names: Head, Width, Batch, Query
struct heads {
  using weight_type = tf::weight<Model, tf::product<Width, Head>>;
  BOOST_HANA_DEFINE_STRUCT(heads, (weight_type, w));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x,
                        [&] { return tf::permute<Batch, Head, Query, Width>(tf::split<Head, Width>(x * w)); });
  }
};
static_assert(tf::operation_count<heads, tf::shape<Batch, Query, Model>> > 0);
#endif

#if RIGHT
struct doubled_positions {
  BOOST_HANA_DEFINE_STRUCT(doubled_positions);
  constexpr auto operator()(const tf::expression auto& x) const {
    using both = tf::direct_sum<Query, Key>;
    return tf::in_frame(*this, x, [&] { return tf::mean<both>(tf::concat<both>(x, tf::rename<Query, Key>(x))); });
  }
};
static_assert(tf::operation_count<doubled_positions, tf::shape<Batch, Query, Model>> > 0);
#elif WRONG_rename_inside_a_formula
// sentence: rename<From, To>(x): From must be exactly one of the axes of x
// names: Key, Batch, Query, Model
struct doubled_positions {
  BOOST_HANA_DEFINE_STRUCT(doubled_positions);
  constexpr auto operator()(const tf::expression auto& x) const {
    using both = tf::direct_sum<Query, Key>;
    return tf::in_frame(*this, x, [&] { return tf::mean<both>(tf::concat<both>(x, tf::rename<Key, Query>(x))); });
  }
};
static_assert(tf::operation_count<doubled_positions, tf::shape<Batch, Query, Model>> > 0);
#elif WRONG_concatenation_inside_a_formula
// sentence: concat<direct_sum<A, B, ...>>(x, y, ...): x must have A, y must have B, ..., and all else the same
// names: direct_sum, Query, Key, Batch, Model
struct doubled_positions {
  BOOST_HANA_DEFINE_STRUCT(doubled_positions);
  constexpr auto operator()(const tf::expression auto& x) const {
    using both = tf::direct_sum<Query, Key>;
    return tf::in_frame(*this, x, [&] { return tf::mean<both>(tf::concat<both>(x, x)); });
  }
};
static_assert(tf::operation_count<doubled_positions, tf::shape<Batch, Query, Model>> > 0);
#endif

#if RIGHT
struct convolution {
  using weight_type = tf::weight<tf::product<Kernel, Model>, Inner>;
  BOOST_HANA_DEFINE_STRUCT(convolution, (weight_type, w));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return tf::merge<Kernel, Model>(tf::windows<Query, Kernel>(x)) * w; });
  }
};
static_assert(tf::operation_count<convolution, tf::shape<Batch, Query, Model>> > 0);
#elif WRONG_convolution_whose_weight_has_the_product_in_the_other_order
// sentence: x * w: the last axis of x must be the first axis of w
// names: product, Kernel, Model
struct convolution {
  using weight_type = tf::weight<tf::product<Model, Kernel>, Inner>;
  BOOST_HANA_DEFINE_STRUCT(convolution, (weight_type, w));
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return tf::merge<Kernel, Model>(tf::windows<Query, Kernel>(x)) * w; });
  }
};
static_assert(tf::operation_count<convolution, tf::shape<Batch, Query, Model>> > 0);
#endif

#if RIGHT
struct last_position {
  BOOST_HANA_DEFINE_STRUCT(last_position);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return tf::slice<Query, Pair>(x, 14); });
  }
};
static_assert(tf::workspace_bytes<last_position, tf::shape<Batch, Query, Model>> > 0);
#elif WRONG_module_for_other_positions
// sentence: slice<Whole, Part>(x, first): Whole must be exactly one of the axes of x
// names: Query, Batch, Key, Model
struct last_position {
  BOOST_HANA_DEFINE_STRUCT(last_position);
  constexpr auto operator()(const tf::expression auto& x) const {
    return tf::in_frame(*this, x, [&] { return tf::slice<Query, Pair>(x, 14); });
  }
};
static_assert(tf::workspace_bytes<last_position, tf::shape<Batch, Key, Model>> > 0);
#endif

// Where a slice begins, and windows do.
#if RIGHT
void from_two(input<Batch, Query, Model> x) { let(tf::slice<Query, Pair>(x, 2)); }
#elif WRONG_slice_whose_first_is_a_template_argument
// sentence: slice<Whole, Part>(x, first): first is an argument behind x, slice<Whole, Part>(x, 16)
// names: 2
void from_two(input<Batch, Query, Model> x) { let(tf::slice<Query, Pair, 2>(x)); }
#endif
#if RIGHT
void back(input<Batch, Query, Model> x) { let(tf::windows<Query, Kernel>(x, -2)); }
#elif WRONG_windows_whose_first_is_a_template_argument
// sentence: windows<A, Kernel, Dilation>(x, first): x must be an expression, Dilation 1 or more, and first an argument behind x, windows<A, Kernel>(x, -2)
// names: -2
void back(input<Batch, Query, Model> x) { let(tf::windows<Query, Kernel, -2>(x)); }
#endif
