#include <catch2/catch.hpp>
#include <string>

#include "document/escapers.hpp"
#include "document/sniff.hpp"
#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string shell(std::string_view text) { return dump(Format::shell, text); }

}  // namespace

TEST_CASE("words of a shell are joined from their quotes") {
  CHECK(shell("curl https://ex\"ample\".com/'a b'\\ c\n") ==
        "prose: curl\n"
        "prose shell: https://example.com/a b c\n");
  CHECK(shell("A=\"https://x.example/$B\" B='\\n' --c=https://y.example/\n") ==
        "value A: https://x.example/$B\n"
        "value B: \\n\n"
        "prose: --c=https://y.example/\n");
  CHECK(shell("x $'\\x68ttps:\\057\\u002f\\'\\n\\q' \"\\$\\`\\\"\\\\\\q\" a\\\nb\n") ==
        "prose: x\n"
        "prose shell: https://'\\n\\q\n"
        "prose shell: $`\"\\\\q\n"
        "value shell: ab\n");
  CHECK(shell("a=$\"b\" c\\\r\n d") == "value a: b\nvalue shell: c\nprose: d\n");
}

TEST_CASE("operators of a shell end words") {
  CHECK(
      shell("(curl https://a.example/;curl https://b.example/)|sh&wget https://c.example/?a&b\n") ==
      "prose: curl\n"
      "prose: https://a.example/\n"
      "prose: curl\n"
      "prose: https://b.example/\n"
      "prose: sh\n"
      "prose: wget\n"
      "prose: https://c.example/?a\n"
      "prose: b\n");
  // Nobody means two commands.
  CHECK(shell("https://c.example/?a=1&b=2&c=3 d?a&b=c") ==
        "prose: https://c.example/?a=1&b=2&c=3\n"
        "prose: d?a\n"
        "prose b: c\n");
}

TEST_CASE("comments of a shell begin where words do") {
  CHECK(shell("a#b # c's\n#d\n;#e") ==
        "prose: a#b\n"
        "comment:  c's\n"
        "comment: d\n"
        "comment: e\n");
}

TEST_CASE("commands inside of words") {
  CHECK(shell("A=\"$(curl \"https://a.example/\" | x)/b\" c\n") ==
        "prose: curl\n"
        "value: https://a.example/\n"
        "prose: x\n"
        "value: /b\n"
        "prose: c\n");
  CHECK(shell("\"$( (a) )\" `b` ${c:-https://d.example/}\n") ==
        "prose: a\n"
        "prose: b\n"
        "prose: ${c:-https://d.example/}\n");
  CHECK(shell("https://$(a.example") == "prose: https://$(a.example\n");
  // In a URI they are holes.
  CHECK(shell("\"https://$(hostname -f)/a\" https://b.example/$(c d)") ==
        "prose: https://$(hostname -f)/a\n"
        "prose: https://b.example/$(c d)\n");
}

TEST_CASE("backticks in a URI of a shell are a hole of it") {
  const auto shell = [](std::string_view text) { return dump(Format::shell, text); };
  CHECK(shell("curl https://`cat h`/a") == "prose: curl\nprose shell: https://$(cat h)/a\n");
  CHECK(shell("curl \"https://example.com/`date`?a\"") ==
        "prose: curl\nvalue shell: https://example.com/$(date)?a\n");
  // They open what is before the URI, and close what is around it.
  CHECK(shell("a=`curl https://example.com/` b=`c`").find("$(") == std::string::npos);
  CHECK(shell("a=\"`curl https://example.com/` `c`\"").find("$(") == std::string::npos);
  CHECK(shell("curl https://example.com/`a\nb`").find("$(") == std::string::npos);
}

TEST_CASE("here-documents of a shell are prose") {
  CHECK(shell("cat <<EOF <<-'E F' <<-\"G\"|x\nit's \"1\n# 2\nEOF\n\t3\n\tG\ny\n") ==
        "prose: cat\n"
        "prose shell: -E F\n"
        "prose: x\n"
        "prose: it's \"1\\n# 2\\n\n"
        "prose: \\t3\\n\n"
        "prose: y\n");
  CHECK(shell("a <<https://a.example/") == "prose: a\nprose: https://a.example/\n");
  // Without an end it is none.
  CHECK(shell("a <<EOF\n# b\n") == "prose: a\ncomment:  b\n");
  CHECK(shell("a <<<b $((1<<2))\nc") == "prose: a\nprose: b\nprose: 1\nprose: 2\nprose: c\n");
}

TEST_CASE("a shell script that is broken loses nothing") {
  CHECK(shell("echo it's\n") == "prose: echo\nprose: it's\n");
  CHECK(shell("a \"b\n") == "prose: a\nprose: \"b\n");
  CHECK(shell("{{ x }}\n<<<<<<< HEAD\nhttps://a.example/") ==
        "prose: {{\nprose: x\nprose: }}\nprose: HEAD\nprose: https://a.example/\n");
  CHECK(shell("a\\") == "prose: a\\\n");
  CHECK(shell("a\rb \xff") == "prose: a\nprose: b\nprose: \xff\n");
  CHECK(shell(std::string_view("a\0b", 3)) == "prose: a\\x00b\n");
  CHECK(shell("").empty());
}

TEST_CASE("words that hold no URI are read together") {
  std::string out;
  Document document;
  const std::string_view text = "set -e; echo 'a b' | x https://example.com/ y\n";
  document.add({text, {}, Layer::raw});
  struct Sink : SegmentSink {
    Document& document;
    std::string& out;
    Sink(Document& d, std::string& o) : document(d), out(o) {}
    bool segment(const Segment& segment) override {
      out += std::string(document.bytes(segment.where)) + "$";
      return true;
    }
    bool link(const Link& /*link*/) override { return true; }
  } sink(document, out);
  CHECK(read_shell(document, {kRawText, 0, static_cast<Off>(text.size())}, {}, sink));
  CHECK(out == "set -e; echo 'a b' | x $https://example.com/$ y\n$");
}

TEST_CASE("deep nesting and long words of a shell") {
  std::string text;
  for (int i = 0; i < 200000; ++i) text += "\"$(";
  CHECK(!read_segments(Format::shell, text + "https://example.com/").empty());
  text.clear();
  for (int i = 0; i < 200000; ++i) text += "a <<E" + std::to_string(i) + "\n";
  CHECK(read_segments(Format::shell, text).size() == 200000);
  text = "$'";
  for (int i = 0; i < 300000; ++i) text += i % 1000 == 999 ? "\\n" : "\\/a";
  const auto all = read_segments(Format::shell, text + "'");
  CHECK(all.back().source.end >= text.size() - 1);
  text = "x://?";
  for (int i = 0; i < 100000; ++i) text += "&a=";
  CHECK(read_segments(Format::shell, text).size() == 1);
}

TEST_CASE("the shell escapers write what the reader reads") {
  const std::string text = "a\"b\\c $`;&#(\u00e9";
  const auto word = read_segments(Format::shell, *shell_word_escaper().write(text));
  REQUIRE(word.size() == 1);
  CHECK(word[0].text == text);
  const auto twice =
      read_segments(Format::shell, "\"" + *shell_double_escaper().write(text) + "\"");
  REQUIRE(twice.size() == 1);
  CHECK(twice[0].text == text);
  const auto once = read_segments(Format::shell, "'" + *shell_single_escaper().write(text) + "'");
  REQUIRE(once.size() == 1);
  CHECK(once[0].text == text);
  CHECK(once[0].escaper == &shell_single_escaper());
  CHECK_FALSE(shell_single_escaper().write("it's"));
  CHECK(read_segments(Format::shell, "a")[0].escaper == &shell_word_escaper());
  CHECK(read_segments(Format::shell, "\"a\"")[0].escaper == &shell_double_escaper());
  CHECK(read_segments(Format::shell, "a'b'")[0].escaper == nullptr);
}

TEST_CASE("a script is known by its first line") {
  CHECK(looks_like_shell("#!/bin/sh\n"));
  CHECK(looks_like_shell("#!/usr/bin/env bash\n"));
  CHECK(looks_like_shell("#! /usr/bin/zsh -f"));
  CHECK_FALSE(looks_like_shell("#!/usr/bin/env python3\n# sh\n"));
  CHECK_FALSE(looks_like_shell("#!/usr/bin/fish\n"));
  CHECK_FALSE(looks_like_shell("sh\n"));
}
