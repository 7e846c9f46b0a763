// One pass over the bytes. Runs are noted only where the text departs from them, so that ordinary
// input is viewed in place.
#include "interpret/whatwg_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "uri/bytes.hpp"

namespace urilint::whatwg {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

std::uint8_t byte_at(std::string_view text, std::size_t at) noexcept {
  return static_cast<std::uint8_t>(text[at]);
}

struct Sequence {
  std::size_t size = 1;
  bool valid = false;
};

// What a lead byte allows behind it: how many bytes, and the range of the first of them.
struct Lead {
  std::uint8_t trail = 0;
  std::uint8_t low = 0x80;
  std::uint8_t high = 0xbf;
};
constexpr Lead lead_of(std::uint8_t byte) noexcept {
  if (byte >= 0xc2 && byte <= 0xdf) return {1, 0x80, 0xbf};
  if (byte == 0xe0) return {2, 0xa0, 0xbf};
  if (byte == 0xed) return {2, 0x80, 0x9f};
  if (byte >= 0xe1 && byte <= 0xef) return {2, 0x80, 0xbf};
  if (byte == 0xf0) return {3, 0x90, 0xbf};
  if (byte >= 0xf1 && byte <= 0xf3) return {3, 0x80, 0xbf};
  if (byte == 0xf4) return {3, 0x80, 0x8f};
  return {};
}

// The sequence at `at`, or the maximal subpart of one.
Sequence sequence_at(std::string_view text, std::size_t at) noexcept {
  const std::uint8_t first = byte_at(text, at);
  if (first < 0x80) return {1, true};
  const Lead lead = lead_of(first);
  if (lead.trail == 0) return {1, false};
  std::uint8_t low = lead.low;
  std::uint8_t high = lead.high;
  for (std::size_t i = 1; i <= lead.trail; ++i) {
    if (at + i >= text.size() || byte_at(text, at + i) < low || byte_at(text, at + i) > high) {
      return {i, false};
    }
    low = 0x80;
    high = 0xbf;
  }
  return {std::size_t{1} + lead.trail, true};
}

bool is_edge(char c) noexcept { return static_cast<unsigned char>(c) <= 0x20; }

bool is_tab_or_newline(char c) noexcept { return c == '\t' || c == '\n' || c == '\r'; }

UriSpan span(std::size_t begin, std::size_t end) noexcept {
  return {static_cast<Off>(begin), static_cast<Off>(end)};
}

}  // namespace

std::string repair_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const Sequence sequence = sequence_at(bytes, at);
    out += sequence.valid ? bytes.substr(at, sequence.size) : kReplacement;
    at += sequence.size;
  }
  return out;
}

CodePoint code_point_at(std::string_view text, std::size_t at) noexcept {
  const std::uint8_t first = byte_at(text, at);
  const std::size_t trail = lead_of(first).trail;
  if (trail == 0 || at + trail >= text.size()) return {first, 1};
  char32_t value = first & (0x3fU >> trail);
  for (std::size_t i = 1; i <= trail; ++i) value = value << 6 | (byte_at(text, at + i) & 0x3fU);
  return {value, 1 + trail};
}

CleanText::CleanText(std::string_view bytes, Edges edges) {
  std::size_t begin = 0;
  std::size_t end = bytes.size();
  if (edges == Edges::trim) {
    while (begin < end && is_edge(bytes[begin])) ++begin;
    while (end > begin && is_edge(bytes[end - 1])) --end;
    trimmed_ = begin != 0 ? span(0, begin) : span(end, bytes.size());
  }
  offset_ = begin;
  text_ = bytes.substr(begin, end - begin);
  std::uint32_t seen = 0;
  for (const char c : text_) seen |= bytes::class_of(c);
  if ((seen & (bytes::kNonAscii | bytes::kTabNewline)) != 0) rewrite(text_, begin);
}

void CleanText::rewrite(std::string_view bytes, std::size_t offset) {
  std::size_t copied = 0;  // up to here the bytes are in `storage_`
  const auto depart = [&](std::size_t at, std::size_t size, std::string_view instead) {
    storage_ += bytes.substr(copied, at - copied);
    if (!instead.empty()) runs_.push_back({storage_.size(), offset + at, size});
    storage_ += instead;
    copied = at + size;
    runs_.push_back({storage_.size(), offset + copied, 0});
  };
  for (std::size_t at = 0; at < bytes.size();) {
    if (is_tab_or_newline(bytes[at])) {
      if (removed_.empty()) removed_ = span(offset + at, offset + at + 1);
      depart(at, 1, {});
      ++at;
      continue;
    }
    const Sequence sequence = sequence_at(bytes, at);
    if (!sequence.valid) depart(at, sequence.size, kReplacement);
    at += sequence.size;
  }
  if (runs_.empty()) return;
  storage_ += bytes.substr(copied);
  text_ = storage_;
}

std::size_t CleanText::source_at(std::size_t clean) const noexcept {
  const auto after =
      std::upper_bound(runs_.begin(), runs_.end(), clean,
                       [](std::size_t at, const Run& run) { return at < run.clean; });
  if (after == runs_.begin()) return offset_ + clean;
  const Run& run = *(after - 1);
  const std::size_t ahead = clean - run.clean;
  return run.source + (run.size == 0 ? ahead : std::min(ahead, run.size - 1));
}

UriSpan CleanText::source_of(std::size_t begin, std::size_t end) const noexcept {
  // An end is the end of the byte before it: what was removed behind it is not part of it.
  if (begin >= end) return span(source_at(begin), source_at(begin));
  return span(source_at(begin), source_at(end - 1) + 1);
}

}  // namespace urilint::whatwg
