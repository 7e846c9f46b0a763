// The table lists runs of code points in ascending order, so a binary search for the last run that
// begins at or before the code point finds it.
#include "host/glyphs.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "tables/ipv4-glyphs.hpp"

namespace urilint {
namespace {

using Run = tables::Ipv4GlyphsRow;

consteval bool is_well_formed() noexcept {
  std::uint32_t end = 0x80;
  for (const Run& run : tables::kIpv4Glyphs) {
    if (run.first < end || run.count == 0 || run.ascii.size() > 3) return false;
    if (run.count > 1 && run.ascii.size() > 1) return false;
    end = run.first + run.count;
  }
  return true;
}
static_assert(is_well_formed(), "data/ipv4-glyphs.tsv: ascending runs, short texts");

}  // namespace

std::optional<Glyph> glyph_of(char32_t code) noexcept {
  const auto* const after =
      std::upper_bound(std::begin(tables::kIpv4Glyphs), std::end(tables::kIpv4Glyphs), code,
                       [](char32_t c, const Run& run) { return c < run.first; });
  if (after == std::begin(tables::kIpv4Glyphs)) return std::nullopt;
  const Run& run = *std::prev(after);
  const std::uint32_t offset = static_cast<std::uint32_t>(code) - run.first;
  if (offset >= run.count) return std::nullopt;
  Glyph glyph;
  for (const char c : run.ascii) glyph.ascii[glyph.size++] = c;
  if (glyph.size != 0)
    glyph.ascii[0] = static_cast<char>(glyph.ascii[0] + static_cast<int>(offset));
  return glyph;
}

}  // namespace urilint
