// Speaks in the innermost URI that shows the secret, if some layer above it was decoded; and of
// what the classifier sees through encoding where no inner URI could be cut out.
#include "detect/sensitive-information/common.hpp"

namespace urilint::detect {
namespace {

// How many percent-decodings made this text of the one that stands in the document.
std::int64_t decodings(const Subject& subject) noexcept {
  std::int64_t count = 0;
  for (const Subject* s = &subject; s->outer != nullptr; s = s->outer) {
    if (!shares_outer_bytes(*s)) ++count;
  }
  return count;
}

bool is_credential(const SecretFact& fact) noexcept {
  switch (fact.kind) {
    case SecretKind::userinfo_password:
    case SecretKind::userinfo_token:
    case SecretKind::property_value:
    case SecretKind::jwt:
    case SecretKind::known_token:
    case SecretKind::path_secret:
      return true;
    default:
      return false;
  }
}

bool is_parameter(const SecretFact& fact) noexcept {
  return fact.kind == SecretKind::query_value || fact.kind == SecretKind::fragment_value;
}

// An inner URI shows the same bytes and has something to say of them.
bool is_told_inside(const Subject& subject, UriSpan value) noexcept {
  for (const Subject::Inner& inner : subject.inner()) {
    if (inner.slice.contains(value) && !inner.subject->secrets().empty()) return true;
  }
  return false;
}

std::string_view nested_variant(const SecretFact& fact, std::string_view literal) noexcept {
  return fact.state == ValueState::example_word ? "example-word" : literal;
}

void emit_nested(const Subject& subject, const SecretFact& fact, std::string_view variant,
                 std::int64_t layers, Sink& sink) noexcept {
  const bool has_host = !fact.host.empty();
  const Mark context{has_host ? fact.host : fact.name, Role::secondary,
                     has_host ? std::string_view("the host") : std::string_view("the name")};
  sink.emit({.component = component_of(subject, fact),
             .primary = fact.value,
             .args = {layers},
             .variant = variant,
             .more = std::span(&context, context.span.empty() ? 0U : 1U),
             .certain_despite_hole = true});
}

// How often the delimiter right before the secret is encoded: `%3A` once, `%253A` twice.
std::int64_t layers_before(const Subject& subject, Off at) noexcept {
  const std::string_view text = subject.text.substr(0, at);
  std::int64_t layers = 1;
  for (std::size_t size = 3; size <= 7 && size <= text.size(); size += 2, ++layers) {
    const char c = text[text.size() - size];
    if (c == '%') return layers;
    if (size > 3 && text.compare(text.size() - size, 2, "25") != 0) break;
  }
  return 0;
}

}  // namespace

void detect_secret_nested(const Subject& subject, Sink& sink) noexcept {
  const std::int64_t layers = decodings(subject);
  for (const SecretFact& fact : subject.secrets()) {
    if (!fact.masked() || is_told_inside(subject, fact.value)) continue;
    if (fact.kind == SecretKind::nested) {
      if (fact.strength == 0) continue;
      const std::int64_t own = layers_before(subject, fact.value.begin);
      const std::string_view literal = layers + own == 0   ? "raw"
                                       : fact.host.empty() ? "parameter"
                                                           : "credential";
      emit_nested(subject, fact, nested_variant(fact, literal), layers + own, sink);
    } else if (layers > 0 && fact.strength > 0 && (is_credential(fact) || is_parameter(fact))) {
      emit_nested(subject, fact,
                  nested_variant(fact, is_credential(fact) ? "credential" : "parameter"), layers,
                  sink);
    }
  }
}

}  // namespace urilint::detect
