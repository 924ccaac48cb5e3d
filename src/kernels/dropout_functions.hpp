#pragma once
#include <cstddef>
#include <cstdint>

namespace typeformer::kernels {

/// Which elements are dropped: those whose number's upper half is below `below`. The others are multiplied by `kept`.
template <class T>
struct dropout_problem {
  std::uint64_t key, below;
  T kept;
};

/// Elements `first` … `first` + size − 1 of a whole; the pointers are to the first of them.
template <class T>
struct dropout_functions {
  void (*dropout)(const dropout_problem<T>&, std::size_t first, std::size_t size, const T* x, T* y);
  void (*add_gradient)(const dropout_problem<T>&, std::size_t first, std::size_t size, const T* dy, T* dx);
};

}  // namespace typeformer::kernels
