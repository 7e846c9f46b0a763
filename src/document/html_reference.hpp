// Character references of HTML: `&amp;`, `&lt`, `&#x2f;`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "document/decoder.hpp"

namespace urilint::reading {

/// In the value of an attribute a name without `;` is none before `=`, a letter or a digit.
enum class ReferencePlace : std::uint8_t { text, attribute };

struct Reference {
  std::size_t end = 0;  ///< behind it; 0: there is none
  std::uint32_t first = 0;
  std::uint32_t second = 0;  ///< few names stand for two code points; 0: one
};

/// The reference that begins with the `&` at `i` and ends before `end`. WHATWG HTML 13.2.5.72.
[[nodiscard]] Reference html_reference(std::string_view text, std::size_t i, std::size_t end,
                                       ReferencePlace place) noexcept;

/// Whether one stands between `begin` and `end`.
[[nodiscard]] bool holds_html_reference(std::string_view text, std::size_t begin, std::size_t end,
                                        ReferencePlace place) noexcept;

/// Decodes from `i` up to the next reference, or that reference; returns behind it.
std::size_t decode_html(std::string_view text, std::size_t i, std::size_t end, ReferencePlace place,
                        Decoder& out);

}  // namespace urilint::reading
