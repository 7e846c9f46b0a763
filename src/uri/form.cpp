// application/x-www-form-urlencoded, as the WHATWG URL Standard parses and serialises it, on bytes:
// pairs between "&", the first "=" splits, "+" is a space.
#include <algorithm>

#include "uri/percent.hpp"
#include "urilint/reference.hpp"

namespace urilint {
namespace {

std::string decode(std::string_view piece) {
  std::string spaced(piece);
  std::replace(spaced.begin(), spaced.end(), '+', ' ');
  return pct_decode(spaced);
}

// Letters, digits and `* - . _` stay.
void append_encoded(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == ' ') {
      out.push_back('+');
    } else if (c == '*' || (is_unreserved(c) && c != '~')) {
      out.push_back(c);
    } else {
      append_triplet(out, c);
    }
  }
}

}  // namespace

std::vector<std::pair<std::string, std::string>> form_decode(std::string_view query) {
  std::vector<std::pair<std::string, std::string>> pairs;
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view piece = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (piece.empty()) continue;
    const std::size_t equals = piece.find('=');
    const bool has_value = equals != std::string_view::npos;
    pairs.emplace_back(decode(piece.substr(0, equals)),
                       has_value ? decode(piece.substr(equals + 1)) : std::string());
  }
  return pairs;
}

std::string form_encode(std::span<const std::pair<std::string, std::string>> pairs) {
  std::string out;
  for (const auto& [name, value] : pairs) {
    if (!out.empty()) out.push_back('&');
    append_encoded(out, name);
    out.push_back('=');
    append_encoded(out, value);
  }
  return out;
}

}  // namespace urilint
