// Strings of formats whose escapes begin with a backslash.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "document/segment_writer.hpp"

namespace urilint::reading {

/// Decodes the escape at `i` (a backslash before `end`); returns what is behind it.
using DecodeEscape = std::size_t(std::string_view text, std::size_t i, std::size_t end,
                                 Decoder& decoder);

struct EscapedText {
  std::size_t begin = 0;
  std::size_t end = 0;
  DecodeEscape* decode = nullptr;  ///< null: there are no escapes
  Layer layer = Layer::json;
};

/// Pushes the string: as it stands where it holds no escape, or (unless `decode_all`) no URI. A
/// very long one is handed out in pieces. The context of a value is that of `value_context`.
void push_escaped(SegmentWriter& writer, const EscapedText& string, Segment segment,
                  bool decode_all);

/// What the string spells; of a long one the spelling.
[[nodiscard]] std::string unescaped(const SegmentWriter& writer, const EscapedText& string);

}  // namespace urilint::reading
