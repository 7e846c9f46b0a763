// What a finding is known by from run to run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "report/record.hpp"

namespace urilint {

/// Gives the findings of one input their fingerprints: rule, path, redacted URI, component, and how
/// many such findings stood before. No line numbers, and never a secret.
class Fingerprints {
 public:
  /// Fills in `record.fingerprint`. To be called for every finding, in the order of the report.
  void sign(Record& record) { sign(record, record.path); }
  /// The same by another path than the one that is reported, so that the working directory does not
  /// matter.
  void sign(Record& record, std::string_view path);
  /// The next input begins.
  void clear() {
    if (!seen_.empty()) seen_ = {};  // small again
  }

 private:
  struct Key {
    std::uint64_t high = 0, low = 0;
    friend bool operator==(const Key&, const Key&) noexcept = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept { return key.low; }
  };
  std::unordered_map<Key, std::uint32_t, Hash> seen_;
  std::string identity_;  // its memory is used again
};

}  // namespace urilint
