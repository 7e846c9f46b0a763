// Values that are references without a scheme, and values that only look like one.
#include "document/schemeless_value.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <string>

using urilint::reading::network_path_url;
using urilint::reading::network_path_value;
using urilint::reading::NetworkPath;
using urilint::reading::scp_colon;

namespace {

/// What its end is looked for behind, or `-`.
std::string head(std::string_view value) {
  const NetworkPath path = network_path_value(value);
  return path.body == 0 ? "-" : std::string(value.substr(path.begin, path.body - path.begin));
}

}  // namespace

TEST_CASE("a value that begins with // and a host") {
  CHECK(head("//cdn.example.com/x.js") == "//cdn.example.com");
  CHECK(head("//evil.example") == "//evil.example");
  CHECK(head("//EVIL.Example:8443/?a#b") == "//EVIL.Example");
  CHECK(head("//example.com.:/x") == "//example.com.");
  CHECK(head("//example.com?x") == "//example.com");
  CHECK(head("//example.com\\x") == "//example.com");
  CHECK(head("//xn--bcher-kva.xn--p1ai/") == "//xn--bcher-kva.xn--p1ai");
  CHECK(head("//b\u00fccher.example/") == "//b\u00fccher.example");
  CHECK(head("//registry.corp/x") == "//registry.corp");
  CHECK(head("//192.0.2.7/x") == "//192.0.2.7");
  CHECK(head("//0x7f.1/") == "//0x7f.1");
  CHECK(head("//[2001:db8::1]:80/") == "//[2001:db8::1]");
  CHECK(head("//svc@db.example.com/") == "//svc@db.example.com");
  CHECK(head("//www.example.com@192.0.2.7/") == "//www.example.com@192.0.2.7");
  CHECK(head("//a:b%20c@192.0.2.7") == "//a:b%20c@192.0.2.7");
}

TEST_CASE("a reference behind an option or a name") {
  CHECK(head("--extra-index-url=//evil.example/simple") == "//evil.example");
  CHECK(head("-i=//evil.example") == "//evil.example");
  CHECK(head("INDEX_URL=//evil.example/simple") == "//evil.example");
  CHECK(head("index=//evil.example") == "//evil.example");
  CHECK(head("--url//evil.example") == "-");
  CHECK(head("--=//evil.example") == "-");
  CHECK(head("a b=//evil.example") == "-");
  CHECK(head("index-url=//evil.example") == "-");
  CHECK(head("--out=//server/share") == "-");
}

TEST_CASE("values that only begin like a reference") {
  for (const std::string_view value : {"//",
                                       "///",
                                       "///example.com",
                                       "/example.com",
                                       "// example.com",
                                       "// text",
                                       "//div",
                                       "//div[@class]",
                                       "//div[@class='a.b']",
                                       "//a/@href",
                                       "//@href",
                                       "//*[contains(., 'example.com')]",
                                       "//ns:item",
                                       "//user.name/text()",
                                       "//item.info[1]",
                                       "//item.id[@x]",
                                       "//setup.py",
                                       "//main.rs",
                                       "//package:target",
                                       "//tools/build.bzl",
                                       "//foo.bar:baz",
                                       "//depot/main/...",
                                       "//depot/example.com/x",
                                       "//server/share",
                                       "//jquery.min.js",
                                       "//site.css",
                                       "//1.2",
                                       "//1.2.3",
                                       "//12.5/x",
                                       "//[]",
                                       "//[a]",
                                       "//[::1",
                                       "//-a.example.com",
                                       "//a..example",
                                       "//example.com(x)",
                                       "//example.com|x",
                                       "//user@host/x",
                                       "//user@",
                                       "//@example.com",
                                       "//${HOST}/x",
                                       "//{{ host }}/x",
                                       "//*.example.com/*",
                                       "x//example.com",
                                       "://example.com",
                                       ""}) {
    CAPTURE(value);
    CHECK(head(value) == "-");
  }
}

TEST_CASE("where all of a value is a URL, two slashes of either kind are enough") {
  for (const std::string_view value :
       {"//x", "\\\\x.example", "/\\x", "\\/x", "///x", "//0x7f.1/"}) {
    CAPTURE(value);
    CHECK(network_path_url(value).body == 2);
  }
  for (const std::string_view value :
       {"", "/", "//", "\\\\", "///", "/x", "// x", "x//y", "#//x"}) {
    CAPTURE(value);
    CHECK(network_path_url(value).body == 0);
  }
}

TEST_CASE("a remote as scp spells it") {
  CHECK(scp_colon("git@evil.example:a/b.git", "") == 16);
  CHECK(scp_colon("git@evil.example:/srv/b", "") == 16);
  CHECK(scp_colon("git@evil.example:~me/b", "") == 16);
  CHECK(scp_colon("deploy@192.0.2.7:b.git", "") == 16);
  CHECK(scp_colon("git@[2001:db8::1]:a", "") == 17);
  CHECK(scp_colon("me@evil.example:a/b", "submodule.\"x\".url") == 15);
  for (const std::string_view value :
       {"me@evil.example:a/b", "git@evil.example", "git@evil.example:", "git@evil.example:22",
        "git@evil.example://a", "git@evil.example:a b", "git@host:a/b.git", "git@a.css:a",
        "@evil.example:a.git", "git:x@evil.example:a", "git@evil.example:a)", "git@[x]:a",
        "https://git@evil.example:a/b.git", "a git@evil.example:b.git", ""}) {
    CAPTURE(value);
    CHECK(scp_colon(value, "") == 0);
  }
  CHECK(scp_colon("me@evil.example:a", "remote.url") == 0);
}

TEST_CASE("any bytes, inside the value and within a bound") {
  std::mt19937_64 random(5);
  constexpr std::string_view kBytes = "/@:a.b=-_[]0x7\\ \"\xc3\xa9%?#";
  for (int i = 0; i < 20000; ++i) {
    std::string value = i % 2 == 0 ? "//" : "";
    for (std::size_t n = random() % 40; n > 0; --n) value += kBytes[random() % kBytes.size()];
    for (const NetworkPath path : {network_path_value(value), network_path_url(value)}) {
      CHECK(path.body <= value.size());
      if (path.body != 0) CHECK(path.begin + 2 <= path.body);
    }
    const std::string remote = "git@evil.example" + value;
    const std::size_t colon = scp_colon(remote, "");
    if (colon != 0) CHECK(remote[colon] == ':');
  }
  // A host is no longer than a name can be.
  std::string value = "//";
  while (value.size() < 1'000'000) value += "a.";
  CHECK(network_path_value(value + "com/").body == 0);
}
