// Appendix A is put together bottom up from its own rules, one string a rule, in Latin-1 so that
// any byte is a character; appendix B is the expression that the RFC prints.
#include "conformance/oracles.hpp"

#include <re2/re2.h>
#include <uriparser/Uri.h>

#include <cstdlib>
#include <iostream>
#include <string>

namespace urilint::testing {
namespace {

// Frees what uriparser allocated, whichever way the function is left.
struct UriparserUri {
  UriUriA uri{};
  bool parsed = false;

  explicit UriparserUri(std::string_view text) {
    static constexpr char kNothing[] = "";
    const char* const begin = text.empty() ? kNothing : text.data();
    const char* error = nullptr;
    parsed = uriParseSingleUriExA(&uri, begin, begin + text.size(), &error) == URI_SUCCESS;
  }
  ~UriparserUri() {
    if (parsed) uriFreeUriMembersA(&uri);
  }
  UriparserUri(const UriparserUri&) = delete;
  UriparserUri& operator=(const UriparserUri&) = delete;
};

std::optional<std::string_view> view_of(const UriTextRangeA& range) {
  if (range.first == nullptr) return std::nullopt;
  return std::string_view(range.first, static_cast<std::size_t>(range.afterLast - range.first));
}

std::string group(const std::string& inside) { return "(?:" + inside + ")"; }

std::string ipv6_address(const std::string& ipv4) {
  const std::string h16 = "(?:[0-9A-Fa-f]{1,4})";
  const std::string h16c = group(h16 + ":");
  const std::string ls32 = group(h16 + ":" + h16 + "|" + ipv4);
  const auto before = [&](int most) {  // [ *most( h16 ":" ) h16 ]
    return group(h16c + "{0," + std::to_string(most) + "}" + h16) + "?";
  };
  const auto times = [&](int count) { return h16c + "{" + std::to_string(count) + "}"; };
  return group(times(6) + ls32 + "|" +                       //
               "::" + times(5) + ls32 + "|" +                //
               group(h16) + "?::" + times(4) + ls32 + "|" +  //
               before(1) + "::" + times(3) + ls32 + "|" +    //
               before(2) + "::" + times(2) + ls32 + "|" +    //
               before(3) + "::" + h16c + ls32 + "|" +        //
               before(4) + "::" + ls32 + "|" +               //
               before(5) + "::" + h16 + "|" +                //
               before(6) + "::");
}

std::string uri_reference() {
  const std::string unreserved = R"(A-Za-z0-9._~\-)";
  const std::string sub_delims = R"(!$&'()*+,;=)";
  const std::string pct_encoded = "%[0-9A-Fa-f]{2}";
  const std::string set = unreserved + sub_delims;
  const auto of = [&](const std::string& more) {
    return group("[" + set + more + "]|" + pct_encoded);
  };

  const std::string pchar = of(":@");
  const std::string segment = pchar + "*";
  const std::string segment_nz = pchar + "+";
  const std::string segment_nz_nc = of("@") + "+";
  const std::string segments = group("/" + segment) + "*";
  const std::string path_absolute = "/" + group(segment_nz + segments) + "?";
  const std::string path_rootless = segment_nz + segments;
  const std::string path_noscheme = segment_nz_nc + segments;

  const std::string dec_octet = group("[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5]");
  const std::string ipv4 = group(dec_octet + R"((?:\.)" + dec_octet + "){3}");
  const std::string ipvfuture = R"([vV][0-9A-Fa-f]+\.[)" + set + ":]+";
  const std::string ip_literal = R"(\[)" + group(ipv6_address(ipv4) + "|" + ipvfuture) + R"(\])";
  const std::string host = group(ip_literal + "|" + ipv4 + "|" + of("") + "*");
  const std::string authority = group(of(":") + "*@") + "?" + host + "(?::[0-9]*)?";

  const std::string rest =
      group(R"(\?)" + of(":@/?") + "*") + "?" + group("#" + of(":@/?") + "*") + "?";
  const std::string slashes = "//" + authority + segments;
  const std::string uri = R"([A-Za-z][A-Za-z0-9+\-.]*:)" +
                          group(slashes + "|" + path_absolute + "|" + path_rootless + "|") + rest;
  const std::string relative =
      group(slashes + "|" + path_absolute + "|" + path_noscheme + "|") + rest;
  return group(uri + "|" + relative);
}

RE2::Options latin1() {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_dot_nl(true);
  options.set_never_nl(false);
  options.set_max_mem(64 << 20);
  return options;
}

const RE2& compiled(const RE2& expression) {
  if (expression.ok()) return expression;
  std::cerr << expression.error() << '\n';
  std::abort();
}

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

bool uriparser_accepts(std::string_view text) { return UriparserUri(text).parsed; }

bool uriparser_reads(std::string_view text, Reading& out) {
  const UriparserUri read(text);
  if (!read.parsed) return false;
  out = {view_of(read.uri.scheme),
         view_of(read.uri.userInfo),
         view_of(read.uri.hostText),
         view_of(read.uri.portText),
         std::nullopt,
         view_of(read.uri.query),
         view_of(read.uri.fragment)};
  const bool brackets =
      read.uri.hostData.ip6 != nullptr || read.uri.hostData.ipFuture.first != nullptr;
  if (brackets) out[2] = std::string_view(out[2]->data() - 1, out[2]->size() + 2);
  return true;
}

bool abnf_accepts(std::string_view text) {
  static const RE2 kExpression(uri_reference(), latin1());
  return RE2::FullMatch(piece(text), compiled(kExpression));
}

void appendix_b_reads(std::string_view text, Reading& out) {
  static const RE2 kExpression(
      R"(^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?)", latin1());
  re2::StringPiece found[6];
  compiled(kExpression).Match(piece(text), 0, text.size(), RE2::ANCHOR_BOTH, found, 6);
  const auto view = [](re2::StringPiece part) -> std::optional<std::string_view> {
    if (part.data() == nullptr) return std::nullopt;
    return std::string_view(part.data(), part.size());
  };
  out = {view(found[1]), std::nullopt,   view(found[2]), std::nullopt,
         view(found[3]), view(found[4]), view(found[5])};
}

}  // namespace urilint::testing
