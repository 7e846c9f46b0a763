// UTF-8 repair and the escapes for logs and JSON, as tables.
#include "report/escape.hpp"

#include <catch2/catch.hpp>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

using namespace urilint;
using namespace std::string_literals;

namespace {

struct Case {
  std::string in;
  std::string out;
};

/// What a log reader that obeys the prefixes at any place would find in a line: one of the
/// bracketed forms in any letter case, or behind a `::` a word as the names of commands are; words
/// that the groups of an address could be are none.
bool holds_command(const std::string& line) {
  std::string lower;
  for (const char c : line) {
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  for (const auto* word : {"##[", "##vso[", "##teamcity["}) {
    if (lower.find(word) != std::string::npos) return true;
  }
  for (std::size_t at = lower.find("::"); at != std::string::npos; at = lower.find("::", at + 1)) {
    const std::string rest = lower.substr(at + 2);
    if (rest.empty() || std::isalpha(static_cast<unsigned char>(rest.front())) == 0) continue;
    const std::string name = rest.substr(0, rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz-_"));
    if (name.find_first_not_of("abcdef") != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("repair_utf8 replaces each maximal subpart") {
  const std::vector<Case> cases = {
      {"", ""},
      {"plain", "plain"},
      {"\xc3\xa4", "\xc3\xa4"},
      {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
      {"a\x80z", "a\xef\xbf\xbdz"},
      {"\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd"},  // overlong: no lead byte
      {"\xe0\x80\xaf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
      {"\xe2\x82", "\xef\xbf\xbd"},  // cut short: one
      {"\xe2\x82"
       "a",
       "\xef\xbf\xbd"
       "a"},
      {"\xf0\x90\x80", "\xef\xbf\xbd"},
      {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},  // a surrogate
      {"\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
      {"\xf5\x80", "\xef\xbf\xbd\xef\xbf\xbd"},
      {"\xf1\x80\xe1\x80\xc2\x62", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\x62"},
      {"\xff\xfe", "\xef\xbf\xbd\xef\xbf\xbd"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.in);
    CHECK(repair_utf8(c.in) == c.out);
    CHECK(is_utf8(c.out));
    CHECK(is_utf8(c.in) == (c.in == c.out));
  }
}

TEST_CASE("repair_utf8 leaves every two-byte input valid") {
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      const std::string in{static_cast<char>(a), static_cast<char>(b)};
      const std::string out = repair_utf8(in);
      if (!is_utf8(out) || is_utf8(in) != (in == out)) FAIL(a << ' ' << b);
    }
  }
  SUCCEED();
}

TEST_CASE("escape_for_log shows what cannot be seen") {
  const std::vector<Case> cases = {
      {"https://example.com/a?b=c#d", "https://example.com/a?b=c#d"},
      {"a\nb\r\n", "a\\u{0a}b\\u{0d}\\u{0a}"},
      {"\t", "\\u{09}"},
      {"\0"s, "\\u{00}"},
      {"\x1b[31mred", "\\u{1b}[31mred"},
      {"\x7f", "\\u{7f}"},
      {"\xc2\x9b", "\\u{9b}"},  // C1: CSI
      {"\x9b", "\xef\xbf\xbd"},
      {"a\\b", "a\\b"},
      {"\xd8\x9c", "\\u{61c}"},
      {"\xe2\x80\x8e\xe2\x80\x8f", "\\u{200e}\\u{200f}"},
      {"\xe2\x80\xaa\xe2\x80\xae", "\\u{202a}\\u{202e}"},
      {"\xe2\x81\xa6\xe2\x81\xa9", "\\u{2066}\\u{2069}"},
      {"\xe2\x80\xa8\xe2\x80\xa9", "\\u{2028}\\u{2029}"},
      {"\xc2\xad", "\\u{ad}"},
      {"\xcd\x8f", "\\u{34f}"},
      {"\xe1\x85\x9f\xe1\x85\xa0", "\\u{115f}\\u{1160}"},
      {"\xe1\x9e\xb4\xe1\x9e\xb5", "\\u{17b4}\\u{17b5}"},
      {"\xe1\xa0\x8b\xe1\xa0\x8f", "\\u{180b}\\u{180f}"},
      {"\xe2\x80\x8b\xe2\x80\x8d", "\\u{200b}\\u{200d}"},
      {"\xe2\x81\xa0\xe2\x81\xaf", "\\u{2060}\\u{206f}"},
      {"\xe3\x85\xa4", "\\u{3164}"},
      {"\xef\xb8\x80\xef\xb8\x8f", "\\u{fe00}\\u{fe0f}"},
      {"\xef\xbb\xbf", "\\u{feff}"},
      {"\xef\xbe\xa0", "\\u{ffa0}"},
      {"\xef\xb7\x90", "\\u{fdd0}"},
      {"\xef\xbf\xbf", "\\u{ffff}"},
      {"\xf0\x9f\xbf\xbe", "\\u{1fffe}"},
      {"\xf3\xa0\x80\x80\xf3\xa0\xbf\xbf", "\\u{e0000}\\u{e0fff}"},
      {"\xf4\x8f\xbf\xbf", "\\u{10ffff}"},
      // Neighbours of the ranges stay.
      {"\xc2\xa0\xc2\xac\xc2\xae", "\xc2\xa0\xc2\xac\xc2\xae"},
      {"\xe2\x80\x8a\xe2\x80\x90", "\xe2\x80\x8a\xe2\x80\x90"},
      {"\xef\xbf\xbd", "\xef\xbf\xbd"},
      {"\xe4\xbe\x8b.\xd8\xa7", "\xe4\xbe\x8b.\xd8\xa7"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.in);
    CHECK(escape_for_log(c.in) == c.out);
    CHECK(escape_hidden(c.in) == c.out);
  }
}

TEST_CASE("escape_for_log breaks what CI log readers obey") {
  const std::vector<Case> cases = {
      {"::error::x", ":\\u{3a}error:\\u{3a}x"},
      {"a ::add-mask::y", "a :\\u{3a}add-mask:\\u{3a}y"},
      {"::debug::", ":\\u{3a}debug:\\u{3a}"},
      {":::", ":\\u{3a}\\u{3a}"},
      {"::::x", ":\\u{3a}:\\u{3a}x"},
      {"##[error]x", "#\\u{23}[error]x"},
      {"###[error]x", "##\\u{23}[error]x"},
      {"a##vso[task.x]", "a#\\u{23}vso[task.x]"},
      {"##VSO[task.x]", "#\\u{23}VSO[task.x]"},
      {"##teamcity[x]", "#\\u{23}teamcity[x]"},
      {"## heading [x]", "## heading [x]"},
      {"http://example.com/", "http://example.com/"},
      {"std::string", "std:\\u{3a}string"},
      // IP literals stay readable.
      {"http://[::1]/", "http://[::1]/"},
      {"http://[2001:db8::1]:80/", "http://[2001:db8::1]:80/"},
      {"http://[::ffff:192.0.2.1]/", "http://[::ffff:192.0.2.1]/"},
      {"http://[fe80::1%25eth0]/", "http://[fe80::1%25eth0]/"},
      {"[2001:DB8::]", "[2001:DB8::]"},
      {"[::1] [::2]", "[::1] [::2]"},
      {"(2001:db8::1)", "(2001:db8::1)"},
      {"it is fe80::1. ", "it is fe80::1. "},
      {"::ffff:192.0.2.1 ", "::ffff:192.0.2.1 "},
      {"`::1`", "`::1`"},
      {"[::1 ", "[::1 "},
      {"::1]", "::1]"},
      {"fe80::1%eth0", "fe80::1%eth0"},
      // What only looks like one does not, or may yet become something else.
      {"::1", ":\\u{3a}1"},
      {"std::1 ", "std:\\u{3a}1 "},
      {"::1a-b ", ":\\u{3a}1a-b "},
      {"::1error ", ":\\u{3a}1error "},
      {"::add ", ":\\u{3a}add "},
      {"a::b::1 ", "a:\\u{3a}b:\\u{3a}1 "},
      {"1:2::3:4:5:6:7:8:9 ", "1:2:\\u{3a}3:4:5:6:7:8:9 "},
      {"[::1", "[:\\u{3a}1"},
      {"[::add-mask::x]", "[:\\u{3a}add-mask:\\u{3a}x]"},
      {"[::a::]", "[:\\u{3a}a:\\u{3a}]"},
      {"[:::1]", "[:\\u{3a}:1]"},
      {"[::error ]", "[:\\u{3a}error ]"},
      {"[" + std::string(100, '1') + "::1]", "[" + std::string(100, '1') + ":\\u{3a}1]"},
      // Edges: words of our own may follow.
      {"name:", "name\\u{3a}"},
      {"name##", "name#\\u{23}"},
      {"name##vso", "name#\\u{23}vso"},
      {"::", ":\\u{3a}"},
      {":", "\\u{3a}"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.in);
    CHECK(escape_for_log(c.in) == c.out);
    CHECK_FALSE(holds_command(escape_for_log(c.in)));
  }
}

TEST_CASE("words of our own read as they are written") {
  const std::vector<Case> cases = {
      {"0.0.0.0 and `::` lead there", "0.0.0.0 and `::` lead there"},
      {"a.asp::$DATA", "a.asp::$DATA"},
      {"`[::ffff:7f00:1]`, or ::1", "`[::ffff:7f00:1]`, or ::1"},
      {"ends in ::", "ends in ::"},
      {"::error::x", ":\\u{3a}error:\\u{3a}x"},
      {":::error::", "::\\u{3a}error::"},
      {"##vso[x]\x1b", "#\\u{23}vso[x]\\u{1b}"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.in);
    CHECK(escape_words(c.in) == c.out);
    CHECK_FALSE(holds_command(escape_words(c.in)));
  }
}

TEST_CASE("no mixture of the pieces makes a command, joined or not") {
  const std::vector<std::string> pieces = {":",  "::", "#",        "##",    "[",   "]",
                                           " ",  "a",  "vso",      "error", "1",   "%",
                                           "fe", ".",  "teamcity", "-",     "\x80"};
  std::vector<std::string> texts = {""};
  for (int depth = 0; depth < 4; ++depth) {
    std::vector<std::string> longer;
    for (const std::string& text : texts) {
      for (const std::string& piece : pieces) longer.push_back(text + piece);
    }
    for (const std::string& text : longer) {
      const std::string escaped = escape_for_log(text);
      if (holds_command(escaped + "[")) FAIL(text << " -> " << escaped);
      if (holds_command(escaped + ":1: [x")) FAIL(text << " -> " << escaped);
      const std::string words = escape_words(text);
      if (holds_command(words)) FAIL(text << " -> " << words);
      const std::string closed = escape_for_log(text, Edge::closed);
      if (holds_command(closed)) FAIL(text << " -> " << closed);
      if (escape_with_places(text).text != closed) FAIL(text);
    }
    texts = depth < 2 ? longer : std::vector<std::string>(longer.begin(), longer.begin() + 4000);
  }
  SUCCEED();
}

TEST_CASE("places follow the escapes") {
  const EscapedText escaped = escape_with_places("a\n\xc3\xa4z");
  CHECK(escaped.text == "a\\u{0a}\xc3\xa4z");
  CHECK(escaped.at == std::vector<std::size_t>{0, 1, 7, 7, 9, 10});
  CHECK(escape_with_places("").at == std::vector<std::size_t>{0});
}

TEST_CASE("append_json_string means the same and is as safe") {
  const std::vector<Case> cases = {
      {"", R"("")"},
      {"a\"b\\c/", R"("a\"b\\c/")"},
      {"\n\r\t\b\x7f", R"("\n\r\t\u0008\u007f")"},
      {"\xe2\x80\xae\xf3\xa0\x80\x81", R"("\u202e\udb40\udc01")"},
      {"\xff", "\"\xef\xbf\xbd\""},
      {"\xc3\xa4", "\"\xc3\xa4\""},
      {"::error::x", R"(":\u003aerror:\u003ax")"},
      {"##vso[", R"("#\u0023vso[")"},
      {"http:", R"("http:")"},
      {"http://[::1]/", R"("http://[::1]/")"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.in);
    TextBuffer out;
    append_json_string(out, c.in);
    CHECK(out.view() == c.out);
  }
}

TEST_CASE("append_json_string finds what to escape at every place of every length") {
  TextBuffer out;
  for (std::size_t size = 1; size < 70; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      for (const char odd : {'"', '\x1f', '\x7f', '\xff', ':', '#'}) {
        std::string in(size, 'x');
        in[at] = odd;
        const std::string_view written = odd == '"'      ? "\\\""
                                         : odd == '\x1f' ? "\\u001f"
                                         : odd == '\x7f' ? "\\u007f"
                                         : odd == '\xff' ? "\xef\xbf\xbd"
                                         : odd == ':'    ? ":"
                                                         : "#";
        std::string expected = in;
        expected.replace(at, 1, written);
        out.clear();
        append_json_string(out, in);
        CHECK(out.view() == '"' + expected + '"');
      }
    }
  }
}

TEST_CASE("append_json_string breaks a command behind text of every length") {
  TextBuffer out;
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string before(size, 'x');
    out.clear();
    append_json_string(out, before + "::warning::##[debug]");
    CHECK(out.view() == '"' + before + R"(:\u003awarning:\u003a#\u0023[debug]")");
  }
}

TEST_CASE("display_width counts columns") {
  CHECK(display_width("") == 0);
  CHECK(display_width("abc") == 3);
  CHECK(display_width("\xc3\xa4") == 1);
  CHECK(display_width("\xe4\xbe\x8b\xe3\x81\x88") == 4);  // wide
  CHECK(display_width("\xef\xbc\x8f") == 2);              // fullwidth solidus
  CHECK(display_width("e\xcc\x81") == 1);                 // a combining acute
  CHECK(display_width("\xf0\x9f\x98\x80") == 2);
  CHECK(display_width("\xe1\x84\x80\xe1\x85\xa1") == 2);  // Hangul jamo join
}

TEST_CASE("escaping is linear in hostile input") {
  for (const char* unit : {":", "#", "##a", "[:", "[::", "%", "\xe2\x80", "[1::%"}) {
    std::string text;
    while (text.size() < (1U << 20)) text += unit;
    CHECK(escape_for_log(text).size() >= text.size() / 2);
  }
}
