// Two hashes: of what makes findings the same, by which they are counted, and of that and the
// count.
#include "report/fingerprint.hpp"

#include <xxhash.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace urilint {
namespace {

constexpr std::string_view kBeginning = "v1:";

// Two digits for each byte, in lower case.
constexpr auto kHex = [] {
  std::array<std::array<char, 2>, 256> table{};
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = {kDigits[i >> 4U], kDigits[i & 15U]};
  return table;
}();

// All sixteen digits.
void write_hex(char* out, std::uint64_t number) noexcept {
  for (int shift = 56; shift >= 0; shift -= 8, out += 2) {
    std::memcpy(out, kHex[number >> static_cast<unsigned>(shift) & 0xffU].data(), 2);
  }
}

// Decimal; nearly all are small.
void append_count(std::string& out, std::uint32_t count) {
  if (count < 10) {
    out += static_cast<char>('0' + count);
  } else {
    out += std::to_string(count);
  }
}

}  // namespace

void Fingerprints::sign(Record& record, std::string_view path) {
  const Redacted& uri = record.masked_uri ? *record.masked_uri : record.uri;
  identity_.clear();
  for (const std::string_view part : {record.rule, path, uri.view(), name_of(record.component)}) {
    identity_ += part;
    identity_ += '\0';
  }
  const XXH128_hash_t same = XXH3_128bits(identity_.data(), identity_.size());
  same_ = {same.high64, same.low64};
  occurrence_ = seen_[same_]++;
  record.fingerprint = with(occurrence_);
}

std::string Fingerprints::with(std::uint32_t occurrence) {
  const std::size_t size = identity_.size();
  append_count(identity_, occurrence);
  const XXH128_hash_t hash = XXH3_128bits(identity_.data(), identity_.size());
  identity_.resize(size);
  std::string text(kBeginning.size() + 32, '\0');
  kBeginning.copy(text.data(), kBeginning.size());
  write_hex(text.data() + kBeginning.size(), hash.high64);
  write_hex(text.data() + kBeginning.size() + 16, hash.low64);
  return text;
}

}  // namespace urilint
