// Percent-encode sets and URL code points of the URL Standard, as bits of one table.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace urilint::whatwg {

/// The percent-encode sets. All of them hold C0 controls, U+007F and everything above it.
enum Set : std::uint16_t {
  kC0Control = 1U << 0,
  kFragment = 1U << 1,
  kQuery = 1U << 2,
  kSpecialQuery = 1U << 3,
  kPath = 1U << 4,
  kUserinfo = 1U << 5,
  kComponent = 1U << 6,
};
/// Further classes in the same table.
enum : std::uint16_t {
  kNotUrlUnit = 1U << 7,       ///< neither an ASCII URL code point nor `%`
  kForbiddenHost = 1U << 8,    ///< forbidden host code point
  kForbiddenDomain = 1U << 9,  ///< forbidden domain code point
  kSlash = 1U << 10,
  kBackslash = 1U << 11,
  kQueryOrFragment = 1U << 12,  ///< `?` and `#`
};

consteval std::array<std::uint16_t, 256> make_sets() {
  std::array<std::uint16_t, 256> table{};
  const auto add = [&](std::uint16_t bits, std::string_view chars) {
    for (const char c : chars) table[static_cast<unsigned char>(c)] |= bits;
  };
  constexpr std::uint16_t kFromUserinfo = kUserinfo | kComponent;
  constexpr std::uint16_t kFromPath = kPath | kFromUserinfo;
  constexpr std::uint16_t kFromQuery = kQuery | kSpecialQuery | kFromPath;
  add(kFragment, " \"<>`");
  add(kFromQuery, " \"#<>");
  add(kSpecialQuery, "'");
  add(kFromPath, "?^`{}");
  add(kFromUserinfo, "/:;=@[\\]|");
  add(kComponent, "$%&+,");
  add(kForbiddenHost | kForbiddenDomain, std::string_view("\0\t\n\r #/:<>?@[\\]^|", 17));
  add(kForbiddenDomain, "%\x7f");
  add(kSlash, "/");
  add(kBackslash, "\\");
  add(kQueryOrFragment, "?#");
  for (unsigned c = 0; c < 256; ++c) {
    if (c < 0x20 || c > 0x7e) table[c] |= kC0Control | kFragment | kFromQuery;
    if (c < 0x20) table[c] |= kForbiddenDomain;
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
    constexpr std::string_view kMarks = "!$&'()*+,-./:;=?@_~%";
    const bool mark = c < 0x80 && kMarks.find(static_cast<char>(c)) != std::string_view::npos;
    if (!letter && !digit && !mark) table[c] |= kNotUrlUnit;
  }
  return table;
}
inline constexpr std::array<std::uint16_t, 256> kSets = make_sets();

[[nodiscard]] constexpr bool is_in(char c, unsigned set) noexcept {
  return (kSets[static_cast<unsigned char>(c)] & set) != 0;
}
/// True if a byte of `text` is in `set`.
[[nodiscard]] constexpr bool has_any(std::string_view text, unsigned set) noexcept {
  for (const char c : text) {
    if (is_in(c, set)) return true;
  }
  return false;
}

/// U+00A0 and up, without surrogates and noncharacters.
[[nodiscard]] constexpr bool is_url_code_point_above_ascii(char32_t c) noexcept {
  const bool nonchar = (c >= 0xfdd0 && c <= 0xfdef) || (c & 0xfffe) == 0xfffe;
  return c >= 0xa0 && c <= 0x10fffd && !(c >= 0xd800 && c <= 0xdfff) && !nonchar;
}

/// Appends `text`, with the bytes of `set` as `%HH`.
void append_encoded(std::string& out, std::string_view text, unsigned set);

/// The size of what begins at `text[at]` if that is no URL unit (a code point, or a `%` without two
/// hexadecimal digits), else 0. `text` must be UTF-8 and `at` the beginning of a code point.
[[nodiscard]] std::size_t bad_unit_at(std::string_view text, std::size_t at) noexcept;

}  // namespace urilint::whatwg
