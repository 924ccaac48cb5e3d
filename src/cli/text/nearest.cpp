#include "nearest.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace typeformer::cli {
namespace {

/// Letters to insert, to remove or to exchange.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t exchanged = diagonal + (from[i] != to[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({exchanged, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest(std::string_view given, std::span<const std::string> names) {
  std::string_view best;
  std::size_t fewest = given.size();
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(given, name);
    if (distance < fewest && 2 * distance <= name.size()) {
      best = name;
      fewest = distance;
    }
  }
  return best;
}

}  // namespace typeformer::cli
