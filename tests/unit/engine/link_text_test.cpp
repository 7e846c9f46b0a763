// Which hosts the text of a link names: one line for each, `how name @place`.
#include "engine/link_text.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace urilint;

namespace {

std::string dump(std::string_view text) {
  LinkText out;
  read_link_text(text, out);
  std::string lines;
  for (const NamedHost& host : out.hosts) {
    constexpr std::string_view kBy[] = {"hint", "name", "url"};
    if (!lines.empty()) lines += '\n';
    lines += std::string(kBy[static_cast<std::size_t>(host.by)]) + ' ' + host.name;
    if (host.https) lines += " https";
    if (host.http) lines += " http";
    lines += " [" + std::string(out.view(host.host)) + ']';
  }
  return lines;
}

bool names(std::string_view text) {
  LinkText out;
  read_link_text(text, out);
  return out.names_host();
}

}  // namespace

TEST_CASE("link text: URLs, www and bare names, among other words") {
  struct Case {
    std::string_view text;
    std::string_view hosts;
  };
  constexpr Case kCases[] = {
      {"https://example.com", "url example.com https [example.com]"},
      {"HTTP://Example.COM:8080/a", "url example.com http [Example.COM]"},
      {"ftp://files.example.com/", "url files.example.com [files.example.com]"},
      {"see https://example.com.", "url example.com https [example.com]"},
      {"\"www.example.com\"", "url www.example.com [www.example.com]"},
      {"Web:www.example.com!", "url www.example.com [www.example.com]"},
      {"//example.com/a", "name example.com [example.com]"},
      {"(example.com)", "name example.com [example.com]"},
      {"*example.com*", "name example.com [example.com]"},
      {"example.com's shop", "name example.com [example.com]"},
      {"go.example.io/x", "name go.example.io [go.example.io]"},
      {"example.io/x", "name example.io [example.io]"},
      {"https://user:pw@example.com/", "url example.com https [example.com]"},
      {"https://www.example.com@example.net", "url example.net https [example.net]"},
      {"http://192.0.2.7/", "url 192.0.2.7 http [192.0.2.7]"},
      {"http://[2001:DB8::7]:80/", "url [2001:db8::7] http [[2001:DB8::7]]"},
      {"https://example.com:", "url example.com https [example.com]"},
      {"a.example.com, https://b.example.com",
       "name a.example.com [a.example.com]\nurl b.example.com https [b.example.com]"},
      {"https://example.com/https://example.net/",
       "url example.com https [example.com]\nhint example.net https [example.net]"},
      {"https://urldefense.com/v3/__https://example.com/__;!!a!b$",
       "url urldefense.com https [urldefense.com]\nurl example.com https [urldefense.com]\n"
       "hint example.com https [example.com]"},
      {"https://www.google.com/"
       "url?q=https%3A%2F%2Fl.facebook.com%2Fl.php%3Fu%3Dhttps%253A%252F%252F"
       "example.com",
       "url www.google.com https [www.google.com]\nurl l.facebook.com https [www.google.com]\n"
       "url example.com https [www.google.com]"},
  };
  for (const Case& one : kCases) {
    CAPTURE(one.text);
    CHECK(dump(one.text) == one.hosts);
  }
}

TEST_CASE("link text: invisible characters, other forms of ASCII, and quotes beyond it") {
  CHECK(dump("ht\u00adtps://exam\u200bple.com/") == "url example.com https [exam\u200bple.com]");
  CHECK(dump("\u202ehttps://example.com\u202c") == "url example.com https [example.com]");
  CHECK(dump("ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｃｏｍ") ==
        "url example.com https [ｅｘａｍｐｌｅ．ｃｏｍ]");
  CHECK(dump("„www.example.com“") == "url www.example.com [www.example.com]");
  CHECK(dump("→\u00a0www.example.com\u00a0←") == "url www.example.com [www.example.com]");
  CHECK(dump("https://bücher.example/") == "url xn--bcher-kva.example https [bücher.example]");
  CHECK(dump("https://xn--bcher-kva.example/") ==
        "url xn--bcher-kva.example https [xn--bcher-kva.example]");
}

TEST_CASE("link text: what names no host") {
  constexpr std::string_view kNone[] = {
      "",
      "words only",
      "README.md",
      "setup.py",
      "docs/setup.py",
      "Node.js",
      "node.js/a",
      "archive.zip",
      "install.sh",
      "e.g. this, i.e. that",
      "1.2.3",
      "v1.2.3.4",
      "192.0.2.7",
      "at 10.30 or 10:30",
      "Mr.Smith",
      "here.Now",
      "ASP.NET",
      "os.name",
      "object.id",
      "com.example.io",
      "org.example.app/x",
      "joe@example.com",
      "mailto:joe@example.com",
      "git@example.com:a/b",
      "hxxps://example.com/",
      "https://example[.]com/",
      "example(.)com",
      "example[dot]com",
      "https://www.exam...",
      "https://www.exam…",
      "https://{host}/",
      "https://${HOST}.example.com/",
      "https://<region>.example.com/",
      "https://api.<region>.example.com/",
      "https://%s.example.com",
      "http://localhost:8080/",
      "http://intranet/",
      "ssh://example.com/",
      "https://",
      "https:///a",
      "https://exa mple",
      "://example",
      "...",
      "www.",
      "www.example",
      "こちらexample.comを",
      "\xff\xfe.\xff",
  };
  for (const std::string_view text : kNone) {
    CAPTURE(text);
    CHECK_FALSE(names(text));
  }
}

TEST_CASE("link text: secrets of the text are known") {
  LinkText out;
  read_link_text("see https://svc:S3cr3tPw9@example.com/ now", out);
  REQUIRE(out.masks.size() == 1);
  CHECK(out.view(out.masks[0]) == "S3cr3tPw9");
  read_link_text("https://svc:S3cr\u200b3tPw9@example.com/", out);
  REQUIRE(out.masks.size() == 1);
  CHECK(out.view(out.masks[0]) == "S3cr\u200b3tPw9");
}

TEST_CASE("link text: one word or a sentence, and letters of several scripts") {
  LinkText out;
  read_link_text(" \"example.com\" ", out);
  CHECK(out.one_word);
  read_link_text("at example.com", out);
  CHECK_FALSE(out.one_word);
  CHECK(names("https://pօrtаl.example/lp"));
  CHECK_FALSE(names("詳細はhttps://example.comをご覧ください"));
  CHECK(names("詳細は https://example.com/をご覧ください"));
}

TEST_CASE("link text: bounds") {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "https://example.com/ ";
  LinkText out;
  read_link_text(text, out);
  CHECK(out.text.size() == LinkText::kLongest);
  CHECK(out.hosts.size() <= LinkText::kMost);
  CHECK_FALSE(names("https://" + std::string(4000, 'a') + ".com/"));
  std::string slashes;
  while (slashes.size() < 5000) slashes += "://";
  CHECK_FALSE(names(slashes));
  CHECK_FALSE(names(std::string(5000, '[')));
}
