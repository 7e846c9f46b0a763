// What becomes of each finding once its place is known: counted, shown, or hidden for a reason.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "cli/changes.hpp"
#include "cli/configured.hpp"
#include "report/fingerprint.hpp"
#include "report/record.hpp"

namespace urilint::cli {

/// A finding that the thresholds let through, and where it was made.
struct Judged {
  Judged(Record&& finding, const InputPlace* where) noexcept
      : record(std::move(finding)), place(where) {}

  Record record;  ///< its owner is the Setup that it was made by
  const InputPlace* place = nullptr;
  /// Where the marker is that suppresses it, and whether that is one for the whole file.
  std::optional<Location> marker = std::nullopt;
  bool marker_of_file = false;

  [[nodiscard]] const Setup& setup() const noexcept {
    return *static_cast<const Setup*>(record.owner);
  }
};

/// By InputPlace::path.
using OldByPath = std::unordered_map<std::string, OldFindings>;

/// Decides on the thread that writes, in the order of the output.
class Settle {
 public:
  /// Both may be null and must outlive this.
  struct Lines {
    ChangedLines* changed = nullptr;     ///< findings count on these lines only; null: on all
    ChangedLines* distrusted = nullptr;  ///< no marker counts on these or for these; null: on none
    const OldByPath* old = nullptr;      ///< by what baselines call the input; null: none

    /// What tells new lines from old ones for a baseline; null: nothing does.
    [[nodiscard]] ChangedLines* compared() const noexcept {
      return changed != nullptr ? changed : distrusted;
    }
  };
  explicit Settle(Lines lines) : lines_(lines) {}

  /// Signs the finding, decides, and counts. False: it is not reported; `record.suppressed` is set
  /// if somebody knew it.
  [[nodiscard]] bool shows(Judged& judged);
  /// Instead of `shows`, before anything is shown: only counts the finding in `old`, if it is one
  /// that a baseline will be asked for.
  void count(Judged& judged, OldFindings& old);
  /// Something of the input could not be read: what is known of the rest stays known.
  void skipped() noexcept { whole_ = false; }
  /// The input has ended, after `shows`.
  void end_input(const InputPlace& place);
  /// The same after `count`.
  void end_counting() { fingerprints_.clear(); }

  std::uint64_t errors = 0, warnings = 0, notes = 0;  ///< shown
  std::uint64_t suppressed = 0;
  std::uint64_t unchanged = 0;  ///< on lines that did not change
  bool failed = false;

 private:
  [[nodiscard]] bool asks_baseline(Judged& judged);
  [[nodiscard]] bool is_known(const Judged& judged);
  [[nodiscard]] OldFindings::Line line_of(const Record& record);
  [[nodiscard]] bool trusts(const Judged& judged);

  Lines lines_;
  Fingerprints fingerprints_;
  bool whole_ = true;  // all of this input was read
};

}  // namespace urilint::cli
