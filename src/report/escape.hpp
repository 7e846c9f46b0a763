// Everything echoed is hostile: escapes for terminals, CI logs and JSON.
#pragma once

#include <string>
#include <string_view>

namespace urilint {

/// Valid UTF-8 from any bytes: each ill-formed sequence (maximal subpart) becomes U+FFFD.
[[nodiscard]] std::string repair_utf8(std::string_view bytes);
[[nodiscard]] bool is_utf8(std::string_view bytes) noexcept;

/// Text for a terminal or a log, on one line: C0, C1, DEL, bidirectional controls, zero-width and
/// other default-ignorable characters, line and paragraph separators become `\u{202e}`-like
/// escapes, backslashes stay; and what CI log readers obey (`::`, `##[`, `##vso[`, `##teamcity[`)
/// is broken up so that it is no command at any place of a line. Input is repaired first.
[[nodiscard]] std::string escape_for_log(std::string_view text);

/// The columns that the result of escape_for_log takes on a terminal (East Asian wide count two).
[[nodiscard]] std::size_t display_width(std::string_view escaped) noexcept;

}  // namespace urilint
