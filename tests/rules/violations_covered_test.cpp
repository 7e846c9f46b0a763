// docs/violations.md is right: every code of the parser is said by a rule in profile review, by the
// one that the page names, with a mark on the bytes of the violation.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/rules.hpp"

using namespace urilint;

namespace {

struct Row {
  std::string_view uri;
  ViolationCode code;
  std::string_view rule;
};

// Each URI has violations of one code only.
const Row kRows[] = {
    {"1http://example.com/", ViolationCode::scheme_first_char, "scheme-invalid"},
    {":a", ViolationCode::scheme_first_char, "scheme-invalid"},
    {"1:30", ViolationCode::scheme_first_char, "scheme-invalid"},
    {"ht!tp://example.com/", ViolationCode::scheme_char, "scheme-invalid"},
    {"a_b:c", ViolationCode::scheme_char, "scheme-invalid"},
    {"https://example.com/100%", ViolationCode::pct_encoded_incomplete, "pct-malformed"},
    {"https://exa%mple.com/", ViolationCode::pct_encoded_incomplete, "pct-malformed"},
    {"https://us%er@example.com/", ViolationCode::pct_encoded_incomplete, "pct-malformed"},
    {"?a=%4", ViolationCode::pct_encoded_incomplete, "pct-malformed"},
    {"#%u002e", ViolationCode::pct_encoded_incomplete, "pct-u-escape"},
    {"/.%%32e/a", ViolationCode::pct_encoded_incomplete, "dot-segment-encoded"},
    {"/%%0a0aX:y", ViolationCode::pct_encoded_incomplete, "crlf-encoded"},
    {"https://example.com/\x1b/", ViolationCode::char_control, "char-raw-forbidden"},
    {"https://exa\x7fmple.com/", ViolationCode::char_control, "char-raw-forbidden"},
    {"\x01https://example.com/", ViolationCode::char_control, "whitespace-edge"},
    {"https://exa\tmple.com/", ViolationCode::char_tab_newline, "char-tab-newline"},
    {"https://example.com:8\n0/", ViolationCode::char_tab_newline, "char-tab-newline"},
    {"https://example.com/?a\r\nb", ViolationCode::char_tab_newline, "char-tab-newline"},
    {"java\tscript:alert(1)", ViolationCode::char_tab_newline, "scheme-script"},
    {"/a b", ViolationCode::char_space, "char-raw-forbidden"},
    {"https://exa mple.com/", ViolationCode::char_space, "char-raw-forbidden"},
    {" https://example.com/", ViolationCode::char_space, "whitespace-edge"},
    {"htt ps://example.com/", ViolationCode::char_space, "scheme-invalid"},
    {"https://example.com/\x1b", ViolationCode::char_control, "whitespace-edge"},
    {"https://example.com/a\n", ViolationCode::char_tab_newline, "whitespace-edge"},
    {"/a HTTP/1.1", ViolationCode::char_space, "request-line-in-uri"},
    {"/${jndi:x}", ViolationCode::char_excluded, "jndi-lookup"},
    {"https://example.com: 80/", ViolationCode::char_space, "port-invalid"},
    {"https://example.com/\xc3\xa9", ViolationCode::char_non_ascii, "char-non-ascii"},
    {"https://b\xc3\xbc.example/", ViolationCode::char_non_ascii, "char-non-ascii"},
    {"https://example.com/\xff", ViolationCode::char_non_ascii, "char-non-ascii"},
    {"https://example.com/a|b", ViolationCode::char_excluded, "char-raw-forbidden"},
    {"https://<host>/", ViolationCode::char_excluded, "char-raw-forbidden"},
    {"#\"a\"", ViolationCode::char_excluded, "char-raw-forbidden"},
    {"https://example.com/?a\\b", ViolationCode::char_backslash, "char-raw-forbidden"},
    {"https://example.com\\a", ViolationCode::char_backslash, "authority-backslash"},
    {"https://example.com/?a[]=1", ViolationCode::char_bracket, "char-raw-forbidden"},
    {"https://us[er@example.com/", ViolationCode::char_bracket, "char-raw-forbidden"},
    {"https://example.com/#a#b", ViolationCode::fragment_hash, "char-raw-forbidden"},
    {"https://a@b@example.com/", ViolationCode::userinfo_at, "authority-multiple-at"},
    {"http://example.com:80:90/", ViolationCode::host_colon, "port-invalid"},
    {"http://2001:db8::1/", ViolationCode::host_colon, "ip-literal-malformed"},
    {"http://[2001:db8::1", ViolationCode::ip_literal_unclosed, "ip-literal-malformed"},
    {"http://a]b/", ViolationCode::ip_literal_unclosed, "ip-literal-malformed"},
    {"http://[192.0.2.1]/", ViolationCode::ip_literal_address, "ip-literal-malformed"},
    {"http://[2001:db8::1%25eth0]/", ViolationCode::ip_literal_address, "ipv6-zone-id"},
    {"http://[host]/", ViolationCode::ip_literal_address, "ip-literal-malformed"},
    {"http://192.0.2.1[2001:db8::1]/", ViolationCode::ip_literal_adjacent, "ip-literal-malformed"},
    {"http://[2001:db8::1].example/", ViolationCode::ip_literal_adjacent, "ip-literal-malformed"},
    {"http://example.com:0x50/", ViolationCode::port_char, "port-invalid"},
    {"//package:target", ViolationCode::port_char, "port-invalid"},
    {"http://https:x/", ViolationCode::port_char, "scheme-doubled"},
};

class Reviewer {
 public:
  Reviewer() : engine_(rules(), EngineOptions{}) {}

  // Calls `check(judgement)` on the text as one URI reference.
  template <typename Check>
  void judge(std::string_view uri, Check check) {
    Document document;
    document.add({uri, {}, Layer::raw});
    Candidate candidate;
    candidate.where = {kRawText, 0, static_cast<Off>(uri.size())};
    candidate.strict_list = true;
    check(engine_.judge(document, candidate, scratch_));
    engine_.release(document, scratch_);
  }

 private:
  static std::vector<ActiveRule> rules() {
    std::vector<const RuleInfo*> infos;
    for (const RuleInfo& rule : builtin_rules()) infos.push_back(&rule);
    Selection selection;
    selection.profile = Profile::review;
    return *select_rules(infos, selection);
  }

  Engine engine_;
  Scratch scratch_;
};

std::vector<Violation> violations_of(std::string_view uri) {
  const UriParts parts = split(uri);
  std::vector<Violation> out(256);
  out.resize(std::min(violations(parts, out), out.size()));
  return out;
}

// True if one of the facts that the finding marks (no context) shares a byte with the violation.
bool marks(const Finding& finding, UriSpan violation) {
  return finding.text == 0 &&
         std::any_of(finding.marks.begin(), finding.marks.end(), [violation](const Mark& mark) {
           return mark.label.empty() && mark.span.overlaps(violation);
         });
}

}  // namespace

TEST_CASE("violations: each is said by the rule of docs/violations.md, with a mark on its bytes") {
  Reviewer reviewer;
  std::array<bool, kViolationCodes> tried{};
  for (const Row& row : kRows) {
    CAPTURE(row.uri, name_of(row.code), row.rule);
    tried[static_cast<std::size_t>(row.code)] = true;
    const std::vector<Violation> all = violations_of(row.uri);
    REQUIRE_FALSE(all.empty());
    reviewer.judge(row.uri, [&](const Judgement& judgement) {
      std::vector<std::string_view> speakers;
      for (const Finding& finding : judgement.findings) {
        if (finding.rule->info->ambient) continue;  // a bare fact of the whole host
        if (marks(finding, all.front().span)) speakers.push_back(finding.rule->info->id);
      }
      if (row.rule == "scheme-doubled") {  // marks the host, and silences port-invalid
        const auto says = [&row](const Finding& finding) {
          return finding.rule->info->ambient || finding.rule->info->id == row.rule;
        };
        CHECK(std::all_of(judgement.findings.begin(), judgement.findings.end(), says));
        CHECK(std::any_of(judgement.findings.begin(), judgement.findings.end(),
                          [&row](const Finding& f) { return f.rule->info->id == row.rule; }));
        return;
      }
      CHECK(speakers == std::vector<std::string_view>{row.rule});
      for (const Violation& violation : all) {
        CHECK(violation.code == row.code);
        CHECK(std::any_of(judgement.findings.begin(), judgement.findings.end(),
                          [&](const Finding& finding) { return marks(finding, violation.span); }));
      }
    });
  }
  for (std::size_t i = 0; i < kViolationCodes; ++i) {
    CAPTURE(name_of(static_cast<ViolationCode>(i)));
    CHECK(tried[i]);
  }
}

TEST_CASE("violations: no invalid text goes without a finding in profile review") {
  constexpr std::string_view kBases[] = {"https://user@example.com:8080/a/b;c?d=e&f#g",
                                         "http://[2001:db8::1]:80/",
                                         "mailto:user@example.com?subject=a",
                                         "//example.com/../a%2e%2e/%2e",
                                         "a/b:c?d#e",
                                         "javascript:void(0)",
                                         "data:image/png;base64,AAAA",
                                         "mongodb://a.example:1,b.example:2/x",
                                         "https://example.org/?u=https%3A%2F%2Fexample.com%2F",
                                         "jar:http://example.com/a.jar!/b"};
  constexpr std::string_view kBytes = "%:/?#[]@\\.;=&25efux0 \t\n\r{}<>|^`\"~+\x7f\x01\x80\xc3\xff";
  Reviewer reviewer;
  std::mt19937 random(20261130);
  const auto below = [&random](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
  int invalid = 0;
  for (int round = 0; round < 40000; ++round) {
    std::string uri(kBases[below(std::size(kBases))]);
    for (std::size_t count = below(4) + 1; count != 0; --count) {
      const std::size_t at = below(uri.size() + 1);
      const std::size_t length = std::min(below(3), uri.size() - at);
      uri.replace(at, length, 1, kBytes[below(kBytes.size())]);
    }
    if (violations_of(uri).empty()) continue;
    ++invalid;
    bool spoke = false;
    reviewer.judge(uri, [&](const Judgement& judgement) { spoke = !judgement.findings.empty(); });
    CAPTURE(uri);
    if (!spoke) FAIL_CHECK("nothing was said");
  }
  CHECK(invalid > 20000);
}

TEST_CASE("violations: the page names a rule for every code, and only rules and codes that exist") {
  std::ifstream page(URILINT_SOURCE_DIR "/docs/violations.md");
  REQUIRE(page);
  std::map<std::string, std::vector<std::string>> rows;  // code → rules, the first is the usual one
  for (std::string line; std::getline(page, line);) {
    std::vector<std::string> words;
    for (std::size_t at = line.find('`'); at != std::string::npos && line.starts_with("| `");) {
      const std::size_t end = line.find('`', at + 1);
      words.push_back(line.substr(at + 1, end - at - 1));
      at = line.find('`', end + 1);
    }
    if (words.size() >= 2) rows[words[0]] = {words.begin() + 1, words.end()};
  }
  CHECK(rows.size() == kViolationCodes);
  for (const auto& [code, rules] : rows) {
    CAPTURE(code);
    CHECK(violation_code_of(code).has_value());
    for (const std::string& id : rules) {
      CAPTURE(id);
      CHECK(std::any_of(builtin_rules().begin(), builtin_rules().end(),
                        [&](const RuleInfo& rule) { return rule.id == id; }));
    }
  }
  for (const Row& row : kRows) {
    CAPTURE(row.uri, row.rule);
    const auto& named = rows[std::string(name_of(row.code))];
    CHECK(std::find(named.begin(), named.end(), row.rule) != named.end());
  }
}
