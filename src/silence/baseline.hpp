// The baseline: findings that were known before, so that only new ones count. A text file, one
// finding a line, which two branches can extend and merge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "report/record.hpp"

namespace urilint {

/// A finding as the baseline knows it.
struct BaselineEntry {
  std::string fingerprint;           ///< as `Record::fingerprint`
  std::optional<std::uint16_t> tag;  ///< as `Record::secret_tag`
  std::string rule;
  std::string path;  ///< bytes: what the fingerprint hashes, for people and for `stale`
  friend bool operator==(const BaselineEntry&, const BaselineEntry&) = default;
};
/// `path` is what was given to the recorder as `fingerprint_path`.
[[nodiscard]] BaselineEntry baseline_entry(const Record& record, std::string path);

struct BaselineLimits {
  std::size_t bytes = std::size_t{32} << 20;
  std::size_t entries = 500'000;
};

/// What is wrong with the bytes of a baseline.
struct BaselineError {
  enum class Code : std::uint8_t {
    too_large,       ///< above a limit
    not_a_baseline,  ///< the first line is another one
    version,         ///< none, or of a later program
    salt,            ///< none although an entry has a tag, two, or malformed
    conflict,        ///< a merge left its signs
    entry,           ///< a line that is no entry
  } code{};
  std::uint64_t line = 1;  ///< 1-based
  std::string words;       ///< one sentence without a place; holds nothing of the file
};

/// What becomes of a file with several salts: of its tags nobody knows which they belong to.
enum class Salts : std::uint8_t {
  one,     ///< it is refused
  joined,  ///< it has none, and `has_lost_salt` is true
};

/// Not shared between threads once `matches` is asked.
class Baseline {
 public:
  Baseline(Baseline&&) noexcept = default;
  Baseline& operator=(Baseline&&) noexcept = default;

  /// Reads a file. Lines that begin with `#` are kept, also those that mean nothing here; line ends
  /// may be CRLF; the same entry may stand there twice, as after a merge.
  [[nodiscard]] static tl::expected<Baseline, BaselineError> read(std::string_view bytes,
                                                                  BaselineLimits limits = {},
                                                                  Salts salts = Salts::one);
  /// An empty one, for the first writing.
  [[nodiscard]] static Baseline fresh(std::uint64_t salt);

  /// For `RecorderOptions::secret_salt`; none: a file without one, and so without tags.
  [[nodiscard]] std::optional<std::uint64_t> salt() const noexcept { return salt_; }
  /// Gives a salt to a file that has none yet.
  void add_salt(std::uint64_t salt) noexcept {
    if (!salt_) salt_ = salt;
  }
  /// Tags of `entries` mean nothing any more.
  [[nodiscard]] bool has_lost_salt() const noexcept { return lost_salt_; }
  /// Ascending by path, rule, fingerprint, tag.
  [[nodiscard]] const std::vector<BaselineEntry>& entries() const noexcept { return entries_; }

  /// True if the finding is known, with the same secret; its entry is then not stale.
  [[nodiscard]] bool matches(std::string_view fingerprint, std::optional<std::uint16_t> tag);
  /// True if a finding that `matches` refused is that of the entry, but with another secret.
  [[nodiscard]] bool has_changed(const BaselineEntry& entry) const noexcept {
    return entry.tag && changed_.contains(entry.fingerprint);
  }

  /// The tags of the entries with that fingerprint, each once.
  [[nodiscard]] std::vector<std::optional<std::uint16_t>> tags_of(
      std::string_view fingerprint) const;
  /// Whether an entry names the file.
  [[nodiscard]] bool names(std::string_view path) const noexcept;

  /// Entries that nothing matched so far although something should have: `expected` says whether
  /// their path was checked, or is gone, and their rule ran. In the order of `entries`.
  [[nodiscard]] std::vector<const BaselineEntry*> stale(
      const std::function<bool(const BaselineEntry&)>& expected) const;

  /// The bytes of a baseline of these entries, in any order, with the head of this one. The same
  /// entries give the same bytes. Tags mean nothing without a salt, and are then left out. `read`
  /// of the bytes gives back the entries.
  [[nodiscard]] std::string write(std::vector<BaselineEntry> entries) const;

 private:
  class Reader;
  Baseline() = default;
  [[nodiscard]] std::size_t first_like(std::string_view fingerprint,
                                       std::optional<std::uint16_t> tag) const noexcept;

  std::vector<std::string> head_;  // lines with `#` that mean nothing here
  std::optional<std::uint64_t> salt_;
  bool lost_salt_ = false;
  std::vector<BaselineEntry> entries_;
  std::vector<std::uint32_t> order_;            // of the entries by fingerprint and tag
  std::set<std::string, std::less<>> changed_;  // fingerprints that were met with another secret
  std::vector<bool> matched_;  // by place in `order_`: the first of its like was matched
};

/// 64 random bits of the system, or nothing if it has none to give.
[[nodiscard]] std::optional<std::uint64_t> random_salt() noexcept;

}  // namespace urilint
