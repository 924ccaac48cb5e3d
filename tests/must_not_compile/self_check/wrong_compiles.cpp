// sentence: the extents must be the same
// names: Query
#ifndef WRONG
struct Query {};
#else
struct Query {
  int extent;
};
#endif
