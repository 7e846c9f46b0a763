// What a finding is known by from run to run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "report/record.hpp"

namespace urilint {

/// What findings have in common that are the same but for their place. A hash.
struct Sameness {
  std::uint64_t high = 0, low = 0;
  friend bool operator==(const Sameness&, const Sameness&) noexcept = default;
  struct Hash {
    std::size_t operator()(const Sameness& same) const noexcept { return same.low; }
  };
};

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

  // Of the finding that was signed last:

  [[nodiscard]] const Sameness& sameness() const noexcept { return same_; }
  /// How many that are the same stood before it.
  [[nodiscard]] std::uint32_t occurrence() const noexcept { return occurrence_; }
  /// The fingerprint that it would have if so many stood before it.
  [[nodiscard]] std::string with(std::uint32_t occurrence);

 private:
  std::unordered_map<Sameness, std::uint32_t, Sameness::Hash> seen_;
  std::string identity_;  // without the count; its memory is used again
  Sameness same_;         // hash of that
  std::uint32_t occurrence_ = 0;
};

}  // namespace urilint
