#include "phone_errors.hpp"

#include <algorithm>
#include <tuple>

#include <typeformer/error.hpp>

namespace typeformer {
namespace {

using phone_span = std::span<const std::int32_t>;

/// distance(i, j): the fewest edits from the first i predicted phones to the first j expected ones.
class edit_distances {
 public:
  edit_distances(phone_span predicted, phone_span expected)
      : predicted_{predicted},
        expected_{expected},
        columns_{expected.size() + 1},
        table_((predicted.size() + 1) * columns_) {
    for (std::size_t i = 0; i <= predicted.size(); ++i)
      for (std::size_t j = 0; j <= expected.size(); ++j)
        at(i, j) = i == 0 ? j : j == 0 ? i : std::min({substituted(i, j), deleted(i, j), inserted(i, j)});
  }

  std::size_t whole() const { return table_.back(); }

  /// The edits of one shortest way, and substitute(expected, predicted) for each substitution.
  template <class Substitute>
  phone_edits edits(const Substitute& substitute) const {
    phone_edits found;
    for (std::size_t i = predicted_.size(), j = expected_.size(); i > 0 || j > 0;) {
      const std::size_t here = at(i, j);
      if (i > 0 && j > 0 && here == substituted(i, j)) {
        --i, --j;
        if (predicted_[i] == expected_[j]) continue;
        ++found.substitutions;
        substitute(expected_[j], predicted_[i]);
      } else if (j > 0 && here == deleted(i, j)) {
        --j;
        ++found.deletions;
      } else {
        --i;
        ++found.insertions;
      }
    }
    return found;
  }

 private:
  std::size_t& at(std::size_t i, std::size_t j) { return table_[i * columns_ + j]; }
  std::size_t at(std::size_t i, std::size_t j) const { return table_[i * columns_ + j]; }

  // Of the ways to (i, j) the shortest whose last edit is this; equal phones are a substitution that costs nothing.
  std::size_t substituted(std::size_t i, std::size_t j) const {
    return at(i - 1, j - 1) + (predicted_[i - 1] != expected_[j - 1]);
  }
  std::size_t deleted(std::size_t i, std::size_t j) const { return at(i, j - 1) + 1; }
  std::size_t inserted(std::size_t i, std::size_t j) const { return at(i - 1, j) + 1; }

  phone_span predicted_, expected_;
  std::size_t columns_;
  std::vector<std::size_t> table_;
};

}  // namespace

void phone_errors::add(phone_span predicted, std::span<const std::vector<std::int32_t>> references) {
  if (references.empty()) throw error{"phone_errors: a word has no reference that it could be compared with"};
  const auto* nearest = &references.front();
  std::size_t fewest = edit_distances{predicted, *nearest}.whole();
  for (const auto& reference : references.subspan(1)) {
    const std::size_t distance = edit_distances{predicted, reference}.whole();
    if (distance > fewest || (distance == fewest && reference.size() <= nearest->size())) continue;
    nearest = &reference;
    fewest = distance;
  }
  const phone_edits found = edit_distances{predicted, *nearest}.edits(
      [this](std::int32_t expected, std::int32_t instead) { ++substituted_[{expected, instead}]; });
  ++words_;
  word_errors_ += fewest > 0;
  phones_ += nearest->size();
  edits_.substitutions += found.substitutions;
  edits_.insertions += found.insertions;
  edits_.deletions += found.deletions;
}

std::vector<phone_confusion> phone_errors::confusions(std::size_t most) const {
  std::vector<phone_confusion> all;
  for (const auto& [pair, times] : substituted_) all.push_back({pair.first, pair.second, times});
  std::ranges::sort(all, [](const phone_confusion& a, const phone_confusion& b) {
    return std::tuple{b.times, a.expected, a.predicted} < std::tuple{a.times, b.expected, b.predicted};
  });
  all.resize(std::min(most, all.size()));
  return all;
}

}  // namespace typeformer
