#pragma once
#include <cstddef>
#include <utility>

#include <typeformer/kernels/static_product.hpp>

/// Products of many static sizes, for the flags that a file is compiled with. Files with flags of newer processors
/// include nothing else: no function that another file has too may come from them.
namespace typeformer::kernels::testing {

template <class T>
struct static_case {
  std::size_t rows, columns, inner;
  bool panels, bias, rectified_linear, residual;
  void (*run)(const T* x, const T* w, T* y, const T* bias, const T* residual);
};
template <class T>
struct static_cases {
  const static_case<T>* first;
  std::size_t count;
  bool fused;
};

// Of the form, 1 is a bias, 2 a rectified linear unit, 4 a residual.
template <class Flags, class T, std::size_t Rows, std::size_t Columns, std::size_t Inner, std::size_t Form,
          weight_order Order>
void run_static(const T* x, const T* w, T* y, [[maybe_unused]] const T* bias, [[maybe_unused]] const T* residual) {
  constexpr bool rectified_linear = Form & 2;
  if constexpr ((Form & 5) == 5) {
    static_product<Rows, Columns, Inner, Order, rectified_linear, Flags>(x, w, y, bias, residual);
  } else if constexpr (Form & 1) {
    static_product<Rows, Columns, Inner, Order, rectified_linear, Flags>(x, w, y, bias);
  } else if constexpr (Form & 4) {
    static_product<Rows, Columns, Inner, Order, rectified_linear, Flags>(x, w, y, nullptr, residual);
  } else {
    static_product<Rows, Columns, Inner, Order, rectified_linear, Flags>(x, w, y);
  }
}

template <class Flags, class T, std::size_t Rows, std::size_t Columns, std::size_t Inner, std::size_t Form,
          weight_order Order = weight_order::rows>
inline constexpr static_case<T> case_of{Rows,
                                        Columns,
                                        Inner,
                                        Order == weight_order::panels,
                                        (Form & 1) != 0,
                                        (Form & 2) != 0,
                                        (Form & 4) != 0,
                                        run_static<Flags, T, Rows, Columns, Inner, Form, Order>};

template <class Flags, class T, std::size_t I>
inline constexpr auto small_case = case_of<Flags, T, I / 9 + 1, I % 9 + 1, (2 * I + I / 9) % 9 + 1, I % 8>;

template <class Flags, class T, class Small>
struct case_list;
/// Small sizes, of which float and double share the pairs of rows and columns, those around vectors and panels, and
/// larger ones.
template <class Flags, class T, std::size_t... I>
struct case_list<Flags, T, std::index_sequence<I...>> {
  static constexpr static_case<T> all[] = {
      small_case<Flags, T, 2 * I + (sizeof(T) == sizeof(float))>...,
      case_of<Flags, T, 3, 5, 0, 7>,
      case_of<Flags, T, 0, 5, 3, 0>,
      case_of<Flags, T, 5, 0, 3, 0>,
      case_of<Flags, T, 1, 17, 3, 7>,
      case_of<Flags, T, 6, 31, 4, 4>,
      case_of<Flags, T, 13, 33, 5, 7>,
      case_of<Flags, T, 17, 63, 2, 1>,
      case_of<Flags, T, 17, 11, 3, 5>,
      case_of<Flags, T, 14, 15, 33, 2>,
      case_of<Flags, T, 2, 65, 6, 7, weight_order::panels>,
      case_of<Flags, T, 2, 65, 6, 7>,
      case_of<Flags, T, 5, 70, 3, 4, weight_order::panels>,
      case_of<Flags, T, 7, 130, 4, 5, weight_order::panels>,
      case_of<Flags, T, 3, 129, 1, 6>,
      case_of<Flags, T, 1, 200, 7, 3>,
      case_of<Flags, T, 20, 20, 20, 0>,
      case_of<Flags, T, 16, 16, 16, 0>,
      case_of<Flags, T, 16, 16, 16, 7>,
      case_of<Flags, T, 8, 32, 32, 0>,
      case_of<Flags, T, 64, 64, 64, 0>,
      case_of<Flags, T, 16, 512, 128, 0>,
      case_of<Flags, T, 16, 512, 128, 3, weight_order::panels>,
  };
};

template <class T, class Flags = own_flags>
constexpr static_cases<T> cases_of_own_flags() {
  using list = case_list<Flags, T, std::make_index_sequence<40>>;
  return {list::all, sizeof list::all / sizeof list::all[0], Flags::fused};
}

#if defined(__x86_64__)
extern const static_cases<float> avx2_static_cases, avx512_static_cases;
extern const static_cases<double> avx2_static_cases_of_double, avx512_static_cases_of_double;
#endif

}  // namespace typeformer::kernels::testing
