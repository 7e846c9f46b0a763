// Logins that fill a string literal of a program, read with the escapes of its language.
#pragma once

#include <cstddef>
#include <string_view>

#include "find/escaped.hpp"

namespace urilint::find {

/// A literal that is `scheme://user:password@host/path` and nothing else.
struct LiteralLogin {
  bool found = false;
  bool escapes = false;  ///< `decoded` holds what they spell; else the text is it already
  Unescaped decoded;     ///< its `end` is the closing quotation mark
};

/// The login in the literal whose opening quotation mark stands before `begin`. The language is not
/// known: backslashes are tried first (`\"`, `\x22`, `\u{22}`, `\042`), then a doubled mark (SQL)
/// and a backtick (PowerShell). Reads a bounded stretch of the line.
[[nodiscard]] LiteralLogin literal_login(std::string_view text, std::size_t begin);

}  // namespace urilint::find
