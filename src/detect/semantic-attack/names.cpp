// One finding a flaw: its issues are marked in their order, those of one A-label once.
#include "detect/semantic-attack/names.hpp"

#include "detect/common/mark_list.hpp"

namespace urilint::detect {

void emit_name_issues(const Subject& subject, Sink& sink, NameFlaw flaw, std::string_view variant) {
  MarkList marks(subject);
  std::string_view what;
  for (const NameIssue& issue : subject.name_issues()) {
    if (issue.flaw != flaw) continue;
    if (marks.empty()) what = issue.script.empty() ? issue.like : issue.script;
    marks.add(issue.span);
  }
  marks.emit(sink, variant, {what});
}

}  // namespace urilint::detect
