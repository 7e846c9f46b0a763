/// Linting from other programs: what `urilint check` and `urilint inspect` say, as values.
///
/// A `Linter` is a choice of rules, made once and shared by all threads. A `Session` is one
/// thread's working memory: make one for each thread and feed it URIs one by one. Every text in a
/// finding is masked and repaired to valid UTF-8 before it gets here, so it may be logged; it is
/// not escaped for a terminal or for HTML.
///
/// Nothing that a URI or a text holds is an error, and nothing throws but for lack of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "urilint/export.hpp"
#include "urilint/severity.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// What a Linter can be refused for.
enum class ErrorCode : std::uint8_t {
  unknown_rule,    ///< a name in `select`, `extend_select` or `ignore` is no rule, family or glob
  rule_pack,       ///< a pack cannot be read, or a rule in it is wrong
  limit,           ///< a limit out of its range
  protected_name,  ///< a protected name is no host name with a dot in it
};
/// `unknown-rule`, `rule-pack`, `limit`, `protected-name`. Static storage.
[[nodiscard]] URILINT_API std::string_view name_of(ErrorCode code) noexcept;

struct Error {
  ErrorCode code{};
  std::string message;  ///< one line that names the offender; for packs `file:line: key: words`
};

/// Bounds on the work for one URI. Nothing is lost silently: `Session::hidden` counts.
struct LintLimits {
  std::uint32_t depth = 3;       ///< how many layers deep nested URIs are looked for, at most 16
  std::uint32_t texts = 16;      ///< URIs that one may hold, itself included: 1 to 4096
  std::uint32_t findings = 256;  ///< findings kept for one URI, at most 65536
  /// Bytes of text that the findings of one `lint` may own together; the first is always kept.
  std::uint64_t bytes = std::uint64_t{64} << 20;
};

/// Which rules run and what is told. Names are rule ids, aliases, families (`semantic-attack`) or
/// globs (`ipv4-*`).
struct LintOptions {
  Profile profile = Profile::repo;
  std::vector<std::string> select;         ///< empty: the profile's set
  std::vector<std::string> extend_select;  ///< as well; what is off in the profile runs as note
  std::vector<std::string> ignore;         ///< wins over both
  std::vector<std::string> packs;          ///< folders of extra rules
  /// Host names that others may not look like; each protects the names below it, too.
  std::vector<std::string> protected_names;
  /// Findings below are not told. Nothing: `warning`, in profile `review` and for rules that were
  /// asked for by id or family `note`.
  std::optional<Severity> min_severity;
  Confidence min_confidence = Confidence::medium;
  /// What expiry is judged by, in seconds since 1970-01-01 UTC: a signed URL that ended before is a
  /// note. No clock is read; without it nothing expires.
  std::optional<std::int64_t> as_of;
  LintLimits limits;
};

/// A rule that runs.
struct LintRule {
  std::string_view id;
  std::string_view family;
  std::string_view summary;                      ///< one line
  std::string_view why;                          ///< what can go wrong
  std::string_view help;                         ///< what to do instead
  std::span<const std::string_view> references;  ///< `RFC 3986 7.6`, `CWE-451`, https URLs
};

/// Half-open range of bytes.
struct LintSpan {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  friend constexpr bool operator==(LintSpan, LintSpan) noexcept = default;
};

/// A further place that a finding speaks of, in its `uri`.
struct LintMark {
  std::string role;     ///< `secondary`, `reading` …
  std::string message;  ///< what it is (`the host`); may be empty
  Component component{};
  LintSpan span;  ///< bytes of `LintFinding::uri`
};

/// A URI around the one that a finding speaks of.
struct LintLayer {
  std::string
      layer;        ///< how the inner one was made of it: `percent` (decoded), `derived` (a slice)
  std::string uri;  ///< masked and repaired
  LintSpan span;    ///< where the inner one stands, bytes of `uri`
};

/// One finding. Owns its texts.
struct LintFinding {
  std::string rule;     ///< the rule's id
  std::string variant;  ///< which of its cases; empty for most rules
  Severity severity{};
  Confidence confidence{};
  std::string message;  ///< what is wrong, in one sentence
  std::string help;     ///< what to do instead
  std::string uri;      ///< the URI it speaks of, decoded out of those around it
  Component component{};
  LintSpan span;  ///< the offending bytes of `uri`
  /// The address that it is about, canonical however it is spelt (of an IPv6 address that carries
  /// an IPv4 address the latter); empty: none.
  std::string address;
  std::vector<LintMark> related;  ///< further places
  std::vector<LintLayer> within;  ///< the URIs around, outermost first; empty: not nested
  /// Where it stands in what was handed in, before any decoding and masking: the offending bytes,
  /// and the outermost URI.
  LintSpan source;
  LintSpan source_uri;
};

struct LinterResult;

/// A choice of rules. Immutable; copies share it, and any number of threads may use it.
class URILINT_API Linter {
 public:
  Linter(const Linter&) noexcept = default;
  Linter& operator=(const Linter&) noexcept = default;  // moves copy: none is ever empty

  /// Loads packs and selects rules. All errors of the options are collected.
  [[nodiscard]] static LinterResult create(const LintOptions& options);

  /// The rules that run, ascending by id. The views live as long as this Linter or a copy of it.
  [[nodiscard]] std::span<const LintRule> rules() const noexcept URILINT_LIFETIMEBOUND;

 private:
  friend class Session;
  struct Impl;
  explicit Linter(std::shared_ptr<const Impl> impl) noexcept;
  std::shared_ptr<const Impl> impl_;
};

/// A Linter, or what is wrong with the options.
struct LinterResult {
  std::optional<Linter> linter;
  std::vector<Error> errors;  ///< empty exactly if there is a linter
  [[nodiscard]] bool ok() const noexcept { return linter.has_value(); }
};

/// Called with each finding, which dies when it returns. False: no more.
using LintSink = std::function<bool(const LintFinding&)>;

/// The memory in which URIs are linted, kept from one to the next: once it is warm, a URI that
/// wakes no rule and holds no other URI costs no allocation. Keeps the Linter's rules alive. Used
/// by one thread at a time; may be moved, and a Session that was moved from may only be assigned to
/// or destroyed.
class URILINT_API Session {
 public:
  explicit Session(const Linter& linter);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Lints one URI reference, exactly as given: no trimming, no template holes. Findings are
  /// ordered by place in `uri`, then by rule; they live until the next call. Of 2^32-1 bytes or
  /// more the rest is ignored.
  [[nodiscard]] std::span<const LintFinding> lint(std::string_view uri) URILINT_LIFETIMEBOUND;

  /// The same, one finding at a time: for long URIs with many findings, each of which owns its
  /// texts. An exception of `sink` passes through.
  void lint(std::string_view uri, const LintSink& sink);

  /// Finds the URIs in a text of UTF-8 (or bytes) and lints each, in order. Template holes
  /// (`${HOST}`) are unknown text in profile `repo`, and ordinary bytes elsewhere. Returns how many
  /// URIs were linted. Texts above 64 MiB are searched in windows that overlap by 2 MiB on either
  /// side. An exception of `sink` passes through.
  std::uint64_t lint_text(std::string_view text, const LintSink& sink);

  /// Findings of the last call that were not told: below a threshold, or beyond the limit.
  [[nodiscard]] std::uint64_t hidden() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace urilint
