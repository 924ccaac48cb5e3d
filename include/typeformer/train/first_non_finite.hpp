#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <typeformer/readings/module_names.hpp>
#include <typeformer/readings/non_finite.hpp>
#include <typeformer/readings/recording.hpp>
#include <typeformer/tensor/parameter_list.hpp>

/// Where non-finite values first appear, as the last part of a sentence. Each function reads whole blocks, so they are
/// called only once a loss or a gradient is not finite.
namespace typeformer {

/// Among weights: the name of the first parameter with non-finite values. Empty if there are none.
template <class M, class T>
std::string first_non_finite(const weights<M, T>& w) {
  for (const listed_parameter& p : parameters_of<M>())
    if (!all_finite(w.block().subspan(p.offset, p.size))) return p.name;
  return {};
}

/// In the weights, or else in what was recorded with them, by the operation where they first appear and not by those to
/// which they are propagated: "first in decoder.2.feed_forward.inner (linear), in the forward pass". Empty if there are
/// none.
template <class M, class T>
std::string first_non_finite(const weights<M, T>& w, const recording<T>& reading) {
  if (const std::string origin = first_non_finite(w); !origin.empty())
    return "the weights themselves: " + origin + " is not finite";
  const recorded_operation* const first = reading.first_non_finite();
  if (!first) return {};
  const auto names = module_names::of<M>();
  const std::string* found = names.find(first->used);
  if (!found) found = names.find(first->module);
  return "first in " + (found && !found->empty() ? *found : "the model") + " (" + std::string{first->name} +
         "), in the forward pass";
}

/// In a gradient: of the parameter that the backward pass reaches first. Empty if there are none.
template <class M, class T>
std::string first_non_finite_gradient(const weights<M, T>& gradient, const recording<T>& reading) {
  std::string origin;
  const std::vector<listed_parameter> parameters = parameters_of<M>();
  reading.for_each_operation_backwards([&](const recorded_operation& operation) {
    // An operation's parameters are side by side.
    std::size_t left = origin.empty() ? operation.used.parameters : 0;
    for (const listed_parameter& p : parameters) {
      if (left == 0) break;
      if (p.offset < operation.used.offset) continue;
      left -= std::min(left, p.size);
      if (origin.empty() && !all_finite(gradient.block().subspan(p.offset, p.size))) origin = p.name;
    }
  });
  return origin.empty() ? origin : "first in the gradient of " + origin;
}

}  // namespace typeformer
