// Reads the violations of the parser. A mark takes the letters and digits in along with the `%`
// that were meant to be its digits, for people to see which sign it is. Places for values that no
// program filled in are told apart.
#include <algorithm>

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

bool is_word(std::string_view text) noexcept {
  return !text.empty() && text.size() <= 64 && (bytes::class_of(text[0]) & bytes::kDigit) == 0 &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (bytes::class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0 || c == '_' ||
                  c == '-' || c == '.';
         });
}

bool is_word_char(char c) noexcept {
  return (bytes::class_of(c) & (bytes::kAlpha | bytes::kDigit)) != 0 || c == '_';
}

// Where a conversion such as `%s`, `%v` or `%.2f` ends, of which `at` is behind the `%`; 0: none.
Off conversion_end(std::string_view text, std::size_t at) noexcept {
  if (text[at] == '.') at = text.find_first_not_of("0123456789", at + 1);
  constexpr std::string_view kConversions = "sdiuvxqfgp";
  const bool is_one = at < text.size() && kConversions.find(text[at]) != std::string_view::npos &&
                      (at + 1 == text.size() || !is_word_char(text[at + 1]));
  return is_one ? static_cast<Off>(at) + 1 : 0;
}

// Where a place for a value ends that begins with the `%` at `begin`, or 0: `%NAME%`, `%%name%%`,
// `%(name)`, `%{name}`, `%s`.
Off directive_end(std::string_view text, Off begin) noexcept {
  const std::size_t word = text.find_first_not_of('%', begin);
  if (word == std::string_view::npos || word - begin > 2) return 0;
  if (const Off end = conversion_end(text, word)) return end;
  const char open = text[word];
  if (open == '(' || open == '{') {
    const std::size_t close = text.find_first_of(")}%/?#&", word + 1);
    const bool ends = close != std::string_view::npos && text[close] == (open == '(' ? ')' : '}');
    return ends && is_word(text.substr(word + 1, close - word - 1)) ? static_cast<Off>(close) + 1
                                                                    : 0;
  }
  const std::size_t end = std::min(text.find_first_of("%/?#&=+,;:@()*", word), text.size());
  constexpr std::size_t kShortestName = 3;
  const bool is_name = end < text.size() && text[end] == '%' && end - word >= kShortestName &&
                       is_word(text.substr(word, end - word));
  if (!is_name) return 0;
  return static_cast<Off>(std::min(text.find_first_not_of('%', end), text.size()));
}

}  // namespace pct_malformed

void detect_pct_malformed(const Subject& subject, Sink& sink) noexcept {
  // What stands so in a nested URI stood so in the outer one, or is `%25` decoded: a percent sign.
  if (subject.depth > 0) return;
  MarkList marks(subject);
  MarkList directives(subject);
  Off directive = 0;
  for (const Violation& violation : subject.violations()) {
    if (violation.code != ViolationCode::pct_encoded_incomplete) continue;
    if (violation.span.begin < directive) continue;
    if (const Off end = pct_malformed::directive_end(subject.text, violation.span.begin)) {
      directive = end;
      directives.add({violation.span.begin, end});
    } else {
      marks.add(pct_malformed::with_digits(subject, violation.span));
    }
  }
  if (marks.empty()) return directives.emit(sink, "directive");
  marks.append(directives);
  // Browsers take it as it stands in a picture (`width='100%'`) and in a program (`a%b`).
  marks.emit(sink, has_body(subject) ? "body" : "triplet");
}

}  // namespace urilint::detect
