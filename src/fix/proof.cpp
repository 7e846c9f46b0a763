// Each reading is a list of hashes: one of each text, one of each URI in it. While the old file is
// read, the changes of the fixes are made in the texts, so that both lists must be equal.
#include "fix/proof.hpp"

#include <xxhash.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "find/finder.hpp"

namespace urilint {
namespace {

using Digest = std::pair<std::uint64_t, std::uint64_t>;

Digest digest_of(std::string_view bytes) noexcept {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

void append(std::string& out, std::string_view part) {
  out += std::to_string(part.size());
  out += ':';
  out += part;
}

bool is_before(const UriChange& a, const UriChange& b) noexcept {
  return a.span.begin < b.span.begin;
}

using Changes = std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<UriChange>>;

// By the place of the URI; what two fixes do is done once.
Changes changes_of(std::span<const Fix* const> fixes) {
  Changes out;
  for (const Fix* fix : fixes) {
    std::vector<UriChange>& all = out[{fix->uri.begin, fix->uri.end}];
    for (const UriChange& change : fix->changes) {
      const bool known = std::any_of(all.begin(), all.end(), [&change](const UriChange& other) {
        return other.span == change.span && other.text == change.text;
      });
      if (!known) all.push_back(change);
    }
  }
  for (auto& [place, all] : out) std::stable_sort(all.begin(), all.end(), is_before);
  return out;
}

/// What one reading of a file gives.
class Reading final : public SegmentSink {
 public:
  Reading(std::string_view bytes, const FileKind& kind, const Changes& changes)
      : kind_(kind), changes_(changes) {
    read_bytes(document_, bytes, kind, *this);
  }

  bool segment(const Segment& segment) override {
    std::string text;
    Off at = segment.where.begin;
    const auto copy_to = [&](Off end) {
      text += document_.bytes({segment.where.text, at, end});
      at = end;
    };
    find_uris(document_, segment, {kind_.holes}, [&](const Candidate& candidate) {
      const std::string_view uri = document_.bytes(candidate.where);
      const SourceSpan place = document_.to_source(candidate.where);
      const auto changes = changes_.find({place.begin, place.end});
      if (changes == changes_.end() || candidate.where.text != segment.where.text) {
        digests.push_back(digest_of(uri));
        return true;
      }
      ++changed_uris;
      const std::string now = changed(uri, changes->second);
      digests.push_back(digest_of(now));
      copy_to(candidate.where.begin);
      text += now;
      at = candidate.where.end;
      return true;
    });
    copy_to(segment.where.end);
    std::string whole;
    append(whole, segment.key);
    append(whole, segment.element);
    append(whole, segment.identifier ? "identifier" : "");
    append(whole, segment.url ? "url" : "");
    append(whole, text);
    digests.push_back(digest_of(whole));
    return true;
  }
  bool link(const Link& /*link*/) override { return true; }

  std::vector<Digest> digests;
  std::size_t changed_uris = 0;

 private:
  const FileKind& kind_;
  const Changes& changes_;
  Document document_;
};

}  // namespace

bool proves(std::string_view before, std::string_view after, const FileKind& kind,
            std::span<const Fix* const> fixes) {
  const Changes changes = changes_of(fixes);
  const Reading old_reading(before, kind, changes);
  if (old_reading.changed_uris < changes.size()) return false;
  const Changes none;
  const Reading new_reading(after, kind, none);
  return old_reading.digests == new_reading.digests;
}

}  // namespace urilint
