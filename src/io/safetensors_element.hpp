#pragma once
#include <optional>
#include <string_view>

#include <typeformer/io/safetensors.hpp>

namespace typeformer::safetensors {

std::optional<element> element_named(std::string_view name);

}  // namespace typeformer::safetensors
