// Line by line: the depth of its quoting, whether a blank is stuffed before its text, and whether
// it goes on; what is left out makes gaps between runs of verbatim text.
#include "document/flowed.hpp"

#include <algorithm>
#include <string_view>

#include "document/chars.hpp"
#include "document/decoder.hpp"
#include "document/transfer.hpp"

namespace urilint {
namespace {

using namespace reading;

struct Line {
  std::size_t begin = 0;  ///< of its quote marks
  std::size_t text = 0;   ///< behind them and behind a stuffed blank
  std::size_t end = 0;    ///< before its line ending
  std::size_t next = 0;
  std::size_t depth = 0;   ///< of quoting
  bool stuffed = false;    ///< and not quoted
  bool soft = false;       ///< goes on in the next line, if that is quoted as deeply
  bool signature = false;  ///< `-- `: belongs to no paragraph
};

/// Sections 4.1 to 4.5: quote marks, one stuffed blank, text; a blank at the end makes it soft,
/// except in the line before a signature.
Line line_at(std::string_view text, std::size_t i) noexcept {
  Line line;
  line.begin = i;
  line.end = line_end(text, i);
  line.next = behind_line_end(text, line.end);
  while (i < line.end && text[i] == '>') ++i;
  line.depth = i - line.begin;
  const bool blank = i < line.end && text[i] == ' ';
  line.stuffed = blank && line.depth == 0;
  line.text = blank ? i + 1 : i;
  const std::string_view content = text.substr(line.text, line.end - line.text);
  line.signature = content == "-- ";
  line.soft = content.ends_with(' ') && !line.signature;
  return line;
}

bool is_flowed(std::string_view text) noexcept {
  for (std::size_t i = 0; i < text.size();) {
    const Line line = line_at(text, i);
    if (line.stuffed || line.soft) return true;
    i = line.next;
  }
  return false;
}

}  // namespace

TextSpan decode_flowed(Document& document, TextSpan where, SoftBlank blank) {
  const std::string_view text = document.bytes(where);
  if (!is_flowed(text)) return where;
  Decoder out(text, where.begin, kMostWholeRuns);
  bool joins = false;
  for (std::size_t i = 0; i < text.size();) {
    const Line line = line_at(text, i);
    i = line.next;
    const Line next = i < text.size() ? line_at(text, i) : Line{};
    const bool goes_on =
        line.soft && i < text.size() && next.depth == line.depth && !next.signature;
    // Quote marks stay with their blank where a paragraph begins.
    if (!joins && line.depth > 0) out.verbatim(line.begin, line.text);
    const bool drops = goes_on && blank == SoftBlank::drop;
    out.verbatim(line.text, drops ? line.end - 1 : line.end);
    if (!goes_on) out.verbatim(line.end, line.next);
    joins = goes_on;
  }
  const auto size = static_cast<Off>(out.bytes().size());
  return {out.take(document, where.text, Layer::transfer), 0, size};
}

}  // namespace urilint
