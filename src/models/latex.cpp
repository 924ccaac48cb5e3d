#include "latex.hpp"

#include <array>
#include <cctype>
#include <utility>

#include "../io/utf8.hpp"

namespace typeformer::latex {
namespace {

constexpr char32_t combining_tilde = U'\u0303';

constexpr auto signs = std::to_array<std::pair<char32_t, std::string_view>>({
    {U'·', "\\cdot"},
    {U'√', "\\surd"},
    {U'−', "-"},
    {U'×', "\\times"},
    {U'⊕', "\\oplus"},
    {U'⊙', "\\odot"},
    {U'≤', "\\le"},
    {U'≥', "\\ge"},
    {U'<', "<"},
    {U'>', ">"},
    {U'…', "\\ldots"},
    {U'—', "-"},
    {U'∞', "\\infty"},
    {U'Σ', "\\sum"},
    {U'Π', "\\prod"},
    {U'α', "\\alpha"},
    {U'β', "\\beta"},
    {U'γ', "\\gamma"},
    {U'ε', "\\varepsilon"},
    {U'λ', "\\lambda"},
    {U'μ', "\\mu"},
    {U'π', "\\pi"},
    {U'σ', "\\sigma"},
    {U'φ', "\\phi"},
    {U'#', "\\#"},
    {U'%', "\\%"},
    {U'&', "\\&"},
    {U'$', "\\$"},
    {U'~', "\\sim"},
    {U'\\', "\\backslash"},
    {U'ᵀ', "^{\\top}"},
    {U'⌈', "\\lceil"},
    {U'⌉', "\\rceil"},
    {U'∂', "\\partial"},
});
constexpr std::u32string_view raised_digits = U"⁰¹²³⁴⁵⁶⁷⁸⁹", lowered_digits = U"₀₁₂₃₄₅₆₇₈₉";

class formula {
 public:
  explicit formula(std::string_view text) : rest_{text} {}

  std::string all() {
    std::string t;
    while (!rest_.empty()) add(t, atom());
    return t;
  }

 private:
  char32_t next() const { return rest_.empty() ? U'\0' : io::front_character(rest_).code; }
  char32_t take() {
    const io::character c = io::front_character(rest_);
    rest_.remove_prefix(c.bytes ? c.bytes : 1);
    return c.code;
  }
  static bool is_letter(char32_t c) { return c < 128 && std::isalpha(static_cast<int>(c)); }
  static bool is_digit(char32_t c) { return c >= U'0' && c <= U'9'; }

  // A command needs a space before a letter that follows.
  static void add(std::string& t, const std::string& more) {
    const auto begins_with_letter = [](const std::string& s) { return !s.empty() && is_letter(char32_t(s.front())); };
    const std::size_t command = t.rfind('\\');
    if (begins_with_letter(more) && command != t.npos && command + 1 < t.size() &&
        t.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", command + 1) == t.npos)
      t += ' ';
    t += more;
  }

  /// A run of digits of one kind, or one number, name, sign or group.
  std::string atom() {
    const char32_t c = next();
    if (is_letter(c)) return name();
    if (is_digit(c)) {
      std::string digits;
      while (is_digit(next())) digits += static_cast<char>(take());
      return digits;
    }
    if (raised_digits.find(c) != raised_digits.npos) return "^{" + digits_of(raised_digits) + "}";
    if (lowered_digits.find(c) != lowered_digits.npos) return "_{" + digits_of(lowered_digits) + "}";
    take();
    if (c == U'_' || c == U'^') return static_cast<char>(c) + group();
    if (c == U'√' && next() == U'(') {
      take();
      return "\\sqrt{" + until(U')') + "}";
    }
    if (c == U'√' && !rest_.empty()) return "\\sqrt{" + atom() + "}";
    if (c == U'{') return "\\{";
    if (c == U'}') return "\\}";
    for (const auto& [sign, command] : signs)
      if (c == sign) return std::string{command};
    return c >= 32 && c < 127 ? std::string(1, static_cast<char>(c)) : "?";
  }
  /// "N", "\mathrm{softmax}", "\tilde{d}"
  std::string name() {
    std::string letters;
    while (is_letter(next())) letters += static_cast<char>(take());
    if (next() != combining_tilde) return letters.size() == 1 ? letters : "\\mathrm{" + letters + "}";
    take();
    const std::string marked = "\\tilde{" + letters.substr(letters.size() - 1) + "}";
    letters.pop_back();
    return letters.empty() ? marked : "\\mathrm{" + letters + "}" + marked;
  }
  std::string digits_of(std::u32string_view kind) {
    std::string digits;
    while (!rest_.empty() && kind.find(next()) != kind.npos) digits += static_cast<char>('0' + kind.find(take()));
    return digits;
  }
  std::string group() {
    if (next() != U'{') return rest_.empty() ? "{}" : "{" + atom() + "}";
    take();
    return "{" + until(U'}') + "}";
  }
  std::string until(char32_t end) {
    std::string t;
    std::size_t open = 0;
    while (!rest_.empty()) {
      const char32_t c = next();
      if (c == end && open == 0) {
        take();
        break;
      }
      if (end == U')' && c == U'(') ++open;
      if (end == U')' && c == U')') --open;
      add(t, atom());
    }
    return t;
  }

  std::string_view rest_;
};

}  // namespace

std::string words(std::string_view text) {
  std::string t;
  while (!text.empty()) {
    const io::character c = io::front_character(text);
    const std::string_view bytes = text.substr(0, c.bytes ? c.bytes : 1);
    if (c.bytes == 1 && std::string_view{"_#%&${}"}.find(static_cast<char>(c.code)) != std::string_view::npos) {
      t += "\\" + std::string{bytes};
    } else if (c.bytes == 1 && (c.code == '\\' || c.code == '~' || c.code == '^')) {
      t += c.code == '\\' ? "\\textbackslash{}" : c.code == '~' ? "\\textasciitilde{}" : "\\textasciicircum{}";
    } else if (c.bytes == 1) {
      t += bytes;
    } else {
      t += "$" + math(bytes) + "$";
    }
    text.remove_prefix(bytes.size());
  }
  return t;
}

std::string math(std::string_view text) { return formula{text}.all(); }

}  // namespace typeformer::latex
