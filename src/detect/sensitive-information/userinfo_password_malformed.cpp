// Raw delimiters of a password: the classifier found the `@` and the host that the writer meant;
// here they are set beside the host that a parser takes.
#include <algorithm>
#include <array>

#include "detect/sensitive-information/common.hpp"

namespace urilint::detect {
namespace {

std::string_view first_delimiter(std::string_view password) noexcept {
  constexpr std::array<std::string_view, 4> kDelimiters = {"/", "?", "#", "@"};
  const std::size_t at = password.find_first_of("/?#@");
  if (at == std::string_view::npos) return {};
  return *std::find_if(kDelimiters.begin(), kDelimiters.end(),
                       [&](std::string_view text) { return text[0] == password[at]; });
}

// What stands for the `:` or the `@`, if one of them is encoded or a look-alike.
UriSpan hidden_delimiter(const Subject& subject, const SecretFact& fact) noexcept {
  const std::string_view text = subject.text;
  if (fact.value.end < text.size() && text[fact.value.end] != '@' &&
      fact.host.begin > fact.value.end) {
    return {fact.value.end, fact.host.begin};
  }
  if (fact.name.end < fact.value.begin && text[fact.value.begin - 1] != ':') {
    return {fact.name.end, fact.value.begin};
  }
  return {};
}

void emit_hidden(const Subject& subject, const SecretFact& fact, UriSpan delimiter,
                 Sink& sink) noexcept {
  const bool example = fact.state == ValueState::example_word;
  const UserinfoMarks marks(subject, fact.host, "the host that is meant");
  sink.emit({.component = component_at(subject.parts, fact.value.begin),
             .primary = fact.value,
             .args = {delimiter, fact.host},
             .variant = example ? "example-word" : "hidden",
             .more = marks.all(),
             .certain_despite_hole = true});
}

}  // namespace

void detect_userinfo_password_malformed(const Subject& subject, Sink& sink) noexcept {
  for (const SecretFact& fact : subject.secrets()) {
    const bool password = fact.kind == SecretKind::malformed_password && fact.masked();
    if (!password || fact.strength == 0) continue;
    if (const UriSpan hidden = hidden_delimiter(subject, fact); !hidden.empty()) {
      emit_hidden(subject, fact, hidden, sink);
      continue;
    }
    const UriSpan taken = subject.span(Component::host);
    const bool cut = taken != fact.host;
    // The host that parsers take may be a part of the password, or nothing at all.
    const bool both = cut && !taken.empty() && !fact.value.overlaps(taken);
    UserinfoMarks marks(subject, fact.host, "the host that is meant");
    if (both) marks.add({taken, Role::secondary, "the host that parsers take"});
    sink.emit({.component = cut ? Component::authority : Component::userinfo,
               .primary = fact.value,
               .args = {first_delimiter(subject.view(fact.value)), fact.host},
               .variant = fact.state == ValueState::example_word ? "example-word"
                          : !cut                                 ? "at-sign"
                          : fact.strength == 2                   ? "cut"
                                                                 : "perhaps-cut",
               .more = marks.all(),
               .certain_despite_hole = true});
  }
}

}  // namespace urilint::detect
