// Runs of raw characters that narrowing to a byte turns into controls and delimiters, all of them,
// between ASCII ones. A single character must become a control or split a URI: words, too, have
// some that become a dot.
#include <algorithm>
#include <array>

#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"
#include "detect/syntax/common.hpp"
#include "uri/ucs.hpp"

namespace urilint::detect {
namespace char_low_byte {

// What a low byte is to a parser, and whether one such character alone is worth a word.
struct Low {
  char byte;
  std::string_view name;
  bool alone;
};
constexpr std::array<Low, 16> kLows = {{
    {'\0', "NUL", true},
    {'\t', "TAB", true},
    {'\n', "LF", true},
    {'\r', "CR", true},
    {'/', "/", true},
    {'\\', "\\", true},
    {'?', "?", true},
    {'#', "#", true},
    {'@', "@", true},
    {' ', "a space", false},
    {'.', ".", false},
    {'%', "%", false},
    {':', ":", false},
    {'&', "&", false},
    {'=', "=", false},
    {';', ";", false},
}};

// Letters up to U+07FF and punctuation stand between ASCII characters in ordinary texts; beyond
// U+FFFF there is no one low byte.
bool is_ordinary(std::uint32_t point) noexcept {
  const bool punctuation = (point >= 0x2000 && point < 0x2070) ||
                           (point >= 0x2100 && point < 0x2150) ||
                           (point >= 0x3000 && point < 0x3040);
  const bool wide_digit = point >= 0xff10 && point < 0xff1a;
  const bool wide_punctuation = point >= 0xff00 && point < 0xff21 && !wide_digit;
  return point < 0x800 || point > 0xffff || punctuation || wide_punctuation;
}

const Low* low_of(CodePoint point) noexcept {
  if (point.size == 0 || is_ordinary(point.value)) return nullptr;
  const char byte = static_cast<char>(point.value & 0xff);
  const auto* const row =
      std::find_if(kLows.begin(), kLows.end(), [byte](const Low& low) { return low.byte == byte; });
  return row == kLows.end() ? nullptr : row;
}

struct Run {
  Off end = 0;
  const Low* first = nullptr;
  bool told = false;
};

// The run of characters outside ASCII at `begin`.
Run run_at(std::string_view text, Off begin) noexcept {
  Run run{begin};
  std::size_t points = 0;
  bool all = true;
  bool alone = false;
  while (run.end < text.size() && static_cast<unsigned char>(text[run.end]) >= 0x80) {
    const CodePoint point = first_code_point(text.substr(run.end, 4));
    const Low* const low = low_of(point);
    if (points++ == 0) run.first = low;
    all = all && low != nullptr;
    alone = alone || (low != nullptr && low->alone);
    run.end += static_cast<Off>(std::max<std::size_t>(point.size, 1));
  }
  run.told = all && (points > 1 || alone);
  return run;
}

}  // namespace char_low_byte

void detect_char_low_byte(const Subject& subject, Sink& sink) noexcept {
  if (shares_outer_bytes(subject) || has_body(subject)) return;
  MarkList marks(subject);
  std::string_view becomes;  // of the first mark
  const std::string_view text = subject.text;
  for (Off at = subject.parts.path_begin; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const char_low_byte::Run run = char_low_byte::run_at(text, at);
    if (run.told) {
      if (marks.empty()) becomes = run.first->name;
      marks.add({at, run.end});
    }
    at = run.end;
  }
  marks.emit(sink, {}, {becomes});
}

}  // namespace urilint::detect
