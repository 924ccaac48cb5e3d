#pragma once
#include <typeformer/kernels/grouped_product.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// An operation that is one product or several, which are not run at once but wait in a list.
template <class Op, class List>
struct deferred : Op {
  List* together;

  template <class T, class Y, class... X>
  void forward(const resources<T>& with, const Y& y, const X&... x) const {
    Op::forward_by([&](const auto& problem) { together->add(problem, with.threads); }, y, x...);
  }
};

}  // namespace typeformer
