// Counts forward from the nearest known place: one of the last two, or a checkpoint. Checkpoints
// lie on code points, a few KiB apart, so that going back costs no more than one of them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "document/document.hpp"
#include "document/lines.hpp"

namespace urilint {
namespace {

constexpr std::size_t kCheckpointStep = 2048;

bool is_continuation(char c) noexcept { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80; }

/// Bytes of the well-formed UTF-8 sequence at `i` (Unicode table 3-7), or 1 for anything else.
std::size_t sequence_at(std::string_view text, std::size_t i) noexcept {
  const auto byte = [&](std::size_t k) -> unsigned {
    return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U;
  };
  const auto tail = [&](std::size_t k) { return (byte(k) & 0xc0U) == 0x80; };
  const unsigned lead = byte(0);
  if (lead < 0xc2 || lead > 0xf4) return 1;
  const unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (byte(1) < low || byte(1) > high) return 1;
  if (lead < 0xe0) return 2;
  if (!tail(2)) return 1;
  if (lead < 0xf0) return 3;
  return tail(3) ? 4 : 1;
}

/// The beginning of the code point that holds the byte at `offset`.
std::size_t code_point_begin(std::string_view text, std::size_t offset) noexcept {
  if (offset >= text.size() || !is_continuation(text[offset])) return offset;
  for (std::size_t back = 1; back <= 3 && back <= offset; ++back) {
    if (is_continuation(text[offset - back])) continue;
    return sequence_at(text, offset - back) > back ? offset - back : offset;
  }
  return offset;
}

/// Whether there are only ASCII bytes and no line end from `from` to `to`.
bool is_plain(std::string_view text, std::size_t from, std::size_t to) noexcept {
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  constexpr std::uint64_t kHigh = 0x8080808080808080U;
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  // The high bit of a byte that is zero, or stands above one.
  const auto zeros = [](std::uint64_t word) { return (word - kOnes) & ~word; };
  std::uint64_t odd = 0;
  std::size_t i = from;
  for (; to - i >= kWord; i += kWord) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, kWord);
    odd |= word | zeros(word ^ (kOnes * '\n')) | zeros(word ^ (kOnes * '\r'));
  }
  if (i < to && to - from >= kWord) {  // the last word may overlap the one before
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + to - kWord, kWord);
    odd |= word | zeros(word ^ (kOnes * '\n')) | zeros(word ^ (kOnes * '\r'));
    i = to;
  }
  for (; i < to; ++i) {
    if (text[i] == '\n' || text[i] == '\r') return false;
    odd |= static_cast<unsigned char>(text[i]);
  }
  return (odd & kHigh) == 0;
}

/// The position at `to`, if that at `from` is `position`; both begin a code point.
Position advance(std::string_view text, std::size_t from, std::size_t to,
                 Position position) noexcept {
  constexpr std::size_t kShortest = 8;  // from one line of a list to the next
  if (to - from <= kShortest) {
    Position at = position;
    std::size_t i = from;
    for (; i < to && static_cast<unsigned char>(text[i]) < 0x80; ++i) {
      at = ends_line(text, i) ? Position{at.line + 1, 1} : Position{at.line, at.column + 1};
    }
    if (i == to) return at;
  }
  constexpr std::size_t kShort = 256;  // the part of a URI, or a URI
  if (to - from <= kShort && is_plain(text, from, to)) {
    position.column += to - from;
    return position;
  }
  std::size_t line = from;
  if (const std::size_t ends = count_line_ends(text, from, to); ends != 0) {
    position = {position.line + ends, 1};
    for (line = to; !ends_line(text, line - 1);) --line;
  }
  while (line < to) {
    const std::size_t ascii = ascii_length(text, line, to);
    position.column += ascii;
    line += ascii;
    for (; line < to && static_cast<unsigned char>(text[line]) >= 0x80; ++position.column) {
      line += sequence_at(text, line);
    }
  }
  return position;
}

}  // namespace

Locator::Locator(std::string_view text, Position start) noexcept : text_(text), start_(start) {}

Position Locator::locate(Off offset) noexcept {
  const std::size_t target = code_point_begin(text_, std::min<std::size_t>(offset, text_.size()));
  // checkpoints_[i] is the position of the code point at (i + 1) * kCheckpointStep.
  const auto place = [this](std::size_t index) {
    return code_point_begin(text_, index * kCheckpointStep);
  };
  while (place(checkpoints_.size() + 1) <= target) {
    const std::size_t known = checkpoints_.size();
    checkpoints_.push_back(
        advance(text_, place(known), place(known + 1), known == 0 ? start_ : checkpoints_.back()));
  }
  std::size_t index = target / kCheckpointStep;
  if (place(index) > target) --index;
  Place from{static_cast<Off>(place(index)), index == 0 ? start_ : checkpoints_[index - 1]};
  const auto is_nearer = [&](const Place& known) {
    return known.offset > from.offset && known.offset <= target;
  };
  if (is_nearer(last_)) {
    from = before_ = last_;
  } else if (is_nearer(before_)) {
    from = before_;
  }
  last_ = {static_cast<Off>(target), advance(text_, from.offset, target, from.position)};
  return last_.position;
}

UriSpan Locator::line_of(Off offset) const noexcept {
  const std::size_t at = std::min<std::size_t>(offset, text_.size());
  std::size_t begin = at;
  while (begin > 0 && !ends_line(text_, begin - 1)) --begin;
  std::size_t end = text_.find_first_of("\r\n", at);
  if (end == std::string_view::npos) end = text_.size();
  if (end == at && at > begin && at < text_.size() && text_[at] == '\n' && text_[at - 1] == '\r') {
    end = at - 1;  // the second half of a CRLF
  }
  return {static_cast<Off>(begin), static_cast<Off>(end)};
}

}  // namespace urilint
