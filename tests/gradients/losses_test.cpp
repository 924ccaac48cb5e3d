#include <typeformer/expressions/loss.hpp>
#include <typeformer/expressions/move.hpp>

#include "check.hpp"

namespace typeformer::testing {
namespace {

struct Batch : axis<"B", 2> {};
struct Query : axis<"N", 5> {};
struct Entry : axis<"V", 7> {};
struct Width : axis<"d", 3> {};
using logits = shape<Batch, Query, Entry>;

/// Two losses of different rows and weights, as a value of rank 0.
template <kernels::smoothing_over Over>
struct weighted {
  template <class X, class Y>
  constexpr auto operator()(const X& x, const Y& rows, const auto& next) const {
    const auto losses = cross_entropy(x, next, label_smoothing{0.2, Over});
    return sum(hadamard(losses, rows)) + 0.5 * mean(cross_entropy(2 * x, next)) + count(next);
  }
};

/// The input itself under another axis: a value of its own, since its memory is the caller's.
struct Renamed : axis<"e", 3> {};
struct renamed {
  BOOST_HANA_DEFINE_STRUCT(renamed);
  template <class X>
  constexpr auto operator()(const X& x) const {
    return in_frame(*this, x, [&] {
      const auto y = let(exp(x));
      return rename<Width, Renamed>(y);
    });
  }
};

}  // namespace

TEST_CASE("gradients: cross-entropy, smoothed, weighted by rows, of labels of which some are none") {
  check_gradients<formula<weighted<kernels::smoothing_over::all>>, logits, shape<Batch, Query>,
                  labels<Entry, Batch, Query>>();
  check_gradients<formula<weighted<kernels::smoothing_over::others>>, logits, shape<Batch, Query>,
                  labels<Entry, Batch, Query>>();
  check_gradients<formula<decltype([](const auto& x, const auto& next) { return cross_entropy(x, next); })>, logits,
                  tokens<Entry, Batch, Query>>();
}

TEST_CASE("gradients: squared errors and binary cross-entropy") {
  using numbers = shape<Batch, Width>;
  check_gradients<formula<decltype([](const auto& x, const auto& y) { return mean_squared_error(x, y); })>, numbers,
                  numbers>();
  check_gradients<formula<decltype([](const auto& x, const auto& y) {
                    return mean(binary_cross_entropy(x, sigmoid(y))) + 0.1 * mean_squared_error(x, y);
                  })>,
                  numbers, numbers>();
}

TEST_CASE("gradients: a value that a module returns under another axis") {
  check_gradients<renamed, shape<Batch, Width>>();
}

}  // namespace typeformer::testing
