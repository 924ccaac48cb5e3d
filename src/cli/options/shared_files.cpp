#include "shared_files.hpp"

#include <system_error>

#include "../../io/sentence.hpp"

namespace typeformer::cli {
namespace {

namespace fs = std::filesystem;

// A path that has no file yet is compared by where the file would be.
fs::path place_of(const fs::path& file) {
  std::error_code failure;
  const auto place = fs::weakly_canonical(fs::absolute(file), failure);
  return failure ? fs::absolute(file).lexically_normal() : place;
}

bool are_same(const fs::path& a, const fs::path& b) {
  std::error_code neither_is_there;
  return fs::equivalent(a, b, neither_is_there) || place_of(a) == place_of(b);
}

void refuse_if_same(const named_file& a, const named_file& b) {
  if (!a.path.empty() && !b.path.empty() && are_same(a.path, b.path))
    io::refuse(b.path.string(), "is both {} and {}, but what is written needs a file of its own", a.role, b.role);
}

}  // namespace

void refuse_shared_files(std::span<const named_file> read, std::span<const named_file> written) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    for (const named_file& input : read) refuse_if_same(input, written[i]);
    for (const named_file& other : written.first(i)) refuse_if_same(other, written[i]);
  }
}

}  // namespace typeformer::cli
