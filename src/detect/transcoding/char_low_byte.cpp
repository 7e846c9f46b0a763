// Runs of raw characters that narrowing to a byte turns into controls and delimiters, all of them,
// between ASCII ones. Single characters must become a control or split a URI; words have others,
// too.
#include <algorithm>

#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"
#include "detect/syntax/common.hpp"
#include "uri/ucs.hpp"

namespace urilint::detect {
namespace char_low_byte {

// Letters up to U+07FF and punctuation stand between ASCII characters in ordinary texts; beyond
// U+FFFF there is no one low byte.
bool is_ordinary(std::uint32_t point) noexcept {
  return point < 0x800 || point > 0xffff || (point >= 0x2000 && point < 0x2070) ||
         (point >= 0x2100 && point < 0x2150) || (point >= 0x3000 && point < 0x3040) ||
         (point >= 0xff00 && point < 0xff21 && !(point >= 0xff10 && point < 0xff1a));
}

bool splits(char low) noexcept {
  return std::string_view("\0\t\n\r/\\?#@", 9).find(low) != std::string_view::npos;
}
bool matters(char low) noexcept {
  return splits(low) || std::string_view(" .%:&=;").find(low) != std::string_view::npos;
}

struct Run {
  Off end = 0;
  std::size_t points = 0;
  bool all_matter = true;
  bool one_splits = false;
  char first = 0;
};

// The run of characters outside ASCII at `begin`.
Run run_at(std::string_view text, Off begin) noexcept {
  Run run{begin};
  while (run.end < text.size() && static_cast<unsigned char>(text[run.end]) >= 0x80) {
    const CodePoint point = first_code_point(text.substr(run.end, 4));
    const char low = static_cast<char>(point.value & 0xff);
    if (run.points++ == 0) run.first = low;
    run.all_matter = run.all_matter && point.size != 0 && !is_ordinary(point.value) && matters(low);
    run.one_splits = run.one_splits || splits(low);
    run.end += static_cast<Off>(std::max<std::size_t>(point.size, 1));
  }
  return run;
}

constexpr std::string_view name_of_low(char low) noexcept {
  switch (low) {
    case '\0':
      return "NUL";
    case '\t':
      return "TAB";
    case '\n':
      return "LF";
    case '\r':
      return "CR";
    case ' ':
      return "a space";
    default:
      return {};
  }
}

}  // namespace char_low_byte

void detect_char_low_byte(const Subject& subject, Sink& sink) noexcept {
  using namespace char_low_byte;
  if (shares_outer_bytes(subject) || has_body(subject)) return;
  MarkList marks(subject);
  char first = 0;
  const std::string_view text = subject.text;
  for (Off at = subject.parts.path_begin; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const Run run = run_at(text, at);
    if (run.all_matter && (run.points > 1 || run.one_splits)) {
      if (marks.empty()) first = run.first;
      marks.add({at, run.end});
    }
    at = run.end;
  }
  const std::string_view name = name_of_low(first);
  static constexpr std::string_view kDelimiters = "/\\?#@.%:&=;";
  const std::size_t place = kDelimiters.find(first);
  marks.emit(sink, {},
             {name.empty() ? kDelimiters.substr(std::min(place, kDelimiters.size()), 1) : name});
}

}  // namespace urilint::detect
