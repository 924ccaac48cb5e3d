#pragma once
#include <array>
#include <cstddef>
#include <span>

#include <typeformer/kernels/product.hpp>

namespace typeformer::kernels::inline v0_1 {

/// A grouped product (grouped GEMM): products of which none reads or writes what another writes, in one parallel
/// region. So a wide product may have its columns in several matrices, and no thread waits for another before the end.
/// Each result is bitwise that of product(). Stored is T, or for float a quantized type (quantized.hpp).
template <class T, class Stored>
void products(std::span<const product_problem<T, Stored>> all, threads& threads);

/// Collects deferred products, and runs them as one grouped product: at most Most of them, the others after these.
template <class T, class Stored, std::size_t Most>
class grouped_product {
 public:
  /// Defers a product, whose arrays must stay as they are until run(). Where Most are deferred already, these run
  /// first.
  void add(const product_problem<T, Stored>& problem, threads& threads) {
    if (size_ == Most) run();
    problems_[size_++] = problem;
    threads_ = &threads;
  }

  /// Runs what is deferred, as one parallel region, on the threads of the last add(). Of nothing, nothing.
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

}  // namespace typeformer::kernels::inline v0_1
