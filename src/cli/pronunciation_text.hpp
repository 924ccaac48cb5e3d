#pragma once
#include <span>
#include <string>
#include <string_view>

namespace typeformer::cli {

/// "WORD<TAB>PHONES\n", and with its log probability "WORD<TAB>PHONES<TAB>LOGP\n".
std::string row_of(std::string_view word, std::span<const std::string_view> phones);
std::string row_of(std::string_view word, std::span<const std::string_view> phones, double log_probability);

}  // namespace typeformer::cli
