// The classifier compares the path with the shapes in data/secret-paths.tsv.
#include "detect/sensitive-information/common.hpp"

namespace urilint::detect {

void detect_path_secret(const Subject& subject, Sink& sink) noexcept {
  for_each_secret(subject, SecretKind::path_secret, [&](const SecretFact& fact) {
    const Mark host{fact.host, Role::secondary, "the host"};
    sink.emit({.component = Component::path,
               .primary = fact.value,
               .variant = fact.state == ValueState::example_word ? "example" : "secret",
               .more = std::span(&host, fact.host.empty() ? 0U : 1U)});
  });
}

}  // namespace urilint::detect
