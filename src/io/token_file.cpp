#include <bit>
#include <utility>

#include <typeformer/io/token_file.hpp>

#include "sentence.hpp"
#include "system_file.hpp"

namespace typeformer {

static_assert(std::endian::native == std::endian::little, "token_file: tokens are read as they stand in the file");

token_file token_file::open(const std::filesystem::path& path) {
  const io::input_file file{path};
  if (file.size() % sizeof(std::uint16_t) != 0)
    io::refuse(path.string(), "has {}, but each token has two", io::counted(file.size(), "byte"));
  const auto bytes = file.map();
  return {path.string(), {reinterpret_cast<const std::uint16_t*>(bytes.data()), bytes.size() / sizeof(std::uint16_t)}};
}

token_file::token_file(token_file&& other) noexcept
    : origin_{std::move(other.origin_)}, tokens_{std::exchange(other.tokens_, {})} {}

token_file& token_file::operator=(token_file&& other) noexcept {
  token_file taken{std::move(other)};  // which is left without tokens, and ours are unmapped with it
  std::swap(origin_, taken.origin_);
  std::swap(tokens_, taken.tokens_);
  return *this;
}

token_file::~token_file() { io::unmap(std::as_bytes(tokens_)); }

}  // namespace typeformer
