// Runs of bytes that need nothing are appended in one piece.
#include "interpret/whatwg_encode.hpp"

#include "interpret/whatwg_text.hpp"
#include "uri/bytes.hpp"

namespace urilint::whatwg {

void append_encoded(std::string& out, std::string_view text, unsigned set) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::size_t plain = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_in(text[at], set)) continue;
    if (plain != at) out.append(text, plain, at - plain);
    const auto byte = static_cast<unsigned char>(text[at]);
    const char triplet[] = {'%', kHex[byte >> 4], kHex[byte & 15]};
    out.append(triplet, sizeof triplet);
    plain = at + 1;
  }
  out.append(text, plain);
}

std::size_t bad_unit_at(std::string_view text, std::size_t at) noexcept {
  const char c = text[at];
  if (c == '%') return bytes::pct_byte(text.data() + at, text.size() - at) < 0 ? 1 : 0;
  if (!is_in(c, kNotUrlUnit)) return 0;
  if (static_cast<unsigned char>(c) < 0x80) return 1;
  const CodePoint code = code_point_at(text, at);
  return is_url_code_point_above_ascii(code.value) ? 0 : code.size;
}

}  // namespace urilint::whatwg
