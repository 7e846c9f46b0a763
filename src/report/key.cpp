// Both are running text: its URIs are classified as any, the rest is searched for strays.
#include "report/key.hpp"

#include <vector>

#include "engine/secrets.hpp"
#include "find/finder.hpp"
#include "report/redactor.hpp"
#include "uri/spans.hpp"

namespace urilint {
namespace {

void mask_uris(std::string_view key, std::vector<UriSpan>& uris, std::vector<UriSpan>& masks) {
  Document document;
  document.add({key, {}, Layer::raw});
  Segment segment;
  segment.where = {kRawText, 0, static_cast<Off>(key.size())};
  std::vector<SecretFact> facts;
  find_uris(document, segment, {false}, [&](const Candidate& candidate) {
    const TextSpan where = candidate.where;
    const SourceSpan whole = document.to_source(where);
    uris.push_back({static_cast<Off>(whole.begin), static_cast<Off>(whole.end)});
    const std::string_view uri = document.bytes(where);
    facts.clear();
    classify_secrets(split(uri), uri, {}, facts);
    for (const SecretFact& fact : facts) {
      if (!fact.masked()) continue;
      const SourceSpan secret = document.to_source(
          {where.text, where.begin + fact.value.begin, where.begin + fact.value.end});
      masks.push_back({static_cast<Off>(secret.begin), static_cast<Off>(secret.end)});
    }
    return true;
  });
}

Redacted redacted(std::string_view text, bool show_secrets) {
  if (text.empty()) return {};
  std::vector<UriSpan> masks;
  if (!show_secrets) {
    std::vector<UriSpan> uris;
    mask_uris(text, uris, masks);
    Off begin = 0;
    for (const UriSpan uri : uris) {
      find_stray_secrets(text, {begin, uri.begin}, masks);
      begin = uri.end;
    }
    const auto size = static_cast<Off>(text.size());
    find_stray_secrets(text, {begin, size}, masks);
    find_stray_passwords(text, {0, size}, masks);
    merge_spans(masks);
  }
  return Redactor(text, masks, show_secrets).whole();
}

}  // namespace

Redacted redacted_key(std::string_view key, bool show_secrets) {
  return redacted(key, show_secrets);
}

Redacted redacted_words(std::string_view words, bool show_secrets) {
  return redacted(words, show_secrets);
}

}  // namespace urilint
