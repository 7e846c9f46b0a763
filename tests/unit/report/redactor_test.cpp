// Masks and span mapping as tables: secrets stand between `«` and `»`. Then properties on random
// bytes, with a naive model beside it.
#include "report/redactor.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/secrets.hpp"
#include "report/escape.hpp"

using namespace urilint;

namespace {

struct Marked {
  std::string text;
  std::vector<UriSpan> secrets;
};

Marked with_secrets(std::string_view text) {
  Marked out;
  for (std::size_t i = 0; i < text.size();) {
    if (text.substr(i, 2) == "\xc2\xab") {
      out.secrets.push_back({static_cast<Off>(out.text.size()), 0});
      i += 2;
    } else if (text.substr(i, 2) == "\xc2\xbb") {
      out.secrets.back().end = static_cast<Off>(out.text.size());
      i += 2;
    } else {
      out.text += text[i++];
    }
  }
  return out;
}

Redactor redactor_of(const Marked& marked) { return {marked.text, marked.secrets, false}; }

std::string masked(std::string_view text) { return redactor_of(with_secrets(text)).whole().str(); }

UriSpan span_in(const Marked& marked, std::string_view what) {
  const std::size_t at = marked.text.find(what);
  REQUIRE(at != std::string::npos);
  return {static_cast<Off>(at), static_cast<Off>(at + what.size())};
}

}  // namespace

TEST_CASE("redactor: runs between delimiters become stars") {
  struct Case {
    const char* text;
    const char* printed;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"https://svc:«S3cr3tPw9»@example.com/", "https://svc:***@example.com/"},
           {"https://svc:«S3cr3t/Pw9»@example.com/", "https://svc:***/***@example.com/"},
           {"https://svc:«a:b@c#d?e[f]g\\h»@x", "https://svc:***:***@***#***?***[***]***\\***@x"},
           {"?a=«x&y;z=w»&b", "?a=***&***;***=***&b"},
           {"https://svc:«%2Fa%40»@x", "https://svc:***@x"},
           {"https://svc:«:»@x", "https://svc:***@x"},
           {"https://svc:«/?#»@x", "https://svc:***@x"},
           {"https://svc:«/a»@x", "https://svc:/***@x"},
           {"https://svc:«***»@x", "https://svc:***@x"},
           {"«a»«b»", "******"},
           {"«all of it»", "***"},
           {"nothing", "nothing"},
           {"", ""},
           {"a«\xff\xfe»b", "a***b"},
           {"a\xff«b»\xff", "a\xef\xbf\xbd***\xef\xbf\xbd"},
           {"«p\xc3\xa4ss»w\xc3\xb6rd", "***w\xc3\xb6rd"},
       }) {
    CAPTURE(c.text);
    CHECK(masked(c.text) == c.printed);
  }
}

TEST_CASE("redactor: bytes for base64 are masked and not repaired") {
  const Marked marked = with_secrets("a\xff«S3cr3t\xff»\xfe");
  const Redactor redactor = redactor_of(marked);
  CHECK(redactor.masked_bytes() == "a\xff***\xfe");
  CHECK_FALSE(redactor.was_utf8());
  CHECK(redactor_of(with_secrets("a«b»\xc3\xa4")).was_utf8());
}

TEST_CASE("redactor: show_secrets masks nothing, and still repairs") {
  const Marked marked = with_secrets("https://svc:«S3cr3t»@x/\xff");
  const Redactor redactor(marked.text, marked.secrets, true);
  CHECK(redactor.whole().str() == "https://svc:S3cr3t@x/\xef\xbf\xbd");
  const PrintedSpan span = redactor.map(span_in(marked, "c"));
  CHECK(redactor.slice(span_in(marked, "S3cr3t")).str() == "S3cr3t");
  CHECK(span.end - span.begin == 1);
}

TEST_CASE("redactor: spans map piecewise and snap outward") {
  const Marked marked = with_secrets("https://svc:«S3cr3t/Pw9»@example.com/");
  const Redactor redactor = redactor_of(marked);
  const auto slice = [&](std::string_view what) {
    return redactor.slice(span_in(marked, what)).str();
  };
  CHECK(slice("https") == "https");
  CHECK(slice("svc:") == "svc:");
  CHECK(slice("S3cr3t/Pw9") == "***/***");
  CHECK(slice("3cr") == "***");
  CHECK(slice("t/P") == "***/***");
  CHECK(slice("/Pw") == "/***");
  CHECK(slice("c:S3") == "c:***");
  CHECK(slice("w9@exa") == "***@exa");
  CHECK(slice("example.com") == "example.com");
  CHECK(redactor.slice({0, static_cast<Off>(marked.text.size())}).str() == redactor.whole().str());
  // Empty spans stay empty at an edge, and take the mask that they are inside.
  CHECK(redactor.slice({12, 12}).str().empty());
  CHECK(redactor.slice({14, 14}).str() == "***");
  // Out of range: the end.
  const auto end = static_cast<std::uint64_t>(redactor.whole().str().size());
  CHECK(redactor.map({9999, 99999}).begin == end);
  CHECK(redactor.map({9999, 99999}).end == end);
}

TEST_CASE("redactor: characters and repaired sequences are atoms") {
  // U+00E4, one stray byte, a truncated U+1F600 (three bytes), two stray bytes.
  const std::string text = "a\xc3\xa4\xff\xf0\x9f\x98z\xfe\xfd";
  const Redactor redactor(text, {}, false);
  const std::string bad = "\xef\xbf\xbd";
  CHECK(redactor.whole().str() == "a\xc3\xa4" + bad + bad + "z" + bad + bad);
  CHECK(redactor.slice({2, 3}).str() == "\xc3\xa4");
  CHECK(redactor.slice({1, 2}).str() == "\xc3\xa4");
  CHECK(redactor.slice({3, 4}).str() == bad);
  CHECK(redactor.slice({4, 7}).str() == bad);
  CHECK(redactor.slice({5, 6}).str() == bad);
  CHECK(redactor.slice({6, 8}).str() == bad + "z");
  CHECK(redactor.slice({8, 9}).str() == bad);
  CHECK(redactor.slice({9, 10}).str() == bad);
  CHECK(redactor.slice({8, 10}).str() == bad + bad);
}

TEST_CASE("redactor: secrets out of order or out of range do no harm") {
  const std::string text = "abcdef";
  const std::vector<UriSpan> spans = {{4, 99}, {1, 2}, {3, 3}};
  CHECK(Redactor(text, spans, false).whole().str() == "abcd***");
}

TEST_CASE("redactor: words of our own and joins") {
  CHECK(Redactor::plain("the host").str() == "the host");
  CHECK(Redactor::plain("a\xff").str() == "a\xef\xbf\xbd");
  const std::vector<Redacted> parts = {Redactor::plain("a"), Redactor::plain(""),
                                       Redactor::plain("b")};
  CHECK(Redactor::join(parts).str() == "ab");
}

TEST_CASE("redactor: any bytes give valid text, spans in range, a monotone map, and no secret") {
  std::mt19937 random(11);
  const std::string_view alphabet = "aB9:/@?#&;=[]\\%\xff\xc3\xa4\xf0\x9f\x98\x80*";
  for (int round = 0; round < 5000; ++round) {
    std::string text;
    for (std::size_t i = random() % 24; i > 0; --i) text += alphabet[random() % alphabet.size()];
    // Secrets are marked by a byte that stands nowhere else.
    std::vector<UriSpan> secrets;
    Off at = 0;
    while (at + 2 < text.size() && random() % 2 == 0) {
      const Off begin = at + static_cast<Off>(random() % 3);
      const Off end =
          std::min(static_cast<Off>(text.size()), begin + 1 + static_cast<Off>(random() % 6));
      if (begin >= end) break;
      secrets.push_back({begin, end});
      text[begin] = 'Z';
      at = end;
    }
    const Redactor redactor(text, secrets, false);
    const std::string& whole = redactor.whole().str();
    CAPTURE(text, whole);
    REQUIRE(is_utf8(whole));
    REQUIRE(whole.find('Z') == std::string::npos);
    REQUIRE(redactor.masked_bytes().find('Z') == std::string::npos);
    REQUIRE(repair_utf8(redactor.masked_bytes()).find('Z') == std::string::npos);
    PrintedSpan before;
    for (Off i = 0; i <= text.size(); ++i) {
      const PrintedSpan point = redactor.map({i, i});
      REQUIRE(point.begin <= point.end);
      REQUIRE(point.end <= whole.size());
      REQUIRE(point.begin >= before.begin);
      REQUIRE(point.end >= before.end);
      before = point;
      for (Off j = i; j <= text.size(); ++j) {
        const PrintedSpan span = redactor.map({i, j});
        REQUIRE(span.begin == point.begin);
        REQUIRE(span.end >= span.begin);
        REQUIRE(span.end <= whole.size());
        REQUIRE(is_utf8(redactor.slice({i, j}).view()));
        // Not empty: something that is marked is seen.
        if (i < j) REQUIRE(span.end > span.begin);
      }
    }
    REQUIRE(redactor.map({0, static_cast<Off>(text.size())}).end == whole.size());
  }
}

TEST_CASE("redactor: with the classifier, printed URIs keep their structure") {
  struct Case {
    const char* uri;
    const char* printed;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"https://svc:S3cr3t/Pw9@example.com/", "https://svc:***/***@example.com/"},
           {"mongodb://app:pa#ss9@db.example.com:27017",
            "mongodb://app:***#***@db.example.com:27017"},
           {"https://example.com/?api_key=9f8e7d&b=c", "https://example.com/?api_key=***&b=c"},
           {"https://svc:****@example.com/", "https://svc:****@example.com/"},
           {"https://svc:${PW}@example.com/", "https://svc:***@example.com/"},  // no hole is known
           {"https://example.com/?n=https%3A%2F%2Fu%3AS3cr3t%40x",
            "https://example.com/?n=https%3A%2F%2Fu%3A***%40x"},
       }) {
    const std::string text = c.uri;
    std::vector<SecretFact> facts;
    classify_secrets(split(std::string_view(text)), text, {}, facts);
    std::vector<UriSpan> masks;
    for (const SecretFact& fact : facts) {
      if (fact.masked()) masks.push_back(fact.value);
    }
    CHECK(Redactor(text, masks, false).whole().str() == c.printed);
  }
}

TEST_CASE("redactor: a megabyte of bad bytes or of secrets is linear") {
  constexpr std::size_t kSize = 1 << 20;
  const std::string bad(kSize, '\xff');
  const Redactor repaired(bad, {}, false);
  CHECK(repaired.whole().str().size() == 3 * kSize);
  CHECK(repaired.map({kSize - 1, kSize}).begin == 3 * (kSize - 1));
  std::string mixed;
  std::vector<UriSpan> secrets;
  while (mixed.size() < kSize) {
    secrets.push_back({static_cast<Off>(mixed.size()), static_cast<Off>(mixed.size() + 2)});
    mixed += "ab:\xff";
  }
  const Redactor many(mixed, secrets, false);
  CHECK(many.whole().str().find('a') == std::string::npos);
  CHECK(many.whole().str().size() == secrets.size() * 7);
}
