// Tables of local names, as prefixes are free. An attribute whose name alone could be anything
// (`Type`, `uri`, `scheme`) is a name only in its elements; what may be opened is not here.
#include "document/naming.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace urilint::reading {
namespace {

/// An attribute and the element it stands in; none: any.
struct NamingAttribute {
  std::string_view attribute;
  std::string_view element;
};

constexpr NamingAttribute kXml[] = {
    // XML Schema, WSDL, SOAP, XSLT, RELAX NG, Schematron
    {"schemaLocation", ""},
    {"noNamespaceSchemaLocation", ""},
    {"targetNamespace", ""},
    {"namespace", ""},
    {"xpath-default-namespace", ""},
    {"ns", ""},
    {"uri", "ns"},
    {"datatypeLibrary", ""},
    {"collation", ""},
    {"default-collation", ""},
    {"doctype-system", ""},
    {"soapAction", ""},
    {"soapActionURI", ""},
    {"encodingStyle", ""},
    {"transport", "binding"},
    // RDF, RDFa, Atom, SVG
    {"about", ""},
    {"datatype", ""},
    {"typeof", ""},
    {"vocab", ""},
    {"rel", ""},
    {"rev", ""},
    {"resource", "type"},
    {"resource", "subClassOf"},
    {"resource", "subPropertyOf"},
    {"resource", "domain"},
    {"resource", "range"},
    {"scheme", "category"},
    {"requiredFeatures", ""},
    {"requiredExtensions", ""},
    // signatures, encryption, SAML, WS-Security
    {"Algorithm", ""},
    {"Format", ""},
    {"NameFormat", ""},
    {"AttributeNamespace", ""},
    {"NameQualifier", ""},
    {"SPNameQualifier", ""},
    {"Name", "Attribute"},
    {"Name", "RequestedAttribute"},
    {"entityID", ""},
    {"protocolSupportEnumeration", ""},
    {"ValueType", ""},
    {"EncodingType", ""},
    {"Type", "Reference"},
    {"Type", "EncryptedData"},
    {"Type", "EncryptedKey"},
    {"Type", "Relationship"},
    // catalogues: what is looked up, not what it leads to
    {"name", "uri"},
    {"systemId", ""},
    {"systemIdStartString", ""},
    {"systemIdSuffix", ""},
    {"uriStartString", ""},
    {"uriSuffix", ""},
};

constexpr std::size_t kHints = 1024;

/// Most attributes end here: a few bits of a name say that it is none of the table.
constexpr std::size_t hint_of(std::string_view name) noexcept {
  return (static_cast<unsigned char>(name.front()) * 31U +
          static_cast<unsigned char>(name.back()) * 7U + name.size() * 131U) %
         kHints;
}

constexpr std::array<bool, kHints> kXmlHints = [] {
  std::array<bool, kHints> out{};
  for (const NamingAttribute& row : kXml) out[hint_of(row.attribute)] = true;
  return out;
}();

constexpr std::string_view kXmlTexts[] = {"AuthnContextClassRef",
                                          "AuthnContextDeclRef",
                                          "Audience",
                                          "Issuer",
                                          "NameIDFormat",
                                          "TokenType",
                                          "RequestType",
                                          "KeyType",
                                          "taglib-uri"};

constexpr std::string_view kHtml[] = {"about", "datatype", "itemid", "itemtype", "property",
                                      "rel",   "rev",      "typeof", "vocab",    "xmlns"};

constexpr std::string_view local_of(std::string_view name) noexcept {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// The last names of a path, behind a dot or from its beginning.
bool ends_in(std::string_view path, std::string_view names) noexcept {
  if (!path.ends_with(names)) return false;
  path.remove_suffix(names.size());
  return path.empty() || path.back() == '.';
}

/// WS-Addressing: `wsa:Action`, `wsaw:Action`, `wsam:Action`.
bool is_action(std::string_view name) noexcept {
  return name.starts_with("wsa") && local_of(name) == "Action";
}

}  // namespace

bool is_xml_name(std::string_view element, std::string_view attribute) noexcept {
  if (attribute.starts_with("xmlns")) {
    return attribute.size() == 5 || attribute[5] == ':';
  }
  if (is_action(attribute)) return true;
  const std::string_view local = local_of(attribute);
  if (local.empty() || !kXmlHints[hint_of(local)]) return false;
  const std::string_view in = local_of(element);
  return std::any_of(std::begin(kXml), std::end(kXml), [in, local](const NamingAttribute& row) {
    return row.attribute == local && (row.element.empty() || row.element == in);
  });
}

bool is_xml_name_text(std::string_view element, std::string_view path) noexcept {
  const std::string_view local = local_of(element);
  if (is_action(element)) return true;
  if (local == "id") return ends_in(path, "feed.id") || ends_in(path, "entry.id");
  return std::find(std::begin(kXmlTexts), std::end(kXmlTexts), local) != std::end(kXmlTexts);
}

bool is_html_name(std::string_view element, std::string_view attribute,
                  std::string_view value) noexcept {
  if (attribute.starts_with("xmlns:")) return true;
  if (attribute == "profile") return element == "head";
  // `dc: http://purl.org/dc/terms/`; without a blank it is something else's.
  if (attribute == "prefix") return value.find_first_of(" \t\r\n") != std::string_view::npos;
  return std::find(std::begin(kHtml), std::end(kHtml), attribute) != std::end(kHtml);
}

}  // namespace urilint::reading
