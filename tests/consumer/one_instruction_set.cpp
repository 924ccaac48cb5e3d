// Which kernels a build of one instruction set runs; the exception's sentence where the processor has none of them.
#include <cstdio>
#include <typeformer/error.hpp>
#include <typeformer/kernels/elementwise.hpp>
#include <typeformer/kernels/instruction_set.hpp>
namespace tf = typeformer;

int main() try {
  tf::kernels::threads threads{1};
  const float x[3] = {1, 2, 3};
  float y[3];
  tf::kernels::scale<float>(3, 2, x, y, threads);
  for (const auto set : tf::kernels::available_instruction_sets())
    std::printf("%.*s ", int(tf::kernels::name_of(set).size()), tf::kernels::name_of(set).data());
  std::printf("%g %g %g\n", y[0], y[1], y[2]);
} catch (const tf::error& e) {
  std::printf("%s\n", e.what());
}
