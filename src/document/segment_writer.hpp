// What readers push through: places of the span that is read become segments.
#pragma once

#include <cstddef>
#include <string_view>

#include "document/decoder.hpp"
#include "document/document.hpp"
#include "document/url_value.hpp"

namespace urilint::reading {

/// How the finder is to look at a decoded value: words with blanks between them, and what quotes or
/// escapes something itself (JSON in a string, `https:\/\/…` once more), are prose; others, and a
/// login whose password has such bytes, are exact.
[[nodiscard]] Segment::Context value_context(std::string_view value) noexcept;

/// False only if no spelling of a URI is in `raw`, however its escapes are read.
[[nodiscard]] bool may_hold_uri(std::string_view raw) noexcept;

/// Turns places of one span into segments and remembers whether the sink wants more. Segments are
/// given as prototypes: all but `where` is taken from them.
class SegmentWriter {
 public:
  /// A map of more runs than this is handed out in pieces.
  static constexpr std::size_t kMostRuns = std::size_t{1} << 18;

  SegmentWriter(Document& document, TextSpan where, SegmentSink& sink) noexcept
      : document_(document), where_(where), sink_(sink) {}

  [[nodiscard]] std::string_view text() const { return document_.bytes(where_); }
  [[nodiscard]] bool more() const noexcept { return more_; }
  [[nodiscard]] Decoder decoder() const { return {text(), where_.begin}; }
  [[nodiscard]] TextSpan span(std::size_t begin, std::size_t end) const noexcept {
    return {where_.text, where_.begin + static_cast<Off>(begin),
            where_.begin + static_cast<Off>(end)};
  }

  /// The bytes as they stand; nothing if there are none.
  void raw(std::size_t begin, std::size_t end, Segment segment);
  /// True if a long text should be handed out up to here: no URI crosses a blank, and a map that
  /// grows on without one is cut anyway.
  [[nodiscard]] static bool is_cut(const Decoder& decoder) noexcept;
  /// What the decoder holds, which is empty then; the text lives until the sink returns.
  void decoded(Decoder& decoder, Layer layer, Segment segment);

 private:
  void push(Segment segment, UrlPlace place);

  Document& document_;
  TextSpan where_;
  SegmentSink& sink_;
  bool more_ = true;
};

}  // namespace urilint::reading
