// Reads a text in a format and writes down what the reader pushed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/format.hpp"

namespace urilint::testing {

/// A segment, kept.
struct Pushed {
  std::string text;
  std::string key;
  std::string element;
  Segment::Context context{};
  bool identifier = false;
  SourceSpan source;                ///< of the whole segment
  std::vector<std::string> layers;  ///< innermost first; empty: stands as it is
  const Escaper* escaper = nullptr;
};

[[nodiscard]] std::string_view word_of(Segment::Context context) noexcept;

/// Every segment of `text`, which is read with all escapes decoded.
[[nodiscard]] std::vector<Pushed> read_segments(Format format, std::string_view text);

/// The same, one a line: `context [identifier] [layers] [key=…]: text`, control characters as `\n`,
/// `\t`,
/// `\xHH`.
[[nodiscard]] std::string dump(Format format, std::string_view text);

/// Every link of `text`, `target | shown` a line.
[[nodiscard]] std::string dump_links(Format format, std::string_view text);

}  // namespace urilint::testing
