#pragma once
#include <array>
#include <cstddef>
#include <span>

#include <typeformer/kernels/product.hpp>

namespace typeformer::kernels {

/// Products of which none reads or writes what another writes, in one region: a wide product whose columns stand in
/// several matrices, and of whose threads none waits for another before the end. Each is bitwise what product() gives.
/// Stored is T, or for float how floats are kept in fewer bits (narrow.hpp).
template <class T, class Stored>
void products(std::span<const product_problem<T, Stored>> all, threads& threads);

/// Products that wait to be run together: at most Most, the others after them.
template <class T, class Stored, std::size_t Most>
class grouped_product {
 public:
  void add(const product_problem<T, Stored>& problem, threads& threads) {
    if (size_ == Most) run();
    problems_[size_++] = problem;
    threads_ = &threads;
  }

  constexpr void run() {
    if (size_ == 0) return;
    products<T, Stored>({problems_.data(), size_}, *threads_);
    size_ = 0;
  }

 private:
  std::array<product_problem<T, Stored>, Most> problems_;
  std::size_t size_ = 0;
  threads* threads_ = nullptr;
};

}  // namespace typeformer::kernels
