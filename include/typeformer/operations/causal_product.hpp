#pragma once
#include <algorithm>
#include <cstddef>

#include <typeformer/kernels/causal_product.hpp>
#include <typeformer/operations/contraction.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// y_i = Σ_{j ≤ i} (q_i·k_j) v_j, without an N × N matrix.
///
/// shapes   q [L…, N, d̃]   k [L…, N, d̃]   v [L…, N, d̃_v]   →   [L…, N, d̃_v]
/// cost     N·(4·d̃·d̃_v + 64·(d̃ + d̃_v)) for each of L, since it goes over chunks of 64 positions; 4·N·d̃ where d̃_v is 1
/// source   Katharopoulos et al. 2020, equations 9 to 15
struct causal_product_operation {
  static constexpr std::string_view name = "causal product";
  static constexpr std::string_view formula = "tril(q kᵀ) v";
  template <class Sequence, class Q, class K, class V>
  static constexpr bool mixes =
      is_made_of<axis_from_last<Q, 1>, Sequence> || is_made_of<axis_from_last<Q, 0>, Sequence>;

  template <class Q, class K, class V>
  static constexpr V result(const Q&, const K&, const V& v) {
    return v;
  }
  template <class Q, class K, class V>
  static constexpr polynomial cost(const Q& q, const K&, const V& v) {
    const polynomial width = count_from_last<0>(q), value_width = count_from_last<0>(v);
    const polynomial of_states = polynomial{4} * width * value_width;
    const polynomial of_chunks =
        v.last() == 1 ? polynomial{} : polynomial{kernels::causal_product_chunk} * (width + value_width);
    return count_of(algebra::leading(q)) * count_from_last<1>(q) * (of_states + of_chunks);
  }
  template <class Q, class K, class V>
  static constexpr std::size_t scratch(const Q& q, const K&, const V& v) {
    return kernels::causal_product_workspace(algebra::leading(q).size(), q.last(), v.last());
  }
  template <class T, class Y, class Q, class K, class V>
  void forward(const resources<T>& with, const Y& y, const Q& q, const K& k, const V& v) const {
    kernels::causal_product(problem<T>(q.shape, v.shape, q.data, k.data, v.data, y.data), with.scratch, with.threads);
  }

  template <class T, class Y, class Q, class K, class V>
  void backward(const resources<T>& with, const Y& y, const Q& q, const K& k, const V& v) const {
    const auto add = [&](kernels::causal_product_problem<T> p, bool backwards) {
      p.adds = true;
      p.backwards = backwards;
      kernels::causal_product(p, with.scratch, with.threads);
    };
    add(problem<T>(v.shape, q.shape, y.gradient, v.data, k.data, q.gradient), false);
    add(problem<T>(v.shape, q.shape, v.data, y.gradient, q.data, k.gradient), true);
    add(problem<T>(q.shape, v.shape, k.data, q.data, y.gradient, v.gradient), true);
  }
  template <class Q, class K, class V>
  static constexpr std::size_t backward_scratch(const Q& q, const K& k, const V& v) {
    return std::max(scratch(q, k, v), scratch(v, k, q));
  }

  /// The kernel's problem: of queries and keys of the one shape, and values of the other.
  template <class T, class Q, class V>
  static kernels::causal_product_problem<T> problem(const Q& like_q, const V& like_v, const T* q, const T* k,
                                                    const T* v, T* y) {
    const std::size_t positions = like_q.template extent<Q::rank - 2>();
    return {algebra::leading(like_q).size(), positions, like_q.last(), like_v.last(), q, k, v, y};
  }
};

/// The same of positions that go on from earlier ones, whose Σ k_jᵀ v_j is the state. It is changed in place, so that
/// the next ones go on from here.
///
/// shapes   q [L…, N, d̃]   k [L…, N, d̃]   v [L…, N, d̃_v]   state [L…, d̃, d̃_v]   →   [L…, N, d̃_v]
/// cost     as causal_product_operation: the same for each position, however many were before it
struct causal_product_from_state_operation {
  static constexpr std::string_view name = "causal product";
  static constexpr std::string_view formula = "q state + tril(q kᵀ) v";

  template <class Q, class K, class V, class S>
  static constexpr V result(const Q&, const K&, const V& v, const S&) {
    return v;
  }
  template <class Q, class K, class V, class S>
  static constexpr polynomial cost(const Q& q, const K& k, const V& v, const S&) {
    return causal_product_operation::cost(q, k, v);
  }
  template <class Q, class K, class V, class S>
  static constexpr std::size_t scratch(const Q& q, const K& k, const V& v, const S&) {
    return causal_product_operation::scratch(q, k, v);
  }
  template <class T, class Y, class Q, class K, class V, class S>
  void forward(const resources<T>& with, const Y& y, const Q& q, const K& k, const V& v, const S& state) const {
    auto problem = causal_product_operation::problem<T>(q.shape, v.shape, q.data, k.data, v.data, y.data);
    problem.state = const_cast<T*>(state.data);
    kernels::causal_product(problem, with.scratch, with.threads);
  }
};

}  // namespace typeformer
