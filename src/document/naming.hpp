// Which places of markup name something instead of leading somewhere: `Segment::identifier`.
#pragma once

#include <string_view>

namespace urilint::reading {

/// True if the attribute of XML holds a name (`xmlns:a`, `targetNamespace`, `rdf:about`), or pairs
/// of a name and a place (`xsi:schemaLocation`). Both as they are written, with their prefixes.
[[nodiscard]] bool is_xml_name(std::string_view element, std::string_view attribute) noexcept;

/// True if the text of the element is a name: the issuer of a SAML message, the id of an entry of
/// Atom. `path` is that of KeyPath, up to the element.
[[nodiscard]] bool is_xml_name_text(std::string_view element, std::string_view path) noexcept;

/// True if the attribute of HTML holds names (RDFa, microdata, kinds of links). Names of elements
/// and attributes in lower case; the value as it is written.
[[nodiscard]] bool is_html_name(std::string_view element, std::string_view attribute,
                                std::string_view value) noexcept;

}  // namespace urilint::reading
