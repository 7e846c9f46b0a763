// What reports see: every string has passed the redactor. One Record is one finding.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/document.hpp"
#include "engine/detector.hpp"
#include "engine/rule.hpp"
#include "fix/edit.hpp"

namespace urilint {

/// Text without secrets, valid UTF-8. Only the redactor (and tests) make one from URI text.
class Redacted {
 public:
  Redacted() = default;
  [[nodiscard]] const std::string& str() const noexcept { return text_; }
  [[nodiscard]] std::string_view view() const noexcept { return text_; }
  [[nodiscard]] bool empty() const noexcept { return text_.empty(); }

 private:
  friend class Redactor;
  friend class Recorder;
  friend struct RedactedForTests;
  explicit Redacted(std::string text) : text_(std::move(text)) {}
  std::string text_;
};
/// For unit tests of the reports, and for words of our own.
struct RedactedForTests {
  static Redacted make(std::string text) { return Redacted(std::move(text)); }
};

/// Bytes into a printed (redacted, repaired) text, half open.
struct PrintedSpan {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// A place in the input. Line and column are 1-based, columns count code points, `end_column` is
/// one past the last; `byte_offset` counts a BOM. `byte_column` counts bytes of UTF-8; of a line
/// that began before the window it is the column.
struct Location {
  std::uint64_t line = 1, column = 1, end_line = 1, end_column = 1;
  std::uint64_t byte_offset = 0, byte_length = 0;
  std::uint64_t byte_column = 1, end_byte_column = 1;  ///< if RecorderOptions asks for them
};

struct Related {
  Role role = Role::secondary;
  std::string message;  ///< static words
  Component component{};
  PrintedSpan span;
  std::optional<Location> location;
};

struct Layered {
  Layer layer{};
  Redacted uri;      ///< the outer URI
  PrintedSpan span;  ///< where the inner one stands in it
};

/// The source line of a finding for people: trimmed around the marks.
struct Snippet {
  std::uint64_t line = 1;
  Redacted text;
  bool cut_before = false, cut_after = false;  ///< text was left out
  struct Range {
    PrintedSpan span;
    Role role;
    std::string label;
  };
  std::vector<Range> marks;  ///< bytes into `text`; primary first
};

/// Another spelling of the host.
struct HostForm {
  enum class Kind : std::uint8_t { ascii, unicode } kind{};
  Redacted text;
};

/// Why a finding does not count.
struct Suppression {
  enum class Kind : std::uint8_t {
    in_source,  ///< a comment of the file says so
    baseline,   ///< it was known before
  } kind{};
  Redacted reason;  ///< the words of whoever suppressed it; empty: none
};
/// `in-source`, `baseline`.
[[nodiscard]] std::string_view name_of(Suppression::Kind kind) noexcept;

struct Record {
  std::string_view rule;  ///< static, or of the pack
  std::string_view variant;
  Severity severity{};
  Confidence confidence{};
  Redacted message;
  std::string_view help;  ///< the rule's `instead`
  Redacted uri;
  std::optional<Redacted> masked_uri;     ///< only if `uri` shows secrets: without them
  std::optional<std::string> uri_base64;  ///< redacted, not repaired; only if not UTF-8
  Component component{};
  PrintedSpan span;
  std::string address;  ///< canonical; empty: the finding is not about an address
  /// Canonical, of all who read the URI that the finding is about; without holes and secrets.
  /// Empty: there is none, or RecorderOptions does not ask.
  std::string host;
  std::optional<HostForm> host_form;  ///< of a finding about an internationalised host
  std::vector<Related> related;
  std::vector<Layered> within;  ///< outermost first
  std::string path;             ///< bytes as reported; writers escape it; empty: none (inspect)
  std::optional<Location> location;  ///< none in inspect
  std::optional<Location> uri_location;
  Redacted key;  ///< empty: none
  std::span<const std::string_view> references;
  std::string fingerprint;  ///< `v1:` and 32 hexadecimal digits
  /// 12 bits that change with the secret that the finding marks; for the baseline, never in a
  /// report. None: no secret is marked, or RecorderOptions has no salt.
  std::optional<std::uint16_t> secret_tag;
  /// Set: the finding is known and does not count. A reporter that is given it says so or, if its
  /// format cannot, must not be given it.
  std::optional<Suppression> suppressed;
  /// What the caller gave to Recorder for the candidate.
  const void* owner = nullptr;
  std::optional<Fix> fix;
  std::optional<Snippet> snippet;
  /// The narrowest setting that would silence the finding, for people; empty: not known. Holds no
  /// secret; writers escape it.
  std::string silence;
};

/// A remark about the run that is no finding (a skipped file).
struct NoteRecord {
  std::string_view code;  ///< `binary`, `unreadable`, `too-long` …
  std::string path;       ///< bytes
  std::string message;    ///< plain words; writers escape it
  std::optional<Location> location =
      std::nullopt;  ///< in `path`; none: the note is about all of it
};

struct DataDates {
  std::string suffixes;  ///< of the public suffix list in libpsl
  std::string address_registries;
  std::string unicode;  ///< version
};

struct RunInfo {
  std::string version;
  Profile profile{};
  DataDates data;
  std::span<const RuleInfo* const> rules;  ///< all that ran (SARIF)
};

struct Summary {
  std::uint64_t files = 0, uris = 0, bytes = 0;
  std::uint64_t errors = 0, warnings = 0, notes = 0;  ///< shown
  std::uint64_t hidden = 0;                           ///< below a threshold
  std::uint64_t suppressed = 0;
  std::uint64_t unchanged = 0;                                 ///< on lines that did not change
  std::uint64_t fixed = 0;                                     ///< by `--fix`; not among the others
  std::vector<std::pair<std::string, std::uint64_t>> skipped;  ///< reason → count, sorted
  bool failed = false;  ///< something at or above `--fail-on`
};

}  // namespace urilint
