#include <array>
#include <type_traits>

#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/define_struct.hpp>

#include <typeformer/typeformer.hpp>

/// Which modules have members that their reflection does not list, as far as their sizes show it.
namespace {
namespace tf = typeformer;

struct Model : tf::axis<"d", 32> {};
using shift = tf::vector<Model>;
using map = tf::linear<Model, Model>;

template <class M>
constexpr bool is_complete = std::is_void_v<tf::detail::incomplete_module_of<M>>;
template <class M, class Part>
constexpr bool is_incomplete_in = std::is_same_v<tf::detail::incomplete_module_of<M>, Part>;

struct without_members {
  BOOST_HANA_DEFINE_STRUCT(without_members);
};
struct of_empty_members {
  BOOST_HANA_DEFINE_STRUCT(of_empty_members, (tf::absent, a), (without_members, b), (tf::absent, c));
};
struct between_empty_members {
  BOOST_HANA_DEFINE_STRUCT(between_empty_members, (tf::absent, a), (shift, b), (tf::absent, c), (tf::absent, d));
};
struct in_order {
  using maps = std::array<map, 3>;
  using none = std::array<map, 0>;
  BOOST_HANA_DEFINE_STRUCT(in_order, (between_empty_members, a), (maps, b), (none, c), (shift, d));
};
static_assert(is_complete<without_members> && is_complete<of_empty_members> && is_complete<between_empty_members>);
static_assert(is_complete<in_order>);
static_assert(is_complete<tf::transformer<tf::paper_base>> && is_complete<tf::transformer<tf::pronounce>>);
static_assert(is_complete<tf::transformer<tf::first_pronounce>>);

struct derived : map {};
static_assert(is_complete<derived>);
struct derived_with_more : map {
  shift more;
};
static_assert(is_incomplete_in<derived_with_more, derived_with_more>);

struct adapted {
  tf::absent a;
  shift b;
  tf::absent c;
};
struct adapted_in_part {
  shift a, b;
};
}  // namespace

BOOST_HANA_ADAPT_STRUCT(adapted, b, c, a);
BOOST_HANA_ADAPT_STRUCT(adapted_in_part, b);

namespace {
static_assert(is_complete<adapted>);
static_assert(is_incomplete_in<adapted_in_part, adapted_in_part>);

// As much as fits where the padding of empty members would be is not seen: no parameter does.
struct unlisted_parameter {
  BOOST_HANA_DEFINE_STRUCT(unlisted_parameter, (tf::absent, a), (shift, b), (tf::absent, c));
  shift d;
};
struct unlisted_module {
  BOOST_HANA_DEFINE_STRUCT(unlisted_module);
  between_empty_members a;
};
struct unlisted_number {
  BOOST_HANA_DEFINE_STRUCT(unlisted_number, (map, a));
  double rate = 0;
};
struct holds_them {
  using parts = std::array<unlisted_parameter, 2>;
  BOOST_HANA_DEFINE_STRUCT(holds_them, (map, a), (parts, b), (unlisted_module, c));
};
static_assert(is_incomplete_in<unlisted_parameter, unlisted_parameter>);
static_assert(is_incomplete_in<unlisted_module, unlisted_module>);
static_assert(is_incomplete_in<unlisted_number, unlisted_number>);
static_assert(is_incomplete_in<holds_them, unlisted_parameter>, "the first");
}  // namespace
