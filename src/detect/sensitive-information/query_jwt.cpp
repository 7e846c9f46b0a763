// The classifier has decoded the header. Links to unsubscribe carry a token that can do only that.
#include "detect/sensitive-information/common.hpp"
#include "uri/table_lookup.hpp"

namespace urilint::detect {
namespace {

constexpr std::string_view kUnsubscribe = "unsubscribe";

// In the path, or as the name of a parameter; the token itself holds no such word.
bool is_unsubscribe_link(const Subject& subject) noexcept {
  const std::string_view text = subject.text;
  for (std::size_t at = subject.parts.path_begin; at + kUnsubscribe.size() <= text.size(); ++at) {
    if (to_lower(text[at]) != kUnsubscribe[0]) continue;
    if (equals_lower(text.substr(at, kUnsubscribe.size()), kUnsubscribe)) return true;
  }
  return false;
}

}  // namespace

void detect_query_jwt(const Subject& subject, Sink& sink) noexcept {
  for_each_secret(subject, SecretKind::jwt, [&](const SecretFact& fact) {
    const Mark name{fact.name, Role::secondary, "the name of the parameter"};
    const bool known = fact.state == ValueState::example_word;
    sink.emit({.component = component_of(subject, fact),
               .primary = fact.value,
               .variant = known                          ? "example"
                          : is_unsubscribe_link(subject) ? "unsubscribe"
                                                         : "token",
               .more = std::span(&name, fact.name.empty() ? 0U : 1U)});
  });
}

}  // namespace urilint::detect
