#pragma once
#include <typeformer/kernels/rotation.hpp>
#include <typeformer/operations/operation.hpp>

namespace typeformer {

/// Turns pairs of elements by angles that grow with the position, in each of the vectors of Width that a row has: one,
/// or one for each head.
///
/// shapes   x [L…, N, h·Width], the first of N at position `first`   →   the same
/// cost     three operations for each element, of four multiplications and two additions a pair; angles are not counted
/// source   Su et al. 2021 (RoFormer), equation 34
template <kernels::rotary_layout Layout, std::size_t Base, std::size_t Width>
struct rotate_operation {
  static constexpr std::string_view name = "rotate";
  static constexpr std::string_view formula = "R_i x_i";

  std::size_t first = 0;  ///< the position of the first row of x

  template <class X>
  static constexpr X result(const X& x) {
    return x;
  }
  template <class X>
  static constexpr polynomial cost(const X& x) {
    return polynomial{3} * count_of(x);
  }
  template <class T, class Y, class X>
  void forward(const resources<T>& with, const Y& y, const X& x) const {
    kernels::rotate<T>(problem(x.shape), x.data, y.data, with.threads);
  }
  template <class T, class Y, class X>
  void backward(const resources<T>& with, const Y& y, const X& x) const {
    kernels::add_rotation_gradient<T>(problem(x.shape), y.gradient, x.gradient, with.threads);
  }

 private:
  template <class X>
  kernels::rotation problem(const X& x) const {
    return {.sequences = algebra::leading(x).size(),
            .length = x.template extent<X::rank - 2>(),
            .pieces = x.last() / Width,
            .width = Width,
            .first = first,
            .base = static_cast<double>(Base),
            .layout = Layout};
  }
};

}  // namespace typeformer
