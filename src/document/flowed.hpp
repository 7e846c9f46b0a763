// Text whose long lines were broken softly (RFC 3676, `format=flowed`).
#pragma once

#include <cstdint>

#include "document/document.hpp"

namespace urilint {

/// What becomes of the blank that ends a soft line: `delsp=yes` deletes it.
enum class SoftBlank : std::uint8_t { keep, drop };

/// Joins the lines of each paragraph: of a soft line end, the line end goes (and the blank, by
/// `blank`), and of the line behind it, its quote marks and its stuffed blank. Lines of another
/// depth of quoting and `-- ` end a paragraph. Where one begins, quote marks and the blank behind
/// them stay; a stuffed blank without quote marks goes. Returns `where` if nothing of this is to
/// do, otherwise the whole of a new text of Layer::transfer. Linear; never fails.
[[nodiscard]] TextSpan decode_flowed(Document& document, TextSpan where, SoftBlank blank);

}  // namespace urilint
