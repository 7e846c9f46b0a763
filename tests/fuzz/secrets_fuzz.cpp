// Any bytes as a URI, with `${…}` as holes in one run and without in another. What is asserted
// holds for every input: facts are ordered and inside, signals only save work, and what is printed
// does not depend on a single byte of a secret.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/secrets.hpp"
#include "report/escape.hpp"
#include "report/redactor.hpp"
#include "urilint/uri.hpp"

namespace {

using namespace urilint;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

bool inside(UriSpan span, std::string_view text) {
  return span.begin <= span.end && span.end <= text.size();
}

std::vector<UriSpan> holes_of(std::string_view text) {
  std::vector<UriSpan> holes;
  for (std::size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${", at)) {
    const std::size_t end = text.find('}', at);
    if (end == std::string_view::npos) break;
    holes.push_back({static_cast<Off>(at), static_cast<Off>(end + 1)});
    at = end;
  }
  return holes;
}

void check_order(const std::vector<SecretFact>& facts, std::string_view text) {
  require(facts.size() <= kMaxSecretFacts, "the number of facts is bounded");
  Off at = 0;
  for (const SecretFact& fact : facts) {
    require(inside(fact.value, text) && !fact.value.empty(), "a value is inside and not empty");
    require(inside(fact.name, text) && inside(fact.host, text), "name and host are inside");
    require(fact.value.begin >= at, "values are ascending and disjoint");
    require(fact.strength <= 2, "strengths are 0, 1 and 2");
    at = fact.value.end;
  }
}

bool is_delimiter(char c) {
  return std::string_view(":/?#[]@\\&;=").find(c) != std::string_view::npos;
}

void check_redaction(const std::vector<SecretFact>& facts, std::string_view text) {
  std::vector<UriSpan> masks;
  std::string other(text);
  for (const SecretFact& fact : facts) {
    if (!fact.masked()) continue;
    masks.push_back(fact.value);
    for (Off i = fact.value.begin; i < fact.value.end; ++i) {
      if (!is_delimiter(other[i])) other[i] = 'Q';
    }
  }
  const Redactor redactor(text, masks, false);
  require(is_utf8(redactor.whole().view()), "printed text is UTF-8");
  require(redactor.whole().str() == Redactor(other, masks, false).whole().str(),
          "what is printed does not depend on the secret");
  PrintedSpan before;
  for (Off i = 0; i <= text.size(); ++i) {
    const PrintedSpan span = redactor.map({i, static_cast<Off>(text.size())});
    require(span.begin >= before.begin && span.begin <= span.end, "the map is monotone");
    require(span.end == redactor.whole().view().size(), "the end is the end");
    before = span;
  }
}

void check(std::string_view raw, const std::vector<UriSpan>& holes) {
  std::string masked(raw);
  mask_holes(masked, holes);
  const std::unique_ptr<char[]> block(new char[masked.size()]);
  if (!masked.empty()) std::memcpy(block.get(), masked.data(), masked.size());
  UriParts parts = split(std::string_view(block.get(), masked.size()), holes);
  std::vector<SecretFact> facts;
  classify_secrets(parts, raw, holes, facts);
  check_order(facts, raw);
  check_redaction(facts, raw);
  parts.signals = Signals{static_cast<std::uint64_t>(parts.signals) | kSecretWake};
  std::vector<SecretFact> woken;
  classify_secrets(parts, raw, holes, woken);
  require(woken.size() == facts.size(), "signals only save work");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // An exactly sized block, so that a sanitizer sees every step behind the end.
  const std::unique_ptr<char[]> block(new char[size]);
  if (size != 0) std::memcpy(block.get(), data, size);
  const std::string_view text(block.get(), size);
  check(text, {});
  check(text, holes_of(text));
  return 0;
}
