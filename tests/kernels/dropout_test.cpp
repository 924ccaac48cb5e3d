#include <typeformer/kernels/dropout.hpp>
#include <typeformer/kernels/random.hpp>

#include "helpers.hpp"

namespace typeformer::kernels::testing {

TEMPLATE_TEST_CASE("dropout drops by its random numbers alone, on every instruction set", "", float, double) {
  using T = TestType;
  threads threads(2);
  auto all = sizes();
  all.push_back(50'000);  // several tasks
  for (const std::size_t size : all)
    for (const double rate : {0.0, 0.1, 0.5}) {
      INFO("size " << size << ", rate " << rate);
      auto x = random_values<T>(size, 1), dx = random_values<T>(size, 2);
      if (size > 3) x[3] = not_a_number<T>;
      const std::uint64_t key = 77 + size;
      std::vector<T> expected(size), expected_gradient = dx;
      const T kept = static_cast<T>(1 / (1 - rate));
      for (std::size_t i = 0; i < size; ++i) {
        const bool stays = static_cast<double>(counter_random(key, i) >> 32) * 0x1p-32 >= rate;
        expected[i] = stays ? kept * x[i] : 0;
        if (stays) expected_gradient[i] += kept * x[i];
      }
      for_each_instruction_set([&] {
        auto y = x, found = dx;
        dropout(size, rate, key, y.data(), y.data(), threads);
        add_dropout_gradient(size, rate, key, x.data(), found.data(), threads);
        for (std::size_t i = 0; i < size; ++i) {
          REQUIRE(error_ratio(y[i], expected[i], 0) == 0);
          // A product and a sum, rounded once or twice.
          REQUIRE(error_ratio(found[i], expected_gradient[i],
                              epsilon<T> * (std::fabs(expected_gradient[i]) + std::fabs(expected[i]))) <= 1);
        }
      });
    }
}

}  // namespace typeformer::kernels::testing
