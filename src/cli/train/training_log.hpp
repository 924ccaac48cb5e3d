#pragma once
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

namespace typeformer::cli {

/// The log of a training run: JSON objects, each with "step". A file has one a line; a run that goes on keeps those up
/// to the step where it goes on.
class training_log {
 public:
  /// `file` may be empty: then lines are kept in memory alone. `last_step`: that of the earlier run that goes on.
  ///
  /// throws   a file that cannot be written; of an earlier run's, a line that is no such object, but for the
  ///          beginning of one at its end
  training_log(const std::filesystem::path& file, std::optional<std::size_t> last_step);

  /// The line is in the file when this returns.
  void add(nlohmann::ordered_json line);
  const std::vector<nlohmann::ordered_json>& lines() const { return lines_; }

 private:
  void read(std::size_t last_step);

  std::filesystem::path file_;
  std::ofstream stream_;
  std::vector<nlohmann::ordered_json> lines_;
};

}  // namespace typeformer::cli
