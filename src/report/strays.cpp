// Between the URIs of a stretch: values of secret names, passwords before an at-sign, and whatever
// behind a `//` the classifier takes for a secret.
#include "report/strays.hpp"

#include <algorithm>
#include <string>

#include "engine/secrets.hpp"

namespace urilint {
namespace {

bool is_line_end(char c) noexcept { return c == '\n' || c == '\r'; }

bool ends_reference(char c) noexcept {
  return static_cast<unsigned char>(c) <= 0x20 || c == '"' || c == '<' || c == '>';
}

// The size of `//`, plain or escaped as in JSON, at a place; or 0.
Off slashes_at(std::string_view text, Off at) noexcept {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) return 2;
  return rest.starts_with("\\/\\/") ? 4 : 0;
}

bool at_sign_follows(std::string_view base, Off end, Off limit) noexcept {
  constexpr Off kLongestPassword = 160;
  std::string_view rest = base.substr(end, std::min(limit - end, kLongestPassword));
  rest = rest.substr(0, rest.find("://"));
  return rest.find('@') != std::string_view::npos;
}

}  // namespace

void mask_strays(const KnownUris& text, UriSpan stretch, std::vector<UriSpan>& masks) {
  const std::string_view base = text.base;
  Off at = stretch.begin;
  while (at > 0 && stretch.begin - at < kStrayReach && !is_line_end(base[at - 1])) --at;
  const Off last = std::min<Off>(stretch.end + kStrayReach, static_cast<Off>(base.size()));
  const std::string_view near = base.substr(0, last);
  Off begin_between = at;
  for (const UriSpan known : text.candidates) {
    if (known.end <= begin_between) continue;
    if (known.begin >= stretch.end) break;
    find_stray_secrets(near, {begin_between, known.begin}, masks);
    // A URI may have been cut in the middle of its password: it has no mask, or an `@` follows.
    const auto mask = std::lower_bound(text.masks.begin(), text.masks.end(), known.begin,
                                       [](UriSpan m, Off place) { return m.begin < place; });
    const bool masked = mask != text.masks.end() && mask->begin < known.end;
    const bool whole = masked && !at_sign_follows(base, known.end, stretch.end);
    find_stray_passwords(near, {begin_between, whole ? known.begin : known.end}, masks);
    begin_between = known.end;
  }
  find_stray_secrets(near, {begin_between, stretch.end}, masks);
  find_stray_passwords(near, {begin_between, stretch.end}, masks);
  auto candidate = text.candidates.begin();
  std::string reference;
  std::vector<SecretFact> facts;
  while (at < stretch.end) {
    while (candidate != text.candidates.end() && candidate->end <= at) ++candidate;
    if (candidate != text.candidates.end() && candidate->begin <= at) {
      at = candidate->end;
      continue;
    }
    const Off slashes = slashes_at(base, at);
    if (slashes == 0) {
      ++at;
      continue;
    }
    const Off begin = at + slashes;
    Off end = begin;
    while (end < last && !ends_reference(base[end])) ++end;
    reference = "//";
    reference += base.substr(begin, end - begin);
    facts.clear();
    classify_secrets(split(reference), reference, {}, facts);
    for (const SecretFact& fact : facts) {
      if (fact.masked() && fact.value.begin >= 2) {
        masks.push_back({fact.value.begin - 2 + begin, fact.value.end - 2 + begin});
      }
    }
    at = std::max(end, begin);
  }
}

}  // namespace urilint
