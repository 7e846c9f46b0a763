// Raw delimiters of a password: the classifier found the `@` and the host that the writer meant;
// here they are set beside the host that a parser takes.
#include <algorithm>
#include <array>

#include "engine/detector.hpp"

namespace urilint::detect {
namespace {

std::string_view first_delimiter(std::string_view password) noexcept {
  constexpr std::array<std::string_view, 4> kDelimiters = {"/", "?", "#", "@"};
  const std::size_t at = password.find_first_of("/?#@");
  if (at == std::string_view::npos) return {};
  return *std::find_if(kDelimiters.begin(), kDelimiters.end(),
                       [&](std::string_view text) { return text[0] == password[at]; });
}

}  // namespace

void detect_userinfo_password_malformed(const Subject& subject, Sink& sink) noexcept {
  for (const SecretFact& fact : subject.secrets()) {
    const bool password = fact.kind == SecretKind::malformed_password && fact.masked();
    if (!password || fact.strength == 0) continue;
    const UriSpan taken = subject.span(Component::host);
    const std::array<Mark, 2> marks = {Mark{fact.host, Role::secondary, "the host that is meant"},
                                       Mark{taken, Role::secondary, "the host that parsers take"}};
    const bool cut = taken != fact.host;
    // The host that parsers take may be a part of the password, or nothing at all.
    const bool both = cut && !taken.empty() && !fact.value.overlaps(taken);
    sink.emit({.component = cut ? Component::authority : Component::userinfo,
               .primary = fact.value,
               .args = {first_delimiter(subject.view(fact.value)), fact.host},
               .variant = !cut                 ? "at-sign"
                          : fact.strength == 2 ? "cut"
                                               : "perhaps-cut",
               .more = std::span(marks.data(), fact.host.empty() ? 0U
                                               : both            ? 2U
                                                                 : 1U),
               .certain_despite_hole = true});
  }
}

}  // namespace urilint::detect
