// Dot segments in disguise: a segment is read character by character, as some server would, and cut
// at whatever that server takes for a slash.
#pragma once

#include <string_view>

#include "detect/common/octets.hpp"
#include "urilint/uri.hpp"

namespace urilint::detect {

/// A character as a server reads it: its ASCII value (0: none that matters), where the bytes that
/// stand for it end, and whether they disguise it.
struct Glyph {
  char c = 0;
  Off end = 0;
  bool disguised = false;
};

/// `.` or `..` found in a segment.
struct DotPiece {
  UriSpan span;        ///< with the disguised slashes beside it
  int dots = 0;        ///< 1 or 2
  bool whole = false;  ///< it is the whole segment: no disguised slash beside it
};

/// Reads `segment` of `text` with `read(at)`, which gives a Glyph, and calls `visit(DotPiece)` for
/// each `.` or `..` that is disguised, or stands beside a disguised slash.
template <typename Read, typename Visit>
void for_each_dot_piece(UriSpan segment, Read read, Visit visit) noexcept {
  Off begin = segment.begin;  // of the piece, with the disguised slash before it
  int dots = 0;
  bool other = false;
  bool disguised = false;  // a dot of the piece
  bool slash_before = false;
  const auto finish = [&](Off end, bool slash_behind) {
    if (!other && (dots == 1 || dots == 2) && (disguised || slash_before || slash_behind)) {
      visit(DotPiece{{begin, end}, dots, !slash_before && !slash_behind});
    }
  };
  for (Off at = segment.begin; at < segment.end;) {
    const Glyph glyph = read(at);
    if (glyph.c == '/' || glyph.c == '\\') {
      finish(glyph.disguised ? glyph.end : at, glyph.disguised);
      begin = glyph.disguised ? at : glyph.end;
      slash_before = glyph.disguised;
      dots = 0;
      other = disguised = false;
    } else if (glyph.c == '.' && dots < 3) {
      ++dots;
      disguised = disguised || glyph.disguised;
    } else {
      other = true;
    }
    at = glyph.end;
  }
  finish(segment.end, false);
}

}  // namespace urilint::detect
