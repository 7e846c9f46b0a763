// Defanged URIs, `hxxps://login[.]example[.]com/`: altered so that nobody follows them by accident,
// as reports about attacks write them. Reads what was altered, and undoes it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "document/document.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// A stretch that was altered, and what it stands for (static).
struct Fang {
  UriSpan span;
  std::string_view meant;
};

/// Gives the altered stretches of a URI reference one after the other: of the scheme, of `://`, of
/// the authority, and the dots of the path. Linear in the text up to its query.
class FangReader {
 public:
  /// Nothing is given of a text that is no URI with `://`, or whose host holds anything but
  /// letters, digits, `-`, `_`, `.` beside what was altered (a regular expression), or nothing
  /// beside it (a broken address), unless its scheme was.
  explicit FangReader(std::string_view text) noexcept;
  [[nodiscard]] std::optional<Fang> next() noexcept;

 private:
  enum class Zone : std::uint8_t { scheme, authority, path, end };

  [[nodiscard]] bool is_plain_host(Off begin) const noexcept;

  std::string_view text_;
  std::optional<Fang> scheme_;
  std::optional<Fang> colon_;
  Off at_ = 0;
  Zone zone_ = Zone::end;
  bool any_ = false;  // something before the path was altered
};

/// The rule that speaks of a defanged URI; all others speak of what it stands for.
inline constexpr std::string_view kDefangRule = "uri-defanged";

/// A URI with none of these signals is not defanged.
inline constexpr std::uint64_t kDefangWake = bit(Signal::scheme_suspicious) |
                                             bit(Signal::host_brackets) | bit(Signal::host_odd) |
                                             bit(Signal::forbidden);

[[nodiscard]] inline bool may_be_defanged(const UriParts& parts) noexcept {
  return (static_cast<std::uint64_t>(parts.signals) & kDefangWake) != 0;
}

/// True if the reader gives anything.
[[nodiscard]] bool is_defanged(const UriParts& parts, std::string_view text) noexcept;

/// `text` with everything undone; `map` gets the runs (offsets from `base` in the parent).
[[nodiscard]] std::string refang(std::string_view text, Off base, SourceMap& map);

}  // namespace urilint
