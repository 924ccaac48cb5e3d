#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <variant>

#include <typeformer/kernels/narrow.hpp>
#include <typeformer/kernels/product.hpp>

namespace typeformer::kernels {

using any_product = std::variant<product_problem<float>, product_problem<double>, product_problem<float, bf16_pair>,
                                 product_problem<float, int8_quad>>;

/// Products of which none reads or writes what another writes, in one region: a wide product whose columns stand in
/// several matrices, and of whose threads none waits for another before the end. Each is bitwise what product() gives.
void products(std::span<const any_product> all, threads& workers);

/// Products that wait to be run together.
class product_list {
 public:
  /// Keeps them in `places`, of which there is at least one.
  constexpr explicit product_list(std::span<any_product> places) : places_{places} {}

  void add(const any_product& problem, threads& workers) {
    if (size_ == places_.size()) run();
    places_[size_++] = problem;
    workers_ = &workers;
  }

  constexpr void run() {
    if (size_ == 0) return;
    products(places_.first(size_), *workers_);
    size_ = 0;
  }

 private:
  std::span<any_product> places_;
  std::size_t size_ = 0;
  threads* workers_ = nullptr;
};

}  // namespace typeformer::kernels
