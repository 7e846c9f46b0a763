// Masks secrets in everything that is printed of one text, and maps spans into the printed text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/record.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// Views one text (a URI, or a stretch of source) and its secret spans (ascending, disjoint).
/// Each run of a secret between delimiters (`: / ? # [ ] @ \`, and what separates parameters)
/// becomes `***` and the delimiters stay; a secret that is all delimiters becomes one `***`.
class Redactor {
 public:
  Redactor(std::string_view text, std::span<const UriSpan> secrets, bool show_secrets);

  /// The whole text, masked and repaired to valid UTF-8.
  [[nodiscard]] const Redacted& whole() const noexcept { return whole_; }
  /// A slice, masked as it is within the whole, and repaired.
  [[nodiscard]] Redacted slice(UriSpan span) const;
  /// Where a span of the text stands in `whole()`. An edge inside a mask (or inside a repaired
  /// sequence) snaps outward.
  [[nodiscard]] PrintedSpan map(UriSpan span) const noexcept;
  /// Masked but not repaired; for `uri_base64`.
  [[nodiscard]] const std::string& masked_bytes() const noexcept { return masked_; }
  [[nodiscard]] bool was_utf8() const noexcept { return was_utf8_; }
  /// Words of our own, or text that cannot hold a secret (an address, a static word).
  [[nodiscard]] static Redacted plain(std::string_view words);
  /// Joins redacted texts and words of our own.
  [[nodiscard]] static Redacted join(std::span<const Redacted> parts);

 private:
  struct Piece { Off begin, end; std::size_t printed_begin, printed_end; bool masked; };
  std::string_view text_;
  std::vector<Piece> pieces_;
  std::string masked_;
  Redacted whole_;
  bool was_utf8_ = true;
};

}  // namespace urilint
