#include "document/encoded_word.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "document/transfer.hpp"
#include "support/layer_invariants.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string header(std::string_view source) {
  Document document;
  document.add({source, {}, Layer::raw});
  const TextSpan all{kRawText, 0, static_cast<Off>(source.size())};
  const TextSpan out = decode_header(document, all);
  CHECK(layers_fault(document, out.text, [](const Text&) { return Respell{}; }) == "");
  return std::string(document.bytes(out));
}

/// The value of the parameter, or `-`.
std::string parameter(std::string_view source, std::string_view name) {
  Document document;
  document.add({source, {}, Layer::raw});
  const TextSpan all{kRawText, 0, static_cast<Off>(source.size())};
  const auto out = decode_parameter(document, all, name);
  if (!out) return "-";
  CHECK(layers_fault(document, out->text, [](const Text&) { return Respell{}; }) == "");
  return std::string(document.bytes(*out));
}

std::string spelling(const std::string& source, std::string_view part) {
  Document document;
  document.add({source, {}, Layer::raw});
  const TextSpan out = decode_header(document, {kRawText, 0, static_cast<Off>(source.size())});
  const std::size_t at = document.bytes(out).find(part);
  REQUIRE(at != std::string_view::npos);
  const auto begin = out.begin + static_cast<Off>(at);
  const SourceSpan span =
      document.to_source({out.text, begin, begin + static_cast<Off>(part.size())});
  return source.substr(span.begin, span.size());
}

using Rows = std::vector<std::pair<std::string, std::string>>;

}  // namespace

TEST_CASE("header values with nothing to decode are not copied") {
  for (const std::string source :
       {"", "plain", "a =?b", "=?utf-8?x?y?=", "=?utf-8?q?no end", "=?=", "caf\xc3\xa9",
        "=?"
        "?q?a?=",
        "a\r\nb", "=?utf-8?q?a\r\n?="}) {
    CAPTURE(source);
    Document document;
    document.add({source, {}, Layer::raw});
    const TextSpan where{kRawText, 0, static_cast<Off>(source.size())};
    CHECK(decode_header(document, where) == where);
  }
}

TEST_CASE("encoded words") {
  const Rows rows = {
      {"=?utf-8?q?caf=C3=A9?=", "caf\xc3\xa9"},
      {"=?ISO-8859-1?Q?a?= b", "a b"},
      {"=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=", "ab"},
      {"=?ISO-8859-1?Q?a?=\r\n  =?ISO-8859-1?B?Yg==?= c", "ab c"},
      {"=?ISO-8859-1?Q?a_b?=", "a b"},
      {"(=?ISO-8859-1?Q?a?=)", "(a)"},
      {"x=?utf-8?B?aHR0cHM6Ly8=?=y", "xhttps://y"},
      {"=?iso-8859-1*en?q?=e9?=", "\xc3\xa9"},
      {"=?utf-8?q?two words?=", "two words"},
      {"=?utf-8?q?"
       "?=",
       ""},
      {"=?utf-8?q?=3D?= =?", "= =?"},
      {"=?utf-8?q?a=b=4?=", "a=b=4"},
      {"=?koi8-r?b?wcLD?= \xe9", "\xd0\xb0\xd0\xb1\xd1\x86 \xc3\xa9"},
      {"=?iso-2022-jp?B?GyRCJCIbKEI=?=/", "\xe3\x81\x82/"},
      {"=?x-unheard?q?=e9?=", "\xc3\xa9"},
      {"=?utf-7?q?+AGg-ttp?=", "http"},
      {"=?utf-8?q?=?= =?utf-8?q?41?=", "=41"},
      // Torn characters: one charset and encoding, then another encoding.
      {"=?utf-8?q?=C3?= =?UTF-8?Q?=A9?=", "\xc3\xa9"},
      {"=?utf-8?b?4oI=?=\n =?utf-8?b?rA==?=", "\xe2\x82\xac"},
      {"=?shift_jis?q?=82?= =?shift_jis?q?=a0?=", "\xe3\x81\x82"},
      {"=?koi8-r?q?=c1?= =?windows-1251?q?=e0?=", "\xd0\xb0\xd0\xb0"},
  };
  for (const auto& [source, text] : rows) {
    CAPTURE(source);
    CHECK(header(source) == text);
  }
}

TEST_CASE("folded lines and raw bytes of header values") {
  const Rows rows = {{"a\r\n b", "a b"},
                     {"a\n\tb\r\n  c", "a\tb  c"},
                     {"a\r\nb\r\n c", "a\r\nb c"},
                     {" \r\n https://example.com/\r\n x", "  https://example.com/ x"},
                     {"caf\xe9", "caf\xc3\xa9"},
                     {"caf\xc3\xa9\r\n b", "caf\xc3\xa9 b"}};
  for (const auto& [source, text] : rows) {
    CAPTURE(source);
    CHECK(header(source) == text);
  }
}

TEST_CASE("a place in a header value is the very characters that spell it") {
  CHECK(spelling("a =?utf-8?q?x=2Fy?= b", "/") == "=2F");
  CHECK(spelling("a =?utf-8?q?x=2Fy?= b", "y b") == "y?= b");
  CHECK(spelling("=?utf-8?b?QUJDREVG?=", "EF") == "REVG");
  CHECK(spelling("=?koi8-r?q?=c1=c2?= z", "\xd0\xb1") == "=c2");
  CHECK(spelling("=?utf-8?q?=C3?= =?utf-8?q?=A9?=", "\xc3\xa9") == "=C3?= =?utf-8?q?=A9");
  CHECK(spelling("a\r\n b", "b") == "b");
}

TEST_CASE("parameters") {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"attachment", "-"},
      {"attachment; filename=a.txt", "a.txt"},
      {"attachment; FileName = a b.txt ; x=y", "a b.txt"},
      {"attachment; filename=\"a;\\\"b\\\\\" ; x", "a;\"b\\"},
      {"attachment; x=\"; filename=no\"; filename=yes", "yes"},
      {"attachment; filename=\"open", "open"},
      {"attachment; filename=", ""},
      {"attachment; filename=one; filename=two", "one"},
      {"attachment; filename*=utf-8''caf%C3%A9", "caf\xc3\xa9"},
      {"attachment; filename=plain; filename*=ISO-8859-1'fr'caf%e9", "caf\xc3\xa9"},
      {"attachment; filename*=caf%C3%A9", "caf\xc3\xa9"},
      {"attachment; filename*0*=utf-8''%C3; filename*1*=%A9; filename*2=\"%41\"", "\xc3\xa9%41"},
      {"attachment; filename*1=b; filename*0=a", "ab"},
      {"attachment; filename*0=a; filename*2=c", "a"},
      {"attachment; filename*1=b", "-"},
      {"attachment; filename*x=b; filename*=", ""},
      {"attachment; filename*0*=koi8-r''%c1;\r\n filename*1*=%c2", "\xd0\xb0\xd0\xb1"},
      {"attachment; filename=\"=?utf-8?q?caf=C3=A9?=\"", "caf\xc3\xa9"},
      {"attachment; filename=\"a\r\n b\"", "a b"},
      {"attachment; filename=caf\xe9", "caf\xc3\xa9"},
      {"attachment; filename*=utf-8''a%4", "a%4"},
      {"; filename=a", "a"},
      {"filename", "-"},
      {"", "-"},
  };
  for (const auto& [source, text] : rows) {
    CAPTURE(source);
    CHECK(parameter(source, "filename") == text);
  }
  CHECK(parameter("multipart/mixed; boundary=\"a=b\"", "boundary") == "a=b");
}

TEST_CASE("a parameter that needs no decoding is a place of the field") {
  Document document;
  const std::string source = "text/plain; charset=\"utf-8\"";
  document.add({source, {}, Layer::raw});
  const auto out =
      decode_parameter(document, {kRawText, 0, static_cast<Off>(source.size())}, "charset");
  REQUIRE(out);
  CHECK(*out == TextSpan{kRawText, 21, 26});
  CHECK(document.count() == 1);
}
