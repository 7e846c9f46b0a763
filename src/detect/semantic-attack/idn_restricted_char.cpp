// Characters outside the set of UTS 39, less what browsers leave out; pictures are told apart.
#include "detect/common/mark_list.hpp"

namespace urilint::detect {
namespace idn_restricted_char {

constexpr std::pair<NameFlaw, std::string_view> kVariants[] = {
    {NameFlaw::restricted, "character"},
    {NameFlaw::away, "foreign"},
    {NameFlaw::mark, "mark"},
    {NameFlaw::emoji, "emoji"},
};

// Each character once.
void add(NamedChars& chars, const NameIssue& issue) noexcept {
  for (std::size_t i = 0; i < chars.count; ++i) {
    if (chars.list[i].code == issue.code) return;
  }
  if (chars.count == chars.list.size()) {
    chars.more = true;
  } else {
    chars.list[chars.count++] = {issue.span, issue.code};
  }
}

void emit(const Subject& subject, Sink& sink, NameFlaw flaw, std::string_view variant) noexcept {
  MarkList marks(subject);
  NamedChars chars;
  for (const NameIssue& issue : subject.name_issues()) {
    if (issue.flaw != flaw) continue;
    marks.add(issue.span);
    if (issue.code != 0) add(chars, issue);
  }
  if (chars.count == 0) {  // it is known of the label, and not of which character
    marks.emit(sink, variant, {marks.first()});
  } else {
    marks.emit(sink, variant, {chars});
  }
}

}  // namespace idn_restricted_char

void detect_idn_restricted_char(const Subject& subject, Sink& sink) noexcept {
  for (const auto& [flaw, variant] : idn_restricted_char::kVariants) {
    idn_restricted_char::emit(subject, sink, flaw, variant);
  }
}

}  // namespace urilint::detect
