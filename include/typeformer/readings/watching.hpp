#pragma once
#include <cstddef>
#include <span>
#include <utility>

#include <typeformer/kernels/attention.hpp>
#include <typeformer/readings/module_place.hpp>
#include <typeformer/readings/running.hpp>

namespace typeformer {

/// The attention weights of one attention of a model.
template <class T>
struct seen_attention {
  module_place module;         ///< the innermost module that it ran in
  std::size_t batch;           ///< sequences
  std::size_t heads;           ///< of this attention
  std::size_t queries;         ///< positions that attend
  std::size_t keys;            ///< positions attended to
  std::span<const T> weights;  ///< [batch, heads, queries, keys]: of each query over its keys, which sum to 1
};

/// The reading that computes as `running` does and shows, of every attention, the weights that its kernel never stores:
/// observe(seen_attention) is called, in the order in which they run. The weights hold until it returns.
///
/// cost     each attention a second time, with values as wide as there are keys, and an allocation for each
template <class Numbers, class Observe>
class watching {
  using T = element_t<Numbers>;

 public:
  using element_type = T;
  using stored_type = stored_t<Numbers>;
  static constexpr bool records = false;
  static constexpr bool rounds = running<Numbers>::rounds;  ///< as `running` does

  /// As for `running`.
  watching(packed_block<Numbers> weights, std::size_t workspace_bytes, kernels::threads& threads, Observe observe)
      : run_{weights, workspace_bytes, threads}, threads_{&threads}, observe_{std::move(observe)} {}
  watching(const watching&) = delete;
  watching& operator=(const watching&) = delete;

  /// As for `running`: x is not copied.
  template <class X>
  auto input(const X& x) {
    return own(run_.input(x));
  }
  template <class Op, class... X>
  auto apply(const Op& operation, const X&... x) {
    const auto y = own(run_.apply(operation, x...));
    if constexpr (requires { operation.template problem<T>(y, x...); })
      show(operation.template problem<T>(view<T, typename decltype(y)::shape_type>{nullptr, y.shape}, x...));
    return y;
  }

  template <class Body>
  void repeat(std::size_t count, const polynomial& times, const Body& body) {
    run_.repeat(count, times, body);
  }
  arena_plan& arena() { return run_.arena(); }

  /// Of what runs next: in_frame sets the innermost module.
  struct {
    module_place module;  ///< identifies it
  } notes;

 private:
  template <class Shape>
  value<watching, Shape> own(const value<Numbers, Shape>& x) {
    return {this, x.data, x.shape, x.rounded};
  }
  template <class Shape>
  rounded_value<watching, Shape> own(const rounded_value<Numbers, Shape>& x) {
    return {this, x.data, x.shape};
  }
  template <class Vocabulary, class Shape>
  token_value<watching, Vocabulary, Shape> own(const token_value<Numbers, Vocabulary, Shape>& x) {
    return {this, x.data, x.shape};
  }
  template <class Vocabulary, class Shape>
  label_value<watching, Vocabulary, Shape> own(const label_value<Numbers, Vocabulary, Shape>& x) {
    return {this, x.data, x.shape};
  }

  /// The weights are what the same attention yields where its values are the identity matrix.
  void show(kernels::attention_problem<T> problem) {
    const std::size_t keys = problem.keys;
    buffer<T> identity{keys * keys}, weights{problem.batch * problem.heads * problem.queries * keys};
    for (std::size_t j = 0; j < keys; ++j) identity.data()[j * keys + j] = 1;
    problem.value_width = keys;
    problem.v = identity.data();
    problem.v_strides = {0, 0, keys};
    problem.y = weights.data();
    problem.y_strides = {problem.heads * problem.queries * keys, problem.queries * keys, keys};
    const buffer<T> workspace{kernels::attention_workspace(problem.batch, problem.heads, problem.queries, keys,
                                                           problem.width, problem.value_width),
                              contents::unset};
    kernels::attention(problem, workspace.data(), *threads_);
    observe_(seen_attention<T>{notes.module, problem.batch, problem.heads, problem.queries, keys, weights.span()});
  }

  running<Numbers> run_;
  kernels::threads* threads_;
  Observe observe_;
};

}  // namespace typeformer
