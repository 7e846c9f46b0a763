#include <catch2/catch.hpp>
#include <string>

#include "unit/document/reading.hpp"

using namespace urilint;
using namespace urilint::testing;

namespace {

std::string docker(std::string_view text) { return dump(Format::dockerfile, text); }

}  // namespace

TEST_CASE("instructions of a Dockerfile are keys") {
  CHECK(docker("# one\nfrom example.com/a:1 AS b\nENV A=\"https://a.example/\" B=c\n"
               "LABEL org.x=\"https://b.example/\"\nADD https://c.example/x /x\n"
               "ONBUILD RUN curl https://d.example/\nMAINTAINER it's <a@example.com>\n") ==
        "comment:  one\n"
        "prose FROM: example.com/a:1\n"
        "prose FROM: AS\n"
        "prose FROM: b\n"
        "value ENV.A: https://a.example/\n"
        "prose ENV.B: c\n"
        "value LABEL.\"org.x\": https://b.example/\n"
        "prose ADD: https://c.example/x\n"
        "prose ADD: /x\n"
        "prose ONBUILD.RUN: curl\n"
        "prose ONBUILD.RUN: https://d.example/\n"
        "prose MAINTAINER: it's <a@example.com>\n");
}

TEST_CASE("the exec form of a Dockerfile is JSON") {
  CHECK(docker("CMD [\"curl\", \"https:\\/\\/a.example\\/\"]\nCOPY --chown=1 [\"a b\", \"c\"]\n") ==
        "value CMD[0]: curl\n"
        "value json CMD[1]: https://a.example/\n"
        "prose COPY: --chown=1\n"
        "prose COPY[0]: a b\n"
        "value COPY[1]: c\n");
}

TEST_CASE("continued lines of a Dockerfile") {
  CHECK(docker("RUN a \\\r\n# it's\r\n\r\n && b https://ex\\\r\nample.com/\r\nUSER c\r\n") ==
        "prose RUN: a\n"
        "comment RUN:  it's\n"
        "prose RUN: b\n"
        "value shell RUN: https://example.com/\n"
        "prose USER: c\n");
  CHECK(docker("RUN a\\\n# it's\n b\n") == "prose RUN: a\ncomment RUN:  it's\nprose RUN: b\n");
  CHECK(docker("# escape=`\nRUN a `\n https://a.example/\nCOPY c:\\x d\n") ==
        "comment:  escape=`\n"
        "prose RUN: a `\\n https://a.example/\n"
        "value shell COPY: c:x\n"
        "prose COPY: d\n");
}

TEST_CASE("here-documents of a Dockerfile") {
  CHECK(docker("RUN <<EOF\ncurl 'https://a.example/'\nEOF\nCOPY <<-\"A\" <<B /x\n'1\n\tA\n2\nB\n"
               "USER c\n") ==
        "prose RUN: curl\n"
        "value RUN: https://a.example/\n"
        "prose COPY: /x\n"
        "prose COPY: '1\\n\n"
        "prose COPY: 2\\n\n"
        "prose USER: c\n");
}

TEST_CASE("other lines of a Dockerfile are prose") {
  CHECK(docker("{% if x %}\n<<<<<<< HEAD\nRUNNER a\nhttps://a.example/'\n\xff\rRUN\nRUN a \\") ==
        "prose: {% if x %}\n"
        "prose: <<<<<<< HEAD\n"
        "prose: RUNNER a\n"
        "prose: https://a.example/'\n"
        "prose: \xff\n"
        "prose RUN: a\n"
        "prose RUN: \\\n");
  CHECK(docker("").empty());
  std::string text;
  for (int i = 0; i < 200000; ++i) text += "RUN <<E" + std::to_string(i) + " \\\n";
  CHECK(!docker(text).empty());
  text = "ONBUILD";
  for (int i = 0; i < 200000; ++i) text += " ONBUILD";
  CHECK(docker(text + " RUN https://a.example/").ends_with("https://a.example/\n"));
}
