// Reads the violations of the parser. A mark takes the letters and digits in along with the `%`
// that were meant to be its digits, for people to see which sign it is.
#include "detect/common/mark_list.hpp"
#include "detect/syntax/common.hpp"
#include "uri/bytes.hpp"

namespace urilint::detect {
namespace pct_malformed {

UriSpan with_digits(const Subject& subject, UriSpan sign) noexcept {
  const UriSpan component = subject.span(component_at(subject.parts, sign.begin));
  while (sign.size() < 3 && sign.end < component.end &&
         (bytes::class_of(subject.text[sign.end]) & (bytes::kAlpha | bytes::kDigit)) != 0) {
    ++sign.end;
  }
  return sign;
}

}  // namespace pct_malformed

void detect_pct_malformed(const Subject& subject, Sink& sink) noexcept {
  // What stands so in a nested URI stood so in the outer one, or is `%25` decoded: a percent sign.
  if (subject.depth > 0) return;
  MarkList marks(subject);
  for (const Violation& violation : subject.violations()) {
    if (violation.code != ViolationCode::pct_encoded_incomplete) continue;
    marks.add(pct_malformed::with_digits(subject, violation.span));
  }
  // Browsers take it as it stands in a picture (`width='100%'`) and in a program (`a%b`).
  marks.emit(sink, has_body(subject) ? "body" : "triplet");
}

}  // namespace urilint::detect
