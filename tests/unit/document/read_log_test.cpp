#include <catch2/catch.hpp>
#include <string>

#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string log(std::string_view text) { return dump(Format::log, text); }

}  // namespace

TEST_CASE("lines of a log are prose, with JSON in them") {
  CHECK(log("a https://a.example/\nb {\"u\": \"https:\\/\\/b.example\\/\"}\r\nc {\"d\n{\"e\":1}") ==
        "prose: a https://a.example/\\nb \n"
        "value u: u\n"
        "value json u: https://b.example/\n"
        "prose: \\x0d\\nc {\"d\\n\n"
        "value e: e\n");
}

TEST_CASE("a log has no comments") {
  CHECK(log("a {\"u\": 1 /* b */, \"v\": 2}\n").find("comment") == std::string::npos);
  CHECK(log("a {\"u\": 1 /* b */, \"v\": 2}\n").find("prose u:  b ") != std::string::npos);
}

TEST_CASE("the colours of a log are left out") {
  CHECK(log("a\n\x1b[1;31mGET\x1b[0m https://\x1b[Kexample\x1b[m.com/\x1b(B\nb") ==
        "prose: a\\n\n"
        "prose derived: GET https://example.com/\n"
        "prose: \\nb\n");
  CHECK(log("\x1b]8;;https://a.example/\x1b\\text\x1b]8;;\x1b\\") ==
        "prose derived:  https://a.example/ text  \n");
  CHECK(log("a\x1b") == "prose derived: a\n");
  CHECK(log("a\x1b[\x1b[1") == "prose derived: a\n");
  CHECK(log("\xff\r\x1b[mb\r") == "prose: \xff\\x0d\nprose derived: b\nprose: \\x0d\n");
  CHECK(log("").empty());
}

TEST_CASE("encoded URLs in queries of a log are decoded") {
  CHECK(log("GET /a?b=c&next=https%3A%2f%2Fexample.com%2Fx&d=e HTTP/1.1\nb") ==
        "prose: GET /a?b=c&next=\n"
        "value percent: https://example.com/x\n"
        "prose: &d=e HTTP/1.1\\nb\n");
  CHECK(log("\"a.example:80\" /?u=http%3A%2F%2Fa%3Ab%40c%2F%41\" v=ftp%3a%2F%2Fd") ==
        "prose: \"a.example:80\" /?u=\nvalue percent: http://a:b@c/A\n"
        "prose: \" v=\nvalue percent: ftp://d\n");
  // A URL around it tells; a path, a word and what ends early are no values.
  for (const std::string_view text :
       {"x https://a.example/?u=https%3A%2F%2Fb.example&v=https%3A%2F%2Fc", "/a/https%3A%2F%2Fb",
        "mailto:a@example.com?b=https%3A%2F%2Fb", "a=%3A%2F%2Fb", "a=https%3A%2F%2"}) {
    CHECK(log(text) == "prose: " + std::string(text) + "\n");
  }
  const std::string_view text = "GET /?a=http%3A%2F%2Fu%3Ap%40example.com%2F x";
  const auto all = read_segments(Format::log, text);
  REQUIRE(all.size() == 3);
  CHECK(text.substr(all[1].source.begin, all[1].source.size()) ==
        "http%3A%2F%2Fu%3Ap%40example.com%2F");
}

TEST_CASE("many encoded URLs in a line of a log") {
  std::string text = "GET /?";
  for (int i = 0; i < 100000; ++i) text += "a=http%3A%2F%2Fb&";
  CHECK(read_segments(Format::log, text).size() == 200001);
  std::string inside = "https://a.example/?";
  for (int i = 0; i < 100000; ++i) inside += "a=http%3A%2F%2Fb&";
  CHECK(read_segments(Format::log, inside).size() == 1);
}

TEST_CASE("places behind colours of a log") {
  const std::string_view text = "\x1b[1mhttps://\x1b[Kexample.com/\x1b[m x";
  const auto all = read_segments(Format::log, text);
  REQUIRE(all.size() == 1);
  CHECK(all[0].text == "https://example.com/ x");
  CHECK(all[0].source.end == text.size());
}

TEST_CASE("a long coloured line of a log") {
  std::string text;
  for (int i = 0; i < 600000; ++i) text += i % 1000 == 999 ? " \x1b[m" : "a\x1b[1m";
  CHECK(read_segments(Format::log, text).size() > 1);
}
