// Pages of rules show hostile words and examples as text, and never a secret.
#include "report/rule_pages.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "engine/rules.hpp"

using namespace urilint;

namespace {

std::vector<const RuleInfo*> all_rules() {
  std::vector<const RuleInfo*> out;
  for (const RuleInfo& rule : builtin_rules()) out.push_back(&rule);
  return out;
}

const Page& page_named(const std::vector<Page>& pages, std::string_view name) {
  const auto page =
      std::find_if(pages.begin(), pages.end(), [name](const Page& p) { return p.name == name; });
  REQUIRE(page != pages.end());
  return *page;
}

}  // namespace

TEST_CASE("rule pages: words are shown, only code is marked up") {
  struct Row {
    std::string_view words, text, cell;
  };
  constexpr Row kRows[] = {
      {"plain words", "plain words", "plain words"},
      {"a `b*c_d` e", "a `b*c_d` e", "a `b*c_d` e"},
      {"a `b|c` d|e", "a `b|c` d\\|e", "a `b\\|c` d\\|e"},
      {"*b* _i_ <img> [x](y) &lt;", "\\*b\\* \\_i\\_ \\<img\\> \\[x\\](y) \\&lt;",
       "\\*b\\* \\_i\\_ \\<img\\> \\[x\\](y) \\&lt;"},
      {"one `tick", "one \\`tick", "one \\`tick"},
      {"two `` ticks", "two \\`\\` ticks", "two \\`\\` ticks"},
      {"- item", "\\- item", "\\- item"},
      {"12. item", "12\\. item", "12\\. item"},
      {"# head", "\\# head", "\\# head"},
      {"one\n  two\n\nthree\n", "one two\n\nthree", "one two three"},
      {"\x1b[31m\xe2\x80\xae", "\\\\u{1b}\\[31m\\\\u{202e}", "\\\\u{1b}\\[31m\\\\u{202e}"},
      {"", "", ""},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.words);
    CHECK(markdown_words(row.words, Place::text) == row.text);
    CHECK(markdown_words(row.words, Place::cell) == row.cell);
  }
}

TEST_CASE("rule pages: one a rule and the index, the same every time") {
  const auto rules = all_rules();
  const std::vector<Page> pages = rule_pages(rules);
  REQUIRE(pages.size() == rules.size() + 1);
  CHECK(pages.front().name == "README.md");
  for (const RuleInfo* rule : rules) {
    CAPTURE(rule->id);
    const Page& page = page_named(pages, std::string(rule->id) + ".md");
    CHECK(page.text.starts_with("# " + std::string(rule->id) + '\n'));
    CHECK(page.text.back() == '\n');
    CHECK(pages.front().text.find('(' + page.name + ')') != std::string::npos);
    // Each bad example shows what is said of it.
    const std::size_t begin = page.text.find("## Reported\n\n");
    const std::size_t end = page.text.find("## Not reported\n\n");
    REQUIRE(begin != std::string::npos);
    REQUIRE(end != std::string::npos);
    CHECK(page.text.substr(begin, end - begin).find("\n```") != std::string::npos);
  }
  const std::vector<const RuleInfo*> reversed(rules.rbegin(), rules.rend());
  const std::vector<Page> again = rule_pages(reversed);
  REQUIRE(again.size() == pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) CHECK(again[i].text == pages[i].text);
}

TEST_CASE("rule pages: nothing that an example calls a secret is printed") {
  const auto rules = all_rules();
  const std::vector<Page> pages = rule_pages(rules);
  std::size_t secrets = 0;
  for (const RuleInfo* rule : rules) {
    const Page& page = page_named(pages, std::string(rule->id) + ".md");
    // A good example may show such a word on purpose, where it is none.
    const std::string reported = page.text.substr(0, page.text.find("## Not reported"));
    for (const Example& example : rule->examples) {
      if (!example.bad) continue;
      for (const std::string_view secret : example.secrets) {
        CAPTURE(rule->id, secret);
        CHECK(reported.find(secret) == std::string::npos);
        ++secrets;
      }
    }
  }
  CHECK(secrets > 0);
}

TEST_CASE("rule pages: a hostile example is text on one line inside its fence") {
  const ExpectedMark mark[] = {{0, 4}};
  const ExpectedFinding finding[] = {{"x", {}, mark}};
  const std::string_view secret[] = {"S3cr3tPw9"};
  const Example examples[] = {
      {.bad = true, .uri = "a```b\n```\n<script>", .findings = finding},
      {.uri = "\xff\x1b[2J\n# see //svc:S3cr3tPw9@example.com", .text = true, .secrets = secret},
  };
  const Variant variant[] = {{.name = {}, .message = "{mark}|<b>"}};
  RuleInfo rule;
  rule.id = "x";
  rule.family = "custom";
  rule.variants = variant;
  rule.examples = examples;
  rule.wake.any = ~std::uint64_t{0};
  const RuleInfo* const rules[] = {&rule};
  const std::vector<Page> pages = rule_pages(rules);
  const std::string& text = page_named(pages, "x.md").text;
  CHECK(text.find("{mark}\\|\\<b\\>") != std::string::npos);
  CHECK(text.find("S3cr3tPw9") == std::string::npos);
  CHECK(text.find("\n# see") == std::string::npos);
  CHECK(text.find("\xef\xbf\xbd\\u{1b}[2J\\u{0a}# see //svc:***@example.com\n") !=
        std::string::npos);
}
