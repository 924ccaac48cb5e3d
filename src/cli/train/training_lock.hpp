#pragma once
#include <filesystem>

#include "../../io/system_file.hpp"

namespace typeformer::cli {

/// OUT.lock, which a training run of the model OUT holds: beside the file itself where OUT is a symbolic link.
std::filesystem::path lock_of(const std::filesystem::path& out);

/// Keeps other training runs from a model while it lives. The system frees the lock however the program ends; a killed
/// one leaves the empty file, which the next uses. On file systems without locks there is none.
///
/// throws   a model that another run holds
class training_lock {
 public:
  explicit training_lock(const std::filesystem::path& out);
  ~training_lock();
  training_lock(const training_lock&) = delete;
  training_lock& operator=(const training_lock&) = delete;

 private:
  std::filesystem::path file_;
  io::descriptor held_;
};

}  // namespace typeformer::cli
