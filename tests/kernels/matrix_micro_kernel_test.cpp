#include "../../src/kernels/matrix_micro_kernel.hpp"

#include <array>
#include <bit>
#include <cstdint>

#include "helpers.hpp"

// The order in which registers of matrices are loaded, multiplied and stored, with registers that are arrays here: so
// it is tested on processors without them, too. Those that have them also run dot_product_test.cpp.
namespace typeformer::kernels {
namespace {

struct registers_here {
  using number = std::int32_t;
  static inline std::array<std::array<std::array<std::uint32_t, 16>, 16>, 8> all;

  static std::int32_t start(const std::int32_t* x_sums, std::size_t i) { return -128 * x_sums[i]; }
  template <int I>
  static void load(const void* from, std::size_t stride) {
    for (std::size_t i = 0; i < 16; ++i)
      std::copy_n(static_cast<const std::uint32_t*>(from) + i * stride, 16, all[I][i].begin());
  }
  template <int I>
  static void store(void* to, std::size_t stride) {
    for (std::size_t i = 0; i < 16; ++i)
      std::copy_n(all[I][i].begin(), 16, static_cast<std::uint32_t*>(to) + i * stride);
  }
  template <int Sum, int X, int W>
  static void dot() {
    for (std::size_t i = 0; i < 16; ++i)
      for (std::size_t n = 0; n < 16; ++n)
        for (std::size_t k = 0; k < 16; ++k) all[Sum][i][n] += product_of(all[X][i][k], all[W][k][n]);
  }
  static std::uint32_t product_of(std::uint32_t x, std::uint32_t w) {
    std::int32_t sum = 0;
    for (int byte = 0; byte < 32; byte += 8)
      sum += static_cast<std::int8_t>(x >> byte) * static_cast<std::uint8_t>(w >> byte);
    return static_cast<std::uint32_t>(sum);
  }
};

TEST_CASE("a micro-kernel of matrices adds the products of all its rows", "[dot_product]") {
  for (const std::size_t rows : {1, 7, 16, 17, 32, 33, 48, 64, 75, 96})
    for (const std::size_t groups : {16, 32, 80})
      for (const bool add : {false, true}) {
        INFO("rows " << rows << " groups " << groups << (add ? ", added" : ""));
        const std::size_t stride = groups + 16, padded = (rows + 15) / 16 * 16;
        std::vector<std::uint32_t> x(padded * stride), w(groups * panel_columns);
        std::uint32_t number = 1;
        for (auto* const words : {&x, &w})
          for (auto& word : *words) word = number = number * 1664525 + 1013904223;
        std::vector<std::int32_t> sums(padded * panel_columns, 7), x_sums(rows);
        for (std::size_t i = 0; i < rows; ++i) x_sums[i] = static_cast<std::int32_t>(i) - 20;
        std::vector<std::int32_t> expected(rows * panel_columns);
        for (std::size_t i = 0; i < rows; ++i)
          for (std::size_t n = 0; n < panel_columns; ++n) {
            std::int32_t sum = (add ? 7 : 0) - 128 * x_sums[i];
            for (std::size_t g = 0; g < groups; ++g)
              for (int byte = 0; byte < 32; byte += 8)
                sum += static_cast<std::int8_t>(x[i * stride + g] >> byte) *
                       static_cast<std::uint8_t>(w[g * panel_columns + n] >> byte);
            expected[i * panel_columns + n] = sum;
          }
        multiply_matrices<registers_here>({.groups = groups,
                                           .x = x.data(),
                                           .x_stride = stride,
                                           .x_sums = x_sums.data(),
                                           .w = w.data(),
                                           .sums = sums.data(),
                                           .add = add},
                                          rows);
        sums.resize(expected.size());
        CHECK(sums == expected);
      }
}

}  // namespace
}  // namespace typeformer::kernels
