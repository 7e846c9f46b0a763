// Builds a decoded text and its map side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "document/document.hpp"

namespace urilint::reading {

/// Appends the code point; surrogates and what is above U+10FFFF become U+FFFD.
void append_utf8(std::string& out, std::uint32_t point);

/// Decodes one stretch of a text. Calls name places of that text in ascending order; what no call
/// names is left out of the decoded text. Used again after each `take`.
class Decoder {
 public:
  /// `source` is the text of a span that begins at `base` in its text; it must outlive this.
  Decoder(std::string_view source, Off base) noexcept : source_(source), base_(base) {}

  /// The bytes as they stand.
  void verbatim(std::size_t begin, std::size_t end);
  /// An escape: taken whole or not at all.
  void atom(std::size_t begin, std::size_t end, std::string_view bytes);
  void atom(std::size_t begin, std::size_t end, std::uint32_t point);

  [[nodiscard]] std::string_view bytes() const noexcept { return bytes_; }
  /// How much the map has grown; readers hand out a long text in pieces.
  [[nodiscard]] std::size_t runs() const noexcept { return map_.runs.size(); }
  /// Adds the text to the document, with `parent` below it, and begins anew.
  TextId take(Document& document, TextId parent, Layer layer);

 private:
  std::string_view source_;
  Off base_;
  std::string bytes_;
  SourceMap map_;
};

}  // namespace urilint::reading
