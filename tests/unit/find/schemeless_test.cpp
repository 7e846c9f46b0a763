// What is written without its scheme, told apart, with the rest of the text left alone.
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "find/finder.hpp"

using namespace urilint;

namespace {

/// `kind text` of each, joined by `; `.
std::string find(std::string_view text, bool schemeless = true) {
  Document document;
  document.add({text, {}, Layer::raw});
  Segment segment;
  segment.where = {kRawText, 0, static_cast<Off>(text.size())};
  std::string out;
  Off last = 0;
  find_uris(document, segment, {.holes = true, .schemeless = schemeless},
            [&](const Candidate& candidate) {
              const SourceSpan source = document.to_source(candidate.where);
              CHECK(source.begin >= last);
              CHECK(source.begin < source.end);
              last = static_cast<Off>(source.end);
              if (!out.empty()) out += "; ";
              out += std::string(name_of(candidate.kind)) + " ";
              out += document.bytes(candidate.where);
              return true;
            });
  return out;
}

}  // namespace

TEST_CASE("schemeless: each kind, amid prose") {
  CHECK(find("see www.example.com/a?b=c, please") == "suffix www.example.com/a?b=c");
  CHECK(find("(WWW.Example.COM)") == "suffix WWW.Example.COM");
  CHECK(find("www.example.com.") == "suffix www.example.com");
  CHECK(find("<script src=\"//cdn.example.com/a.js\">") == "network-path //cdn.example.com/a.js");
  CHECK(find("href=//192.0.2.1/x") == "network-path //192.0.2.1/x");
  CHECK(find("\"//svc:pw@db.example.com:5432/x\"") ==
        "network-path //svc:pw@db.example.com:5432/x");
  CHECK(find("write to a.b+c@example.org.") == "email a.b+c@example.org");
  CHECK(find("git clone git@git.example.com:team/repo.git now") ==
        "scp git@git.example.com:team/repo.git");
  CHECK(find("scp x me@files.example.com:~/dir") == "scp me@files.example.com:~/dir");
}

TEST_CASE("schemeless: in order, between URIs, and never inside one") {
  CHECK(find("www.example.com http://example.org/www.example.net/a@example.com me@example.net") ==
        "suffix www.example.com; uri http://example.org/www.example.net/a@example.com; "
        "email me@example.net");
  CHECK(find("me@example.com \"https:\\/\\/example.org\\/x\" you@example.com") ==
        "email me@example.com; uri https://example.org/x; email you@example.com");
  CHECK(find("mailto:me@example.com") == "uri mailto:me@example.com");
  CHECK(find("www.example.com me@example.org", false).empty());
}

TEST_CASE("schemeless: what only looks like one") {
  for (const std::string_view text : {"// example.com",
                                      "//comment",
                                      "//foo.bar()",
                                      "a//example.com",
                                      "///example.com/x",
                                      "//example.com_",
                                      "@decorator",
                                      "user@host",
                                      "a@b@example.com",
                                      "www.",
                                      "www.x",
                                      "www..com",
                                      "awww.example.com",
                                      "x.www.example.com",
                                      "1.2.3.4.5",
                                      "foo@-example.com",
                                      "a@1.2.3",
                                      "//*.example.com",
                                      "path/to/www.example.com",
                                      "@@example.com",
                                      ".@example.com",
                                      "a.@b.example"}) {
    CAPTURE(text);
    CHECK(find(text).empty());
  }
}

TEST_CASE("schemeless: any bytes, in order and inside the text") {
  std::mt19937_64 random(77);
  constexpr std::string_view kBytes = "w.w@//:aZ0-_ \"\\<>()\n\xc3\xa9%{}x";
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (std::size_t n = random() % 80; n > 0; --n) text += kBytes[random() % kBytes.size()];
    if (i % 3 == 0) text.insert(random() % (text.size() + 1), "www.example.com");
    if (i % 5 == 0) text.insert(random() % (text.size() + 1), "me@example.com:a/b");
    find(text);
  }
  for (const std::string_view part : {"@", "/", "www.", "a.", "a@", "//a.b ", "w"}) {
    std::string text;
    while (text.size() < 300'000) text += part;
    find(text);
  }
}

TEST_CASE("schemeless: wherever it stands among the bytes that are read at once") {
  constexpr std::size_t kMost = 40;  // more than two vectors
  for (const std::string_view one :
       {"suffix www.example.com", "suffix WwW.example.com", "network-path //192.0.2.1/x",
        "email me@example.org", "scp me@example.org:a"}) {
    const std::string_view text = one.substr(one.find(' ') + 1);
    for (std::size_t before = 0; before < kMost; ++before) {
      for (std::size_t behind = 0; behind < kMost; behind += 13) {
        CAPTURE(one, before, behind);
        std::string padded = std::string(before, ' ') + std::string(text);
        padded += std::string(behind, ' ');
        CHECK(find(padded) == one);
      }
    }
  }
  // A pair that two vectors share, and one that the end cuts.
  for (std::size_t before = 0; before < kMost; ++before) {
    const std::string blanks(before, ' ');
    CHECK(find(blanks + "w").empty());
    CHECK(find(blanks + "/").empty());
    CHECK(find(blanks + "w /w w/ /").empty());
  }
}

namespace {

/// The same of one value, without asking for what has no scheme.
std::string of_value(std::string_view text, bool url) {
  Document document;
  document.add({text, {}, Layer::raw});
  Segment segment;
  segment.where = {kRawText, 0, static_cast<Off>(text.size())};
  segment.context = Segment::Context::value;
  segment.url = url;
  std::string out;
  find_uris(document, segment, {.holes = true}, [&](const Candidate& candidate) {
    if (!out.empty()) out += "; ";
    out += std::string(name_of(candidate.kind)) + " ";
    out += document.bytes(candidate.where);
    return true;
  });
  return out;
}

}  // namespace

TEST_CASE("schemeless: a value that is a network-path reference is found without being asked for") {
  for (const bool url : {true, false}) {
    CAPTURE(url);
    CHECK(of_value("//example.com/a?b=http://x/", url) ==
          "network-path //example.com/a?b=http://x/");
    CHECK(of_value(" //example.com ", url) == "network-path //example.com");
    CHECK(of_value("//192.0.2.1:80/", url) == "network-path //192.0.2.1:80/");
    CHECK(of_value("//a@example.com/", url) == "network-path //a@example.com/");
    for (const std::string_view none :
         {"/", "//", "///", "// example.com", "/a//example.com", "a//example.com", ""}) {
      CAPTURE(none);
      CHECK(of_value(none, url).empty());
    }
  }
  // Only where a browser reads all of it.
  for (const std::string_view one :
       {"//0x7f/", "//localhost/", "\\\\example.com\\a", "/\\example.com/", "//server/share",
        "//${HOST}/a", "///example.com"}) {
    CAPTURE(one);
    CHECK(of_value(one, true) == "network-path " + std::string(one));
    CHECK(of_value(one, false).empty());
  }
  for (const std::string_view none :
       {"//div[@class='a.b']", "//a.b(c)", "//package:target", "//depot/a.b/...",
        "//example.com is a comment", "//foo.bar and more"}) {
    CAPTURE(none);
    CHECK(of_value(none, false).empty());
  }
}
