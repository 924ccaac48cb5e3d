#pragma once
#include <cmath>
#include <cstdint>

#include <typeformer/expressions/arguments.hpp>
#include <typeformer/kernels/random.hpp>
#include <typeformer/tensor/weights.hpp>

namespace typeformer {

/// Whether what is given is one seed: the condition of a rule of initial_weights().
template <class Given>
inline constexpr bool is_seed = false;
template <class X>
inline constexpr bool is_seed<std::tuple<X>> = fits_argument<X, std::uint64_t>;

/// The weights at the start of training; `seed` determines each number. Matrices of linear maps are uniform in ±√(6/(in
/// + out)), tables uniform with variance 1/width, gains 1 and biases 0.
///
/// source   Glorot and Bengio 2010, equation 16, for the matrices
template <class M, class T = float>
  requires(sizeof(M) > 0 && must_be_module<M>())
auto initial_weights(std::uint64_t seed) {
  weights<M, T> w;
  for_each_parameter(model<M>, [&]<class P>(const P& p) {
    T* const numbers = w.block().data() + p.offset;
    if constexpr (is_vector<P>) {
      std::fill_n(numbers, P::size, is_gain<P> ? T{1} : T{0});
    } else {
      constexpr double in = bound<axis_at<P, 0>>, out = bound<axis_at<P, 1>>;
      const double largest = std::sqrt(is_table<P> ? 3 / out : 6 / (in + out));
      for (std::size_t i = 0; i < P::size; ++i) {
        const double unit = static_cast<double>(kernels::counter_random(seed, p.offset + i) >> 11) * 0x1p-53;
        numbers[i] = static_cast<T>((2 * unit - 1) * largest);
      }
    }
  });
  return w;
}
template <class M = left_out, class T = float, class... X>
  requires(!is_given<M> || !is_seed<std::tuple<X...>>)
auto initial_weights(const X&...) {
  static_assert(is_given<M>, "initial_weights<M>(seed): M, the model, must be named by its type");
  if constexpr (is_given<M>) {
    static_assert(is_seed<std::tuple<X...>>, "initial_weights<M>(seed): the seed must be a whole number");
    return weights<M, T>{};
  } else {
    return detail::refused_weights{};
  }
}

}  // namespace typeformer
