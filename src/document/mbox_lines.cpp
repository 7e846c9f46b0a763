// Only a line with a time of day and a year counts: a paragraph may begin with `From `, and those
// who wrote mailboxes did not always quote it.
#include "document/mbox_lines.hpp"

#include <algorithm>

#include "document/chars.hpp"

namespace urilint::reading {
namespace {

constexpr std::string_view kFrom = "From ";
constexpr std::size_t kLongestLine = 1024;

/// A time of day (`12:34`) and a year (`2026`), in any order.
bool has_date(std::string_view line) noexcept {
  bool time = false;
  bool year = false;
  std::size_t digits = 0;  // that stand right before `i`
  for (std::size_t i = 0; i <= line.size(); ++i) {
    const char c = at(line, i);
    if (is_digit(c)) {
      ++digits;
      continue;
    }
    const bool minutes = is_digit(at(line, i + 1)) && is_digit(at(line, i + 2));
    time = time || (c == ':' && (digits == 1 || digits == 2) && minutes);
    year = year || (digits == 4 && (c == '\0' || is_space(c)));
    digits = 0;
  }
  return time && year;
}

bool begins_message(std::string_view text, std::size_t i) noexcept {
  if (!text.substr(i).starts_with(kFrom)) return false;
  const std::string_view line = text.substr(i + kFrom.size(), kLongestLine);
  return has_date(line.substr(0, line_end(line, 0)));
}

}  // namespace

std::size_t next_from_line(std::string_view text, std::size_t i) noexcept {
  while (i < text.size()) {
    if (begins_message(text, i)) return i;
    // Most lines of a mailbox begin otherwise.
    const std::size_t next = text.find("\nFrom ", i);
    if (next == std::string_view::npos) return text.size();
    i = next + 1;
  }
  return text.size();
}

std::size_t behind_from_line(std::string_view text, std::size_t i) noexcept {
  return std::min(text.find('\n', i), text.size() - 1) + 1;
}

}  // namespace urilint::reading
