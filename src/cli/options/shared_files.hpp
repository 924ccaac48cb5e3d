#pragma once
#include <filesystem>
#include <span>
#include <string>

namespace typeformer::cli {

/// A file of a command, and what it is there: mostly the option that names it. Without a path it is not given.
struct named_file {
  std::string role;
  std::filesystem::path path;
};

/// Before the work, which would replace a file that someone else needs.
///
/// throws   a file to write that is one to read or another one to write, by whatever name or link
void refuse_shared_files(std::span<const named_file> read, std::span<const named_file> written);

}  // namespace typeformer::cli
