// Counts line ends, fast.
#pragma once

#include <cstddef>
#include <string_view>

namespace urilint {

/// How many bytes of the text are `wanted`.
[[nodiscard]] std::size_t count_bytes(std::string_view text, char wanted) noexcept;

/// True if a line of the text ends behind the byte at `i`: LF, CRLF (at its LF), or a lone CR.
[[nodiscard]] inline bool ends_line(std::string_view text, std::size_t i) noexcept {
  return text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
}

/// How many lines end behind one of the bytes from `begin` to `end`.
[[nodiscard]] std::size_t count_line_ends(std::string_view text, std::size_t begin,
                                          std::size_t end) noexcept;

/// How many of the bytes from `begin` on, up to `end`, are ASCII.
[[nodiscard]] std::size_t ascii_length(std::string_view text, std::size_t begin,
                                       std::size_t end) noexcept;

}  // namespace urilint
