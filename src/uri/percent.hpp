// Percent-encoding inside the module: which bytes a component may hold raw, and the normal form of
// triplets (RFC 3986 sections 2.1, 2.3, 6.2.2.1, 6.2.2.2).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "uri/bytes.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
[[nodiscard]] constexpr bool is_unreserved(char c) noexcept {
  return (bytes::class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0 || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

/// Appends `%HH` with upper-case digits.
void append_triplet(std::string& out, char byte);

/// What becomes of letters on the way.
enum class LetterCase : std::uint8_t { kept, lowered };

/// Appends one component with its triplets in normal form: those of unreserved characters decoded,
/// the others in upper case. A triplet stays encoded where its character would make a new triplet
/// with a malformed `%` before it. Never adds a delimiter.
void append_normal_triplets(std::string& out, std::string_view component, LetterCase letters);

}  // namespace urilint
