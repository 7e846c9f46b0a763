// Markers in comments, by whoever owns the file: `urilint: ignore[rule-id, …] reason` for the lines
// beside it, `urilint: ignore-file[…] reason` in the first lines for all of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "document/document.hpp"
#include "document/format.hpp"
#include "engine/selection.hpp"
#include "report/record.hpp"
#include "silence/comment_places.hpp"
#include "source/input.hpp"

namespace urilint {

/// False where whoever writes the text must not be able to switch off the filter: all profiles but
/// `repo`, and what is a list, a log or a mail (`format` as the user names it).
[[nodiscard]] bool honours_markers(Profile profile, Format format) noexcept;

/// What markers may name. Immutable and shared by threads; views the rules, which must outlive it.
class MarkerRules {
 public:
  using Index = std::uint32_t;
  static constexpr Index kNone = 0xffffffff;

  /// `all`: every rule that there is, packs included; `active`: those that run; `locked`: ids or
  /// aliases that no marker silences. What is no rule in `locked` is passed over.
  MarkerRules(std::span<const RuleInfo* const> all, std::span<const ActiveRule> active,
              std::span<const std::string> locked);

  /// The rule of that id or former id; `kNone` for anything else (globs, families).
  [[nodiscard]] Index find(std::string_view name) const noexcept;
  [[nodiscard]] std::string_view id(Index rule) const noexcept { return rules_[rule].id; }
  [[nodiscard]] bool ran(Index rule) const noexcept { return rules_[rule].ran; }
  [[nodiscard]] bool locked(Index rule) const noexcept { return rules_[rule].locked; }
  [[nodiscard]] std::size_t size() const noexcept { return rules_.size(); }

 private:
  struct Rule {
    std::string_view id;
    bool ran = false;
    bool locked = false;
  };
  std::vector<Rule> rules_;
  std::unordered_map<std::string_view, Index> names_;
};

/// The lines of a finding and of its URI, which a marker counts on. The record has a location.
[[nodiscard]] LineRange lines_of(const Record& record) noexcept;

struct MarkerLimits {
  std::uint64_t head_lines = 10;  ///< lines in which `ignore-file` counts
  std::size_t max_markers =
      1 << 16;                       ///< of one file; the rest silences nothing, and a note says so
  std::size_t max_claims = 1 << 18;  ///< rules named by all of them together; likewise
  std::size_t max_notes = 256;       ///< of one file; a last one counts those left out
  std::size_t max_reason = 512;      ///< bytes that are kept of a reason
};

struct Marker {
  Location location;        ///< from `urilint:` to the closing bracket
  Redacted reason;          ///< on one line, without secrets; empty: none
  bool whole_file = false;  ///< `ignore-file`
  bool alone = false;       ///< nothing but its comment stands on its line
};

/// The markers of one file. First `begin_window` and `comment` while it is read; then `decide` for
/// its findings, in any order; then `finish`. Time is linear in the file, but for a logarithm in
/// `decide`. Not shared between threads.
class Markers {
 public:
  /// `rules` must outlive this; `path` is as notes report it.
  Markers(const MarkerRules& rules, std::string path, bool show_secrets, MarkerLimits limits = {});
  ~Markers();

  /// False: no comment of this text (the base text of a window) holds a marker, and the caller may
  /// spare itself everything else.
  [[nodiscard]] static bool may_hold_markers(std::string_view base_text) noexcept;

  /// `document` and its base text must live until the last `comment` of the window.
  void begin_window(const Document& document, const Window& window);
  /// Takes the markers of a comment; any other segment is passed over. A marker counts where its
  /// word stands in the base text as such, on that line; not in quotes or backticks, which only
  /// mention it.
  void comment(const Document& document, const Segment& segment);

  /// The marker that silences a finding, which then counts as used; null: none does. It is on a
  /// line of the finding or of its URI, or alone on the line before the first of them (of several
  /// such lines each counts), or it is for the whole file; the nearest wins. Lives as long as this.
  [[nodiscard]] const Marker* decide(const Record& record);
  /// The same of a finding of `rule` on lines `first` to `last`; for those that are not shown.
  [[nodiscard]] const Marker* decide(std::string_view rule, std::uint64_t first,
                                     std::uint64_t last);

  /// What is wrong with markers, by place: `unused-suppression` (of rules that ran),
  /// `suppression-without-rules`, `suppression-unknown-rule`, `suppression-locked`,
  /// `suppression-misplaced`, `suppression-limit`.
  [[nodiscard]] std::vector<NoteRecord> finish() const;

 private:
  struct Spelling;
  /// A rule that a marker names and may silence.
  struct Claim {
    MarkerRules::Index rule = 0;
    std::uint32_t marker = 0;
    bool used = false;
  };
  /// A claim by the line that it is about; 0: all.
  struct Place {
    MarkerRules::Index rule = 0;
    std::uint32_t claim = 0;
    std::uint64_t line = 0;
  };
  struct Fault {
    std::uint32_t marker = 0;
    std::string_view code;
    std::string message;
  };

  void take(const Document& document, TextId text, Off begin, const Spelling& spelling);
  void claim(std::uint32_t marker, std::string_view names);
  void settle_alone(std::size_t first, const Document& document, TextSpan comment);
  void prepare();
  [[nodiscard]] const Marker* hit(std::span<const Place> places, MarkerRules::Index rule,
                                  std::uint64_t first, std::uint64_t last);
  void add_note(std::vector<NoteRecord>& notes, std::uint32_t marker, std::string_view code,
                std::string message) const;

  const MarkerRules& rules_;
  std::string path_;
  bool show_secrets_;
  MarkerLimits limits_;
  std::unique_ptr<Locator> locator_;  // null: the window holds no marker
  Window window_;
  std::vector<Marker> markers_;
  std::vector<Claim> claims_;              // ascending by marker
  std::vector<Fault> faults_;              // likewise
  std::vector<std::uint32_t> last_claim_;  // by rule: the last marker that named it, plus one
  bool overflow_ = false;
  bool prepared_ = false;
  std::vector<Place> beside_;  // each ascending by rule, then line
  std::vector<Place> below_;
  std::vector<Place> everywhere_;
};

}  // namespace urilint
