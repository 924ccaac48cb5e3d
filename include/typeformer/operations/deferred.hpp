#pragma once
#include <typeformer/kernels/grouped_product.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// An operation whose products are not run at once but added to a list: a grouped product.
template <class Op, class List>
struct deferred : Op {
  List* group;  ///< outlives the operation; it runs all of its products at once

  template <class T, class Y, class... X>
  void forward(const resources<T>& with, const Y& y, const X&... x) const {
    Op::forward_by([&](const auto& problem) { group->add(problem, with.threads); }, y, x...);
  }
};

}  // namespace typeformer
