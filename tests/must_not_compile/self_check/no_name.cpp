// sentence: the extents must be the same
// names: Query, Model
template <class L, class R>
inline constexpr bool same = false;
template <class A>
inline constexpr bool same<A, A> = true;

template <class L, class R>
void add(L, R) {
  static_assert(same<L, R>, "the extents must be the same");
}

struct Query {};
struct Key {};
void formula() {
#ifndef WRONG
  add(Query{}, Query{});
#else
  add(Query{}, Key{});  // Model
#endif
}
