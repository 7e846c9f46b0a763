// A bounded look ahead at each opening; a quote inside an expression stands as an argument does.
#include "document/templates.hpp"

#include <algorithm>

#include "document/chars.hpp"

namespace urilint::reading {
namespace {

constexpr std::size_t kReach = 1024;

std::string_view closing_of(std::string_view text, std::size_t i) noexcept {
  const char first = at(text, i);
  const char second = at(text, i + 1);
  if (first == '{' && second == '{') return "}}";
  if (first == '{' && second == '%') return "%}";
  if (first == '<' && second == '%') return "%>";
  return {};
}

bool is_one_of(char c, std::string_view set) noexcept { return set.find(c) != set.npos; }

}  // namespace

std::size_t template_end(std::string_view text, std::size_t i) noexcept {
  const std::string_view closing = closing_of(text, i);
  if (closing.empty()) return 0;
  const std::string_view opening = text.substr(i, 2);
  const bool triple = closing == "}}" && at(text, i + 2) == '{';  // `{{{ x }}}`
  const std::string_view near = text.substr(i, kReach);
  // Another opening ends the look ahead: so all of them together look at no byte twice.
  for (std::size_t k = triple ? 3 : 2; k + 1 < near.size() && !is_line_end(near[k]); ++k) {
    if (near[k] == closing[0] && near[k + 1] == closing[1]) {
      return i + k + (triple && at(near, k + 2) == '}' ? 3 : 2);
    }
    if (near[k] == opening[0] && near[k + 1] == opening[1]) return 0;
  }
  return 0;
}

std::size_t quoting_template_end(std::string_view text, std::size_t i, char quote) noexcept {
  const std::size_t end = template_end(text, i);
  if (end == 0) return 0;
  const std::size_t first = text.substr(0, end).find(quote, i);
  if (first >= end) return 0;
  const bool opens =
      is_one_of(text[first - 1], " \t(=|[") && !is_one_of(at(text, first + 1), ",:]}\r\n");
  return opens ? end : 0;
}

bool holds_template(std::string_view text) noexcept {
  return text.find("{{") != text.npos || text.find("{%") != text.npos ||
         text.find("<%") != text.npos || text.find("<?") != text.npos;
}

}  // namespace urilint::reading
