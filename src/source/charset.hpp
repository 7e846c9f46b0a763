// Byte order marks and UTF-16, UTF-32: decoded into a charset layer with a map.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "document/document.hpp"

namespace urilint {

enum class Charset : std::uint8_t { utf8, utf16le, utf16be, utf32le, utf32be };

struct CharsetGuess {
  Charset charset = Charset::utf8;
  std::size_t bom = 0;  ///< bytes of the mark
};
/// By the mark at the beginning; with `guess` also UTF-16 without one, if it is clearly that: NUL
/// in every other byte of `head`.
[[nodiscard]] CharsetGuess charset_of(std::string_view head, bool guess) noexcept;

/// Bytes of one code unit.
[[nodiscard]] std::size_t unit_of(Charset charset) noexcept;

struct DecodedText {
  std::string bytes;  ///< UTF-8
  SourceMap map;      ///< to `raw`
};
/// Decodes; what is no character (lone surrogates, half a unit at the end) becomes U+FFFD.
[[nodiscard]] DecodedText decode_text(std::string_view raw, Charset charset);

}  // namespace urilint
