// Template syntax that covers a whole value. One function a family; the text is short (SmallText),
// so that each may search for its closing mark.
#include "engine/secrets_steps.hpp"
#include "uri/bytes.hpp"

namespace urilint::secrets {
namespace {

using bytes::class_of;

constexpr bool is_letter(char c) noexcept { return (class_of(c) & bytes::kAlpha) != 0; }
constexpr bool is_digit(char c) noexcept { return (class_of(c) & bytes::kDigit) != 0; }
constexpr bool is_name_byte(char c) noexcept { return is_letter(c) || is_digit(c) || c == '_'; }
constexpr bool is_upper_name_byte(char c) noexcept {
  return (class_of(c) & bytes::kUpper) != 0 || is_digit(c) || c == '_';
}
// What may stand between templates: `${USER}-${PASSWORD}`.
constexpr bool is_joint(char c) noexcept {
  return c == '-' || c == '_' || c == '.' || c == ':' || c == '/' || c == '+' || c == '~' ||
         c == '=' || c == ' ' || c == ',';
}

constexpr std::size_t kNone = 0;

struct Brackets {
  std::string_view open;
  std::string_view close;
  bool name_only;  // also passwords look like that: what is inside must be an identifier
};
// The first that fits decides: longer openings stand first.
constexpr Brackets kBrackets[] = {
    {"{{", "}}", false},  {"${", "}", false},  {"$(", ")", false},   {"#{", "}", false},
    {"@{", "}", true},    {"<%", "%>", false}, {"<<", ">>", true},   {"((", "))", true},
    {"@@", "@@", true},   {"{", "}", true},    {"<", ">", true},     {"ENC[", "]", false},
    {"ENC(", ")", false}, {"!Ref ", "", true}, {"!Sub ", "", false}, {"__", "__", true},
};

// A name, or an expression that begins with one: `{quote(password)}`, `{env["X"]}`.
bool is_expression(std::string_view text) noexcept {
  constexpr std::string_view kBeside = "-. :|()[]'\",";
  if (text.empty() || !is_name_byte(text[0])) return false;
  for (const char c : text) {
    if (!is_name_byte(c) && kBeside.find(c) == std::string_view::npos) return false;
  }
  return true;
}

// Where the bracket that is open at `from` closes, with inner ones of the same kind balanced.
std::size_t closing(std::string_view text, std::size_t from, const Brackets& brackets) noexcept {
  if (brackets.close.empty()) return text.size();
  std::size_t depth = 1;
  const char open = brackets.open.back();
  const bool nests = brackets.close.size() == 1 && open != brackets.close[0];
  for (std::size_t i = from; i < text.size(); ++i) {
    if (nests && text[i] == open) {
      ++depth;
    } else if (text.compare(i, brackets.close.size(), brackets.close) == 0 && --depth == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

// A name or an expression in such brackets as passwords have too; `{}` is a template of format
// strings.
bool fits_name_only(std::string_view inside, const Brackets& brackets) noexcept {
  return is_expression(inside) || (inside.empty() && brackets.open == "{");
}

std::size_t bracketed(std::string_view text, std::size_t at) noexcept {
  for (const Brackets& brackets : kBrackets) {
    if (text.compare(at, brackets.open.size(), brackets.open) != 0) continue;
    const std::size_t from = at + brackets.open.size();
    const std::size_t end = closing(text, from, brackets);
    if (end == std::string_view::npos) continue;
    const std::string_view inside = text.substr(from, end - from);
    if (brackets.name_only && !fits_name_only(inside, brackets)) continue;
    return end + brackets.close.size() - at;
  }
  return kNone;
}

// `$NAME`: only in upper case, since `$ecret` is a password.
std::size_t shell_name(std::string_view text, std::size_t at) noexcept {
  if (text[at] != '$') return kNone;
  std::size_t end = at + 1;
  while (end < text.size() && is_upper_name_byte(text[end])) ++end;
  const bool named = end > at + 2 && !is_digit(text[at + 1]);
  // `$NAMEx` is no name.
  return named && (end == text.size() || !is_letter(text[end])) ? end - at : kNone;
}

// `%s`, `%(name)s`, `%NAME%`.
std::size_t percent(std::string_view text, std::size_t at) noexcept {
  if (text[at] != '%' || at + 1 >= text.size()) return kNone;
  const char next = text[at + 1];
  if (next == '(') {
    const std::size_t end = text.find(')', at);
    return end != std::string_view::npos && end + 1 < text.size() && is_letter(text[end + 1])
               ? end + 2 - at
               : kNone;
  }
  std::size_t end = at + 1;
  while (end < text.size() && is_name_byte(text[end])) ++end;
  if (end < text.size() && text[end] == '%' && end - at > 3) return end + 1 - at;
  constexpr std::string_view kVerbs = "sdqvi@";
  const bool verb = kVerbs.find(next) != std::string_view::npos;
  return verb && (at + 2 == text.size() || !is_name_byte(text[at + 2])) ? 2 : kNone;
}

std::size_t template_at(std::string_view text, std::size_t at) noexcept {
  // `ENC(` is the only one that a letter opens.
  if ((is_letter(text[at]) && text[at] != 'E') || is_digit(text[at])) return kNone;
  if (const std::size_t size = bracketed(text, at); size != kNone) return size;
  if (const std::size_t size = shell_name(text, at); size != kNone) return size;
  return percent(text, at);
}

}  // namespace

bool is_template(std::string_view text) noexcept {
  bool any = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = template_at(text, at);
    if (size != kNone) {
      any = true;
      at += size;
    } else if (is_joint(text[at])) {
      ++at;
    } else {
      return false;
    }
  }
  return any;
}

std::string_view bracketed_word(std::string_view text) noexcept {
  for (const Brackets& brackets : kBrackets) {
    if (!text.starts_with(brackets.open)) continue;
    const std::size_t from = brackets.open.size();
    const std::size_t end = closing(text, from, brackets);
    if (end == std::string_view::npos || end + brackets.close.size() != text.size()) continue;
    const std::string_view inside = text.substr(from, end - from);
    if (brackets.name_only && !fits_name_only(inside, brackets)) continue;
    return brackets.name_only ? inside : std::string_view{};
  }
  return {};
}

}  // namespace urilint::secrets
