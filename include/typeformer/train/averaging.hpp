#pragma once
#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <typeformer/error.hpp>
#include <typeformer/tensor/weights_file.hpp>

namespace typeformer {

/// The mean of blocks of equal size, summed in double in the order in which they are added.
///
/// error   ≤ 1 ulp of the exact mean, in float (tests/train/averaging_test.cpp)
/// source  Vaswani et al. 2017, section 6.1: the last 5 or 20 checkpoints are averaged
template <class T>
class block_mean {
 public:
  /// Of blocks of `size` numbers; none is added yet.
  explicit block_mean(std::size_t size) : sum_(size) {}

  /// Adds a block of `size` numbers.
  ///
  /// throws  at a block of another size
  void add(std::span<const T> block) {
    if (block.size() != sum_.size())
      throw error{"block_mean: a block of " + std::to_string(block.size()) + " numbers was added to a mean of " +
                  std::to_string(sum_.size())};
    std::ranges::transform(sum_, block, sum_.begin(), [](double sum, T x) { return sum + static_cast<double>(x); });
    ++count_;
  }

  /// Writes the mean of all blocks so far.
  ///
  /// throws  if no block was added, or if `to` has another size
  void read(std::span<T> to) const {
    if (count_ == 0) throw error{"block_mean: there is no block to take the mean of"};
    if (to.size() != sum_.size())
      throw error{"block_mean: " + std::to_string(to.size()) + " numbers cannot hold a mean of " +
                  std::to_string(sum_.size())};
    std::ranges::transform(sum_, to.begin(),
                           [this](double sum) { return static_cast<T>(sum / static_cast<double>(count_)); });
  }

 private:
  std::vector<double> sum_;
  std::size_t count_ = 0;
};

/// Whether Files is a range of paths: the condition of a rule of average().
template <class Files>
inline constexpr bool are_files = std::is_convertible_v<const Files&, std::span<const std::filesystem::path>>;

/// The mean of weights in several files, each read by load().
///
/// throws  if there are no files, or at a file of another model
template <class M, class T = float>
  requires(sizeof(M) > 0 && must_be_module<M>())
auto average(std::span<const std::filesystem::path> files) {
  weights<M, T> mean;
  block_mean<T> sum{mean.block().size()};
  for (const auto& file : files) sum.add(load<M, T>(file).block());
  sum.read(mean.block());
  return mean;
}
template <class M, class T = float, class Files>
  requires(!are_files<Files>)
auto average(const Files&) {
  static_assert(are_files<Files>, "average<M>(files): files must be a range of std::filesystem::path");
  return weights<M, T>{};
}

}  // namespace typeformer
