// Which of several findings that are the same the entries of a baseline are for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "report/fingerprint.hpp"
#include "silence/baseline.hpp"

namespace urilint {

/// What has to be known of an input before it is read, where findings on new lines must not get
/// entries that are for those on old lines: of findings that are the same on both.
class OldFindings {
 public:
  enum class Line : std::uint8_t { old, changed };
  struct Same {
    std::uint32_t occurrences = 0;  ///< all, also those for which no baseline is asked
    bool changed = false;           ///< some are on new lines
    std::map<std::optional<std::uint16_t>, std::uint32_t> old;  ///< by tag, how many on old lines
  };

  /// A finding for which no baseline is asked.
  void add(const Sameness& same) { ++same_[same].occurrences; }
  void add(const Sameness& same, std::optional<std::uint16_t> tag, Line line);
  /// All were added. Forgets those that stand on lines of one kind only.
  void finish();

  /// Null: these findings are not on both kinds of lines.
  [[nodiscard]] const Same* find(const Sameness& same) const;
  [[nodiscard]] bool empty() const noexcept { return same_.empty(); }

 private:
  std::unordered_map<Sameness, Same, Sameness::Hash> same_;
};

/// Gives the entries of a baseline to the findings of one input, in the order of the report: to
/// each its own, by the count in its fingerprint, or else one of a like finding that stood before
/// it and is of the same secret. Memory is linear in the findings and entries of the input.
class KnownEntries {
 public:
  /// Whether there is an entry for the finding that `signed_last` signed last; `baseline` matches
  /// it then. `old` and `line` may say that others come first; null: nobody does.
  [[nodiscard]] bool give(Baseline& baseline, Fingerprints& signed_last,
                          std::optional<std::uint16_t> tag, const OldFindings* old,
                          OldFindings::Line line);
  /// The next input begins.
  void clear() {
    if (!same_.empty()) same_ = {};
  }

 private:
  struct OfTag {
    std::set<std::uint32_t> left;  // the counts in entries that nobody got
    std::uint32_t old = 0;         // findings on old lines that asked
  };
  struct Same {
    std::uint32_t looked_up = 0;  // entries with smaller counts are below
    std::map<std::optional<std::uint16_t>, OfTag> by_tag;
  };
  std::unordered_map<Sameness, Same, Sameness::Hash> same_;
};

}  // namespace urilint
