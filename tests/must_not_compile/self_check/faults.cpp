// Cases that break in one way each; check.py knows what run.py must report of them.
template <class L, class R>
inline constexpr bool same = false;
template <class A>
inline constexpr bool same<A, A> = true;

template <class L, class R>
void add(L, R) {
  static_assert(same<L, R>, "the extents must be the same");
}
template <class L, class R>
void subtract(L, R) {
  static_assert(same<L, R>, "the extents must be alike");
}

struct Query {};
struct Key {};

#if RIGHT
void sum(Query q) { add(q, q); }
#elif WRONG_that_passes
// sentence: the extents must be the same
// names: Query, Key
void sum(Query q, Key k) { add(q, k); }
#elif WRONG_that_compiles
// sentence: the extents must be the same
// names: Query
void sum(Query q) { add(q, q); }
#elif WRONG_with_two_errors
// sentence: the extents must be the same
// names: Query, Key
void sum(Query q, Key k) {
  add(q, k);
  add(k, q);
}
#elif WRONG_with_another_sentence
// sentence: the extents must be the same
// names: Query, Key
void sum(Query q, Key k) { subtract(q, k); }
#elif WRONG_with_the_sentence_in_the_source_alone
// sentence: the extents must be the same
// names: Query
Query sum = 7;  // the extents must be the same
#elif WRONG_with_a_late_sentence
// sentence: the extents must be the same
// names: Query, Key
#pragma GCC warning "Query and Key, first line"
#pragma GCC warning "Query and Key, second line"
#pragma GCC warning "Query and Key, third line"
void sum(Query q, Key k) { add(q, k); }
#elif WRONG_with_a_name_in_the_source_alone
// sentence: the extents must be the same
// names: Query, Model
void sum(Query q, Key k) { add(q, k); }  // Model
#endif
