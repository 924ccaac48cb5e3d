// sentence: the extents must be the same
// names: Query
struct Query {};
static_assert(sizeof(Query) == 100, "the extents must be the same");
