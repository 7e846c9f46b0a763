// The table lists runs of code points in ascending order; a binary search finds the last run that
// begins at or before the code point.
#include "host/idna_newer.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

#include "tables/idna-newer.hpp"

namespace urilint {
namespace {

using Run = tables::IdnaNewerRow;

consteval bool is_well_formed() noexcept {
  std::uint32_t end = 0x80;
  for (const Run& run : tables::kIdnaNewer) {
    if (run.first < end || run.count == 0) return false;
    end = run.first + run.count;
  }
  return true;
}
static_assert(is_well_formed(), "data/idna-newer.tsv: ascending runs");

// What stands for `code`: 0 for nothing at all; no value if it stays.
std::optional<std::uint32_t> newer_mapping(std::uint32_t code) noexcept {
  const auto* const after =
      std::upper_bound(std::begin(tables::kIdnaNewer), std::end(tables::kIdnaNewer), code,
                       [](std::uint32_t value, const Run& run) { return value < run.first; });
  if (after == std::begin(tables::kIdnaNewer)) return std::nullopt;
  const Run& run = *(after - 1);
  if (code - run.first >= run.count) return std::nullopt;
  return run.to == 0 ? 0 : run.to + (code - run.first);
}

std::size_t size_by_lead(unsigned char lead) noexcept {
  if (lead < 0xc2 || lead > 0xf4) return 1;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

// A code point from its bytes; a value that the table does not have if they are no UTF-8.
std::uint32_t decode(std::string_view bytes) noexcept {
  std::uint32_t code = static_cast<unsigned char>(bytes[0]) & (0x7fU >> bytes.size());
  for (const char c : bytes.substr(1)) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0U) != 0x80) return 0;
    code = code << 6 | (byte & 0x3fU);
  }
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  return code < kSmallest[bytes.size()] ? 0 : code;
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto trail = [&](unsigned shift) {
    out += static_cast<char>(0x80U | (code >> shift & 0x3fU));
  };
  if (code < 0x800) {
    out += static_cast<char>(0xc0U | code >> 6);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0U | code >> 12);
    trail(6);
  } else {
    out += static_cast<char>(0xf0U | code >> 18);
    trail(12);
    trail(6);
  }
  trail(0);
}

}  // namespace

std::string map_newer(std::string_view domain) {
  std::string out;
  out.reserve(domain.size());
  for (std::size_t at = 0; at < domain.size();) {
    const std::size_t size = size_by_lead(static_cast<unsigned char>(domain[at]));
    const std::string_view unit = domain.substr(at, size);
    at += unit.size();
    const auto to = unit.size() == size && size > 1 ? newer_mapping(decode(unit)) : std::nullopt;
    if (!to) {
      out += unit;
    } else if (*to != 0) {
      append_utf8(out, *to);
    }
  }
  return out;
}

}  // namespace urilint
