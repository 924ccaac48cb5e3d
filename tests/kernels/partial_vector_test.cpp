#include <algorithm>
#include <cstddef>
#include <sys/mman.h>
#include <unistd.h>

#include <typeformer/kernels/attention.hpp>
#include <typeformer/kernels/elementwise.hpp>
#include <typeformer/kernels/product.hpp>
#include <typeformer/kernels/rows.hpp>

#include "helpers.hpp"

namespace typeformer::kernels::testing {
namespace {

/// An array behind which is a page that can be neither read nor written, whatever instruction tries to.
template <class T>
class at_page_end {
 public:
  explicit at_page_end(std::size_t size, unsigned seed = 1) : size_{size} {
    void* const pages = mmap(nullptr, 2 * page(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(pages != MAP_FAILED);
    pages_ = static_cast<std::byte*>(pages);
    REQUIRE(size * sizeof(T) <= page());
    REQUIRE(mprotect(pages_ + page(), page(), PROT_NONE) == 0);
    std::ranges::copy(random_values<T>(size, seed), data());
  }
  at_page_end(const at_page_end&) = delete;
  at_page_end& operator=(const at_page_end&) = delete;
  ~at_page_end() { munmap(pages_, 2 * page()); }

  T* data() { return reinterpret_cast<T*>(pages_ + page()) - size_; }
  std::vector<T> values() { return {data(), data() + size_}; }

 private:
  static std::size_t page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

  std::size_t size_;
  std::byte* pages_;
};

/// The same values with room behind them.
template <class T>
class with_room {
 public:
  explicit with_room(std::size_t size, unsigned seed = 1) : size_{size}, all_(random_values<T>(size, seed)) {
    all_.resize(size + 64);
  }
  T* data() { return all_.data(); }
  std::vector<T> values() { return {data(), data() + size_}; }

 private:
  std::size_t size_;
  std::vector<T> all_;
};

/// What kernels compute of rows of `size` elements, each array of its own kind.
template <class T, template <class> class Array>
std::vector<std::vector<T>> results(std::size_t size) {
  threads one(1);
  Array<T> x(size, 1), other(size, 2), gain(size, 3), bias(size, 4);
  Array<T> sum(size), probabilities(size), normal(size), product_of_rows(size), attended(size);
  add(size, x.data(), other.data(), sum.data(), one);
  softmax<T>(1, size, x.data(), probabilities.data(), one);
  layer_norm(layer_norm_problem<T>{.rows = 1,
                                   .columns = size,
                                   .x = x.data(),
                                   .residual = other.data(),
                                   .gain = gain.data(),
                                   .bias = bias.data(),
                                   .epsilon = T(1e-5),
                                   .y = normal.data()},
             one);
  Array<T> matrix(3 * size, 5), factors(3, 6);
  product(product_problem<T>{.rows = 1,
                             .columns = size,
                             .inner = 3,
                             .x = factors.data(),
                             .x_stride = 3,
                             .w = {matrix.data()},
                             .y = product_of_rows.data(),
                             .y_stride = size,
                             .bias = bias.data(),
                             .residual = x.data(),
                             .residual_stride = size},
          one);
  Array<T> keys(3 * size, 7), values(3 * size, 8);
  const head_strides few{size, size, size}, many{3 * size, 3 * size, size};
  attention(attention_problem<T>{.batch = 1,
                                 .heads = 1,
                                 .queries = 1,
                                 .keys = 3,
                                 .width = size,
                                 .value_width = size,
                                 .q = x.data(),
                                 .k = keys.data(),
                                 .v = values.data(),
                                 .y = attended.data(),
                                 .q_strides = few,
                                 .k_strides = many,
                                 .v_strides = many,
                                 .y_strides = few},
            static_cast<T*>(nullptr), one);
  return {sum.values(), probabilities.values(), normal.values(), product_of_rows.values(), attended.values()};
}

}  // namespace

TEST_CASE("kernels touch nothing behind the last element", "[partial_vector]") {
  for_each_instruction_set([] {
    for (std::size_t size = 1; size <= 40; ++size) {
      INFO("rows of " << size);
      CHECK(results<float, at_page_end>(size) == results<float, with_room>(size));
      CHECK(results<double, at_page_end>(size) == results<double, with_room>(size));
    }
  });
}

}  // namespace typeformer::kernels::testing
