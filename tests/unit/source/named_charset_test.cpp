#include "source/named_charset.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/layer_invariants.hpp"
#include "tables/charset-names.hpp"

using namespace urilint;
using namespace urilint::testing;
using namespace std::string_literals;

namespace {

std::string decoded(std::string_view source, std::string_view charset) {
  Document document;
  document.add({source, {}, Layer::raw});
  const TextSpan all{kRawText, 0, static_cast<Off>(source.size())};
  return std::string(document.bytes(decode_charset(document, all, charset)));
}

enum class Alone { yes, no };  // whether a part of the source can be decoded by itself

/// Decodes the bytes as they stand in the middle of a text.
void check(std::string_view charset, const std::string& source, const std::string& text,
           Alone alone = Alone::yes) {
  CAPTURE(std::string(charset), source);
  CHECK(decoded(source, charset) == text);
  const std::string framed = "\x1b" + source + "\x82";
  Document document;
  document.add({framed, {}, Layer::raw});
  const TextSpan where{kRawText, 1, static_cast<Off>(framed.size() - 1)};
  const TextSpan out = decode_charset(document, where, charset);
  CHECK(document.bytes(out) == text);
  CHECK(document.to_source(out).begin >= 1);
  CHECK(document.to_source(out).end <= framed.size() - 1);
  const Respell respell = [charset](std::string_view part) { return decoded(part, charset); };
  CHECK(layers_fault(document, out.text,
                     [&](const Text&) { return alone == Alone::yes ? respell : Respell{}; }) == "");
}

/// What spells each of the parts of the decoded text, separated by `|`.
std::string spellings(std::string_view charset, const std::string& source,
                      const std::vector<std::string>& parts) {
  Document document;
  document.add({source, {}, Layer::raw});
  const TextSpan all{kRawText, 0, static_cast<Off>(source.size())};
  const TextSpan out = decode_charset(document, all, charset);
  std::string spelt;
  for (const std::string& part : parts) {
    const std::size_t at = document.bytes(out).find(part);
    REQUIRE(at != std::string_view::npos);
    const SourceSpan span = document.to_source({out.text, out.begin + static_cast<Off>(at),
                                                out.begin + static_cast<Off>(at + part.size())});
    spelt += source.substr(span.begin, span.size()) + '|';
  }
  return spelt;
}

}  // namespace

TEST_CASE("UTF-8 and what ASCII spells is not copied") {
  const std::pair<std::string, std::string_view> rows[] = {
      {"a\xc3\xa9", "utf-8"},     {"a\xc3\xa9", "UTF8"},
      {"a\xc3\xa9", "us-ascii"},  {"a\xc3\xa9", "x-unheard"},
      {"a\xc3\xa9", ""},          {"https://x", "koi8-r"},
      {"https://x", "Shift_JIS"}, {"https://x", "iso-2022-jp"},
      {"https://x", "utf-7"},     {"https://x", "hz-gb-2312"},
      {"a\xff", "utf-8"},         {"https://x", "GB2312"},
  };
  for (const auto& [source, charset] : rows) {
    CAPTURE(source, std::string(charset));
    Document document;
    document.add({source, {}, Layer::raw});
    const TextSpan where{kRawText, 1, static_cast<Off>(source.size())};
    CHECK(decode_charset(document, where, charset) == where);
    CHECK(document.count() == 1);
    CHECK(is_utf8_in(source, charset));
  }
}

TEST_CASE("a byte order mark is no text") {
  Document document;
  const std::string source =
      "\xef\xbb\xbf"
      "a";
  document.add({source, {}, Layer::raw});
  CHECK(decode_charset(document, {kRawText, 0, 4}, "utf-8") == TextSpan{kRawText, 3, 4});
  check("utf-16", "\xff\xfe"s + "a\0"s, "a");
  check("utf-16", "\xfe\xff\0a"s, "a", Alone::no);  // the mark decides
  check("utf-16le", "\xff\xfe"s + "a\0"s, "a");
}

TEST_CASE("charsets of one byte a character") {
  check("iso-8859-1", "a\xe9\x80\x93", "a\xc3\xa9\xe2\x82\xac\xe2\x80\x9c");
  check("windows-1252", "\x81\x8d\x9d", "\xc2\x81\xc2\x8d\xc2\x9d");
  check("us-ascii", "\xe9t\xe9", "\xc3\xa9t\xc3\xa9");
  check("x-unheard", "\xe9t\xe9", "\xc3\xa9t\xc3\xa9");
  check("koi8-r", "\xc1\xc2 a", "\xd0\xb0\xd0\xb1 a");
  check("windows-1251", "\xe0", "\xd0\xb0");
  check("iso-8859-9", "\xfd\x80", "\xc4\xb1\xe2\x82\xac");
  check("iso-8859-15", "\xa4", "\xe2\x82\xac");
}

TEST_CASE("charsets of several bytes a character") {
  check("shift_jis", "\x82\xa0/\xb1\\", "\xe3\x81\x82/\xef\xbd\xb1\\");
  check("euc-jp", "\xa4\xa2/\x8e\xb1", "\xe3\x81\x82/\xef\xbd\xb1");
  check("gb2312", "\xc4\xe3/\x81\x40", "\xe4\xbd\xa0/\xe4\xb8\x82");
  check("gb18030", "\x81\x30\x81\x30/", "\xc2\x80/");
  check("big5", "\xa7\x41/", "\xe4\xbd\xa0/");
  check("ks_c_5601-1987", "\xb0\xa1/\x81\x41", "\xea\xb0\x80/\xea\xb0\x82");
  check("euc-kr", "\xb0\xa1/", "\xea\xb0\x80/");
}

TEST_CASE("charsets that switch alphabets") {
  check("iso-2022-jp", "a\x1b$B$\"$$\x1b(B/", "a\xe3\x81\x82\xe3\x81\x84/", Alone::no);
  check("iso-2022-jp", "\x1b(I1\x1b(B", "\xef\xbd\xb1", Alone::no);
  check("iso-2022-kr", "\x1b$)C\x0e\x30\x21\x0f/", "\xea\xb0\x80/", Alone::no);
  check("hz-gb-2312", "a~{VP~}b~~",
        "a\xe4\xb8\xad"
        "b~",
        Alone::no);
  CHECK(spellings("iso-2022-jp", "a\x1b$B$\"$$\x1b(B/b", {"\xe3\x81\x82", "\xe3\x81\x84", "/b"}) ==
        "$\"|$$|/b|");
  CHECK(spellings("hz-gb-2312", "a~{VP~}b", {"\xe4\xb8\xad", "b"}) == "VP|b|");
}

TEST_CASE("UTF-16 and UTF-32") {
  check("utf-16le", "a\0\xe9\0\x3d\xd8\x00\xde"s, "a\xc3\xa9\xf0\x9f\x98\x80");
  check("utf-16be", "\0a\0\xe9"s, "a\xc3\xa9");
  check("utf-16", "a\0b\0"s, "ab");
  check("utf-16", "\0a\0b"s, "ab");
  check("utf-16le", "a\0b"s, "a\xef\xbf\xbd");
  check("utf-16le",
        "\x3d\xd8"
        "a\0"s,
        "\xef\xbf\xbd"
        "a");
  check("utf-32le", "a\0\0\0"s, "a");
}

TEST_CASE("UTF-7") {
  check("utf-7", "+AGg-ttp://x", "http://x", Alone::no);
  check("utf-7", "+AGgAdAB0AHA-://x+-y", "http://x+y", Alone::no);
  check("UNICODE-1-1-UTF-7", "Hi Mom +Jjo-!", "Hi Mom \xe2\x98\xba!", Alone::no);
  check("utf7", "+2D3eAA-", "\xf0\x9f\x98\x80", Alone::no);
  check("utf7", "+AGEAYtg93gAAYwBk-",
        "ab\xf0\x9f\x98\x80"
        "cd",
        Alone::no);
  check("utf7", "+2D0-a+3gA",
        "\xef\xbf\xbd"
        "a\xef\xbf\xbd",
        Alone::no);
  check("utf7", "+ a+", "+ a+", Alone::no);
  check("utf7", "+A-a", "a", Alone::no);
  check("utf7", "\xe9+AGg", "\xef\xbf\xbdh", Alone::no);
  CHECK(spellings("utf-7", "+AGgAdAB0AHAAOgAv-/x", {"htt", "p:/", "t", "//x"}) ==
        "AGgAdAB0|AHAAOgAv|AGgAdAB0|AHAAOgAv-/x|");
}

TEST_CASE("what is no character becomes one mark, and what follows is read") {
  check("shift_jis", "\x82", "\xef\xbf\xbd");
  check("shift_jis", "\x82/a", "\xef\xbf\xbd/a");
  check("euc-jp", "\xa4\n/", "\xef\xbf\xbd\n/");
  check("gb18030", "\x81\x30:",
        "\xef\xbf\xbd"
        "0:");
  check("euc-jp", "a\xff", "a\xef\xbf\xbd");
  check("iso-2022-jp", "a\x1b$B", "a", Alone::no);
}

TEST_CASE("names of charsets as mail spells them") {
  for (const std::string_view name : {"koi8-r", "KOI8-R", "\"koi8-r\"", " 'koi8-r' ", "koi8-r*ru",
                                      "koi8r", "cskoi8r", "koi8-r;"}) {
    CAPTURE(std::string(name));
    CHECK(decoded("\xc1", name) == "\xd0\xb0");
  }
  for (const std::string_view name :
       {"iso8859-1", "ISO_8859-1", "latin1", "cp1252", "windows1252", "ansi", "l1", "x-unheard", "",
        "../koi8-r", "koi8-r,swaplfnl", "SCSU", "BOCU-1", "lmbcs", "IMAP-mailbox-name"}) {
    CAPTURE(std::string(name));
    CHECK(decoded("\xc1", name) == "\xc3\x81");
  }
  CHECK(decoded("\xc1", std::string(5000, 'k')) == "\xc3\x81");
}

TEST_CASE("characters of one width are one run") {
  std::string cyrillic;
  std::string kana;
  for (int i = 0; i < 1000; ++i) {
    cyrillic += "\xc1";
    kana += "\x82\xa0";
  }
  for (const auto& [source, charset] : {std::pair{cyrillic, "koi8-r"}, {kana, "shift_jis"}}) {
    Document document;
    document.add({source, {}, Layer::raw});
    const TextSpan out =
        decode_charset(document, {kRawText, 0, static_cast<Off>(source.size())}, charset);
    CHECK(document.text(out.text).map.runs.size() == 1);
    CHECK(document.to_source({out.text, 0, 1}).size() == source.size() / 1000);
  }
}

TEST_CASE("every name of the table stands for a charset that can be read") {
  const std::string sample = "\xa4\xa2\xc1\xe0\xfd\x82\xa0+AGg- \x1b$B$\"\x1b(B";
  const std::string windows = decoded(sample, "windows-1252");
  for (const auto& row : tables::kCharsetNames) {
    CAPTURE(std::string(row.name), std::string(row.charset));
    const bool plain = row.charset == "-" || row.charset == "windows-1252";
    CHECK((decoded(sample, row.name) == windows) == plain);
  }
}
