// Where messages of a mailbox begin (RFC 4155; mboxo, mboxrd and mboxcl without lengths).
#pragma once

#include <cstddef>
#include <string_view>

namespace urilint::reading {

/// Where the next message begins, from `i` on, which is the beginning of a line: at a line
/// `From name date`, with a time of day and a year. The end of the text if none follows. Quoted
/// lines (`>From `) begin none.
[[nodiscard]] std::size_t next_from_line(std::string_view text, std::size_t i) noexcept;

/// Behind the line that begins a message at `i`.
[[nodiscard]] std::size_t behind_from_line(std::string_view text, std::size_t i) noexcept;

}  // namespace urilint::reading
