// Scalars of YAML 1.2: how lines are folded, what quotes and escapes spell (chapters 7.3 and 8.1).
#pragma once

#include <cstddef>
#include <string_view>

#include "document/decoder.hpp"

namespace urilint::reading {

/// Where the text goes on behind a line break.
struct Fold {
  std::size_t next = 0;    ///< the first byte that is no blank
  std::size_t breaks = 0;  ///< line breaks up to there
  std::size_t indent = 0;  ///< spaces before it on its line
};
/// `i` is at a line end.
[[nodiscard]] Fold fold_at(std::string_view text, std::size_t i) noexcept;

/// True if `---` or `...` stands alone at the beginning of the line at `i`.
[[nodiscard]] bool is_document_marker(std::string_view text, std::size_t i) noexcept;

/// One line break becomes a space, more become one less line feeds.
void fold_into(Decoder& decoder, std::size_t begin, const Fold& fold);

/// Decodes the text between double or single quotes. `push` is called where a long text may be cut.
class QuotedDecoder {
 public:
  QuotedDecoder(std::string_view text, std::size_t begin, std::size_t end, char quote,
                Decoder& decoder) noexcept
      : text_(text.substr(0, end)), i_(begin), quote_(quote), decoder_(decoder) {}
  /// Decodes up to the next line break, escape or end. False: all is done.
  bool step();

 private:
  void escape();
  void line_break();

  std::string_view text_;
  std::size_t i_;
  char quote_;
  Decoder& decoder_;
};

}  // namespace urilint::reading
