// The text that the URL parser walks over: bytes decoded as UTF-8 with replacement, without the
// controls and spaces around it and the tabs and line breaks inside, and the way back to the bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "urilint/uri.hpp"

namespace urilint::whatwg {

/// Replaces what is not UTF-8 by U+FFFD, one for each maximal subpart (Unicode 3.9, table 3-8).
[[nodiscard]] std::string repair_utf8(std::string_view bytes);

/// The code point that begins at `text[at]`, and its size in bytes. `text` must be UTF-8.
struct CodePoint {
  char32_t value = 0;
  std::size_t size = 1;
};
[[nodiscard]] CodePoint code_point_at(std::string_view text, std::size_t at) noexcept;

/// Whether controls and spaces around the text go too: they stay in the value of a setter.
enum class Edges : std::uint8_t { trim, keep };

class CleanText {
 public:
  /// `bytes` must outlive the object: an input without oddities is not copied.
  CleanText(std::string_view bytes, Edges edges);
  CleanText(const CleanText&) = delete;
  CleanText& operator=(const CleanText&) = delete;

  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  /// The bytes that `[begin, end)` of `text()` came from.
  [[nodiscard]] UriSpan source_of(std::size_t begin, std::size_t end) const noexcept;
  /// What was trimmed at the beginning, or else at the end; the first tab or line break. Empty if
  /// there was none.
  [[nodiscard]] UriSpan trimmed() const noexcept { return trimmed_; }
  [[nodiscard]] UriSpan removed() const noexcept { return removed_; }

 private:
  // From `clean` on, the text is the bytes from `source` on; with `size`, they are U+FFFD for so
  // many bytes.
  struct Run {
    std::size_t clean = 0;
    std::size_t source = 0;
    std::size_t size = 0;
  };
  void rewrite(std::string_view bytes, std::size_t offset);
  [[nodiscard]] std::size_t source_at(std::size_t clean) const noexcept;

  std::string_view text_;
  std::string storage_;
  std::vector<Run> runs_;
  std::size_t offset_ = 0;
  UriSpan trimmed_{};
  UriSpan removed_{};
};

}  // namespace urilint::whatwg
