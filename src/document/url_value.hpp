// URLs as a browser takes them out of a document: WHATWG URL 4.4, the first three steps.
#pragma once

#include <string_view>

#include "document/document.hpp"

namespace urilint::reading {

/// How sure it is that a value is a URL.
enum class UrlPlace {
  url,    ///< an attribute or a link target: a browser reads all of it as one
  value,  ///< any string of a document: only a scheme that is broken in two shows it
};

/// `where`, or a text of its own (layer `stripped`) in which the tabs and line breaks that a
/// browser deletes, and the blanks and controls that it takes off at both ends, are left out. Only
/// of a value that then is an absolute URL or begins with `//`, and holds no template. The caller
/// drops the text from the document.
[[nodiscard]] TextSpan without_line_breaks(Document& document, TextSpan where, UrlPlace place);

}  // namespace urilint::reading
