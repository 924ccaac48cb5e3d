#pragma once
#include <string>
#include <string_view>

/// Texts as LaTeX, in ASCII.
namespace typeformer::latex {

/// Words: signs that LaTeX takes for its own are written out.
std::string words(std::string_view text);

/// A formula as these pages write it, in math mode: "2·N²·d̃_v" is $2 \cdot N^{2} \cdot \tilde{d}_{v}$.
std::string math(std::string_view formula);

}  // namespace typeformer::latex
