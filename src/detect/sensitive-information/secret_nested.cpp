// Speaks in the innermost URI that shows the secret, if some layer above it was decoded; and of
// what the classifier sees through encoding where no inner URI could be cut out.
#include <algorithm>
#include <array>

#include "detect/sensitive-information/common.hpp"
#include "document/document.hpp"

namespace urilint::detect {
namespace {

// The layers between the document and a secret, outermost first; neighbours of one kind are one.
class Chain {
 public:
  explicit Chain(const Subject& subject) noexcept {
    constexpr std::size_t kDeepest = 16;
    std::array<Layer, kDeepest> layers{};
    std::size_t count = 0;
    for (const Subject* s = &subject; s->outer != nullptr && count < kDeepest; s = s->outer) {
      if (!shares_outer_bytes(*s)) layers[count++] = s->layer;
    }
    while (count > 0) add(layers[--count]);
  }

  void add(Layer layer) noexcept {
    ++layers_;
    if (count_ > 0 && steps_[count_ - 1].layer == layer) {
      ++steps_[count_ - 1].times;
    } else if (count_ < steps_.size()) {
      steps_[count_++] = {layer, 1};
    }
  }

  [[nodiscard]] std::int64_t layers() const noexcept { return layers_; }
  /// `percent-encoding twice`; empty behind the last.
  [[nodiscard]] std::string_view step(std::size_t i) const noexcept {
    if (i >= count_) return {};
    const auto times = std::min<std::size_t>(steps_[i].times, kMostTimes) - 1;
    switch (steps_[i].layer) {
      case Layer::percent:
        return kPercent[times];
      case Layer::form:
        return kForm[times];
      case Layer::wrapper:
        return kWrapper[times];
      default:
        return kOther[times];
    }
  }
  [[nodiscard]] std::string_view comma(std::size_t i) const noexcept {
    return i < count_ ? std::string_view(", then ") : std::string_view();
  }

 private:
  static constexpr std::size_t kMostTimes = 3;
  using Words = std::array<std::string_view, kMostTimes>;
  static constexpr Words kPercent = {"percent-encoding", "percent-encoding twice",
                                     "percent-encoding three times or more"};
  static constexpr Words kForm = {"form-encoding", "form-encoding twice",
                                  "form-encoding three times or more"};
  static constexpr Words kWrapper = {"a link wrapper", "two link wrappers",
                                     "three link wrappers or more"};
  static constexpr Words kOther = {"an encoding", "an encoding twice",
                                   "an encoding three times or more"};
  struct Step {
    Layer layer{};
    std::size_t times = 0;
  };
  std::array<Step, 4> steps_{};
  std::size_t count_ = 0;
  std::int64_t layers_ = 0;
};

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
                 const Chain& chain, Sink& sink) noexcept {
  const bool has_host = !fact.host.empty();
  const Mark context{has_host ? fact.host : fact.name, Role::secondary,
                     has_host ? std::string_view("the host") : std::string_view("the name")};
  sink.emit({.component = component_of(subject, fact),
             .primary = fact.value,
             .args = {chain.step(0), chain.comma(1), chain.step(1), chain.comma(2), chain.step(2),
                      chain.comma(3), chain.step(3)},
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
  const Chain chain(subject);
  for (const SecretFact& fact : subject.secrets()) {
    if (!fact.masked() || is_told_inside(subject, fact.value)) continue;
    if (fact.kind == SecretKind::nested) {
      if (fact.strength == 0) continue;
      Chain whole = chain;
      for (std::int64_t own = layers_before(subject, fact.value.begin); own > 0; --own) {
        whole.add(Layer::percent);
      }
      const bool credential = !fact.host.empty() || has_token_shape(subject.view(fact.value));
      const std::string_view literal = whole.layers() == 0 ? "raw"
                                       : credential        ? "credential"
                                                           : "parameter";
      emit_nested(subject, fact, nested_variant(fact, literal), whole, sink);
    } else if (chain.layers() > 0 && fact.strength > 0 &&
               (is_credential(fact) || is_parameter(fact))) {
      emit_nested(subject, fact,
                  nested_variant(fact, is_credential(fact) ? "credential" : "parameter"), chain,
                  sink);
    }
  }
}

}  // namespace urilint::detect
