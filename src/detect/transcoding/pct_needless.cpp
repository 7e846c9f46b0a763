// Encoded ASCII letters and digits. Encoders that are merely careful encode `-`, `.`, `_`, `~`,
// never these; a digit alone proves little, so it counts beside a letter only.
#include "detect/common/mark_list.hpp"
#include "detect/common/scope.hpp"
#include "detect/syntax/common.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {

void detect_pct_needless(const Subject& subject, Sink& sink) noexcept {
  if (shares_outer_bytes(subject) || has_body(subject)) return;
  MarkList marks(subject);
  bool has_letter = false;
  const std::string_view text = subject.text;
  // The userinfo may hold a password, and hosts have a rule of their own.
  for (std::size_t at = text.find('%', subject.parts.path_begin); at != std::string_view::npos;
       at = text.find('%', at + 1)) {
    const int byte = bytes::pct_byte(text.data() + at, text.size() - at);
    if (byte < 0 || byte > 0x7f) continue;
    const std::uint32_t kind = bytes::class_of(static_cast<char>(byte));
    if ((kind & (bytes::kAlpha | bytes::kDigit)) == 0) continue;
    // `%%41`: what is malformed is told elsewhere.
    if (at > 0 && text[at - 1] == '%') continue;
    has_letter = has_letter || (kind & bytes::kAlpha) != 0;
    marks.add({static_cast<Off>(at), static_cast<Off>(at + 3)});
  }
  if (has_letter) marks.emit(sink, {}, {DecodedSpan{marks.first()}});
}

}  // namespace urilint::detect
