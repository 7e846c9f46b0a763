// The classifier has cut the userinfo already; templates and redaction marks are no findings. Where
// the password goes over the network unencrypted, the scheme is a further mark.
#include <array>

#include "detect/sensitive-information/common.hpp"
#include "detect/transport/common.hpp"

namespace urilint::detect {
namespace {

bool is_sent_in_the_clear(const Subject& subject) noexcept {
  const auto* row = cleartext_row(subject);
  return row != nullptr && row->login && !is_loopback(subject) &&
         !subject.has_hole(Component::scheme);
}

}  // namespace

void detect_userinfo_password(const Subject& subject, Sink& sink) noexcept {
  for (const SecretFact& fact : subject.secrets()) {
    if (fact.kind != SecretKind::userinfo_password || !fact.masked() || fact.strength == 0)
      continue;
    std::array<Mark, 2> marks;
    std::size_t count = 0;
    const UriSpan host = subject.span(Component::host);
    if (!host.empty()) marks[count++] = {host, Role::secondary, "the host"};
    if (is_sent_in_the_clear(subject)) {
      marks[count++] = {subject.span(Component::scheme), Role::secondary, "not encrypted"};
    }
    const bool example = fact.state == ValueState::example_word;
    sink.emit({.component = Component::userinfo,
               .primary = fact.value,
               .variant = example ? "example-word" : "literal",
               .more = std::span<const Mark>(marks).first(count),
               .certain_despite_hole = true});
  }
}

}  // namespace urilint::detect
