// A name with `;` is the whole run of letters and digits; without, the longest of the old names
// that it begins with. Looks no further than the longest name.
#include "document/html_reference.hpp"

#include <algorithm>

#include "document/chars.hpp"
#include "tables/html-references.hpp"
#include "uri/hash.hpp"

namespace urilint::reading {
namespace {

constexpr std::size_t kLongestName = 32;
constexpr std::size_t kLongestBareName = 6;
constexpr std::uint32_t kReplacement = 0xfffd;

using Row = tables::HtmlReferencesRow;

/// The index knows no case, the names do.
const Row* find_name(std::string_view name) noexcept {
  constexpr std::size_t kMask = std::size(tables::kHtmlReferencesIndex) - 1;
  for (std::size_t slot = slot_of(hash_lower(name), kMask + 1);; slot = (slot + 1) & kMask) {
    const std::size_t row = tables::kHtmlReferencesIndex[slot];
    if (row == 0) return nullptr;
    if (tables::kHtmlReferences[row - 1].name == name) return &tables::kHtmlReferences[row - 1];
  }
}

/// What browsers read for 0x80 to 0x9f: Windows-1252. 0: the code point itself.
constexpr std::uint32_t kWindows1252[] = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};

std::uint32_t code_point(std::uint32_t value) noexcept {
  if (value == 0 || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return kReplacement;
  if (value < 0x80 || value > 0x9f) return value;
  const std::uint32_t mapped = kWindows1252[value - 0x80];
  return mapped == 0 ? value : mapped;
}

Reference numeric(std::string_view text, std::size_t i, std::size_t end) noexcept {
  const bool hex = i < end && (text[i] == 'x' || text[i] == 'X');
  if (hex) ++i;
  const std::uint32_t base = hex ? 16 : 10;
  const std::size_t first = i;
  std::uint32_t value = 0;
  for (; i < end && (hex ? is_hex(text[i]) : is_digit(text[i])); ++i) {
    value = std::min<std::uint32_t>(value * base + hex_value(text[i]), 0x110000);
  }
  if (i == first) return {};
  if (i < end && text[i] == ';') ++i;
  return {i, code_point(value), 0};
}

}  // namespace

Reference html_reference(std::string_view text, std::size_t i, std::size_t end,
                         ReferencePlace place) noexcept {
  const std::size_t begin = i + 1;
  if (begin < end && text[begin] == '#') return numeric(text, begin + 1, end);
  std::size_t run = begin;
  while (run < end && run - begin <= kLongestName && is_alnum(text[run])) ++run;
  if (run == begin) return {};
  if (run < end && text[run] == ';') {
    const Row* const row = find_name(text.substr(begin, run - begin));
    if (row != nullptr) return {run + 1, row->first, row->second};
  }
  for (std::size_t size = std::min(run - begin, kLongestBareName); size > 1; --size) {
    const Row* const row = find_name(text.substr(begin, size));
    if (row == nullptr || !row->bare) continue;
    const std::size_t behind = begin + size;
    const bool goes_on = behind < end && (text[behind] == '=' || is_alnum(text[behind]));
    if (place == ReferencePlace::attribute && goes_on) return {};
    return {behind, row->first, row->second};
  }
  return {};
}

bool holds_html_reference(std::string_view text, std::size_t begin, std::size_t end,
                          ReferencePlace place) noexcept {
  text = text.substr(0, end);
  for (std::size_t i = text.find('&', begin); i < end; i = text.find('&', i + 1)) {
    if (html_reference(text, i, end, place).end != 0) return true;
  }
  return false;
}

std::size_t decode_html(std::string_view text, std::size_t i, std::size_t end, ReferencePlace place,
                        Decoder& out) {
  if (text[i] == '&') {
    const Reference reference = html_reference(text, i, end, place);
    if (reference.end != 0) {
      std::string bytes;
      append_utf8(bytes, reference.first);
      if (reference.second != 0) append_utf8(bytes, reference.second);
      out.atom(i, reference.end, bytes);
      return reference.end;
    }
  }
  const std::size_t next = std::min(text.substr(0, end).find('&', i + 1), end);
  out.verbatim(i, next);
  return next;
}

}  // namespace urilint::reading
