// Everything echoed is hostile: escapes for terminals, CI logs and JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/text_buffer.hpp"

namespace urilint {

/// Valid UTF-8 from any bytes: each ill-formed sequence (maximal subpart) becomes U+FFFD.
[[nodiscard]] std::string repair_utf8(std::string_view bytes);
[[nodiscard]] bool is_utf8(std::string_view bytes) noexcept;

/// What follows a text on its line.
enum class Edge : std::uint8_t {
  open,    ///< anything
  closed,  ///< its end, or a character other than a letter, a digit, `:`, `-`, `_`, `#`, `[`
};

/// Text for a terminal or a log, on one line: C0, C1, DEL, bidirectional controls, zero-width and
/// other default-ignorable characters, line and paragraph separators, noncharacters become
/// `\u{202e}`-like escapes, backslashes stay; and what CI log readers obey (`::`, `##[`, `##vso[`,
/// `##teamcity[`) is broken up so that it is no command at any place of a line: the second `:` or
/// `#` is written as `\u{3a}` or `\u{23}`. Input is repaired first.
///
/// `::` stays in one place only, an IPv6 address that no word touches (`[fe80::1%25eth0]`,
/// `::ffff:192.0.2.1`): a reader takes what begins behind a `::` for the name of a command, no name
/// has a digit, and an address of hexadecimal letters alone is broken up unless it is in brackets.
///
/// With an open edge, results may be joined: a last `:` is escaped, and so is a last `##` or
/// `##word`, so that the words behind cannot complete a command. Words of our own must not put `:`
/// directly before one.
[[nodiscard]] std::string escape_for_log(std::string_view text, Edge edge = Edge::open);

/// Words of our own, of a rule, or of a pack: as escape_for_log with a closed edge, but `::` stays
/// wherever no letter follows it, because the name of a command begins with one.
[[nodiscard]] std::string escape_words(std::string_view words);

/// escape_for_log with places: byte i of the input is printed at `at[i]` in `text`, and `at` has
/// one more entry for the end. Bytes of one character share a place. The edge is closed. For short
/// texts.
struct EscapedText {
  std::string text;
  std::vector<std::size_t> at;
};
[[nodiscard]] EscapedText escape_with_places(std::string_view text);

/// Text for a page that shows characters but obeys no commands (SARIF viewers): as escape_for_log,
/// but `::` and `##[` stay.
[[nodiscard]] std::string escape_hidden(std::string_view text);

/// Appends the JSON string that means `text` (repaired), with its quotation marks. Everything that
/// escape_for_log would escape is written as `\uXXXX`, so that JSON on a terminal or in a CI log is
/// as safe as text, and means exactly the same as unescaped.
void append_json_string(TextBuffer& out, std::string_view text);

/// The columns that the result of escape_for_log takes on a terminal (East Asian wide count two,
/// combining marks none).
[[nodiscard]] std::size_t display_width(std::string_view escaped) noexcept;

}  // namespace urilint
