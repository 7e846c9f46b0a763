// What is offered for a finding, and above all what is not.
#include "fix/fixer.hpp"

#include <catch2/catch.hpp>

#include "engine/rules.hpp"
#include "support/fixing.hpp"

using namespace urilint;
using fixing::Shop;

namespace {

FileKind kind_of(Format format) { return {"file", format, true}; }

// `text` as the one value of a JSON document, fixed; "" if nothing was offered.
std::string fixed(Shop& shop, std::string_view text) {
  const std::string document = "{\"a\": \"" + std::string(text) + "\"}";
  const Shop::Result result = shop.fix(document, kind_of(Format::json));
  REQUIRE(result.proved);
  if (result.rules.empty()) return "";
  return result.bytes.substr(7, result.bytes.size() - 9);
}

}  // namespace

TEST_CASE("fixer: every row names a rule and a variant that exist") {
  for (const FixRow& row : fix_rows()) {
    INFO(row.rule << ' ' << row.variant);
    const auto rules = builtin_rules();
    const auto rule = std::find_if(rules.begin(), rules.end(),
                                   [&row](const RuleInfo& info) { return info.id == row.rule; });
    REQUIRE(rule != rules.end());
    const bool known =
        row.variant.empty() ||
        std::any_of(rule->variants.begin(), rule->variants.end(),
                    [&row](const Variant& variant) { return variant.name == row.variant; });
    CHECK(known);
  }
}

TEST_CASE("fixer: raw characters are percent-encoded where that is sure") {
  struct Row {
    std::string_view written, meant;
  };
  constexpr Row kRows[] = {
      {"https://example.com/a|b", "https://example.com/a%7Cb"},
      {"https://example.com/search?tags[]=a&tags[]=b",
       "https://example.com/search?tags%5B%5D=a&tags%5B%5D=b"},
      {"https://example.com/?filter[name]=a", "https://example.com/?filter%5Bname%5D=a"},
      {"https://example.com/a#b#c", "https://example.com/a#b%23c"},
      {"https://example.com/\xc3\xa9", "https://example.com/%C3%A9"},
      {"https://example.com/\xc3\xa9|?q=\xe2\x82\xac#\xc3\xa4",
       "https://example.com/%C3%A9%7C?q=%E2%82%AC#%C3%A4"},
      {"https://example.com/\\u00e9", "https://example.com/%C3%A9"},
      {"https://example.com/a|b%2", "https://example.com/a%7Cb%2"},
      // Patterns, expansions, what browsers read as a slash, what stands before the path.
      {"https://example.com/file[1-3].txt", ""},
      {"https://example.com/?a=[1-3]", ""},
      {"https://example.com/{a,b}", ""},
      {"https://example.com/(a|b)", ""},
      {"https://example.com/*|b", ""},
      {"https://example.com/a\\\\b|c", ""},
      {"https://ex|ample.com/a|b", ""},
      {"https://ex\xc3\xa4mple.example/a", ""},
      {"https://example.com/\xff", ""},
      {"https://example.com/\xef\xbf\xbd", ""},
      {"https://example.com/\\u001b[2J", ""},
      // Not the web.
      {"redis://example.com/a|b", ""},
      {"file:///a|b", ""},
      {"data:text/plain,a|b", ""},
      {"mailto:a|b@example.com", ""},
  };
  Shop shop;
  for (const Row& row : kRows) {
    INFO(row.written);
    CHECK(fixed(shop, row.written) == row.meant);
    CHECK(fixed(shop, row.meant.empty() ? "x" : row.meant).empty());
  }
}

TEST_CASE("fixer: needless ports go, digits of triplets become upper case") {
  struct Row {
    std::string_view written, meant;
  };
  constexpr Row kRows[] = {
      {"http://example.com:80/a", "http://example.com/a"},
      {"https://example.com:443", "https://example.com"},
      {"https://example.com:0443/", "https://example.com/"},
      {"https://example.com:/a", "https://example.com/a"},
      {"https://[2001:db8::1]:443/a", "https://[2001:db8::1]/a"},
      {"https://example.com/a%2fb?c=%c3%a9#%e2%82%ac",
       "https://example.com/a%2Fb?c=%C3%A9#%E2%82%AC"},
      {"https://example.com:443/a%2fb", "https://example.com/a%2Fb"},
      {"HTTPS://Example.com:443/", "HTTPS://Example.com/"},
      {"https://example.com:80/", ""},
      {"http://example.com:8080/", ""},
      {"ssh://git@example.com:22/a", ""},
      {"http://https://example.com/", ""},
      {"https://example.com/~a%7e", ""},
      {"HTTPS://example.com/", ""},
      {"https://example.com/a/../b", ""},
  };
  Shop shop;
  for (const Row& row : kRows) {
    INFO(row.written);
    CHECK(fixed(shop, row.written) == row.meant);
  }
}

TEST_CASE("fixer: nothing is left for a second run") {
  Shop shop({{"example.com"}});
  const std::string_view all = "https://example.com/%2F%7C%C3%A9?a=%C3%A9#%C3%A4";
  CHECK(fixed(shop, "http://example.com:80/%2f|\xc3\xa9?a=%c3%a9#\xc3\xa4") == all);
  CHECK(fixed(shop, all).empty());
  FixOptions only;
  only.normal_form = false;
  Shop some(only);
  CHECK(fixed(some, "https://example.com:443/%2f|") == "https://example.com:443/%2f%7C");
}

TEST_CASE("fixer: a finding that a fix does not do away with is not settled") {
  Shop shop;
  const auto offers = [&shop](std::string_view text) {
    return shop.offers("{\"a\": \"" + std::string(text) + "\"}", kind_of(Format::json));
  };
  auto all = offers("https://example.com:443/");
  REQUIRE(all.size() == 1);
  CHECK(all[0].fix.settles);
  all = offers("https://Example.com:443/");
  REQUIRE(all.size() == 1);
  CHECK_FALSE(all[0].fix.settles);
}

TEST_CASE("fixer: https for the hosts that are listed") {
  Shop shop({{"example.com", "*.Example.org"}});
  CHECK(fixed(shop, "http://example.com/a") == "https://example.com/a");
  CHECK(fixed(shop, "http://EXAMPLE.com./a") == "https://EXAMPLE.com./a");
  CHECK(fixed(shop, "http://www.example.org") == "https://www.example.org");
  CHECK(fixed(shop, "HTTP://example.com/a") == "https://example.com/a");
  CHECK(fixed(shop, "Http://Example.com:80/") == "https://Example.com/");
  CHECK(fixed(shop, "http://example.com:80/a%2f") == "https://example.com/a%2F");
  CHECK(fixed(shop, "http://example.org/").empty());
  CHECK(fixed(shop, "http://sub.example.com/").empty());
  CHECK(fixed(shop, "http://example.com:8080/").empty());
  CHECK(fixed(shop, "http://example.com.example.net/").empty());
  CHECK(fixed(shop, "http://example.net/?u=http://example.com/").empty());
  CHECK(fixed(shop, "ws://example.com/").empty());
  CHECK(fixed(shop, "//example.com/").empty());
  Shop nobody;
  CHECK(fixed(nobody, "http://example.com/").empty());
}

TEST_CASE("fixer: defanged URIs only when asked") {
  Shop asked({{}, true});
  CHECK(fixed(asked, "hxxps://login[.]example[.]com/a") == "https://login.example.com/a");
  CHECK(fixed(asked, "hxxp[:]//example[.]com") == "http://example.com");
  CHECK(fixed(asked, "hxxp://user:pass1word@example[.]com/").empty());
  Shop silent;
  CHECK(fixed(silent, "hxxps://login[.]example[.]com/a").empty());
}

TEST_CASE("fixer: nothing is done about secrets, templates, names and what is inside") {
  Shop shop({{"*"}, true});
  for (const std::string_view text : {
           "http://user:hunter2secret@example.com:80/a",
           "https://example.com:443/a?token=0123456789abcdef0123456789abcdef",
           "https://example.com:443/a?X-Amz-Signature=0123456789abcdef0123456789abcdef&a=%2f",
           "https://example.com:443/${PATH}/a",
           "https://example.com:443/{{ path }}",
           "http://example.com/%s/a%2fb",
           "https://example.com/?u=https%3A%2F%2Fexample.org%3A443%2F",
       }) {
    INFO(text);
    CHECK(fixed(shop, text).empty());
  }
  // A hole is one in profiles without templates, too.
  FileKind kind = kind_of(Format::json);
  kind.holes = false;
  CHECK(shop.fix(R"({"a": "https://example.com:443/{id}"})", kind).rules.empty());
  // Names of XML; keys.
  CHECK(
      shop.fix(R"(<a xmlns="http://example.com:80/ns">x</a>)", kind_of(Format::xml)).rules.empty());
  CHECK(shop.fix(R"({"http://example.com:80/a": 1})", kind_of(Format::json)).rules.empty());
  CHECK(shop.fix("\"http://example.com:80/a\": 1\n", kind_of(Format::yaml)).rules.empty());
  CHECK(shop.fix("? http://example.com:80/a\n: 1\n", kind_of(Format::yaml)).rules.empty());
  // Text, comments and code have no escaper.
  CHECK(shop.fix("see http://example.com:80/a\n", kind_of(Format::text)).rules.empty());
  CHECK(shop.fix("a: 1 # http://example.com:80/a\n", kind_of(Format::yaml)).rules.empty());
  // Conversions of printf.
  CHECK(shop.fix("printf 'https://example.com/a|b\\n'\n", kind_of(Format::shell)).rules.empty());
  CHECK_FALSE(shop.fix("get 'https://example.com/a|b'\n", kind_of(Format::shell)).rules.empty());
}

TEST_CASE("fixer: a percent sign is no plain character of INI") {
  Shop shop;
  CHECK(shop.fix("[a]\nb = https://example.com/a|b\n", kind_of(Format::ini)).rules.empty());
  CHECK(shop.fix("[a]\nb = https://example.com:443/\n", kind_of(Format::ini)).bytes ==
        "[a]\nb = https://example.com/\n");
}

TEST_CASE("fixer: only what changes is replaced") {
  Shop shop({{"example.com"}});
  std::vector<Fix> fixes;
  for (auto& offer :
       shop.offers(R"({"a": "http://example.com:80/\u00e9"})", kind_of(Format::json))) {
    fixes.push_back(std::move(offer.fix));
  }
  CHECK(merge_fixes(fixes).edits ==
        std::vector<Edit>{{11, 0, "s"}, {25, 3, ""}, {29, 6, "%C3%A9"}});
}

TEST_CASE("fixer: long URIs are left alone") {
  FixOptions options;
  options.longest = 64;
  Shop shop(options);
  CHECK_FALSE(fixed(shop, "https://example.com:443/" + std::string(40, 'a')).empty());
  CHECK(fixed(shop, "https://example.com:443/" + std::string(41, 'a')).empty());
}

TEST_CASE("fixer: names stay in every format") {
  Shop shop({{"example.com"}});
  struct Row {
    Format format;
    std::string_view text;
  };
  constexpr Row kRows[] = {
      {Format::xml, "<schema targetNamespace=\"http://example.com/ns\"/>"},
      {Format::xml, "<Issuer>http://example.com/idp</Issuer>"},
      {Format::json, R"({"$id": "http://example.com/s"})"},
      {Format::yaml, "$ref: http://example.com/s\n"},
      {Format::toml, "\"$schema\" = \"http://example.com/s\"\n"},
      {Format::html, "<p itemid=\"http://example.com/s\">"},
      {Format::html, "<script type=\"application/ld+json\">{\"@id\": \"http://example.com/\"}"},
  };
  for (const Row& row : kRows) {
    INFO(row.text);
    CHECK(shop.fix(row.text, kind_of(row.format)).rules.empty());
  }
  CHECK_FALSE(
      shop.fix("<schema a=\"http://example.com/ns\"/>", kind_of(Format::xml)).rules.empty());
}

TEST_CASE("fixer: links of Markdown and HTML, and not the text around them") {
  Shop shop({{"example.com"}});
  CHECK(
      shop.fix("See http://example.com/x, or <http://example.com/y>.\n", kind_of(Format::markdown))
          .bytes == "See http://example.com/x, or <https://example.com/y>.\n");
  CHECK(shop.fix("[http://example.com/](http://example.com/ 'http://example.com/')\n",
                 kind_of(Format::markdown))
            .bytes == "[http://example.com/](https://example.com/ 'http://example.com/')\n");
  CHECK(shop.fix("<http://example.com/a|b>\n", kind_of(Format::markdown)).bytes ==
        "<https://example.com/a%7Cb>\n");
  CHECK(
      shop.fix("<p>http://example.com/ <a href=http://example.com/>x</a><title>http://example.com/",
               kind_of(Format::html))
          .bytes ==
      "<p>http://example.com/ <a href=https://example.com/>x</a><title>http://example.com/");
}
