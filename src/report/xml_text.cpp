// Five characters have references; everything else that matters is no longer there.
#include "report/xml_text.hpp"

#include "report/escape.hpp"

namespace urilint {

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : escape_for_log(text, Edge::closed)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
        break;
    }
  }
  return out;
}

std::string xml_attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + xml_text(value) + "\"";
}

}  // namespace urilint
