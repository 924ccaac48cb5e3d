#include <string_view>

#include <fmt/format.h>

#include <typeformer/train/fingerprint.hpp>

#include "../io/checksum.hpp"
#include "../io/sentence.hpp"

namespace typeformer {
namespace {

// Each list after its size, so that no two sequences of lists have the same bytes.
template <class T>
void add_list(io::running_checksum& sum, std::span<const T> list) {
  const std::uint64_t size = list.size();
  sum.add(std::as_bytes(std::span(&size, 1)));
  sum.add(std::as_bytes(list));
}

}  // namespace

std::string v0_1::fingerprint(std::span<const example> examples) {
  io::running_checksum sum;
  for (const auto& e : examples) {
    add_list<std::int32_t>(sum, e.source);
    add_list<std::int32_t>(sum, e.target);
  }
  return fmt::format("{}, {:016x}", io::counted(examples.size(), "example"), sum.value());
}

std::string v0_1::fingerprint(std::string_view text) {
  io::running_checksum sum;
  sum.add(std::as_bytes(std::span{text}));
  return fmt::format("{:016x}", sum.value());
}

std::string detail::v0_1::fingerprint(std::span<const listed_parameter> tensors) {
  io::running_checksum sum;
  std::size_t numbers = 0;
  for (const auto& t : tensors) {
    add_list<char>(sum, t.name);
    add_list<std::uint64_t>(sum, t.extents);
    numbers += t.size;
  }
  return fmt::format("{}, {}, {:016x}", io::counted(tensors.size(), "parameter"), io::counted(numbers, "number"),
                     sum.value());
}

}  // namespace typeformer
