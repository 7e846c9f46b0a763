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
  /// The same for texts that nobody hands out in pieces. A map of more than `most_runs` goes on
  /// coarsely: short neighbours become one atom, so that hostile bytes cannot make it large. Places
  /// are still found there, with a little of what stands around them.
  Decoder(std::string_view source, Off base, std::size_t most_runs) noexcept
      : source_(source), base_(base), most_runs_(most_runs) {}

  /// The bytes as they stand.
  void verbatim(std::size_t begin, std::size_t end);
  /// An escape: taken whole or not at all.
  void atom(std::size_t begin, std::size_t end, std::string_view bytes);
  void atom(std::size_t begin, std::size_t end, std::uint32_t point);
  /// Characters of one width: every `source_unit` bytes from `begin` on spell `text_unit` of
  /// `bytes`, whose length is a multiple of it (1 to 255).
  void units(std::size_t begin, std::string_view bytes, std::uint8_t text_unit,
             std::uint8_t source_unit);

  [[nodiscard]] std::string_view bytes() const noexcept { return bytes_; }
  /// How much the map has grown; readers hand out a long text in pieces.
  [[nodiscard]] std::size_t runs() const noexcept { return map_.runs.size(); }
  /// Adds the text to the document, with `parent` below it, and begins anew.
  TextId take(Document& document, TextId parent, Layer layer);

 private:
  bool add_coarsely(std::size_t begin, std::size_t end, std::size_t length);

  std::string_view source_;
  Off base_;
  std::size_t most_runs_ = static_cast<std::size_t>(-1);
  std::string bytes_;
  SourceMap map_;
};

}  // namespace urilint::reading
