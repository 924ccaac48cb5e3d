#pragma once
#include <chrono>
#include <filesystem>
#include <optional>

#include "system_file.hpp"

namespace typeformer::io {

/// A file held under a second name beside `to` while its own name is given to a newer one; `commit` turns the second
/// name into `to`, and the destructor removes it otherwise. A hard link where there can be one, else a copy. Every
/// failure is an error with the system's reason.
class held_file {
 public:
  held_file(const std::filesystem::path& file, const std::filesystem::path& to);
  ~held_file();
  held_file(const held_file&) = delete;
  held_file& operator=(const held_file&) = delete;

  void commit();

 private:
  std::filesystem::path to_;
  std::filesystem::path link_;  // empty once it is gone, and if there is a copy
  std::optional<replacement_file> copy_;
};

/// Removes from a folder the temporary files (".typeformer-*.part") of programs that were killed: those whose program
/// does not run any more and which nobody has changed for `age`, since the program may run on another machine that
/// shares the folder. What cannot be removed stays.
void remove_abandoned_parts(const std::filesystem::path& folder, std::chrono::seconds age);

}  // namespace typeformer::io
