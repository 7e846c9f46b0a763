// Masks secrets in everything that is printed of one text, and maps spans into the printed text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/record.hpp"
#include "urilint/uri.hpp"

namespace urilint {

/// Masks one text (a URI, or a stretch of source), given its secret spans (ascending, disjoint).
/// Each run of a secret between delimiters (`: / ? # [ ] @ \`, and `& ; =` of parameters) becomes
/// `***` and the delimiters stay; a secret that is all delimiters becomes one `***`. Views neither
/// the text nor the spans after construction. Linear in the size of the text.
class Redactor {
 public:
  /// Of an empty text.
  Redactor() { read({}, {}, false); }
  Redactor(std::string_view text, std::span<const UriSpan> secrets, bool show_secrets) {
    read(text, secrets, show_secrets);
  }
  /// Turns to another text, in the memory of the last one.
  void read(std::string_view text, std::span<const UriSpan> secrets, bool show_secrets);

  /// The whole text, masked and repaired to valid UTF-8.
  [[nodiscard]] const Redacted& whole() const noexcept { return whole_; }
  /// A slice, masked as it is within the whole, and repaired; `whole()` at `map(span)`.
  [[nodiscard]] Redacted slice(UriSpan span) const { return Redacted(std::string(view(span))); }
  /// The same, as a view that lives as long as the text is not changed.
  [[nodiscard]] std::string_view view(UriSpan span) const noexcept;
  /// Where a span of the text stands in `whole()`. An edge inside a mask, inside a character or
  /// inside a repaired sequence snaps outward.
  [[nodiscard]] PrintedSpan map(UriSpan span) const noexcept;
  /// Masked but not repaired; for `uri_base64`. Of a text that was UTF-8, `whole()`.
  [[nodiscard]] const std::string& masked_bytes() const noexcept {
    return was_utf8_ ? whole_.text_ : masked_;
  }
  /// Whether the text, before anything was masked, is valid UTF-8.
  [[nodiscard]] bool was_utf8() const noexcept { return was_utf8_; }
  /// Words of our own, or text that cannot hold a secret (an address, a static word).
  [[nodiscard]] static Redacted plain(std::string_view words);
  /// Joins redacted texts and words of our own.
  [[nodiscard]] static Redacted join(std::span<const Redacted> parts);

 private:
  enum class Kind : std::uint8_t { verbatim, mask, repaired };
  // A stretch of the text and where it stands in print; it ends where the next one begins.
  struct Piece {
    std::uint64_t printed = 0;
    Off begin = 0;
    Kind kind{};
    std::uint8_t unit = 1;  // repaired: bytes of the text for each U+FFFD
  };

  void copy(std::string_view text, Off begin, Off end);
  void mask(std::string_view text, UriSpan secret);
  void add_piece(Off begin, Kind kind, std::uint8_t unit = 1);
  [[nodiscard]] std::size_t piece_at(Off offset) const noexcept;
  [[nodiscard]] std::uint64_t print_begin(Off offset) const noexcept;
  [[nodiscard]] std::uint64_t print_end(Off offset) const noexcept;

  std::vector<Piece> pieces_;  // the last one is a sentinel at the end
  std::string masked_;         // empty if the text was UTF-8
  Redacted whole_;
  bool was_utf8_ = true;
};

}  // namespace urilint
