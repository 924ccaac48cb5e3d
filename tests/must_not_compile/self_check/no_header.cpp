// A case that does not say what it expects.
struct Query {};
