#pragma once
#include <type_traits>

#include <typeformer/kernels/dropout.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// In place of a std::ratio: the rate is the one given to recording::clear().
struct runtime_dropout {};

/// Drops elements at random and scales the others up, so that the mean stays. Rate is a std::ratio, or
/// runtime_dropout.
///
/// shapes   x [L…]   →   the same
/// cost     one for each element
/// source   Srivastava et al. 2014
template <class Rate>
struct dropout_operation {
  static constexpr std::string_view name = "dropout";
  static constexpr std::string_view formula = "x m / (1 − p)";
  template <class, class...>
  static constexpr bool mixes = false;

  /// The probability that an element becomes 0: that of the type, or of the recording.
  template <class T>
  static constexpr double rate(const resources<T>& with) {
    if constexpr (std::is_same_v<Rate, runtime_dropout>) {
      return with.dropout;
    } else {
      return static_cast<double>(Rate::num) / static_cast<double>(Rate::den);
    }
  }
  template <class X>
  static constexpr auto result(const X& x) {
    return x;
  }
  template <class X>
  static constexpr polynomial cost(const X& x) {
    return count_of(x);
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    kernels::dropout(y.size(), rate(with), with.key, x.data, y.data, with.threads);
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    kernels::add_dropout_gradient<T>(x.shape.size(), rate(with), with.key, y.gradient, x.gradient, with.threads);
  }
};

}  // namespace typeformer
