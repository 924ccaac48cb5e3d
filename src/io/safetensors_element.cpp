#include <cstddef>
#include <iterator>

#include "safetensors_header.hpp"

namespace typeformer::safetensors {
namespace {

struct description {
  std::string_view name;
  unsigned bits;
};

// In the order of `element`.
constexpr description descriptions[] = {
    {"BOOL", 8},    {"F4", 4},      {"F6_E2M3", 6}, {"F6_E3M2", 6},     {"U8", 8},          {"I8", 8},
    {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"I16", 16},
    {"U16", 16},    {"F16", 16},    {"BF16", 16},   {"I32", 32},        {"U32", 32},        {"F32", 32},
    {"C64", 64},    {"F64", 64},    {"I64", 64},    {"U64", 64},
};
static_assert(std::size(descriptions) == static_cast<std::size_t>(element::u64) + 1);

}  // namespace

std::string_view v0_1::name_of(element type) { return descriptions[static_cast<std::size_t>(type)].name; }

unsigned v0_1::bits_of(element type) { return descriptions[static_cast<std::size_t>(type)].bits; }

std::optional<element> element_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(descriptions); ++i)
    if (descriptions[i].name == name) return static_cast<element>(i);
  return std::nullopt;
}

}  // namespace typeformer::safetensors
