// Two hashes: of what makes findings the same, by which they are counted, and of that and the
// count.
#include "report/fingerprint.hpp"

#include <xxhash.h>

#include <string_view>

#include "report/words.hpp"

namespace urilint {

void Fingerprints::sign(Record& record, std::string_view path) {
  const Redacted& uri = record.masked_uri ? *record.masked_uri : record.uri;
  identity_.clear();
  for (const std::string_view part : {record.rule, path, uri.view(), name_of(record.component)}) {
    identity_ += part;
    identity_ += '\0';
  }
  const XXH128_hash_t same = XXH3_128bits(identity_.data(), identity_.size());
  const std::uint32_t occurrence = seen_[{same.high64, same.low64}]++;
  identity_ += std::to_string(occurrence);
  const XXH128_hash_t hash = XXH3_128bits(identity_.data(), identity_.size());
  record.fingerprint = "v1:";
  append_hex(record.fingerprint, hash.high64, 16);
  append_hex(record.fingerprint, hash.low64, 16);
}

}  // namespace urilint
